/** What lists of ended orders and trades say about a close whose answer was lost. */
import { describe, expect, it } from 'vitest'
import type { BeforeClose } from '#electron/desk/log/entry.ts'
import type { CloseView } from '#electron/desk/verify/close-view.ts'
import { AGREEMENT_MS } from '#electron/desk/verify/evidence.ts'
import { judgeUnanswered } from '#electron/desk/verify/look-close.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { inARow, message } from '#shared/words/message.ts'
import { BTC, SENT_AT, BEFORE, REQUEST, order, sight } from '#test/support/close-fixtures.ts'

describe('judgeUnanswered with lists of ended orders and trades', () => {
  const judge = (now: CloseView, before = BEFORE) => judgeUnanswered(REQUEST, before, now, true, () => false)
  const done = { status: 'filled', executed: decimal(4) } as const
  const buy = (orderId: string, executed: number, more: Partial<Order> = {}): Order =>
    order(orderId, { side: 'buy', action: 'open', quantity: decimal(9), executed: decimal(executed), ...more })

  it('finds an ended order, even when the position looks unchanged', () => {
    const past = [order('5', done), order('earlier', { ...done, createdAt: SENT_AT - 1 })]
    for (const closable of [10, 7]) {
      expect(judge(sight(closable, 2, [], { past }))).toMatchObject({ change: { state: 'verified', orderId: '5' } })
    }
  })

  it('accounts for what opening orders have added meanwhile', () => {
    const before: BeforeClose = { ...BEFORE, orderIds: ['8'], opening: [{ orderId: '8', executed: decimal(1) }] }
    // 10 were closable. Order 8 added 4 more, and our close took 4.
    const open = [buy('8', 5)]
    expect(judge(sight(10, 2, open), before)).toMatchObject({ change: { state: 'verified' } })
    expect(judge(sight(14, 2, open), before)).toMatchObject({ change: { state: 'absent' } })
    const past = [buy('8', 3, { status: 'canceled' }), buy('9', 2, { status: 'filled' })]
    expect(judge(sight(14, 2, [], { past }), before)).toMatchObject({ change: { state: 'absent' } })
  })

  it('finds whose lock ended: an order that filled since, or one that had ended just before', () => {
    const resting = { price: decimal(60), type: 'limit' } as const
    const past = [
      order('1', { ...resting, quantity: decimal(2), executed: decimal(2), status: 'filled', createdAt: SENT_AT - 9 }),
      order('0', { ...resting, quantity: decimal(2), status: 'canceled', createdAt: SENT_AT - 9 }),
    ]
    const seen = sight(10, 0, [], { past })
    const closing = (executed: number): BeforeClose => ({
      ...BEFORE,
      closing: [{ orderId: '1', executed: decimal(executed) }],
    })
    expect(judge(seen, closing(0))).toMatchObject({ change: { state: 'absent' } })
    // Order 1 locked only one contract. Order 0 still locked the other one.
    expect(judge(seen, closing(1))).toMatchObject({ change: { state: 'needsHuman' } })
    expect(judge(seen)).toMatchObject({ change: { state: 'needsHuman' } })
  })

  it('does not call it absent when an opening order is gone and no list says what it added', () => {
    const before: BeforeClose = { ...BEFORE, orderIds: ['8'], opening: [{ orderId: '8', executed: decimal(0) }] }
    expect(judge(sight(10, 2), before)).toMatchObject({ change: { state: 'needsHuman' } })
  })

  it('does not call it absent when another program traded by an order that no list shows', () => {
    const trade = {
      ...({ area: 'contract', instrument: BTC.name, tradeId: '1', orderId: '77', side: 'sell' } as const),
      ...{ price: decimal(1), quantity: decimal(4), fee: decimal(0), feeCoin: null, isMaker: null, time: SENT_AT },
    }
    const seen = (trades: readonly (typeof trade)[]) => judge(sight(10, 2, [], { past: [], trades }))
    expect(seen([trade])).toMatchObject({ change: { state: 'needsHuman' } })
    for (const harmless of [
      { ...trade, time: SENT_AT - 1 },
      { ...trade, side: 'buy' as const },
      { ...trade, orderId: '1' },
    ]) {
      expect(seen([harmless as typeof trade])).toMatchObject({ change: { state: 'absent' } })
    }
  })
})

describe('judgeUnanswered with lists that may not go back to the time of sending', () => {
  const short = (closable: number, pendingClose: number, past: readonly Order[] = []): CloseView =>
    sight(closable, pendingClose, [], { past, trades: [], reach: 'short' })
  const judge = (seen: CloseView) => judgeUnanswered(REQUEST, BEFORE, seen, true, () => false)
  const done = { status: 'filled', executed: decimal(4) } as const

  // The position may have been closed and opened again, or closed by another order.
  it.each([
    ['is as before', 10, 2],
    ['is smaller by exactly its volume', 6, 2],
    ['has exactly its volume in a closing order', 6, 6],
  ])('leaves it to a human when the position %s, and shows the evidence', (_, closable, pendingClose) => {
    const detail = inARow([
      message('leg.close.undecided'),
      message('leg.close.shortLists'),
      message('leg.close.evidence', {
        ...{ closableBefore: { amount: '10' }, closable: { amount: String(closable) } },
        ...{ lockedBefore: { amount: '2' }, locked: { amount: String(pendingClose) } },
      }),
    ])
    expect(judge(short(closable, pendingClose))).toEqual({
      kind: 'tentative',
      what: 'other',
      forMs: AGREEMENT_MS,
      change: { state: 'needsHuman', detail },
    })
  })

  it('finds the order by our id, but only names a similar one, because there may be more', () => {
    const own = order('5', { ...done, clientOrderId: 'ours' })
    expect(judge(short(10, 2, [own]))).toMatchObject({ kind: 'known', change: { orderId: '5' } })
    expect(judge(short(10, 2, [order('6', done)]))).toMatchObject({
      change: {
        state: 'needsHuman',
        detail: {
          facts: { sentences: expect.arrayContaining([message('leg.close.alike', { orders: ['6'] })]) },
        },
      },
    })
  })

  it('can do without one list when the other goes back far enough', () => {
    const whole = sight(10, 2, [], { past: [], trades: [] })
    expect(judge({ ...whole, past: { list: [], reach: 'short' } })).toMatchObject({ change: { state: 'absent' } })
    expect(judge({ ...whole, trades: { list: [], reach: 'short' } })).toMatchObject({ change: { state: 'absent' } })
    const none = { list: [], reach: 'none' } as const
    expect(judge({ ...short(10, 2), trades: none })).toMatchObject({ change: { state: 'needsHuman' } })
    expect(judge({ ...short(10, 2), past: none })).toMatchObject({ change: { state: 'needsHuman' } })
  })
})
