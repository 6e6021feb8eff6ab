/** A keychain may take a minute to store a key. What begins meanwhile is not cut short, and what fails leaves no trace. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { HARBOUR } from '#test/support/harbour-preset.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'

const bench = accountsBench()

/** Runs `then` once, while the keychain is about to store a key. */
function whileItStores(then: () => unknown): void {
  const write = bench.keychain.write.bind(bench.keychain)
  bench.keychain.write = async (...entry) => {
    bench.keychain.write = write
    await then()
    return write(...entry)
  }
}

/** An account made from a preset whose venue has moved since, so that its key is stored anew. */
async function withNewerPreset(): Promise<string> {
  const { spotBaseUrl, contractBaseUrl } = bench.venue
  bench.presets.push({ ...HARBOUR, spotBaseUrl, contractBaseUrl })
  const { id } = await bench.addedAs({ preset: 'harbour', spotBaseUrl: null, contractBaseUrl: null })
  await bench.known()
  const moved = await bench.anotherVenue()
  const addresses = { spotBaseUrl: moved.spotBaseUrl, contractBaseUrl: moved.contractBaseUrl }
  bench.presets.splice(0, 1, { ...HARBOUR, ...addresses, version: 2 })
  return id
}

const file = () => readFileSync(join(bench.folder, 'accounts.json'), 'utf8')

it('leaves the account in front that the trader is asked about, and opens the new one behind it', async () => {
  const { id } = await bench.addedAs()
  await bench.known()
  const { runId } = bench.accounts.snapshot()
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = await bench.anotherVenue()
  whileItStores(() => {
    bench.isAsked = true
  })
  const added = await bench.accounts.add({ name: 'Quay', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
  expect(added).toMatchObject({ ok: true, value: { account: { name: 'Quay' } } })
  expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { id } })
  expect(bench.accounts.others()).toMatchObject([{ account: { name: 'Quay' } }])
})

it('asks about a plan that began meanwhile, and lets it go on if the trader stays', async () => {
  const id = await withNewerPreset()
  const { accounts } = bench
  const { runId } = accounts.snapshot()
  bench.leaves = false
  bench.venue.faults.inject({ match: 'contract.cancelOrder', kind: 'delay', ms: 20_000, times: 100 })
  whileItStores(() => accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN)))
  const probed = await accounts.probe(id, true)
  expect(bench.askedToLeave.length).toBe(1)
  // The key is stored for the new version, which is used from the next opening on.
  expect(probed).toMatchObject({ ok: true, value: { account: { preset: { version: 2 } } } })
  expect(accounts.snapshot().runId).toBe(runId)
  const [intent] = accounts.snapshot().parts.desk.data?.intents ?? []
  expect(intent?.note).toBeNull()
})

it('that does not give the key takes back what the check had changed', async () => {
  const id = await withNewerPreset()
  const before = file()
  const read = bench.keychain.read.bind(bench.keychain)
  bench.keychain.read = (...entry) => {
    bench.keychain.state = 'absent'
    return read(...entry)
  }
  expect(await bench.accounts.probe(id, true)).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable' } })
  expect(JSON.parse(file())).toEqual(JSON.parse(before))
})

it('a connected account comes to the front although a key is being checked', async () => {
  const { front, other } = await bench.addedTwo()
  const { accounts } = bench
  bench.venue.faults.inject({ match: '*', kind: 'stall', times: Infinity })
  bench.venue.ledger.clear()
  const cancel = new AbortController()
  const probing = accounts.probe(front.id, false, cancel.signal)
  await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > 5)
  expect(await accounts.open(other.id)).toMatchObject({ ok: true, value: { id: other.id } })
  expect(accounts.snapshot().account?.id).toBe(other.id)
  cancel.abort()
  expect(await probing).toMatchObject({ error: { message: { code: 'main.cancelled' } } })
})

it('a connected account is reported although none is in front', async () => {
  const { front, other } = await bench.addedTwo()
  await bench.accounts.disconnectAccount(front.id)
  const { account, live } = bench.accounts.snapshot()
  expect(account).toBeNull()
  expect(live).toMatchObject([{ account: { id: other.id } }])
})
