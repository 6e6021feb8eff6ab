/** The maximum number of orders per minute that add risk, whoever submits them and whatever else happens. */
import { describe, expect, it } from 'vitest'
import { PLANNED, type LegRecord } from '#electron/desk/log/entry.ts'
import { NOTHING_KNOWN } from '#electron/desk/state/desk-state.ts'
import { canceledBy, placedLastMinute, settlingOf, stuckOrders } from '#electron/desk/state/earlier-intents.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import type { CancelRequest, LegRequest, LegState, PlaceRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { failure } from '#test/support/model-replies.ts'
import { DEFAULT_LIMITS } from '#shared/desk/order-limits.ts'
import { wait } from '#shared/domain/clock.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()

const MOST = DEFAULT_LIMITS.ordersPerMinute

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

const cancel = (orderId: string, area: 'spot' | 'contract' = 'spot'): CancelRequest => ({
  ...{ kind: 'cancel', area, instrument: 'X', orderId },
})
const place = (standsFor: string): PlaceRequest => ({
  ...{ kind: 'place', area: 'spot', instrument: 'X', standsFor, side: 'buy', clientOrderId: standsFor },
  ...{ price: decimal(1), quantity: decimal(1) },
})
const legOf = (request: LegRequest, record: Partial<LegRecord>, changedMono = 0): Leg =>
  ({ request, changedMono, round: 1, record: { ...PLANNED, ...record } }) as Leg
const intentOf = (id: string, legs: readonly Leg[], more: Partial<Intent> = {}): Intent =>
  ({ id, legs, number: 1, orders: [], look: 'none', ...more }) as unknown as Intent
const resting = (orderId: string, instrument = 'X') => openOrder({ area: 'spot', instrument, orderId })

describe('what can be placed again', () => {
  const ORDERS = ['1', '2', '3', '4'].map((orderId) => resting(orderId))
  const canceled = intentOf(
    'cancel',
    [
      legOf(cancel('1'), { state: 'verified' }),
      legOf(cancel('2'), { state: 'alreadyGone' }),
      legOf(cancel('3'), { state: 'needsHuman' }),
      legOf(cancel('4'), { state: 'acknowledged' }),
      legOf(cancel('5'), { state: 'verified' }),
    ],
    { orders: [...ORDERS, resting('1', 'Y')] },
  )
  const after = (...others: readonly Leg[]) =>
    canceledBy('cancel', { ...NOTHING_KNOWN, intents: [canceled, intentOf('restore', others)] })

  it('is what was cancelled by proof; an unproved end and an unknown order are named', () => {
    const { orders, unproved } = after()
    expect(orders).toEqual([ORDERS[0]])
    expect(unproved.map(({ orderId }) => orderId)).toEqual(['5', '3'])
  })

  it.each<[LegState, boolean]>([
    ['planned', false],
    ['journalled', false],
    ['unknown', false],
    ['working', false],
    ['verified', false],
    ['needsHuman', false],
    ['rejected', true],
    ['notSent', true],
    ['absent', true],
    ['skipped', true],
    ['canceled', true],
  ])('leaves out an order whose new placing is %s: %s', (state, isOffered) => {
    expect(after(legOf(place('1'), { state })).orders).toEqual(isOffered ? [ORDERS[0]] : [])
    expect(after(legOf(place('3'), { state })).unproved.some(({ orderId }) => orderId === '3')).toBe(isOffered)
  })

  it('is nothing of an intent that is not known', () => {
    expect(canceledBy('other', { ...NOTHING_KNOWN, intents: [canceled] })).toEqual({ orders: [], unproved: [] })
  })

  it.each<[string, Partial<Intent>, readonly Leg[], ReturnType<typeof settlingOf>]>([
    ['settled cancels', {}, [legOf(cancel('1'), { state: 'verified' })], null],
    [
      'a cancel in progress',
      {},
      [legOf(cancel('1'), { state: 'verified' }), legOf(cancel('2'), { state: 'unknown' })],
      { settled: 1, of: 2 },
    ],
    ['a Contract cancel in progress', {}, [legOf(cancel('1', 'contract'), { state: 'unknown' })], null],
    ['a placing in progress', {}, [legOf(place('1'), { state: 'unknown' })], null],
    ['a look to come', { look: 'pending' }, [legOf(cancel('1'), { state: 'verified' })], { settled: 1, of: 1 }],
  ])('waits as it must for %s', (_, more, legs, expected) => {
    expect(settlingOf('a', [intentOf('other', []), intentOf('a', legs, more)])).toEqual(expected)
    expect(settlingOf('none', [intentOf('a', legs, more)])).toBeNull()
  })
})

describe('orders that could not be cancelled', () => {
  const passing = { ...failure('spot.cancelOrder', 'rateLimited', 'rejected'), retry: 'later' } as const
  it.each<[string, LegRequest, Partial<LegRecord>, boolean]>([
    ['by a human only', cancel('1'), { state: 'needsHuman' }, true],
    ['refused for good', cancel('1'), { state: 'rejected', failure: failure('x', 'rejected', 'rejected') }, true],
    ['refused for a reason not given', cancel('1'), { state: 'rejected' }, true],
    ['refused for a reason that passes', cancel('1'), { state: 'rejected', failure: passing }, false],
    ['cancelled', cancel('1'), { state: 'verified' }, false],
    ['of no cancel', place('1'), { state: 'needsHuman' }, false],
  ])('%s', (_, request, record, isStuck) => {
    expect(stuckOrders(intentOf('a', [legOf(request, record)]))).toEqual(isStuck ? ['1'] : [])
  })
})

it.each<[LegState, number, number]>([
  ['planned', 90_000, 1],
  ['journalled', 90_000, 1],
  ['working', 59_999, 1],
  ['working', 60_000, 0],
  ['unknown', 0, 1],
  ['rejected', 0, 0],
  ['skipped', 0, 0],
])('an order that is %s since %i ms counts as %i of the last minute', (state, ageMs, count) => {
  expect(placedLastMinute([legOf(place('1'), { state }, 100_000 - ageMs)], 100_000)).toBe(count)
})
