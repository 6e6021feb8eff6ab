/**
 * Orders for which the venue accepts no batch are cancelled one by one, whatever form the refusal has and however many
 * orders there are.
 */
import { expect, it } from 'vitest'
import { refusedByCode, refusedByStatus } from '#electron/venue/client/classify-failure.ts'
import { EXPIRY_MS } from '#electron/desk/run/execute.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
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
