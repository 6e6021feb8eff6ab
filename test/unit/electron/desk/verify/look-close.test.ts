import { describe, expect, it } from 'vitest'
import type { BeforeClose, LegRecord } from '#electron/desk/log/entry.ts'
import type { CloseView } from '#electron/desk/verify/close-view.ts'
import { AGREEMENT_MS, PATIENCE_MS } from '#electron/desk/verify/evidence.ts'
import { judgeAccepted, judgeOrder, judgeUnanswered, withRemainder } from '#electron/desk/verify/look-close.ts'
import type { CloseRequest, LegState } from '#shared/desk/plan.ts'
import { asPrice } from '#shared/domain/amounts.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { SENT_AT, BEFORE, REQUEST, order, sight } from '#test/support/close-fixtures.ts'

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

  it('takes over the average fill price, and none for an order without fills', () => {
    const averagePrice = decimal('101.5')
    const filled = order('2', { status: 'filled', executed: decimal(4), averagePrice })
    expect(judgeOrder(filled, REQUEST)).toMatchObject({ change: { fillPrice: averagePrice } })
    const unfilled = judgeOrder(order('2', { status: 'canceled', averagePrice: decimal(0) }), REQUEST)
    expect(unfilled).not.toHaveProperty('change.fillPrice')
  })

  it.each<[OrderStatus]>([['new'], ['partially-filled'], ['canceling'], ['unknown']])(
    'waits for an order that is %s, but not forever',
    (status) => {
      const change = { state: 'needsHuman' }
      expect(judgeOrder(order('2', { status }), REQUEST)).toMatchObject({
        kind: 'tentative',
        forMs: PATIENCE_MS,
        change,
      })
    },
  )
})

describe('judgeUnanswered', () => {
  const judge = (now: CloseView, expired: boolean, before = BEFORE) =>
    judgeUnanswered(REQUEST, before, now, expired, (orderId) => orderId === 'another leg')

  it('finds the order by our id when the venue echoes it', () => {
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
      order('another leg'),
    ]
    expect(judge(sight(6, 6, [...others, order('10')]), true)).toMatchObject({ change: { orderId: '10' } })
    expect(judge(sight(10, 2, others), true)).not.toMatchObject({ change: { state: 'acknowledged' } })
  })

  it.each<[string, CloseView]>([
    ['one order of this side and size is new', sight(6, 6, [order('10')])],
    ['one such order has ended', sight(6, 2, [], { past: [order('10', { status: 'filled', executed: decimal(4) })] })],
    ['exactly its volume is gone', sight(6, 2)],
    ['exactly its volume is in a closing order', sight(6, 6)],
  ])('may see another’s order before ours has expired, and stays undecided until then: %s', (_, seen) => {
    expect(judge(seen, false)).toEqual({ kind: 'undecided' })
    expect(judge(seen, true)).toMatchObject({ kind: 'known' })
  })

  it('does not choose between two orders that could be ours', () => {
    const seen = sight(6, 6, [order('5'), order('6')])
    expect(judge(seen, false)).toEqual({ kind: 'undecided' })
    expect(judge(seen, true)).toMatchObject({
      kind: 'tentative',
      change: {
        state: 'needsHuman',
        detail: {
          facts: { sentences: expect.arrayContaining([message('leg.close.alike', { orders: ['5', '6'] })]) },
        },
      },
    })
  })

  it('calls the close done when exactly its volume is gone from what can be closed', () => {
    expect(judge(sight(6, 2), true)).toMatchObject({ change: { state: 'verified', executed: decimal(4) } })
  })

  it('is not misled by fills of another closing order, which do not change what can be closed', () => {
    // The position was 12 with 2 pending, and is now 10 with 0 pending.
    const filled = order('1', { quantity: decimal(2), executed: decimal(2), status: 'filled' })
    const seen = sight(10, 0, [], { past: [filled], trades: [] })
    expect(judge(seen, true)).toMatchObject({ kind: 'tentative', change: { state: 'absent' } })
  })

  it('asks a human when nothing shows whether another closing order filled, or was cancelled while ours filled in part', () => {
    expect(judge(sight(10, 0), true)).toMatchObject({ kind: 'tentative', change: { state: 'needsHuman' } })
  })

  it('accounts for what a cancelled closing order unlocked, if it belonged to this position', () => {
    const canceled = order('1', { quantity: decimal(2), status: 'canceled' })
    const seen = (closable: number, pending: number) => sight(closable, pending, [], { past: [canceled], trades: [] })
    expect(judge(seen(12, 0), true)).toMatchObject({ change: { state: 'absent' } })
    expect(judge(seen(8, 0), true)).toMatchObject({ change: { state: 'verified' } })
    expect(judge(seen(10, 2), true)).toMatchObject({ change: { state: 'absent' } })
  })

  it('keeps looking while the volume is in a closing order that it cannot identify', () => {
    expect(judge(sight(6, 6), true)).toMatchObject({ kind: 'known', change: { state: 'acknowledged' } })
  })

  it('calls it absent only after it has expired, and when that stays so', () => {
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
  const judge = (now: CloseView, request = REQUEST, orderId: string | null = null) =>
    judgeAccepted(request, BEFORE, now, orderId, () => false)

  it('is done when exactly its volume is gone, and asks a human otherwise', () => {
    expect(judge(sight(6, 2))).toMatchObject({ change: { state: 'verified' } })
    for (const seen of [sight(10, 2), sight(6, 6), sight(7, 2)]) {
      expect(judge(seen)).toMatchObject({
        forMs: PATIENCE_MS,
        change: { state: 'needsHuman' },
      })
    }
  })
})

it('a close at market does not match a limit order of the same size, side and time', () => {
  const limit = order('7', { type: 'limit', price: decimal(1), status: 'filled', executed: decimal(4) })
  const market = order('8', { status: 'filled', executed: decimal(4) })
  const found = (past: readonly Order[]) =>
    judgeUnanswered(REQUEST, BEFORE, sight(10, 2, [], { past }), true, () => false)
  expect(found([limit])).toMatchObject({ kind: 'tentative', change: { state: 'absent' } })
  expect(found([limit, market])).toMatchObject({ kind: 'known', change: { orderId: '8' } })
})

describe('a close before which the contract’s orders could not be read', () => {
  const before: BeforeClose = { ...BEFORE, orderIds: null }
  const earlier = order('9', { side: 'buy', action: 'open', executed: decimal(4), createdAt: SENT_AT - 5_000 })
  const bought = { side: 'buy', orderId: '9', quantity: decimal(4), time: SENT_AT + 1 } as Fill

  // An opening order may have added what our close took. Then an unchanged position proves nothing.
  it.each<[string, readonly Order[], readonly Fill[] | null, LegState]>([
    ['an opening order was filled since', [earlier], [bought], 'needsHuman'],
    ['it is unknown when an opening order was filled', [earlier], null, 'needsHuman'],
    ['an opening order was filled before that', [earlier], [{ ...bought, time: SENT_AT - 1 }], 'absent'],
    ['no order opens', [], null, 'absent'],
  ])('when %s', (_, open, trades, state) => {
    const finding = judgeUnanswered(REQUEST, before, sight(10, 2, open, { trades }), true, () => false)
    expect(finding).toMatchObject({ kind: 'tentative', change: { state } })
  })
})

describe('a close before which neither its position nor the contract’s orders could be read', () => {
  const before: BeforeClose = { ...BEFORE, orderIds: null, isUnread: true }
  const filled = { status: 'filled', executed: decimal(4) } as const
  const trade = { side: 'sell', orderId: '77', quantity: decimal(4), time: SENT_AT } as Fill

  it.each<readonly [string, readonly Order[], readonly Fill[], LegState, string | undefined]>([
    ['no order was made since', [], [], 'absent', undefined],
    [
      'a similar order was made before',
      [order('5', { ...filled, createdAt: SENT_AT - 1_000 })],
      [],
      'absent',
      undefined,
    ],
    ['a similar order was made since', [order('5', filled)], [], 'verified', '5'],
    ['a similar order shows no time', [order('5', { ...filled, createdAt: null })], [], 'needsHuman', undefined],
    // A venue with times in whole seconds shows our own order as slightly older than it is.
    [
      'a similar order is of the same second',
      [order('5', { ...filled, createdAt: SENT_AT - 999 })],
      [],
      'needsHuman',
      undefined,
    ],
    ['an order that no list shows has traded since', [], [trade], 'needsHuman', undefined],
  ])('is settled by the venue’s lists: %s', (_, past, trades, state, orderId) => {
    const { change } = judgeUnanswered(REQUEST, before, sight(0, 0, [], { past, trades }), true, () => false) as {
      change: Partial<LegRecord>
    }
    expect([change.state, change.orderId]).toEqual([state, orderId])
  })

  it('is left to the trader when the lists do not go back far enough', () => {
    const short = sight(0, 0, [], { past: [], trades: [], reach: 'short' })
    expect(judgeUnanswered(REQUEST, before, short, true, () => false)).toMatchObject({
      change: { state: 'needsHuman' },
    })
    expect(judgeUnanswered(REQUEST, before, sight(0, 0), true, () => false)).toMatchObject({
      change: { state: 'needsHuman' },
    })
  })
})

const FOUR = { volume: { amount: '4' } }
const FIVE = { amount: '5' }

describe('tellRest', () => {
  const done = {
    kind: 'known',
    change: { state: 'verified', executed: decimal(4), detail: message('leg.checking') },
  } as const
  const before = (closable: number, pendingClose: number): BeforeClose => ({
    ...BEFORE,
    orderIds: null,
    closable: decimal(closable),
    pendingClose: decimal(pendingClose),
  })

  it('leaves a close of the whole position unchanged, and everything that is not a full close', () => {
    expect(withRemainder(done, REQUEST, before(4, 0))).toBe(done)
    const part = { kind: 'known', change: { state: 'partial', executed: decimal(1) } } as const
    expect(withRemainder(part, REQUEST, before(9, 0))).toBe(part)
    expect(withRemainder({ kind: 'undecided' }, REQUEST, before(9, 0))).toEqual({ kind: 'undecided' })
  })

  it.each([
    ['locked', before(4, 5), message('leg.close.restLocked', { ...FOUR, rest: FIVE, locked: FIVE })],
    ['dust', before(6, 0), message('leg.close.restStays', { ...FOUR, rest: { amount: '2' } })],
    ['both', before(6, 5), message('leg.close.restLocked', { ...FOUR, rest: { amount: '7' }, locked: FIVE })],
  ])('calls it partial when something stays open, and says how much: %s', (_, was, detail) => {
    expect(withRemainder(done, REQUEST, was)).toMatchObject({
      change: { state: 'partial', executed: decimal(4), detail },
    })
  })
})

describe('a close that rests at its price', () => {
  const resting: CloseRequest = { ...REQUEST, price: asPrice(decimal(50)) }

  it('is working once it is seen open, and done or partial like any other once it ended', () => {
    const seen = (status: OrderStatus, executed = 0) =>
      judgeOrder(order('2', { status, executed: decimal(executed), price: decimal(50) }), resting)
    expect(seen('new')).toMatchObject({ kind: 'known', change: { state: 'working' } })
    expect(seen('partially-filled', 1)).toMatchObject({ change: { state: 'working', executed: decimal(1) } })
    expect(seen('filled', 4)).toMatchObject({ change: { state: 'verified' } })
    expect(seen('canceling')).toMatchObject({ kind: 'tentative', change: { state: 'needsHuman' } })
    expect(judgeOrder(order('2'), { ...resting, timeInForce: 'IOC' })).toMatchObject({ kind: 'tentative' })
  })

  it('is distinguished from another of its size by its price', () => {
    const others = [order('5', { type: 'limit', price: decimal(51) })]
    const judge = (open: readonly Order[]) => judgeUnanswered(resting, BEFORE, sight(10, 2, open), true, () => false)
    expect(judge(others)).toMatchObject({ change: { state: 'absent' } })
    expect(judge([...others, order('6', { type: 'limit', price: decimal(50) })])).toMatchObject({
      change: { orderId: '6' },
    })
  })

  it('is working when the venue shows its volume but not the order', () => {
    expect(judgeAccepted(resting, BEFORE, sight(6, 6), null, () => false)).toMatchObject({
      change: { state: 'working' },
    })
  })
})

describe('a close with a price cap, which ends as soon as it is accepted', () => {
  const capped: CloseRequest = { ...REQUEST, price: asPrice(decimal('3431.1')), timeInForce: 'IOC' }
  const seen = (status: OrderStatus, executed: number) =>
    judgeOrder(order('2', { type: 'limit', status, executed: decimal(executed) }), capped)
  const sold = (orderId: string, quantity: number) =>
    ({ side: 'sell', orderId, quantity: decimal(quantity), time: SENT_AT + 1 }) as Fill
  const AT = { price: { amount: '3431.1' } }
  const PART = {
    state: 'partial',
    executed: decimal(3),
    detail: message('leg.close.cappedPart', { ...FOUR, ...AT, executed: { amount: '3' }, rest: { amount: '1' } }),
  }

  it.each<[OrderStatus, number, LegState, Message]>([
    ['filled', 4, 'verified', message('leg.close.done', FOUR)],
    ['canceled', 4, 'verified', message('leg.close.done', FOUR)],
    ['canceled', 3, 'partial', PART.detail],
    ['expired', 3, 'partial', PART.detail],
    ['canceled', 0, 'partial', message('leg.close.cappedNothing', { ...FOUR, ...AT })],
    ['rejected', 0, 'rejected', message('leg.close.nothing', { status: message('leg.status.rejected') })],
  ])('that is %s with %s of 4 done is %s', (status, executed, state, detail) => {
    expect(seen(status, executed)).toEqual({
      kind: 'known',
      change: { state, executed: decimal(executed), detail },
    })
  })

  it('is waited for while the venue still shows it open', () => {
    expect(seen('partially-filled', 1)).toMatchObject({ kind: 'tentative', change: { state: 'needsHuman' } })
  })

  describe('accepted by the venue but shown nowhere', () => {
    const judge = (now: CloseView, request = capped) => judgeAccepted(request, BEFORE, now, '5', () => false)

    it('closed the part that both the position and its trades show', () => {
      const trades = [sold('5', 1), sold('5', 2), sold('6', 1)]
      expect(judge(sight(7, 2, [], { trades }))).toMatchObject({ forMs: AGREEMENT_MS, change: PART })
    })

    it.each<[string, CloseView]>([
      ['the position alone shows a part, which may be another’s', sight(7, 2)],
      ['its trades are fewer', sight(7, 2, [], { trades: [sold('5', 2)] })],
      ['no trade is its own', sight(7, 2, [], { trades: [sold('6', 3)] })],
      ['another order locks what is gone', sight(7, 5)],
      ['nothing is gone', sight(10, 2)],
      ['more is gone than it was to close', sight(5, 2)],
    ])('is left to a human when %s', (_, now) => {
      expect(judge(now)).toMatchObject({ forMs: PATIENCE_MS, change: { state: 'needsHuman' } })
    })

    it('is distinguished from an order at market, which closes everything or has not yet', () => {
      expect(judge(sight(7, 2), REQUEST)).toMatchObject({ change: { state: 'needsHuman' } })
    })
  })

  describe('whose answer was lost', () => {
    const judge = (now: CloseView, expired = true, isAnothers: (orderId: string) => boolean = () => false) =>
      judgeUnanswered(capped, BEFORE, now, expired, isAnothers)
    const trades = [sold('5', 1), sold('5', 2), sold('1', 9)]
    const part = sight(7, 2, [], { trades })

    it('may still arrive until it has expired, even if a part is gone', () => {
      expect(judge(part, false)).toEqual({ kind: 'undecided' })
    })

    it('closed the part that the position and the trades of one unknown order show', () => {
      expect(judge(part)).toMatchObject({ kind: 'tentative', forMs: AGREEMENT_MS, change: PART })
    })

    it.each<[string, CloseView]>([
      ['the venue has no list of trades', sight(7, 2)],
      ['the trades are of two orders', sight(7, 2, [], { trades: [sold('5', 1), sold('6', 2)] })],
      ['the trades are fewer', sight(7, 2, [], { trades: [sold('5', 2)] })],
    ])('is left to a human when %s', (_, now) => {
      expect(judge(now)).toMatchObject({ kind: 'tentative', change: { state: 'needsHuman' } })
    })

    it('is left to a human when the trades belong to another leg', () => {
      expect(judge(part, true, (orderId) => orderId === '5')).toMatchObject({ change: { state: 'needsHuman' } })
    })

    it('did nothing when nothing is gone: it did not arrive, or found no match', () => {
      expect(judge(sight(10, 2))).toMatchObject({
        kind: 'tentative',
        change: {
          state: 'absent',
          detail: message('leg.close.absentCapped', AT),
        },
      })
    })
  })
})
