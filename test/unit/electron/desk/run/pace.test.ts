/** How long a plan takes within the venue's limits, on a clock that does not depend on the machine's speed. */
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#electron/venue/endpoints/table.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { FLATTEN, deskBench } from '#test/support/desk-bench.ts'
import { ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import { paced } from '#test/support/paced-client.ts'
import { inEnglish } from '#shared/words/say.ts'

const bench = deskBench()

/** What the limits add to each window, plus a small margin. */
const SLACK_MS = 5

it('a flatten of 40 orders and two positions takes as long as its plan says, and no call is too early', async () => {
  const venue = new ModelVenue(bench.clock, decimal(25), decimal(15))
  for (let n = 0; n < 24; n++) venue.rest(n % 3 === 0 ? OTHER_CONTRACT.name : undefined)
  for (let n = 0; n < 16; n++) venue.restSpot()
  const pace = paced(bench.clock)
  const life = await bench.open(venue, { client: pace.client })
  const asked = life.desk.preview(FLATTEN)
  await bench.clock.advance(1_000)
  const shown = await asked
  if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
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
    const times = pace.left.flatMap((call) => (call.endpoint === endpoint ? [call.at] : []))
    const kind = endpoint === 'contract.cancelOrder' ? 'cancel' : 'close'
    const own = shown.plan.legs.flatMap((leg, at) => (leg.kind === kind && leg.area === 'contract' ? [at] : []))
    const planned = own.map((at) => legs[at]?.startsAtMs ?? NaN).toSorted((one, other) => one - other)
    const late = times.map((time, at) => time - submittedAt - (planned[at] ?? NaN))
    expect([times.length, Math.min(...late) >= 0, Math.max(...late) <= SLACK_MS]).toEqual([own.length, true, true])
    const { count, windowMs } = ENDPOINTS[endpoint].limit
    expect(times.filter((time, at) => time - (times[at - count] ?? -Infinity) < windowMs)).toEqual([])
  }
})
