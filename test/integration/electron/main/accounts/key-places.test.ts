/** A key is used where its trader said, and nowhere else on the word of a file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Addresses } from '#shared/domain/addresses.ts'
import { message } from '#shared/words/message.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { workspaceBench } from '#test/support/workspace-bench.ts'

const bench = workspaceBench()
const NOT_CONFIRMED = { ok: false, error: { outcome: 'notSent', message: { code: 'main.confirm.no' } } }

/** What the list of accounts on the disk says of its only account from now on. */
function listedAt(addresses: Partial<Addresses>): void {
  const file = join(bench.folder, 'accounts.json')
  const list = JSON.parse(readFileSync(file, 'utf8')) as { accounts: object[] }
  writeFileSync(file, JSON.stringify({ ...list, accounts: [{ ...list.accounts[0], ...addresses }] }))
}

/** What the keychain has of the account's key. */
const kept = (id: string) => JSON.parse(bench.keychain.entries.get(id) ?? '') as Record<string, string>

/** The key as a Plimsoll kept it that did not yet keep the addresses with it. */
function keptByEarlier(id: string): void {
  const { apiKey, apiSecret } = kept(id)
  bench.keychain.entries.set(id, JSON.stringify({ apiKey, apiSecret }))
}

async function stored(): Promise<string> {
  const { id } = await bench.addedAs()
  await bench.workspace.close()
  bench.restart()
  return id
}

const local = (address: string) => address.replace('127.0.0.1', 'localhost')
const wouldBe = (address: string) =>
  message('main.confirm.wouldBe', { area: message('area.spot'), place: local(address) })
const arrivals = (venue: Simulator) => venue.ledger.arrivals().length

describe('a list of accounts that names other addresses', () => {
  it.each(['open', 'probe'] as const)('sends nothing there before a person said so: %s', async (way) => {
    const id = await stored()
    const elsewhere = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = elsewhere
    listedAt({ spotBaseUrl, contractBaseUrl })
    bench.answer = 'no'
    const { workspace } = bench
    expect(await (way === 'open' ? workspace.open(id) : workspace.probe(id, false))).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(elsewhere)).toBe(0)
    expect(workspace.snapshot().account).toBeNull()
    expect(await bench.signsFor(id)).toBe(false)
    const lines = bench.asked.at(-1)?.lines ?? []
    expect(lines).toContainEqual(wouldBe(spotBaseUrl))
    expect(lines.map(({ code, facts }) => [code, facts['place']])).toContainEqual([
      'main.confirm.was',
      local(bench.venue.spotBaseUrl),
    ])
  })

  it('is followed once a person said so, and not asked about again', async () => {
    const id = await stored()
    const elsewhere = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = elsewhere
    listedAt({ spotBaseUrl, contractBaseUrl })
    expect(await bench.workspace.open(id)).toMatchObject({ ok: true })
    expect(arrivals(elsewhere)).toBeGreaterThan(0)
    await bench.workspace.close()
    bench.restart()
    bench.answer = 'no'
    expect(await bench.workspace.open(id)).toMatchObject({ ok: true })
    expect(bench.asked).toHaveLength(1)
  })

  it('is asked about also when it changed while the account was open', async () => {
    const { id } = await bench.addedAs()
    const elsewhere = await bench.anotherVenue()
    listedAt({ contractBaseUrl: elsewhere.contractBaseUrl })
    bench.answer = 'no'
    expect(await bench.workspace.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(elsewhere)).toBe(0)
    expect(bench.workspace.snapshot().account).toMatchObject({ id, contractBaseUrl: bench.venue.contractBaseUrl })
  })

  it('is followed without a question where it only spells the same place otherwise', async () => {
    const id = await stored()
    const spotBaseUrl = `${bench.venue.spotBaseUrl.replace('127.0.0.1', 'LOCALHOST')}/`
    listedAt({ spotBaseUrl })
    bench.answer = 'no'
    expect(await bench.workspace.open(id)).toMatchObject({ ok: true, value: { spotBaseUrl } })
  })
})

describe('a key that an earlier Plimsoll kept', () => {
  it('goes nowhere before a person said where, and is then kept with it', async () => {
    const id = await stored()
    keptByEarlier(id)
    bench.venue.ledger.clear()
    bench.answer = 'no'
    expect(await bench.workspace.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(bench.venue)).toBe(0)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.wasUnknown'))
    bench.answer = 'yes'
    expect(await bench.workspace.open(id)).toMatchObject({ ok: true })
    expect(kept(id)['places']).toContain('localhost')
  })

  it('opens once a person said so also where the keyring takes no change, so that the way out is open', async () => {
    const id = await stored()
    keptByEarlier(id)
    bench.keychain.write = async () => ({ ok: false, trouble: 'unreachable', said: null })
    expect(await bench.workspace.open(id)).toMatchObject({ ok: true })
    expect(kept(id)['places']).toBeUndefined()
  })
})
