/** The venue asks to slow down. What was opened elsewhere meanwhile is not known yet, but can be closed. */
import { expect, it } from 'vitest'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'

async function inPause() {
  const clock = wireTime()
  const venue = await stillVenue({ clock: clock.forVenue() })
  const run = await deskAt({ venue, clock })
  return {
    venue,
    run,
    /** A plan's reads are refused once, which begins a pause of a minute. Later calls are answered. */
    pause: async (): Promise<void> => {
      for (const match of ['contract.account', 'spot.account'])
        venue.faults.inject({ match, kind: 'status429', retryAfter: '60', times: 1 })
      await run.desk.preview(FLATTEN)
      expect(venue.ledger.arrivals({ status: 429 }).length).toBeGreaterThan(0)
    },
  }
}

/** Another program opens a long of ten contracts. */
function openElsewhere({ exchange }: Simulator, name: string): void {
  exchange.contracts.place({
    ...{ spec: exchange.contract(name), side: 'BUY', action: 'OPEN', type: 'MARKET', positionType: 1 },
    ...{ volume: decimal(10), price: null, timeInForce: 'GTC', clientOrderId: null },
  })
}

it('the plan of a close finds a position that was opened elsewhere in the pause', async () => {
  const { venue, run, pause } = await inPause()
  const held = new Set(venue.exchange.contracts.positions().map(({ spec }) => spec.name))
  const { name } = run
    .view()
    .instruments.filter((each) => each.area === 'contract')
    .find((each) => !held.has(each.name))!
  await pause()
  openElsewhere(venue, name)
  const answer = await run.desk.preview(closeAtMarket(positionKey(name, 'cross', 'long')))
  expect(answer).toMatchObject({ kind: 'plan', plan: { legs: [{ kind: 'close', instrument: name }] } })
})

it('the plan of a flatten is made, although nothing was known to be held before the pause', async () => {
  const { venue, run, pause } = await inPause()
  await run.desk.submit('a', FLATTEN)
  await run.ended()
  await run.read()
  await pause()
  openElsewhere(venue, 'E-BTC-USDT')
  const answer = await run.desk.preview(FLATTEN)
  expect(answer).toMatchObject({ kind: 'plan', plan: { legs: [{ kind: 'close', instrument: 'E-BTC-USDT' }] } })
})
