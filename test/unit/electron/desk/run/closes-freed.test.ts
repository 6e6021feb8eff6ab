import { expect, it } from 'vitest'
import type { EndpointName } from '#electron/venue/port.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { cancelOf, CLOSE, deskBench, states } from '#test/support/desk-bench.ts'
import { ModelVenue } from '#test/support/model-venue.ts'

/**
 * A close, and the cancel of an order that locks the same size, both without an answer. The close takes effect just
 * before it expires.
 */
const bench = deskBench()

const LISTS: readonly EndpointName[] = ['contract.orderHistory', 'contract.myTrades']

it.each([
  ['the venue lists what has ended', [], 'verified'],
  ['it does not', LISTS, 'needsHuman'],
] as const)(
  'a close is not called absent when the same size was unlocked meanwhile, if %s',
  async (_, missing, state) => {
    const venue = new ModelVenue(bench.clock, decimal(10))
    venue.missing = new Set(missing)
    const { orderId } = venue.restClosing(decimal(5))
    venue.fates = [
      { reply: 'lost', effectAfterMs: 6_500, fillPercent: 100 },
      { reply: 'lost', effectAfterMs: 3_000, fillPercent: 100 },
    ]
    const life = await bench.open(venue)
    void life.desk.submit('a', cancelOf(orderId))
    await bench.clock.advance(200)
    void life.desk.submit('b', CLOSE)
    await bench.clock.advance(120_000)
    expect(states(life)[0]).toBe(state)
  },
)

it('a close is absent when an order that locked a part was cancelled meanwhile, and all is listed', async () => {
  const venue = new ModelVenue(bench.clock, decimal(10))
  const { orderId } = venue.restClosing(decimal(4))
  venue.fates = [
    { reply: 'lost', effectAfterMs: 6_500, fillPercent: 100 },
    { reply: 'lost', effectAfterMs: null, fillPercent: 100 },
  ]
  const life = await bench.open(venue)
  void life.desk.submit('a', cancelOf(orderId))
  await bench.clock.advance(200)
  void life.desk.submit('b', CLOSE)
  await bench.clock.advance(120_000)
  expect(states(life)[0]).toBe('absent')
})
