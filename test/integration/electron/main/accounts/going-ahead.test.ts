/** Main's own opening of an account, for the way out, does not wait for anything that a page began. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'

const bench = accountsBench()
const OVERTAKEN = { ok: false, error: { outcome: 'notSent', message: { code: 'main.overtaken' } } }

async function two() {
  const { front, other, away } = await bench.addedTwo()
  return { id: front.id, other: other.id, away }
}

/** A venue that takes its time for everything. */
function slow(venue: { readonly faults: (typeof bench.venue)['faults'] }): void {
  venue.faults.inject({ match: '*', kind: 'delay', ms: 8_000, times: 1_000_000 })
}

const inFront = () => bench.accounts.snapshot().account?.id

it('a live account is shown although a page has a question open about leaving one', async () => {
  const { id, other } = await two()
  const { accounts } = bench
  const never = Promise.withResolvers<boolean>()
  bench.leaves = never.promise
  bench.venue.faults.inject({ match: 'contract.account', kind: 'delay', ms: 1_000 })
  await accounts.atDesk(accounts.snapshot().runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
  const asked = bench.askedToLeave.length
  const leaving = accounts.forget(id)
  await bench.until(() => bench.askedToLeave.length > asked)
  expect(await accounts.open(other, 'main')).toMatchObject({ ok: true, value: { id: other } })
  expect(inFront()).toBe(other)
  // The page's question is withdrawn, and its answer counts for nothing.
  expect(bench.withdrawn.at(-1)?.aborted).toBe(true)
  never.resolve(true)
  expect(await leaving).toMatchObject(OVERTAKEN)
})

it('an account that is not live is opened although a page probes a key, which ends that probe', async () => {
  const { id, other } = await two()
  const { accounts } = bench
  await accounts.disconnectAccount(other)
  slow(bench.venue)
  bench.venue.ledger.clear()
  const probing = accounts.probe(id, false)
  await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > 5)
  const began = bench.clock.mono()
  expect(await accounts.open(other, 'main')).toMatchObject({ ok: true, value: { id: other } })
  expect(bench.clock.mono() - began).toBeLessThan(8_000)
  expect(await probing).toMatchObject(OVERTAKEN)
  expect(inFront()).toBe(other)
})

it('what a page was opening is not put in front of it later', async () => {
  const { id, other, away } = await two()
  const { accounts } = bench
  await accounts.disconnectAccount(other)
  slow(away)
  away.ledger.clear()
  const opening = accounts.open(other)
  await bench.asSoonAs(() => away.ledger.arrivals().length > 0)
  expect(await accounts.open(id, 'main')).toMatchObject({ ok: true, value: { id } })
  expect(await opening).toMatchObject(OVERTAKEN)
  expect(inFront()).toBe(id)
})

it('the account that a page is opening too is opened once', async () => {
  const { other, away } = await two()
  const { accounts } = bench
  await accounts.disconnectAccount(other)
  away.ledger.clear()
  const opening = accounts.open(other)
  await bench.asSoonAs(() => away.ledger.arrivals().length > 0)
  const opened = accounts.open(other, 'main')
  expect([await opened, await opening]).toMatchObject([{ ok: true }, OVERTAKEN])
  expect(await accounts.disconnectAccount(other)).toMatchObject({ ok: true })
  await bench.pass(1_000)
  away.ledger.clear()
  await bench.pass(20_000)
  expect(away.ledger.arrivals()).toEqual([])
})

it('the account that a page is about to enter anew has one session in the end', async () => {
  const { id } = await two()
  const { accounts } = bench
  const { promise: hangs, resolve } = Promise.withResolvers<null>()
  const closing = vi.fn()
  await accounts.atDesk(accounts.snapshot().runId, 'test', async (desk) => {
    const close = desk.close.bind(desk)
    vi.spyOn(desk, 'close').mockImplementation((why) => (closing(), hangs.then(() => close(why))))
  })
  // After a change of its name, it is entered again.
  const file = join(bench.folder, 'accounts.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Harbour"', '"Pier"'))
  const opening = accounts.open(id)
  await bench.until(() => closing.mock.calls.length > 0)
  const opened = accounts.open(id, 'main')
  // Until both are connected and wait for the end of the session before.
  await bench.pass(5_000)
  resolve(null)
  expect([await opened, await opening]).toMatchObject([{ ok: true }, {}])
  expect(inFront()).toBe(id)
  await accounts.disconnectAccount(id)
  await bench.pass(1_000)
  bench.venue.ledger.clear()
  await bench.pass(20_000)
  expect(bench.venue.ledger.arrivals()).toEqual([])
})

it('a page may open an account again afterwards', async () => {
  const { id, other } = await two()
  const { accounts } = bench
  await accounts.open(other, 'main')
  expect(await accounts.open(id)).toMatchObject({ ok: true })
  expect(inFront()).toBe(id)
})
