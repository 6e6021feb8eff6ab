/** What follows a round: what may be closed while an order cannot be cancelled, and when a flatten is done. */
import { describe, expect, it } from 'vitest'
import type { VenueClient } from '#electron/venue/port.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { FLATTEN, LOST_LATE, LOST_UNDONE, deskBench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { FINE, ModelVenue, OTHER_CONTRACT, OTHER_POSITION, POSITION } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import { UNREAD } from '#test/support/reader.ts'

const bench = deskBench()
const EMPTY_BOOK = { ...FINE, fillPercent: 0 }

/** Seven contracts, three of them locked by an order that stays, and five of another contract. */
function stuck(): ModelVenue {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  venue.stuck.add(venue.restClosing(decimal(3)).orderId)
  return venue
}

const others = (venue: ModelVenue): string => toText(venue.volumeOf(OTHER_CONTRACT.name))

it('a reduction is not planned again: it would close its sizes a second time', async () => {
  const venue = stuck()
  const life = await bench.open(venue)
  // After the cancel and the close of the other contract, nothing of this one is filled: its size stays valid.
  venue.fates = [FINE, FINE, EMPTY_BOOK]
  const reduce: Action = {
    kind: 'reduce',
    closes: [
      { positionKey: POSITION.key, volume: '5' },
      { positionKey: OTHER_POSITION.key, volume: '2' },
    ],
  }
  await bench.submit(life, 'a', reduce)
  await bench.clock.advance(50_000)
  expect(others(venue)).toBe('3')
})

it.each([
  ['closes again what its first order did not', false, '0'],
  ['sends nothing more after a sleep', true, '5'],
])('a flatten %s', async (_, hasSlept, left) => {
  const venue = stuck()
  const life = await bench.open(venue)
  // After the cancel, the first close finds nothing in the order book.
  venue.fates = [FINE, EMPTY_BOOK]
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(3_000)
  expect(others(venue)).toBe('5')
  if (hasSlept) life.desk.wake()
  await bench.clock.advance(30_000)
  expect(others(venue)).toBe(left)
  expect(life.legs().some(({ round }) => round > 1)).toBe(!hasSlept)
})

it('a flatten within a cap tries each position once: a second try would go further than was shown', async () => {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  const life = await bench.open(venue)
  venue.fates = [{ ...FINE, fillPercent: 50 }]
  await bench.submit(life, 'a', { ...FLATTEN, tactic: { kind: 'capped', percent: '1' } })
  venue.mark = decimal(90)
  await bench.clock.advance(30_000)
  expect(life.legs().map(({ request, round }) => [round, request.kind])).toEqual([
    [1, 'close'],
    [1, 'close'],
  ])
  const [report] = life.desk.report().intents
  expect([report?.state, report?.note && inEnglish(report.note)]).toEqual([
    'partial',
    expect.stringMatching(/^Not fully closed within the cap: long \S+ cross\. Nothing more is sent for these/),
  ])
})

it('a flatten leaves its last round to the look at the end', async () => {
  const venue = stuck()
  const life = await bench.open(venue)
  venue.fates = [FINE, ...Array.from({ length: 9 }, () => EMPTY_BOOK)]
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(50_000)
  expect(Math.max(...life.legs().map(({ round }) => round))).toBe(2)
})

it('a flatten leaves a contract alone whose cancel is still on its way', async () => {
  const venue = stuck()
  const life = await bench.open(venue)
  venue.fates = [FINE, EMPTY_BOOK]
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(30_000)
  const later = life.legs().filter(({ round }) => round > 1)
  expect(later.map(({ request }) => [request.kind, request.instrument])).toEqual([['close', OTHER_CONTRACT.name]])
})

describe('a flatten while a restore is placing an order', () => {
  /** The order that was cancelled is placed again with this fate, and a flatten is asked for right after. */
  async function flattened(fate: Fate, isAnswering = true) {
    const venue = bench.small()
    const { area, instrument, orderId } = venue.restSpot()
    const client = (wire: VenueClient): VenueClient => ({
      ...wire,
      call: (endpoint, params, options) =>
        !isAnswering && endpoint === 'spot.order' && venue.writes.includes('spot.placeOrder')
          ? Promise.resolve(UNREAD)
          : wire.call(endpoint, params, options),
    })
    const life = await bench.open(venue, { client })
    await bench.submit(life, 'cancel', { kind: 'cancelOrder', area, instrument, orderId })
    await bench.clock.advance(5_000)
    venue.fates = [fate]
    await bench.submit(life, 'restore', { kind: 'restore', intentId: 'cancel' })
    await bench.submit(life, 'flatten', FLATTEN)
    return { venue, life }
  }

  const newest = (life: Life) => life.desk.report().intents[0]

  it('is done only after that order was found and cancelled too', async () => {
    const { venue, life } = await flattened(LOST_LATE)
    await bench.clock.advance(4_000)
    expect([newest(life)?.state, venue.volume.isZero(), venue.openOrders()]).toEqual(['running', true, []])
    await bench.clock.advance(25_000)
    expect([newest(life)?.state, newest(life)?.note, venue.openOrders()]).toEqual(['done', null, []])
    expect(newest(life)?.legs.map(({ request, round }) => [round, request.kind])).toEqual([
      [1, 'close'],
      [2, 'cancel'],
    ])
  })

  it('is never called done while the outcome is unknown, and says so after a minute', async () => {
    // No single order can be read any more, so nobody knows whether one was placed.
    const { life } = await flattened(LOST_UNDONE, false)
    await bench.clock.advance(59_000)
    expect(newest(life)?.state).toBe('running')
    await bench.clock.advance(3_000)
    expect(newest(life)).toMatchObject({ state: 'partial', note: message('intent.stillPlacing') })
  })
})

it('a flatten is done as soon as a look shows nothing left', async () => {
  const life = await bench.open(bench.small())
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(2_000)
  expect(life.desk.report().intents[0]?.state).toBe('done')
})

it('a flatten waits some seconds for the close of another request, and is then done', async () => {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  const life = await bench.open(venue)
  venue.fates = [LOST_LATE]
  await bench.submit(life, 'other', closeAtMarket(OTHER_POSITION.key))
  await bench.submit(life, 'flatten', FLATTEN)
  await bench.clock.advance(4_000)
  expect([life.desk.report().intents[0]?.state, others(venue)]).toEqual(['running', '5'])
  await bench.clock.advance(12_000)
  expect([life.desk.report().intents[0]?.state, others(venue)]).toEqual(['done', '0'])
  expect(venue.writes).toEqual(['contract.placeOrder', 'contract.placeOrder'])
})

describe('a flatten within a cap', () => {
  const CAPPED = { ...FLATTEN, tactic: { kind: 'capped', percent: '1' } } as const
  const MARK = decimal(100)
  const AT_CAP = '99'
  function capped(): ModelVenue {
    const venue = new ModelVenue(bench.clock, decimal(7), decimal(0))
    venue.mark = MARK
    return venue
  }
  const closesIn = (life: Life) =>
    life.legs().flatMap(({ request, state }) => (request.kind === 'close' ? [[toText(request.price!), state]] : []))

  it.each<readonly [string, Fate, string]>([
    ['was refused', { reply: 'rejected', effectAfterMs: null, fillPercent: 100 }, 'rejected'],
    ['was never sent', { reply: 'notSent', effectAfterMs: null, fillPercent: 100 }, 'notSent'],
    ['never arrived', LOST_UNDONE, 'absent'],
  ])('sends a close again that %s, at the price that was shown', async (_what, fate, state) => {
    const venue = capped()
    const life = await bench.open(venue)
    venue.fates = [fate]
    await bench.submit(life, 'a', CAPPED)
    venue.mark = decimal(90)
    await bench.clock.advance(60_000)
    expect(closesIn(life)).toEqual([
      [AT_CAP, state],
      [AT_CAP, 'verified'],
    ])
    expect(toText(venue.volume)).toBe('0')
    expect(life.desk.report().intents).toMatchObject([{ state: 'done' }])
  })

  it('sends none again whose order the book has had: what it left is beyond the cap', async () => {
    const venue = capped()
    const life = await bench.open(venue)
    venue.fates = [EMPTY_BOOK]
    await bench.submit(life, 'a', CAPPED)
    await bench.clock.advance(60_000)
    expect(closesIn(life)).toEqual([[AT_CAP, 'partial']])
    const [intent] = life.desk.report().intents
    expect([intent?.state, intent?.note && inEnglish(intent.note)]).toEqual([
      'partial',
      expect.stringContaining('within the cap'),
    ])
  })

  it('closes the part whose order was in the way, once that is gone, at the price that was shown', async () => {
    const venue = capped()
    const order = venue.restClosing(decimal(3))
    venue.stuck.add(order.orderId)
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CAPPED)
    await bench.clock.advance(6_000)
    venue.cancelElsewhere(order.orderId)
    await bench.clock.advance(60_000)
    expect(toText(venue.volume)).toBe('0')
    expect(new Set(closesIn(life).map(([price]) => price))).toEqual(new Set([AT_CAP]))
  })
})
