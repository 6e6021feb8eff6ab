import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import type { LegRecord } from '#electron/desk/log/entry.ts'
import { AGREEMENT_MS, PATIENCE_MS } from '#electron/desk/verify/evidence.ts'
import { judgeByList, judgeCancel, lookAtCancel } from '#electron/desk/verify/look-cancel.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { reader } from '#test/support/reader.ts'

const REQUEST = { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: '7' } as const

function order(status: OrderStatus, executed = 0): Order {
  return {
    area: 'contract',
    instrument: REQUEST.instrument,
    orderId: REQUEST.orderId,
    clientOrderId: null,
    side: 'buy',
    action: 'open',
    type: 'limit',
    price: decimal(1),
    quantity: decimal(5),
    executed: decimal(executed),
    averagePrice: null,
    status,
    createdAt: null,
  }
}

it('is left to the trader when the venue refuses to answer, but not when it asks to slow down', async () => {
  const refused = (kind: 'notFound' | 'rateLimited') => async () =>
    err({ ...localFailure(kind, 'a read', verbatim('no')), outcome: 'rejected' as const })
  const look = (kind: 'notFound' | 'rateLimited') => {
    const record: LegRecord = { ...PLANNED, state: 'unknown' }
    return lookAtCancel(REQUEST, {
      ...{ record, expired: true },
      read: reader({ order: refused('notFound'), openOrders: refused(kind) }),
    })
  }
  expect(await look('notFound')).toMatchObject({
    kind: 'tentative',
    forMs: PATIENCE_MS,
    change: { state: 'needsHuman' },
  })
  expect(await look('rateLimited')).toEqual({ kind: 'undecided' })
})

type Answered = Parameters<typeof judgeCancel>[1]

describe('judgeCancel', () => {
  it.each<[Answered, OrderStatus | 'gone', LegState]>([
    ['accepted', 'canceled', 'verified'],
    ['accepted', 'expired', 'verified'],
    ['accepted', 'filled', 'alreadyGone'],
    ['accepted', 'gone', 'verified'],
    ['refused', 'canceled', 'alreadyGone'],
    ['refused', 'filled', 'alreadyGone'],
    ['refused', 'gone', 'alreadyGone'],
    ['refused', 'new', 'rejected'],
    ['refused', 'partially-filled', 'rejected'],
    ['nothing', 'canceled', 'verified'],
    ['nothing', 'filled', 'alreadyGone'],
    ['nothing', 'gone', 'alreadyGone'],
    ['nothing', 'canceling', 'acknowledged'],
  ])('of a cancel answered with %s, a read of %s makes it %s at once', (was, status, state) => {
    const seen = status === 'gone' ? status : order(status)
    expect(judgeCancel(seen, was, false)).toMatchObject({ kind: 'known', change: { state } })
  })

  it.each<[Answered, OrderStatus, boolean, LegState, number]>([
    ['accepted', 'new', false, 'needsHuman', PATIENCE_MS],
    ['accepted', 'canceling', false, 'needsHuman', PATIENCE_MS],
    ['refused', 'canceling', false, 'needsHuman', PATIENCE_MS],
    ['accepted', 'unknown', false, 'needsHuman', PATIENCE_MS],
    ['refused', 'unknown', false, 'needsHuman', PATIENCE_MS],
    ['nothing', 'unknown', true, 'needsHuman', PATIENCE_MS],
    ['nothing', 'new', true, 'absent', AGREEMENT_MS],
    ['nothing', 'partially-filled', true, 'absent', AGREEMENT_MS],
  ])('%s and %s (expired: %s) is %s only when that stays so', (was, status, expired, state, forMs) => {
    expect(judgeCancel(order(status), was, expired)).toMatchObject({ kind: 'tentative', forMs, change: { state } })
  })

  it('concludes nothing from an open order while the cancel can still take effect', () => {
    expect(judgeCancel(order('new'), 'nothing', false)).toEqual({ kind: 'undecided' })
  })

  it('reports how much had filled', () => {
    expect(judgeCancel(order('canceled', 2), 'accepted', false)).toMatchObject({
      change: {
        detail: message('leg.cancel.endedPart', {
          ...{ status: message('leg.status.canceled'), executed: { amount: '2' }, quantity: { amount: '5' } },
        }),
      },
    })
  })
})

it('keeps what a closing order still locked when it ended, and of no other order', () => {
  const closing: Order = { ...order('canceled', 2), action: 'close' }
  const freed = { side: 'buy', volume: decimal(3) }
  expect(judgeCancel(closing, 'accepted', false)).toMatchObject({ kind: 'known', change: { freed } })
  expect(judgeCancel(closing, 'refused', false)).toMatchObject({ kind: 'known', change: { freed } })
  for (const seen of [order('canceled', 2), 'gone' as const, { ...closing, status: 'filled' as const }]) {
    expect(judgeCancel(seen, 'accepted', false)).not.toHaveProperty('change.freed')
  }
})

describe('judgeByList', () => {
  const accepted: LegRecord = { ...PLANNED, state: 'acknowledged' }
  const refused: LegRecord = { ...PLANNED, state: 'unknown' }

  it('calls an accepted cancel verified when no complete list shows its order', () => {
    const finding = judgeByList(REQUEST, accepted, { list: [{ ...order('new'), orderId: '8' }], whole: true })
    expect(finding).toMatchObject({ kind: 'known', change: { state: 'verified' } })
  })

  it.each([
    ['the order is still in it', accepted, [order('canceling')], true],
    ['it has gaps', accepted, [], false],
    ['the cancel was not accepted', refused, [], true],
  ])('concludes nothing when %s', (_, record, list, whole) => {
    expect(judgeByList(REQUEST, record, { list, whole })).toEqual({ kind: 'undecided' })
  })
})

describe('lookAtCancel', () => {
  const accepted: LegRecord = { ...PLANNED, state: 'acknowledged' }
  const missing = err(localFailure('notFound', 'contract.order', verbatim('no such order')))
  const listing = (open: Awaited<ReturnType<Reader['openOrders']>>): Reader =>
    reader({ order: async () => missing, openOrders: async () => open })

  it.each([
    [
      'takes an order that the venue has forgotten as gone when the whole list of open orders lacks it',
      [],
      true,
      'verified',
    ],
    ['finds an order in the list that cannot be queried by its id', [order('canceled')], true, 'verified'],
  ])('%s', async (_, list, whole, state) => {
    const finding = await lookAtCancel(REQUEST, {
      record: accepted,
      expired: false,
      read: listing(ok({ list, whole })),
    })
    expect(finding).toMatchObject({ kind: 'known', change: { state } })
  })

  it.each([
    ['a list that could be read only in part', ok({ list: [], whole: false })],
    ['a read that failed', missing],
  ])('concludes nothing from %s', async (_, open) => {
    expect(await lookAtCancel(REQUEST, { record: accepted, expired: false, read: listing(open) })).toEqual({
      kind: 'undecided',
    })
  })
})
