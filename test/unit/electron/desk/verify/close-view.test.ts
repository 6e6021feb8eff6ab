/** Which order in the venue's lists can be the close that was sent, by each of its visible properties. */
import { describe, expect, it } from 'vitest'
import type { BeforeClose } from '#electron/desk/log/entry.ts'
import {
  findAlike,
  findOwn,
  isLater,
  isSince,
  ordersOf,
  reachOf,
  strayTrades,
} from '#electron/desk/verify/close-view.ts'
import type { Reach } from '#electron/desk/verify/close-view.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Order } from '#shared/domain/order.ts'
import { BEFORE, BTC, order, REQUEST, SENT_AT, sight } from '#test/support/close-fixtures.ts'

const nobodys = () => false
const LIMIT = { ...REQUEST, price: decimal(100) }
const RESTS = { type: 'limit', price: decimal(100) } as const

describe('an order that can be ours', () => {
  const isAlike = (
    changes: Partial<Order>,
    request = REQUEST,
    before: BeforeClose = BEFORE,
    where: 'open' | 'past' = 'open',
  ) => {
    const seen = order('5', changes)
    const now = where === 'open' ? sight(6, 2, [seen]) : sight(6, 2, [], { past: [seen] })
    return findAlike(request, before, now, nobodys).length === 1
  }

  it.each<[string, Partial<Order>, boolean]>([
    ['all that shows agrees', {}, true],
    ['it is of the other side', { side: 'buy' }, false],
    ['it opens', { action: 'open' }, false],
    ['it does not say what it does', { action: null }, false],
    ['it is of another size', { quantity: decimal(5) }, false],
    ['it has an id of somebody else', { clientOrderId: 'theirs' }, false],
    ['it waits at a price', { type: 'limit' }, false],
    ['its kind is worded in the venue’s own way', { type: 'other' }, true],
    ['it is filled already', { executed: decimal(4), status: 'filled' }, true],
  ])('for a close at market when %s: %s', (_, changes, expected) => {
    expect(isAlike(changes)).toBe(expected)
  })

  it.each<[string, Partial<Order>, boolean]>([
    ['its price agrees', RESTS, true],
    ['its price is another', { ...RESTS, price: decimal(101) }, false],
    ['its price is not shown', { ...RESTS, price: null }, true],
    ['it goes at market', { ...RESTS, type: 'market' }, false],
  ])('for a close at a limit when %s: %s', (_, changes, expected) => {
    expect(isAlike(changes, LIMIT)).toBe(expected)
  })

  it('did not exist before, and belongs to no other leg', () => {
    expect(isAlike({ orderId: '1' })).toBe(false)
    const now = sight(6, 2, [order('5'), order('6')])
    const found = findAlike(REQUEST, BEFORE, now, (orderId) => orderId === '5')
    expect(found.map(({ orderId }) => orderId)).toEqual(['6'])
  })

  it('is new while it is open, whatever its time; once it ended, its time must prove it', () => {
    const timed = (createdAt: number | null, where: 'open' | 'past') => isAlike({ createdAt }, REQUEST, BEFORE, where)
    expect([timed(null, 'open'), timed(null, 'past')]).toEqual([true, false])
    expect([timed(SENT_AT, 'past'), timed(SENT_AT - 1, 'past')]).toEqual([true, false])
    // A time that proves an open order older is trusted too.
    expect(timed(SENT_AT - 1, 'open')).toBe(false)
    expect(isAlike({ createdAt: null }, REQUEST, { ...BEFORE, at: null }, 'past')).toBe(false)
  })

  it('is any order that is not proved older when the earlier orders were not read; whole seconds may look early', () => {
    const timed = (createdAt: number | null, at: number | null = SENT_AT) =>
      isAlike({ createdAt }, REQUEST, { ...BEFORE, at, orderIds: null }, 'past')
    expect([SENT_AT, SENT_AT - 999, SENT_AT - 1_000].map((each) => timed(each))).toEqual([true, true, false])
    expect([timed(null), timed(0, null)]).toEqual([true, true])
  })
})

it('an order with our id is ours, in whichever list', () => {
  const ours = order('7', { clientOrderId: 'ours', side: 'buy' })
  expect(findOwn(REQUEST, sight(6, 2, [order('5'), ours]))).toBe(ours)
  expect(findOwn(REQUEST, sight(6, 2, [], { past: [ours] }))).toBe(ours)
  expect(findOwn(REQUEST, sight(6, 2, [order('5')]))).toBeUndefined()
})

it('an order in both lists counts once, with its final state', () => {
  const ended = order('5', { status: 'filled', executed: decimal(4) })
  expect([...ordersOf(sight(6, 2, [order('5')], { past: [ended] })).values()]).toEqual([ended])
})

it('an order is proved newer only when both times are known', () => {
  const at = (createdAt: number | null, sent: number | null) => {
    const [seen, before] = [order('5', { createdAt }), { ...BEFORE, at: sent }]
    return [isLater(seen, before), isSince(seen, before, false), isSince(seen, before, true)]
  }
  expect(at(SENT_AT, SENT_AT)).toEqual([true, true, true])
  expect(at(SENT_AT - 1, SENT_AT)).toEqual([false, false, false])
  expect(at(null, SENT_AT)).toEqual([false, false, true])
  expect(at(SENT_AT, null)).toEqual([false, false, true])
})

it.each<[Reach, Reach, Reach]>([
  ['whole', 'none', 'whole'],
  ['short', 'whole', 'whole'],
  ['short', 'none', 'short'],
  ['none', 'short', 'short'],
  ['none', 'none', 'none'],
])('lists of ended orders that are %s and of trades that are %s reach back %s', (past, trades, together) => {
  expect(reachOf({ ...sight(0, 0), past: { list: [], reach: past }, trades: { list: [], reach: trades } })).toBe(
    together,
  )
})

describe('a trade by an order that no list shows', () => {
  const trade: Fill = {
    ...({ area: 'contract', instrument: BTC.name, tradeId: '1', orderId: '77', side: 'sell' } as const),
    ...{ price: decimal(1), quantity: decimal(4), fee: decimal(0), feeCoin: null, isMaker: null, time: SENT_AT },
  }
  const strays = (
    changes: Partial<Fill>,
    before: BeforeClose = BEFORE,
    isAnothers: (id: string) => boolean = nobodys,
  ) => {
    const now = sight(10, 2, [order('5')], { past: [order('6')], trades: [{ ...trade, ...changes }] })
    return strayTrades(REQUEST, before, now, isAnothers).length
  }

  it.each<[string, Partial<Fill>, number]>([
    ['of that moment', {}, 1],
    ['of before', { time: SENT_AT - 1 }, 0],
    ['that opened', { side: 'buy' }, 0],
    ['that names no order', { orderId: null }, 0],
    ['of an order open before', { orderId: '1' }, 0],
    ['of an open order', { orderId: '5' }, 0],
    ['of an ended order', { orderId: '6' }, 0],
  ])('is counted %s', (_, changes, count) => {
    expect(strays(changes)).toBe(count)
  })

  it('is not counted when it belongs to another leg, or when the time is unknown', () => {
    expect(strays({}, BEFORE, (orderId) => orderId === '77')).toBe(0)
    expect(strays({}, { ...BEFORE, at: null })).toBe(0)
    expect(strays({}, { ...BEFORE, orderIds: null })).toBe(1)
  })
})
