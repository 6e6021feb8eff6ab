/**
 * Orders for which the venue accepts no batch are cancelled one by one, whatever form the refusal has and however many
 * orders there are.
 */
import { describe, expect, it } from 'vitest'
import { cancelSingly } from '#electron/desk/run/cancel-singly.ts'
import { refusedByCode, refusedByStatus } from '#electron/venue/client/classify-failure.ts'
import { EXPIRY_MS } from '#electron/desk/run/execute.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { err, ok } from '#shared/domain/result.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { failure } from '#test/support/model-replies.ts'
import { reader, UNREAD } from '#test/support/reader.ts'
import { FINE, PAIR } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import { deskBench, LOST_UNDONE } from '#test/support/desk-bench.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const bench = deskBench()

const CANCEL_SPOT = { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) } as const
const REFUSED: Fate = { ...LOST_UNDONE, reply: 'rejected' }
const BATCH = { operation: 'spot.batchCancel', isWrite: true }

/** A venue that answers each batch with a failure from `refuse`, and does nothing. */
function withoutBatches(refuse: (timestamp: number) => Failure) {
  return (client: VenueClient): VenueClient => ({
    ...client,
    async call(endpoint, params, options) {
      if (endpoint !== 'spot.batchCancel') return client.call(endpoint, params, options)
      const sentAt = bench.clock.mono()
      await wait(bench.clock, 20)
      return err(refuse(sentAt))
    },
  })
}

it.each<[string, (timestamp: number) => Failure]>([
  ['-1002', (timestamp) => refusedByCode({ ...BATCH, timestamp }, { code: '-1002', message: '' }, 401)],
  ['-1020', (timestamp) => refusedByCode({ ...BATCH, timestamp }, { code: '-1020', message: '' }, 400)],
  ['HTTP 404', (timestamp) => refusedByStatus({ ...BATCH, timestamp }, 404)],
])('a batch that is answered %s is followed by single cancels', async (_, refuse) => {
  const venue = bench.small()
  const orders = [venue.restSpot(), venue.restSpot(), venue.restSpot()]
  const life = await bench.open(venue, { client: withoutBatches(refuse) })
  await bench.submit(life, 'a', CANCEL_SPOT)
  await bench.clock.advance(30_000)
  expect(venue.openOrders('spot')).toEqual([])
  expect(venue.arrivals).toEqual(orders.map(({ orderId }) => orderId))
  expect(life.desk.report().intents[0]?.state).toBe('done')
})

it('sends no single cancel while a batch that was answered 404 could still take effect', async () => {
  const venue = bench.small()
  venue.restSpot()
  venue.restSpot()
  const refuse = (timestamp: number) => refusedByStatus({ ...BATCH, timestamp }, 404)
  const life = await bench.open(venue, { client: withoutBatches(refuse) })
  await bench.submit(life, 'a', CANCEL_SPOT)
  await bench.clock.advance(EXPIRY_MS - 200)
  expect(venue.writes).toEqual([])
})

it.each([10, 11, 21, 30])('%i orders are all cancelled when no batch is accepted', async (count) => {
  const venue = bench.small()
  const orders = Array.from({ length: count }, () => venue.restSpot())
  const life = await bench.open(venue)
  // A single remaining order is cancelled alone at once.
  const batches = count % 10 === 1 ? Math.floor(count / 10) : Math.ceil(count / 10)
  venue.fates = Array.from({ length: batches }, () => REFUSED)
  await bench.submit(life, 'a', CANCEL_SPOT)
  await bench.clock.advance(60_000)
  expect(venue.openOrders('spot')).toEqual([])
  expect(venue.writes.toSorted()).toEqual([
    ...Array.from({ length: batches }, () => 'spot.batchCancel'),
    ...orders.map(() => 'spot.cancelOrder'),
  ])
})

it('repeats nothing of an accepted batch when another batch was refused', async () => {
  const venue = bench.small()
  const orders = Array.from({ length: 20 }, () => venue.restSpot())
  const life = await bench.open(venue)
  // The batch is accepted but never takes effect. Its orders stay listed, so only the answer tells the two batches
  // apart.
  for (const { orderId } of orders.slice(10)) venue.stuck.add(orderId)
  venue.fates = [REFUSED, FINE]
  await bench.submit(life, 'a', CANCEL_SPOT)
  await bench.clock.advance(120_000)
  expect(venue.openOrders('spot').map(({ orderId }) => orderId)).toEqual(orders.slice(10).map(({ orderId }) => orderId))
  expect(venue.writes.filter((endpoint) => endpoint === 'spot.cancelOrder')).toHaveLength(10)
})

describe('of a batch of two', () => {
  const request = (orderId: string, instrument = PAIR.symbol) =>
    ({ kind: 'cancel', area: 'spot', instrument, orderId }) as const
  const refused = (operation = 'spot.batchCancel') => failure(operation, 'rejected', 'rejected')
  const notOffered = failure('spot.batchCancel', 'notSupported', 'unknown')

  /** What is cancelled one by one after both ended as given and `open` are listed with their status; null: nothing. */
  async function singly(
    ends: readonly (readonly [LegState, Failure])[],
    open: Readonly<Record<string, 'new' | 'canceling'>> | null,
    { hasLaterRound = false, isStopped = false } = {},
  ) {
    const { log, begin } = memoryLog(bench.clock)
    const intent = begin('a', CANCEL_SPOT, [request('1'), request('2')])
    for (const [at, [state, why]] of ends.entries()) {
      const leg = intent.legs[at]!
      log.noteLeg(leg, { state: 'journalled' })
      log.noteLeg(leg, { state: 'unknown', failure: why })
      if (state !== 'unknown') log.noteLeg(leg, { state })
    }
    if (hasLaterRound) log.extend(intent, { legs: [request('3', 'ETHUSDT')], orders: [] })
    const list = Object.entries(open ?? {}).map(([orderId, status]) =>
      openOrder({ area: 'spot', instrument: PAIR.symbol, orderId }, { status }),
    )
    const stop = new AbortController()
    if (isStopped) stop.abort()
    const read = reader({ openOrders: async () => (open === null ? UNREAD : ok({ list, whole: true })) })
    const work = await cancelSingly(intent, { log, read, signal: stop.signal })
    return work?.map((leg) => [leg.request.kind === 'cancel' && leg.request.orderId, leg.round]) ?? null
  }

  const BOTH = [
    ['1', 2],
    ['2', 2],
  ]
  const OPEN = { 1: 'new', 2: 'new' } as const
  const twice = (state: LegState, why: Failure) => [[state, why] as const, [state, why] as const]

  it.each([
    ['that was refused, both', twice('rejected', refused()), OPEN, BOTH],
    ['that the venue does not offer, both', twice('absent', notOffered), OPEN, BOTH],
    ['of which one order has ended, none: it had an effect', twice('rejected', refused()), { 1: 'new' }, null],
    ['of which one order is being cancelled, none', twice('rejected', refused()), { 1: 'new', 2: 'canceling' }, null],
    ['whose orders cannot be read, none', twice('rejected', refused()), null, null],
    ['that may still have an effect, none', twice('needsHuman', notOffered), OPEN, null],
    ['that was refused and not settled, none', twice('needsHuman', refused()), OPEN, null],
    ['whose answer was lost, none', twice('absent', failure('spot.batchCancel', 'timeout', 'unknown')), OPEN, null],
    ['of single cancels, none', twice('rejected', refused('spot.cancelOrder')), OPEN, null],
    [
      'of which one was gone, none',
      [
        ['rejected', refused()],
        ['alreadyGone', refused()],
      ],
      OPEN,
      null,
    ],
  ] as const)('%s are cancelled one by one', async (_, ends, open, expected) => {
    expect(await singly(ends, open)).toEqual(expected)
  })

  it('none are cancelled one by one after a later round, or once the desk was stopped', async () => {
    const ends = twice('rejected', refused())
    expect(await singly(ends, OPEN, { hasLaterRound: true })).toBeNull()
    expect(await singly(ends, OPEN, { isStopped: true })).toBeNull()
  })
})
