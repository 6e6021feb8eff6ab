/** The maximum number of orders per minute that add risk, whoever submits them and whatever else happens. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#shared/desk/order-limits.ts'
import { wait } from '#shared/domain/clock.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()

const MOST = DEFAULT_LIMITS.ordersPerMinute ?? 0

/** Places `count` Spot orders and cancels them with the intent `id`, so that they can be restored. */
async function cancelMany(venue: ModelVenue, life: Life, id: string, count: number): Promise<void> {
  const resting = Array.from({ length: count }, () => venue.restSpot())
  const orders = resting.map(({ area, instrument, orderId }) => ({ area, instrument, orderId }))
  void life.desk.submit(id, { kind: 'cancelOrders', orders })
  await bench.clock.advance(10_000)
}

function restore(life: Life, id: string) {
  return life.desk.submit(`restore ${id}`, { kind: 'restore', intentId: id })
}

/** Restores what one intent cancelled, and returns the answer. */
async function restored(life: Life, id: string) {
  const answer = restore(life, id)
  await bench.clock.advance(1_000)
  return answer
}

const ACCEPTED = { kind: 'accepted' }
const DENIED = { kind: 'denied', denial: { code: 'TOO_MANY_ORDERS' } }

describe('restored orders', () => {
  it('count from when the restore is accepted: two restores at once do not exceed the limit', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    for (const id of ['a', 'b']) await cancelMany(venue, life, id, MOST / 2 + 1)
    const answers = Promise.all(['a', 'b'].map((id) => restore(life, id)))
    await bench.clock.advance(5_000)
    expect(await answers).toMatchObject([ACCEPTED, DENIED])
    expect(venue.openOrders('spot')).toHaveLength(MOST / 2 + 1)
  })

  it('count for a minute, whatever happens to the wall clock', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await cancelMany(venue, life, 'many', MOST)
    expect(await restored(life, 'many')).toMatchObject(ACCEPTED)
    await cancelMany(venue, life, 'one', 1)
    bench.clock.jumpWall(3_600_000)
    const forward = life.desk.submit('forward', { kind: 'restore', intentId: 'one' })
    await bench.clock.advance(1_000)
    expect(await forward).toMatchObject(DENIED)
    bench.clock.jumpWall(-7_200_000)
    await bench.clock.advance(60_000)
    expect(await restored(life, 'one')).toMatchObject(ACCEPTED)
    expect(venue.openOrders('spot')).toHaveLength(MOST + 1)
  })

  it('that wait for their turn for more than a minute count all the time', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          if (endpoint === 'spot.placeOrder') await wait(bench.clock, 125_000)
          return client.call(endpoint, params, options)
        },
      }),
    })
    await cancelMany(venue, life, 'many', MOST)
    await cancelMany(venue, life, 'one', 1)
    expect(await restored(life, 'many')).toMatchObject(ACCEPTED)
    await bench.clock.advance(120_000)
    expect(await restored(life, 'one')).toMatchObject(DENIED)
    await bench.clock.advance(5_000)
    // By then the orders are too old to be sent.
    expect(venue.openOrders('spot')).toEqual([])
  })
})
