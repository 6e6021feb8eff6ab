import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import type { LegRecord } from '#electron/desk/log/entry.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import { AGREEMENT_MS, PATIENCE_MS, type Finding } from '#electron/desk/verify/evidence.ts'
import { judgeSpotOrder, lookAtSpotOrder } from '#electron/desk/verify/look-spot.ts'
import type { LegState, PlaceRequest, SellRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { OrderStatus } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { reader, UNREAD, UNSUPPORTED } from '#test/support/reader.ts'

const SELL: SellRequest = {
  ...{ kind: 'sell', area: 'spot', instrument: 'BTCUSDT', asset: 'BTC' },
  quantity: decimal(1),
  clientOrderId: 'ours',
}
const BUY: PlaceRequest = {
  ...{ kind: 'place', area: 'spot', instrument: 'BTCUSDT', standsFor: '1', side: 'buy', price: decimal(5) },
  quantity: decimal(1),
  clientOrderId: 'ours',
}
const LOST = {
  ...localFailure('network', 'spot.placeOrder', verbatim('no answer')),
  outcome: 'unknown',
  timestamp: 10_000,
} as const

describe('a Spot order without an answer', () => {
  it('is looked up by our own id, from before its time of sending on', async () => {
    const asked: unknown[] = []
    const read = reader({
      orderOfClient: async (...question) => {
        asked.push(question)
        return err({ ...localFailure('notFound', 'spot.order', verbatim('no such order')), outcome: 'rejected' })
      },
      openOrders: async () => ok({ list: [], whole: true }),
    })
    const record = { ...PLANNED, state: 'unknown', failure: LOST } as const
    await lookAtSpotOrder(SELL, { record, expired: false, read, isAnothers: () => false })
    await lookAtSpotOrder(SELL, { record: { ...record, failure: null }, expired: false, read, isAnothers: () => false })
    expect(asked).toEqual([
      ['spot', 'BTCUSDT', 'ours', 8_000],
      ['spot', 'BTCUSDT', 'ours', null],
    ])
  })

  it('is not called absent by a list that may hide it', async () => {
    const read = reader({
      orderOfClient: async () =>
        err({ ...localFailure('unexpectedReply', 'spot.order', verbatim('may be it')), outcome: 'unknown' }),
      openOrders: async () => ok({ list: [], whole: true }),
      spotTrades: async () => ok({ list: [], whole: true }),
    })
    const record = { ...PLANNED, state: 'unknown', failure: LOST } as const
    expect(await lookAtSpotOrder(SELL, { record, expired: true, read, isAnothers: () => false })).toEqual({
      kind: 'undecided',
    })
  })
})

/** In short: whether it is decided, and as what. */
const brief = (finding: Finding) =>
  finding.kind === 'undecided' ? [finding.kind] : [finding.kind, finding.change.state ?? null]

describe('the state of a Spot order', () => {
  it.each<[OrderStatus, number, 'sell' | 'place', Finding['kind'], LegState]>([
    ['new', 0, 'place', 'known', 'working'],
    ['partially-filled', 0.5, 'place', 'known', 'working'],
    ['canceling', 0.5, 'place', 'tentative', 'needsHuman'],
    ['unknown', 0, 'place', 'tentative', 'needsHuman'],
    ['new', 0, 'sell', 'tentative', 'needsHuman'],
    ['partially-filled', 0.5, 'sell', 'tentative', 'needsHuman'],
    ['filled', 1, 'sell', 'known', 'verified'],
    ['canceled', 1, 'place', 'known', 'verified'],
    ['canceled', 0.5, 'sell', 'known', 'partial'],
    ['expired', 0, 'sell', 'known', 'rejected'],
    ['rejected', 0, 'place', 'known', 'rejected'],
  ])('%s with %d of 1 executed decides a %s: %s, %s', (status, executed, kind, decided, state) => {
    const order = openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: '7' }, { status, executed })
    const finding = judgeSpotOrder(order, kind === 'sell' ? SELL : BUY)
    expect(brief(finding)).toEqual([decided, state])
    if (finding.kind !== 'undecided') expect(finding.change.orderId).toBe('7')
  })
})

describe('a Spot order that is not found by its id', () => {
  const NOT_FOUND = err({ ...localFailure('notFound', 'spot.order', verbatim('none')), outcome: 'rejected' as const })
  const at = (orderId: string, clientOrderId: string | null = null) =>
    openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId }, { clientOrderId })
  const fill = (time: number, more: Partial<Fill> = {}): Fill =>
    ({ area: 'spot', instrument: 'BTCUSDT', orderId: '9', side: 'sell', time, ...more }) as Fill
  const look = (
    reads: Partial<Reader>,
    record: Partial<LegRecord> = {},
    {
      expired = true,
      request = SELL,
    }: { readonly expired?: boolean; readonly request?: SellRequest | PlaceRequest } = {},
  ) =>
    lookAtSpotOrder(request, {
      record: { ...PLANNED, state: 'unknown', failure: LOST, ...record },
      expired,
      read: reader({
        orderOfClient: async () => NOT_FOUND,
        openOrders: async () => ok({ list: [], whole: true }),
        ...reads,
      }),
      isAnothers: (orderId) => orderId === 'another',
    })
  const traded = (list: readonly Fill[], whole = true): Partial<Reader> => ({
    spotTrades: async () => ok({ list, whole }),
  })

  it('is judged by the list of open orders, which shows its id or ours', async () => {
    const open = (...list: ReturnType<typeof at>[]) => ({ openOrders: async () => ok({ list, whole: false }) })
    const byId = { order: async () => UNREAD, ...open(at('6'), at('7')) }
    expect(await look(byId, { state: 'acknowledged', orderId: '7' }, { request: BUY })).toMatchObject({
      change: { state: 'working', orderId: '7' },
    })
    expect(await look(open(at('6'), at('8', 'ours')), {}, { request: BUY })).toMatchObject({
      change: { state: 'working', orderId: '8' },
    })
  })

  it.each<[string, Partial<Reader>, Partial<LegRecord>, boolean, unknown]>([
    ['accepted, and unseen for a minute', {}, { state: 'acknowledged' }, false, { forMs: PATIENCE_MS, what: 'unseen' }],
    ['able to take effect still', {}, {}, false, { kind: 'known', change: { isAwaited: true } }],
    ['absent if nothing was traded', traded([]), {}, true, { forMs: AGREEMENT_MS, change: { state: 'absent' } }],
    ['forgotten if trades may be missing', traded([], false), {}, true, { forMs: PATIENCE_MS, what: 'forgotten' }],
    ['forgotten without trades', {}, {}, true, { what: 'forgotten' }],
    ['forgotten if its time is unknown', traded([]), { failure: null }, true, { what: 'forgotten' }],
    [
      'for a person if the venue refuses the query',
      { orderOfClient: async () => UNSUPPORTED },
      {},
      true,
      { what: 'refused' },
    ],
    ['undecided without an answer', { orderOfClient: async () => UNREAD }, {}, true, { kind: 'undecided' }],
    ['undecided without a list', { openOrders: async () => UNREAD }, {}, true, { kind: 'undecided' }],
    [
      'for a person if the list may hide it',
      { ...traded([]), openOrders: async () => ok({ list: [], whole: false }) },
      {},
      true,
      { what: 'refused', forMs: PATIENCE_MS },
    ],
  ])('is %s', async (_, reads, record, expired, expected) => {
    expect(await look(reads, record, { expired })).toMatchObject(expected as object)
  })

  it.each<[string, Fill, 'traded' | 'none']>([
    ['on its side since it was sent', fill(8_000), 'traded'],
    ['of an order that is not named', fill(9_000, { orderId: null }), 'traded'],
    ['from before', fill(7_999), 'none'],
    ['of the other side', fill(9_000, { side: 'buy' }), 'none'],
    ['of another request', fill(9_000, { orderId: 'another' }), 'none'],
  ])('may be a trade %s', async (_, trade, what) => {
    expect(await look(traded([trade]))).toMatchObject({ what })
    // A bought coin is judged by the buys.
    if (trade.side === 'buy')
      expect(await look(traded([trade]), {}, { request: BUY })).toMatchObject({ what: 'traded' })
  })
})
