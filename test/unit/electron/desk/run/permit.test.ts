/** A request that was right when submitted may no longer be right when its turn comes. Then it is not sent. */
import { describe, expect, it } from 'vitest'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inARow, message } from '#shared/words/message.ts'
import { CHASE, LEFT_AT_100, stays } from '#test/support/chase-bench.ts'
import { CANCEL_ALL, CLOSE, deskBench, FLATTEN, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { FINE, PAIR } from '#test/support/model-venue.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const bench = deskBench()

const HOUR = 3_600_000

/** The two ways to learn of a sleep: by comparing clocks, and by a notification. */
const SLEEPS: readonly (readonly [how: string, sleep: (life: Life) => void])[] = [
  ['that only the clocks tell of', () => bench.clock.jumpWall(8 * HOUR)],
  ['that the desk is told of', (life) => life.desk.wake()],
]

/** A client whose calls to `endpoint` wait until the test releases them. */
function queue(endpoint: EndpointName) {
  const turn = Promise.withResolvers<undefined>()
  const lanes: unknown[] = []
  const client = (inner: VenueClient): VenueClient => ({
    ...inner,
    async call(asked, params, options) {
      if (asked !== endpoint) return inner.call(asked, params, options)
      lanes.push(options?.lane)
      await turn.promise
      return inner.call(asked, params, options)
    },
  })
  return { client, lanes, letGo: () => turn.resolve(undefined) }
}

/** Restores that wait for their turn. */
async function restoring(count: number) {
  const { client, lanes, letGo } = queue('spot.placeOrder')
  const venue = bench.small()
  for (let n = 0; n < count; n++) venue.restSpot()
  const life = await bench.open(venue, { client })
  await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
  await bench.clock.advance(5_000)
  const restored = bench.submit(life, 'restore', { kind: 'restore', intentId: 'cancel' })
  expect(await restored).toEqual({ kind: 'accepted', intentId: 'restore' })
  return { venue, life, lanes, letGo }
}

function details(life: Life): readonly string[] {
  return [...new Set(life.desk.report().intents[0]?.legs.map(({ detail }) => inEnglish(detail)))]
}

describe('an order that adds risk and waits for its turn', () => {
  it.each(['reducing', 'halted'] as const)('is not sent when trading is %s by then', async (mode) => {
    const { venue, life, letGo } = await restoring(30)
    await life.desk.setMode(mode)
    letGo()
    await bench.clock.advance(5_000)
    expect(venue.openOrders('spot')).toEqual([])
    expect(life.desk.report().intents[0]).toMatchObject({ state: 'failed' })
    expect(details(life)).toEqual([
      expect.stringMatching(/^Nothing was sent\. Trading mode (Reducing|Halted): only .* change the mode in Accounts/),
    ])
  })

  it.each([
    [59_000, 'sent', 2, 'It waits at 1'],
    [61_000, 'not sent', 0, 'It waited over a minute. Check the new plan and run it again.'],
  ])('for %i ms is %s', async (ms, _, count, words) => {
    const { venue, life, lanes, letGo } = await restoring(2)
    expect(lanes).toEqual(['place', 'place'])
    await bench.clock.advance(ms)
    letGo()
    await bench.clock.advance(5_000)
    expect(venue.openOrders('spot')).toHaveLength(count)
    expect(details(life)).toEqual([expect.stringContaining(words)])
  })
})

describe('an exit that waits for its turn', () => {
  it.each(SLEEPS)('is not sent after a sleep %s', async (_, sleep) => {
    const { client, letGo } = queue('contract.placeOrder')
    const venue = bench.small()
    const life = await bench.open(venue, { client })
    await bench.submit(life, 'a', CLOSE)
    sleep(life)
    letGo()
    await bench.clock.advance(60_000)
    expect([states(life), venue.arrivals]).toEqual([['notSent'], []])
    expect(details(life)).toEqual([
      'Nothing was sent. The computer slept in between. Check the new plan and run it again.',
    ])
    expect(await bench.submit(life, 'again', CLOSE)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(venue.volume.isZero()).toBe(true)
  })

  it.each([
    ['for however long', () => bench.clock.advance(30 * 60_000)],
    ['while the clock is set right', async () => bench.clock.jumpWall(9_000)],
    ['while the clock is set back', async () => bench.clock.jumpWall(-HOUR)],
  ])('is sent anyway, %s', async (_, meanwhile) => {
    const { client, letGo } = queue('contract.cancelOrder')
    const venue = bench.small()
    venue.rest()
    const life = await bench.open(venue, { client })
    await bench.submit(life, 'a', CANCEL_ALL)
    await meanwhile()
    letGo()
    await bench.clock.advance(5_000)
    expect([states(life), venue.openOrders()]).toEqual([['verified'], []])
  })

  it('is not sent when the desk was closed meanwhile', async () => {
    const { client, letGo } = queue('contract.cancelOrder')
    const venue = bench.small()
    for (let n = 0; n < 30; n++) venue.rest()
    const life = await bench.open(venue, { client })
    await bench.submit(life, 'a', CANCEL_ALL)
    const closed = life.desk.close()
    letGo()
    await bench.clock.advance(5_000)
    await closed
    expect([venue.arrivals, venue.openOrders()]).toEqual([[], expect.objectContaining({ length: 30 })])
    expect(new Set(states(life))).toEqual(new Set(['notSent', 'planned']))
  })
})

describe('after a sleep', () => {
  it.each(SLEEPS)('%s a chase sends nothing more, and says what stays', async (_, sleep) => {
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CHASE)
    await bench.clock.advance(3_000)
    sleep(life)
    venue.ask = decimal('99.5')
    await bench.clock.advance(60_000)
    expect(venue.arrivals).toHaveLength(1)
    expect(life.desk.report().intents[0]).toMatchObject({
      note: inARow([message('intent.chase.slept'), LEFT_AT_100, stays(7)]),
    })
  })

  it.each(SLEEPS)('%s a flatten has no next round, and says that not everything is done', async (_, sleep) => {
    const venue = bench.small()
    venue.fates = [{ ...FINE, fillPercent: 50 }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    sleep(life)
    await bench.clock.advance(60_000)
    expect([venue.arrivals.length, life.legs().length]).toEqual([1, 1])
    expect(life.desk.report().intents[0]).toMatchObject({
      state: 'partial',
      note: message('intent.stillToDo', { count: 1 }),
    })
  })
})
