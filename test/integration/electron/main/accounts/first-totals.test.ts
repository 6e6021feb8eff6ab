/** What totals wait for when an account is opened. */
import { expect, it } from 'vitest'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

it('the window has the first totals in the moment in which the last price that they need is known', async () => {
  await bench.addedAs()
  // On this wire nothing takes time, so whatever is done at once is done in the same millisecond.
  await bench.asSoonAs(() => bench.accounts.pushed().parts.health.data?.phase === 'live')
  const last = bench.venue.ledger.arrivals().findLast(({ endpoint }) => endpoint?.endsWith('.ticker') === true)
  expect(bench.clock.mono()).toBe(last?.arrivedAt)
  expect(bench.accounts.pushed().parts.risk.data?.missing).toEqual([])
})
