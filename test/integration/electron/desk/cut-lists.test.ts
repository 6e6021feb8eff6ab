/** The account has more open orders than the venue lists at once. An exit must not stop at the orders that it sees. */
import { expect, it } from 'vitest'
import { CONTRACTS } from '#electron/simulator/exchange/market/specs.ts'
import type { SimDialect, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { restOnContracts, restOnSpot } from '#test/support/portfolio-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'

const PAIR = 'dogeusdt'

async function start(
  { sim, dialect: spoken, serves }: Family,
  dialect: Partial<SimDialect>,
  spotOrders: number,
): Promise<{ readonly venue: Simulator; readonly desk: DeskAtVenue }> {
  const clock = wireTime()
  const venue = await stillVenue({ clock: clock.forVenue(), dialect: { ...sim, ...dialect } })
  restOnSpot(venue, PAIR, spotOrders)
  restOnContracts(venue, 110, CONTRACTS.filter(serves))
  return { venue, desk: await deskAt({ venue, clock, dialect: spoken }) }
}

it.each(FAMILIES)(
  'at $family, a cancel of every Spot order continues until the list is no longer truncated',
  async (family) => {
    const { venue, desk } = await start(family, { openOrdersCap: 100, spotOpenOrders: 'all' }, 150)
    const filter = { area: 'spot', instrument: null, side: null, closing: true } as const
    const action: Action = { kind: 'cancelMatching', filter }
    await desk.desk.submit('a', action)
    const { state, note } = await desk.ended()
    expect([venue.exchange.spot.openOrders().length, state, note]).toEqual([0, 'done', null])
    expect(venue.ledger.twice().arrived).toEqual([])
  },
)

it.each(FAMILIES)('at $family, a flatten leaves no order in either area, in more rounds than usual', async (family) => {
  const dialect = { openOrdersCap: 100, spotOpenOrders: 'refused', contractOpenOrders: 'all' } as const
  const { venue, desk } = await start(family, dialect, 330)
  await desk.desk.submit('a', { kind: 'flatten', spot: 'keep' })
  const { state, note } = await desk.ended()
  expect([left(venue, family), state, note]).toEqual([0, 'done', null])
  expect(venue.ledger.twice().arrived).toEqual([])
})
