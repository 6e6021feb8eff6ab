/** More open orders than the venue lists at once, and a way out that must not stop at those it sees. */
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { scaledClock } from '#electron/simulator/scaled-clock.ts'
import { startSimulator } from '#electron/simulator/simulator.ts'
import type { Simulator } from '#electron/simulator/simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import { restOnSpot } from '#test/support/portfolio-at-venue.ts'

const clock = scaledClock(systemClock, 4)
const PAIR = 'dogeusdt'
const folder = journalFolder()
let at: { readonly venue: Simulator; readonly desk: DeskAtVenue } | null = null
afterEach(async () => {
  await at?.desk.stop()
  await at?.venue.stop()
  folder.remove()
})

it('a cancel of everything on Spot goes on until the list is not cut any more', async () => {
  const venue = await startSimulator({
    ...{ seed: 7, clock, autoTick: false, life: false },
    dialect: { openOrdersCap: 100, spotOpenOrders: 'all' },
  })
  restOnSpot(venue, PAIR, 230)
  const desk = await startDeskAtVenue({ venue, clock, path: folder.path })
  at = { venue, desk }
  const filter = { area: 'spot', instrument: null, side: null, closing: true } as const
  const action: Action = { kind: 'cancelMatching', filter }
  await desk.desk.submit('a', action)
  const { state, note } = await desk.ended()
  expect([venue.exchange.spot.openOrders().length, state, note]).toEqual([0, 'done', null])
  expect(venue.ledger.twice().arrived).toEqual([])
})
