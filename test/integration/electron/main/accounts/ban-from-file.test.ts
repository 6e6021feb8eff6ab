/** A file that says that the venue banned this address may be wrong or forged. The way out stays open. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

/** Opens the account in a run that finds both hosts banned for days, from a moment in the future. */
async function openedUnderBan() {
  const { id } = await bench.addedAs()
  await bench.accounts.close()
  const pause = { state: 'banned', leftMs: 3e8, isAsked: true }
  const entry = { at: bench.clock.wall() + 1e9, since: 0, coversMs: 0, weight: 0, pause }
  const hosts = [bench.venue.spotBaseUrl, bench.venue.contractBaseUrl].map((url) => [new URL(url).host, entry] as const)
  writeFileSync(join(bench.folder, 'limits.json'), JSON.stringify({ version: 1, hosts: Object.fromEntries(hosts) }))
  bench.restart()
  bench.venue.ledger.clear()
  const opened = await bench.accounts.open(id)
  // The previous run may have used up every limit. This waits one window.
  await bench.pass(2_000)
  return opened
}
const flatten = () =>
  bench.accounts.atDesk(bench.accounts.snapshot().runId, 'desk.submit', (desk) =>
    desk.submit(crypto.randomUUID(), FLATTEN),
  )
const newest = () => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state

describe('a ban that is known only from a file', () => {
  it('prevents all requests that the trader did not ask for', async () => {
    expect(await openedUnderBan()).toMatchObject({ ok: true })
    await bench.pass(120_000)
    expect(bench.venue.ledger.arrivals()).toEqual([])
  })

  it('does not block a flatten, and ends with the first good answer', async () => {
    await openedUnderBan()
    await flatten()
    // Non-exit reads were not allowed when this flatten was planned, so it may not be called done.
    await bench.until(() => newest() === 'partial')
    await bench.known()
    await flatten()
    await bench.until(() => newest() === 'done')
    expect(left(bench.venue)).toBe(0)
  })

  it('costs a venue that did ban this address one request per exit', async () => {
    await openedUnderBan()
    bench.venue.faults.inject({ match: '*', kind: 'status418', retryAfter: 600, times: Infinity })
    await flatten()
    await bench.pass(60_000)
    expect(bench.venue.ledger.arrivals().length).toBeLessThanOrEqual(2)
  })
})
