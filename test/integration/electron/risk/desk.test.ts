/** The way out while the risk worker is dead. No plan waits for the worker. */
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { startRiskWorker } from '#electron/risk/risk-client.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import { positionKey } from '#shared/domain/account.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'

const CLOSE = closeAtMarket(positionKey('E-LINK-USDT', 'cross', 'long'))
const MISSING = join(import.meta.dirname, 'no-such-worker.ts')

let venue: Simulator
let run: DeskAtVenue
beforeEach(async () => {
  const clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue() })
  run = await deskAt({ venue, clock, startRisk: () => startRiskWorker(MISSING) })
})

describe('with a risk worker that never starts', () => {
  it('a close is previewed with its margin rates, and carried out', async () => {
    const shown = await run.desk.preview(CLOSE)
    const rates = shown.kind === 'plan' && shown.plan.estimate?.margin
    expect(rates).toMatchObject([{ unitId: 'cross:USDT', before: expect.any(Number), after: expect.any(Number) }])
    await run.desk.submit('a', CLOSE)
    expect((await run.ended()).state).toBe('done')
  })

  it('a flatten leaves nothing', async () => {
    await run.desk.submit('a', FLATTEN)
    expect((await run.ended()).state).toBe('done')
    expect(left(venue)).toBe(0)
  })
})
