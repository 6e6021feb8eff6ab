/**
 * Exits do not wait for the end of a pause that the venue asks for: their requests are sent within two seconds, one
 * call every 0.4 s.
 */
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { CANCEL_ALL, CLOSE, FLATTEN, deskBench, states } from '#test/support/desk-bench.ts'
import { CONTRACT, ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import { CHASE } from '#test/support/chase-bench.ts'
import { paced } from '#test/support/paced-client.ts'
import type { Paced } from '#test/support/paced-client.ts'

const bench = deskBench()

const PAUSE_MS = 60_000
/** During a pause: the first exit 2 s after the venue asked for it, and the next ones this far apart. */
const FIRST_MS = 2_000
const SPACING_MS = 400

async function inPause(venue: ModelVenue, waitedMs = 0) {
  const pace = paced(bench.clock)
  const life = await bench.open(venue, { client: pace.client })
  for (const area of ['spot', 'contract'] as const) pace.pause(area, PAUSE_MS)
  const pausedAt = bench.clock.mono()
  await bench.clock.advance(waitedMs)
  pace.left.length = 0
  const sinceClick = bench.clock.mono()
  return { pace, life, pausedAt, sinceClick }
}

/** Calls sent during the pause, by host: the first in time, and all far enough apart. */
function expectSpaced({ left }: Paced, pausedAt: number, clickedAt: number): void {
  const within = left.filter(({ at }) => at < pausedAt + PAUSE_MS)
  expect(within.every(({ lane }) => lane === 'act')).toBe(true)
  expect(within[0]?.at).toBe(Math.max(pausedAt + FIRST_MS, clickedAt))
  for (const area of ['spot', 'contract']) {
    const times = within.filter(({ endpoint }) => endpoint.startsWith(area)).map(({ at }) => at)
    expect(times.every((at, nth) => nth === 0 || at - (times[nth - 1] ?? 0) >= SPACING_MS)).toBe(true)
  }
}

describe.each([0, 1_000, 30_000])('during a pause of a minute, after %i ms', (waitedMs) => {
  it('a close is sent after the reads that it needs, and is reported as closed', async () => {
    const venue = bench.small()
    const { pace, life, pausedAt, sinceClick } = await inPause(venue, waitedMs)
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(6_000)
    expect(venue.volume.isZero()).toBe(true)
    expect(states(life)).toEqual(['verified'])
    expectSpaced(pace, pausedAt, sinceClick)
    const closedAt = pace.left.find(({ isWrite }) => isWrite)?.at ?? Infinity
    // Reads the account, and then the account and the orders right before the close.
    expect(closedAt - Math.max(pausedAt + FIRST_MS, sinceClick)).toBe(3 * SPACING_MS)
  })

  it('a close is reported as done during the pause, because the positions alone show it', async () => {
    const { life } = await inPause(bench.small(), waitedMs)
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(9_000)
    expect(life.desk.report().intents[0]).toMatchObject({ state: 'done', note: null })
  })

  it('a close of a position in several slices closes all of them', async () => {
    const venue = bench.full()
    const { life } = await inPause(venue, waitedMs)
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(20_000)
    expect(venue.volume.isZero()).toBe(true)
  })

  it('a close first cancels the order that locks its position', async () => {
    const venue = bench.small()
    venue.restClosing(decimal(7))
    const { pace, life, pausedAt, sinceClick } = await inPause(venue, waitedMs)
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(10_000)
    expect([venue.volume.isZero(), venue.openOrders()]).toEqual([true, []])
    expectSpaced(pace, pausedAt, sinceClick)
  })

  it('a flatten cancels, closes and sells everything, and is done only when all is seen gone', async () => {
    const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
    for (const contract of [CONTRACT.name, OTHER_CONTRACT.name]) venue.rest(contract)
    venue.restSpot()
    const { pace, life, pausedAt, sinceClick } = await inPause(venue, waitedMs)
    void life.desk.submit('a', { ...FLATTEN, spot: 'sell' })
    await bench.clock.advance(15_000)
    expect([venue.positions(), venue.openOrders()]).toEqual([[], []])
    expectSpaced(pace, pausedAt, sinceClick)
    expect(life.desk.report().intents[0]?.state).toBe('running')
    await bench.clock.advance(PAUSE_MS)
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })

  it('cancels are sent at once when the orders are known', async () => {
    const venue = bench.small()
    for (let n = 0; n < 5; n++) venue.rest()
    const { pace, life, pausedAt, sinceClick } = await inPause(venue, waitedMs)
    void life.desk.submit('a', CANCEL_ALL)
    await bench.clock.advance(5_000)
    expect(venue.openOrders().every(({ status }) => status === 'canceling')).toBe(true)
    expectSpaced(pace, pausedAt, sinceClick)
    expect(pace.left.filter(({ at }) => at < pausedAt + PAUSE_MS)).toHaveLength(5)
  })
})

describe('a chase', () => {
  it('follows the price during a pause too, and leaves room for other exits', async () => {
    const pace = paced(bench.clock)
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue, { client: pace.client })
    await bench.submit(life, 'a', CHASE)
    await bench.clock.advance(1_000)
    pace.pause('contract', PAUSE_MS)
    const pausedAt = bench.clock.mono()
    venue.ask = decimal('99.5')
    await bench.clock.advance(30_000)
    const [newest] = venue.openOrders('contract')
    expect(newest?.price).toEqual(decimal('99.5'))
    expect(pace.left.filter(({ at }) => at > pausedAt).every(({ lane }) => lane === 'act')).toBe(true)
    pace.left.length = 0
    await bench.clock.advance(20_000)
    // One order and one order book each time.
    expect(pace.left.length).toBeLessThanOrEqual(8)
    venue.fill(newest?.orderId ?? '')
    await bench.clock.advance(10_000)
    expect(life.desk.report().intents[0]).toMatchObject({ state: 'done', note: null })
  })
})

describe('a cancel of all orders of an instrument without known orders', () => {
  async function unknownOrder() {
    const venue = bench.small()
    const { life } = await inPause(venue)
    const { orderId } = venue.rest()
    const known = venue.openOrders.bind(venue)
    // What is known dates from before the order was placed.
    venue.openOrders = (area, name) => (area === undefined ? [] : known(area, name))
    return { venue, life, wanted: [{ request: { kind: 'cancel', orderId } }] }
  }

  it('reads its orders during a pause', async () => {
    const { venue, life, wanted } = await unknownOrder()
    void life.desk.submit('a', CANCEL_ALL)
    await bench.clock.advance(6_000)
    expect(life.legs()).toMatchObject(wanted)
    expect(venue.writes).toEqual(['contract.cancelOrder'])
  })

  it('reads them for its preview too', async () => {
    const { venue, life, wanted } = await unknownOrder()
    const asked = life.desk.preview(CANCEL_ALL)
    await bench.clock.advance(6_000)
    const shown = await asked
    expect(shown).toMatchObject({ kind: 'plan', plan: { legs: wanted.map(({ request }) => request) } })
    expect(venue.writes).toEqual([])
  })
})

it('a flatten cancels orders that were never read, as after a start during the pause', async () => {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  const listed = venue.openOrders.bind(venue)
  // No list was read yet.
  venue.openOrders = (area, name) => (area === undefined ? [] : listed(area, name))
  venue.rest()
  venue.restSpot()
  const { pace, life, pausedAt, sinceClick } = await inPause(venue)
  void life.desk.submit('a', FLATTEN)
  await bench.clock.advance(15_000)
  expect([venue.positions(), listed()]).toEqual([[], []])
  expectSpaced(pace, pausedAt, sinceClick)
})

describe('a preview during a pause', () => {
  it('sends nothing to the venue, and says how old the positions are', async () => {
    const venue = bench.small()
    const { pace, life } = await inPause(venue)
    const asked = life.desk.preview(CLOSE)
    await bench.clock.advance(1_600)
    const shown = await asked
    expect(shown.kind).toBe('plan')
    if (shown.kind !== 'plan') return
    expect(shown.plan.legs.map(({ kind }) => kind)).toEqual(['close'])
    expect(shown.plan.estimate?.warnings[0]?.code).toBe('plan.venueSlowUnaged')
    expect(pace.left).toEqual([])
  })
})

it('exits that are refused slow down to one every 8 s, and a ban stops all of them', async () => {
  const venue = bench.small()
  for (let n = 0; n < 20; n++) venue.rest()
  const { pace, life, pausedAt } = await inPause(venue)
  pace.refusals = 4
  void life.desk.submit('a', CANCEL_ALL)
  await bench.clock.advance(40_000)
  const cancels = pace.left.filter(({ isWrite }) => isWrite).map(({ at }) => at - pausedAt)
  expect(cancels.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 24_000, 24_400])
  pace.ban('contract', 120_000)
  pace.left.length = 0
  void life.desk.submit('b', CLOSE)
  await bench.clock.advance(60_000)
  expect(pace.left).toEqual([])
})
