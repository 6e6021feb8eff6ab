/** How long a plan takes, within the venue's limits and by a clock that no machine is too slow for. */
import { expect, it } from 'vitest'
import { RateLimits, SharedLimits } from '#electron/venue/rate-limits.ts'
import { DEFAULT_DIALECT } from '#electron/venue/dialect.ts'
import { ENDPOINTS } from '#electron/venue/endpoints/table.ts'
import type { VenueClient } from '#electron/venue/client.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { FLATTEN, deskBench } from '#test/support/desk-bench.ts'
import { ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'

const bench = deskBench()

const BASE_URLS = { spot: 'https://spot.test', contract: 'https://contract.test' }

/** What the limits add to each window, and a little more. */
const SLACK_MS = 5

/** When what changes something was sent, ms, by its endpoint. */
type Sent = Map<string, number[]>

/** The client as it is but for its wire: a call waits for the slot that the venue's limits leave it. */
function paced(client: VenueClient, clock: Clock, sent: Sent): VenueClient {
  const limits = new RateLimits(new SharedLimits(clock), BASE_URLS, DEFAULT_DIALECT)
  return {
    ...client,
    budget: () => limits.budget(),
    async call(endpoint, params, { lane, signal = new AbortController().signal } = {}) {
      const isWrite = ENDPOINTS[endpoint].retry === 'never'
      const slot = await limits.acquire(endpoint, lane ?? (isWrite ? 'act' : 'poll'), signal)
      if (!slot.ok) throw new Error(`expected a slot, was ${slot.error}`)
      if (isWrite) sent.set(endpoint, [...(sent.get(endpoint) ?? []), clock.mono()])
      const answer = await client.call(endpoint, params)
      slot.value.answered()
      return answer
    },
  }
}

it('a flatten of 40 orders and two positions takes as long as its plan says, and no call comes too early', async () => {
  const venue = new ModelVenue(bench.clock, decimal(25), decimal(15))
  for (let n = 0; n < 24; n++) venue.rest(n % 3 === 0 ? OTHER_CONTRACT.name : undefined)
  for (let n = 0; n < 16; n++) venue.restSpot()
  const sent: Sent = new Map()
  const life = await bench.open(venue, { client: (client) => paced(client, bench.clock, sent) })
  const asked = life.desk.preview(FLATTEN)
  await bench.clock.advance(1_000)
  const shown = await asked
  if (shown.kind !== 'plan') throw new Error(shown.denial.message)
  const submittedAt = bench.clock.mono()
  void life.desk.submit('a', FLATTEN, shown.planId)
  await bench.clock.advance(60_000)
  const [intent] = life.desk.report().intents
  expect([intent?.state, venue.positions(), venue.openOrders()]).toEqual(['done', [], []])
  const { likelyMs = NaN, legs = [] } = shown.plan.estimate ?? {}
  const ratio = (intent?.tookMs ?? NaN) / likelyMs
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.2)
  for (const endpoint of ['contract.cancelOrder', 'contract.placeOrder'] as const) {
    const times = sent.get(endpoint) ?? []
    const kind = endpoint === 'contract.cancelOrder' ? 'cancel' : 'close'
    const own = shown.plan.legs.flatMap((leg, at) => (leg.kind === kind && leg.area === 'contract' ? [at] : []))
    const foretold = own.map((at) => legs[at]?.startsAtMs ?? NaN).toSorted((one, other) => one - other)
    const late = times.map((time, at) => time - submittedAt - (foretold[at] ?? NaN))
    expect([times.length, Math.min(...late) >= 0, Math.max(...late) <= SLACK_MS]).toEqual([own.length, true, true])
    const { count, windowMs } = ENDPOINTS[endpoint].limit
    expect(times.filter((time, at) => time - (times[at - count] ?? -Infinity) < windowMs)).toEqual([])
  }
})
