import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/entries.ts'
import type { Before, LegRecord } from '#electron/desk/entries.ts'
import { EXPIRY_MS } from '#electron/desk/execute.ts'
import { AGREEMENT_MS, PATIENCE_MS } from '#electron/desk/finding.ts'
import {
  judgeAccepted,
  judgeOrder,
  judgeUnanswered,
  lookAtClose,
  readBefore,
  tellRest,
} from '#electron/desk/look-close.ts'
import type { CloseRequest, CloseSight } from '#electron/desk/look-close.ts'
import type { Reader } from '#electron/desk/reads.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const HELD = position(BTC, { volume: 12, pendingCloseVolume: 2 })
const SENT_AT = 1_000_000
const BEFORE: Before = { orderIds: ['1'], closable: decimal(10), pendingClose: decimal(2) }
const REQUEST: CloseRequest = {
  kind: 'close',
  area: 'contract',
  instrument: BTC.name,
  positionKey: HELD.key,
  side: 'sell',
  marginMode: 'cross',
  volume: decimal(4),
  clientOrderId: 'ours',
}
const UNKNOWN: LegRecord = { ...PLANNED, state: 'unknown', before: BEFORE, expiresAt: SENT_AT + EXPIRY_MS }

function order(orderId: string, overrides: Partial<Order> = {}): Order {
  const made = { side: 'sell', action: 'close', type: 'market', price: null, quantity: decimal(4) } as const
  const now = { executed: decimal(0), averagePrice: null, status: 'new', createdAt: SENT_AT } as const
  return { area: 'contract', instrument: BTC.name, orderId, clientOrderId: null, ...made, ...now, ...overrides }
}

function sight(closable: number, pendingClose: number, orders: readonly Order[] = []): CloseSight {
  return { closable: decimal(closable), pendingClose: decimal(pendingClose), orders }
}

describe('judgeOrder', () => {
  it.each<[OrderStatus, number, LegState]>([
    ['filled', 4, 'verified'],
    ['canceled', 4, 'verified'],
    ['canceled', 3, 'partial'],
    ['canceled', 0, 'rejected'],
    ['rejected', 0, 'rejected'],
    ['expired', 1, 'partial'],
  ])('of an order that is %s with %s of 4 done makes it %s', (status, executed, state) => {
    const change = { state, executed: decimal(executed) }
    expect(judgeOrder(order('2', { status, executed: decimal(executed) }), REQUEST)).toMatchObject({
      kind: 'known',
      change,
    })
  })

  it.each<[OrderStatus]>([['new'], ['partially-filled'], ['canceling'], ['unknown']])(
    'waits for an order that is %s, and not for ever',
    (status) => {
      const change = { state: 'needsHuman' }
      expect(judgeOrder(order('2', { status }), REQUEST)).toMatchObject({
        kind: 'standing',
        forMs: PATIENCE_MS,
        change,
      })
    },
  )
})

describe('judgeUnanswered', () => {
  const judge = (now: CloseSight, expired: boolean) => judgeUnanswered(REQUEST, UNKNOWN, now, expired)

  it('finds the order by our id where the venue echoes it', () => {
    const seen = sight(10, 2, [order('5'), order('6', { clientOrderId: 'ours', quantity: decimal(9) })])
    expect(judge(seen, false)).toMatchObject({ kind: 'known', change: { state: 'acknowledged', orderId: '6' } })
  })

  it('finds the one new order of this side, size and purpose', () => {
    const others = [
      order('1'),
      order('5', { side: 'buy' }),
      order('6', { action: 'open' }),
      order('7', { quantity: decimal(5) }),
      order('8', { clientOrderId: 'theirs' }),
      order('9', { createdAt: SENT_AT - 1_001 }),
    ]
    expect(judge(sight(6, 6, [...others, order('10')]), false)).toMatchObject({ change: { orderId: '10' } })
    expect(judge(sight(10, 2, others), false)).toEqual({ kind: 'undecided' })
  })

  it('does not choose between two orders that could be ours', () => {
    const seen = sight(6, 6, [order('5'), order('6')])
    expect(judge(seen, false)).toEqual({ kind: 'undecided' })
    expect(judge(seen, true)).toMatchObject({ kind: 'standing', change: { state: 'needsHuman' } })
  })

  it('sees the close done when exactly its volume is gone from what can be closed', () => {
    expect(judge(sight(6, 2), false)).toMatchObject({ change: { state: 'verified', executed: decimal(4) } })
  })

  it('is not fooled by fills of another closing order, which do not change what can be closed', () => {
    // 12 held and 2 pending became 10 held and 0 pending.
    expect(judge(sight(10, 0), true)).toMatchObject({ kind: 'standing', change: { state: 'absent' } })
  })

  it('goes on looking while the volume is in a closing order it can not name', () => {
    expect(judge(sight(6, 6), false)).toMatchObject({ kind: 'known', change: { state: 'acknowledged' } })
  })

  it('calls it absent only after it has expired, and when it stays so', () => {
    expect(judge(sight(10, 2), false)).toEqual({ kind: 'undecided' })
    expect(judge(sight(10, 2), true)).toMatchObject({ forMs: AGREEMENT_MS, change: { state: 'absent' } })
  })

  it.each([
    ['smaller by another amount', 7],
    ['larger', 11],
  ])('asks a human when the position is %s', (_, closable) => {
    expect(judge(sight(closable, 2), false)).toEqual({ kind: 'undecided' })
    expect(judge(sight(closable, 2), true)).toMatchObject({ forMs: AGREEMENT_MS, change: { state: 'needsHuman' } })
  })
})

describe('judgeAccepted', () => {
  it('is done when exactly its volume is gone, and asks a human when that does not show', () => {
    expect(judgeAccepted(REQUEST, BEFORE, sight(6, 2))).toMatchObject({ change: { state: 'verified' } })
    for (const seen of [sight(10, 2), sight(6, 6), sight(7, 2)]) {
      expect(judgeAccepted(REQUEST, BEFORE, seen)).toMatchObject({
        forMs: PATIENCE_MS,
        change: { state: 'needsHuman' },
      })
    }
  })
})

describe('tellRest', () => {
  const done = { kind: 'known', change: { state: 'verified', executed: decimal(4), detail: '' } } as const
  const before = (closable: number, pendingClose: number): Before => ({
    orderIds: null,
    closable: decimal(closable),
    pendingClose: decimal(pendingClose),
  })

  it('leaves a close of all that was held as it is, and whatever is not a full close', () => {
    expect(tellRest(done, REQUEST, before(4, 0))).toBe(done)
    const part = { kind: 'known', change: { state: 'partial', executed: decimal(1) } } as const
    expect(tellRest(part, REQUEST, before(9, 0))).toBe(part)
    expect(tellRest({ kind: 'undecided' }, REQUEST, before(9, 0))).toEqual({ kind: 'undecided' })
  })

  it.each([
    ['locked', before(4, 5), '4 contracts closed; 5 of the position stay open: 5 locked in closing orders'],
    ['dust', before(6, 0), '4 contracts closed; 2 of the position stay open: Close again'],
    ['both', before(6, 5), '4 contracts closed; 7 of the position stay open: 5 locked in closing orders'],
  ])('calls it partial when something stays open, and says how much: %s', (_, was, detail) => {
    expect(tellRest(done, REQUEST, was)).toMatchObject({
      change: { state: 'partial', executed: decimal(4), detail: expect.stringContaining(detail) },
    })
  })
})

describe('reads of a position', () => {
  const failed = err(localFailure('network', 'contract.account', 'no network'))
  const reader = (
    positions: Awaited<ReturnType<Reader['positions']>>,
    orders: Awaited<ReturnType<Reader['openOrders']>>,
  ): Reader => ({
    order: async () => failed,
    positions: async () => positions,
    openOrders: async () => orders,
  })
  const none = ok({ list: [], whole: true })
  const partly = ok({ list: [], whole: false })

  it('take a position that is not listed for closed only when the whole list was read', async () => {
    const all: LegRecord = { ...UNKNOWN, before: { ...BEFORE, closable: decimal(4), pendingClose: decimal(0) } }
    expect(await lookAtClose(REQUEST, all, false, reader(none, none))).toMatchObject({ change: { state: 'verified' } })
    for (const blind of [reader(partly, none), reader(none, partly), reader(failed, none), reader(none, failed)]) {
      expect(await lookAtClose(REQUEST, all, true, blind)).toEqual({ kind: 'undecided' })
    }
  })

  it('before a close need the position; the orders may be missing and then prove nothing later', async () => {
    const held = ok({ list: [HELD], whole: true })
    const orders = ok({ list: [order('1')], whole: true })
    const before = async (read: Reader) => {
      const result = await readBefore(HELD.key, BTC.name, read)
      return result.ok ? result.value.before : null
    }
    expect(await before(reader(held, orders))).toEqual(BEFORE)
    expect(await before(reader(held, failed))).toEqual({ ...BEFORE, orderIds: null })
    expect(await before(reader(held, partly))).toEqual({ ...BEFORE, orderIds: null })
    expect(await before(reader(failed, orders))).toBeNull()
  })

  it('ask for the orders of a position that was not known by its contract before', async () => {
    const result = await readBefore(HELD.key, null, reader(ok({ list: [HELD], whole: true }), failed))
    expect(result).toMatchObject({ value: { orders: failed, held: HELD } })
    expect(await readBefore('none', null, reader(none, failed))).toMatchObject({ value: { orders: null, held: null } })
  })
})
