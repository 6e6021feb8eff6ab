import { describe, expect, it } from 'vitest'
import { encode } from '#shared/domain/decimal.ts'
import { asIdentified } from '#shared/words/instrument-words.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { intents, WALL } from '#test/support/snapshot.ts'
import {
  conditionEnd,
  orderEnd,
  orderStart,
  positionEnd,
  type AccountHistory,
} from '../../../../renderer/src/journal/row-history.ts'

const history = (over: Partial<AccountHistory> = {}): AccountHistory => ({
  events: encode(accountEvents()),
  intents: encode(intents()),
  titleOf: asIdentified,
  ...over,
})
const SOL = 'E-SOL-USDT:isolated:long'

describe('the end of a position', () => {
  it('is an event that left nothing of it, in its own margin mode and side', () => {
    expect(positionEnd(SOL, history())?.title).toBe('Liquidated: long E-SOL-USDT isolated, 1,150 ct')
    expect(positionEnd('E-SOL-USDT:isolated:short', history())).toBeNull()
    const [first, ...rest] = encode(accountEvents())
    const partly = { ...first!, facts: { ...first!.facts, code: 'forceReduced', after: '50' } } as typeof first
    expect(positionEnd(SOL, history({ events: [partly!, ...rest] }))).toBeNull()
  })

  it('is a close of ours, once it has ended', () => {
    expect(positionEnd('E-DOGE-USDT:cross:long', history())?.place).toMatchObject({ list: 'intents' })
    // The outcome of this one is not known.
    expect(positionEnd('E-SOL-USDT:cross:long', history())).toBeNull()
  })

  it('is whichever is newer', () => {
    const own = encode(intents()).map((intent) => ({
      ...intent,
      legs: intent.legs.map((leg) =>
        leg.request.kind === 'close'
          ? { ...leg, state: 'verified' as const, request: { ...leg.request, positionKey: SOL } }
          : leg,
      ),
    }))
    const [liquidated] = encode(accountEvents())
    const at = (ms: number) => history({ intents: own, events: [{ ...liquidated!, at: ms }] })
    expect(positionEnd(SOL, at(WALL - 1_999))?.place.list).toBe('events')
    expect(positionEnd(SOL, at(WALL - 2_001))?.place.list).toBe('intents')
  })
})

describe('the end of an order', () => {
  it('is its own event, in its own area', () => {
    expect(orderEnd({ area: 'contract', orderId: '41' }, history())?.place.list).toBe('events')
    expect(orderEnd({ area: 'spot', orderId: '41' }, history())).toBeNull()
    expect(orderEnd({ area: 'contract', orderId: '43' }, history())).toBeNull()
  })

  it('is a cancel of ours', () => {
    expect(orderEnd({ area: 'contract', orderId: '9117288301884499819' }, history())?.why).toContain('Cancelled')
  })
})

it('an order of ours began with the request that carries its id, and never with a cancel', () => {
  const order = { area: 'contract', orderId: '5', clientOrderId: 'plm-5e1d-1' } as const
  expect(orderStart(order, history())?.title).toContain('E-DOGE-USDT')
  expect(orderStart({ ...order, clientOrderId: null }, history())).toBeNull()
  expect(orderStart({ ...order, orderId: '9117288301884499819', clientOrderId: null }, history())).toBeNull()
})

it('a conditional order ended when it fired; until an event says so, its request is all that is known', () => {
  const [intent] = encode(intents())
  const { request } = encode(stopOf('E-ETH-USDT:isolated:short', 600))
  const placed = { ...intent!, legs: [{ ...intent!.legs[0]!, state: 'accepted' as const, request }] }
  const id = intent!.intentId
  expect(conditionEnd(id, history({ intents: [placed] }))?.place).toMatchObject({ list: 'intents', key: id })
  const [liquidated] = encode(accountEvents())
  const at = { code: 'stopFired', contract: 'E-ETH-USDT', marginMode: 'isolated', side: 'short' } as const
  const fired = { ...liquidated!, at: WALL, facts: { ...liquidated!.facts, ...at } } as typeof liquidated
  expect(conditionEnd(id, history({ intents: [placed], events: [fired!] }))?.place.list).toBe('events')
})
