/** A key is used only where and how its trader confirmed. A file alone cannot change that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Addresses } from '#shared/domain/addresses.ts'
import { message } from '#shared/words/message.ts'
import type { StoredAccount } from '#electron/main/accounts/account-index.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT } from '#electron/venue/venue.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()
const NOT_CONFIRMED = { ok: false, error: { outcome: 'notSent', message: { code: 'main.confirm.no' } } }

const file = () => join(bench.folder, 'accounts.json')
/** The only account of the list on disk. */
const listed = () => (JSON.parse(readFileSync(file(), 'utf8')) as { accounts: [StoredAccount] }).accounts[0]

/** Changes the only account in the list on disk. A list of another `version` can be read and not written. */
function listedAt(
  venue: Partial<Addresses & Pick<StoredAccount, 'id' | 'dialect' | 'name' | 'keyTail' | 'isWatchOnly'>>,
  version = 1,
): void {
  writeFileSync(file(), JSON.stringify({ version, accounts: [{ ...listed(), ...venue }] }))
}

/** What the keychain stores for the account's key. */
const kept = (id: string) => JSON.parse(bench.keychain.entries.get(id) ?? '') as Record<string, string>

/** Stores the key as an earlier Plimsoll did: with nothing else, or with the addresses only. */
function keptByEarlier(id: string, withIt: 'nothing' | 'addresses'): void {
  const { apiKey, apiSecret, places = '' } = kept(id)
  const addresses = places.split('\n').filter((line) => !/^(dialect|name) /.test(line))
  const more = withIt === 'addresses' ? { places: addresses.join('\n') } : {}
  bench.keychain.entries.set(id, JSON.stringify({ apiKey, apiSecret, ...more }))
}

async function stored(): Promise<string> {
  const { id } = await bench.addedAs()
  await bench.accounts.close()
  bench.restart()
  return id
}

const local = (address: string) => address.replace('127.0.0.1', 'localhost')
const wouldBe = (address: string) =>
  message('main.confirm.wouldBe', { area: message('area.spot'), place: local(address) })
const pickAddresses = ({ spotBaseUrl, contractBaseUrl }: Simulator) => ({ spotBaseUrl, contractBaseUrl })
const arrivals = (venue: Simulator) => venue.ledger.arrivals().length

describe('an account list with changed addresses', () => {
  it.each(['open', 'probe'] as const)('sends nothing there before a person confirms it: %s', async (way) => {
    const id = await stored()
    const elsewhere = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = elsewhere
    listedAt({ spotBaseUrl, contractBaseUrl })
    bench.answer = 'no'
    const { accounts } = bench
    expect(await (way === 'open' ? accounts.open(id) : accounts.probe(id, false))).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(elsewhere)).toBe(0)
    expect(accounts.snapshot().account).toBeNull()
    expect(await bench.signsFor(id)).toBe(false)
    const lines = bench.asked.at(-1)?.lines ?? []
    expect(lines).toContainEqual(wouldBe(spotBaseUrl))
    expect(lines.map(({ code, facts }) => [code, facts['place']])).toContainEqual([
      'main.confirm.was',
      local(bench.venue.spotBaseUrl),
    ])
  })

  it("never uses the demo's key at a venue", async () => {
    await stored()
    await bench.accounts.startDemo()
    const { id } = bench.accounts.snapshot().account!
    const elsewhere = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = elsewhere
    listedAt({ id, spotBaseUrl, contractBaseUrl })
    await bench.accounts.open(id)
    expect([arrivals(elsewhere), bench.accounts.snapshot().account?.kind]).toEqual([0, 'demo'])
  })

  it('is accepted once a person confirms it, and not asked about again', async () => {
    const id = await stored()
    const elsewhere = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = elsewhere
    listedAt({ spotBaseUrl, contractBaseUrl })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(arrivals(elsewhere)).toBeGreaterThan(0)
    await bench.accounts.close()
    bench.restart()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.asked).toHaveLength(1)
  })

  it('is asked about when it changed while the account was open, too', async () => {
    const { id } = await bench.addedAs()
    const elsewhere = await bench.anotherVenue()
    listedAt({ contractBaseUrl: elsewhere.contractBaseUrl })
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(elsewhere)).toBe(0)
    expect(bench.accounts.snapshot().account).toMatchObject({ id, contractBaseUrl: bench.venue.contractBaseUrl })
  })

  it('is asked about by the way out even behind a dialog that a page opened', async () => {
    const id = await stored()
    const { spotBaseUrl } = await bench.anotherVenue()
    listedAt({ spotBaseUrl })
    bench.isAsked = true
    expect(await bench.accounts.open(id, 'main')).toMatchObject({ ok: true, value: { spotBaseUrl } })
    expect(bench.asked).toHaveLength(1)
  })

  it('is accepted without a question when it only spells the same address differently', async () => {
    const id = await stored()
    const spotBaseUrl = `${bench.venue.spotBaseUrl.replace('127.0.0.1', 'LOCALHOST')}/`
    listedAt({ spotBaseUrl })
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { spotBaseUrl } })
  })
})

const PLANTED = {
  paths: { 'contract.account': '/fapi/v1/withdraw?to=evil' },
  headers: { 'X-Forwarded-Host': 'evil.example' },
} as const

describe('an account list with a changed dialect', () => {
  it.each(['open', 'probe'] as const)('signs nothing in it before a person saw it: %s', async (way) => {
    const id = await stored()
    listedAt({ dialect: PLANTED })
    bench.venue.ledger.clear()
    bench.answer = 'no'
    const { accounts } = bench
    expect(await (way === 'open' ? accounts.open(id) : accounts.probe(id, false))).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(bench.venue)).toBe(0)
    expect(await bench.signsFor(id)).toBe(false)
    const lines = bench.asked.at(-1)?.lines ?? []
    expect(lines).toEqual(
      expect.arrayContaining([
        message('main.confirm.dialectChanged'),
        message('dialect.path', { call: 'contract.account', path: '/fapi/v1/withdraw?to=evil' }),
        message('dialect.header', { name: 'X-Forwarded-Host', value: 'evil.example' }),
      ]),
    )
  })

  it('is accepted once a person confirms it, and not asked about again until the change is undone', async () => {
    const id = await stored()
    listedAt({ dialect: { symbolCase: 'upper' } })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    await bench.accounts.close()
    bench.restart()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.asked).toHaveLength(1)
    listedAt({ dialect: {} })
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.dialectUsual'))
  })

  it('is accepted without a question when it only spells out the defaults', async () => {
    const id = await stored()
    listedAt({ dialect: { ...DEFAULT_DIALECT, ...listed().dialect } })
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
  })
})

describe('an account list that renames an account', () => {
  it("is accepted once a person confirms it: two accounts may have been given each other's name", async () => {
    const id = await stored()
    listedAt({ name: 'Quay' })
    bench.venue.ledger.clear()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(bench.venue)).toBe(0)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.nameWas', { name: 'Harbour' }))
    bench.answer = 'yes'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { name: 'Quay' } })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.asked).toHaveLength(2)
  })

  it('does not change the shown last digits of the key', async () => {
    const id = await stored()
    listedAt({ keyTail: 'zzzz' })
    expect(await bench.accounts.open(id)).toMatchObject({ value: { keyTail: bench.venue.apiKey.slice(-4) } })
  })
})

describe('an account list that changes whether an account is only watched', () => {
  it('sends nothing for it before a person confirms that, and then exits alone', async () => {
    const { id } = await bench.addedAs({ isWatchOnly: true })
    await bench.accounts.close()
    bench.restart()
    listedAt({ isWatchOnly: undefined })
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.watchedBefore'))
    bench.answer = 'yes'
    // Its probe asked for no test order.
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { isWatchOnly: false, probedAt: null } })
  })

  it('takes its exits away only after a person confirms that, once', async () => {
    const id = await stored()
    listedAt({ isWatchOnly: true })
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.watchedNow'))
    bench.answer = 'yes'
    const watched = { ok: true, value: { isWatchOnly: true, probedAt: expect.any(Number) } }
    expect(await bench.accounts.open(id)).toMatchObject(watched)
    await bench.accounts.close()
    bench.restart()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(watched)
  })
})

describe('the probe of a key', () => {
  it.each([
    ['at other addresses', async () => pickAddresses(await bench.anotherVenue())],
    ['in another dialect', async () => ({ dialect: { symbolCase: 'upper' as const } })],
  ])(
    'proves nothing for a venue %s that only the list names: exits alone are sent until it is probed',
    async (_where, moved) => {
      const id = await stored()
      listedAt(await moved())
      bench.answer = 'yes'
      expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: null } })
      expect(listed()).not.toHaveProperty('probedAt')
      // Also from now on, when nothing is asked any more.
      await bench.accounts.close()
      bench.restart()
      expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: null } })
      expect(bench.asked).toHaveLength(1)
    },
  )

  it('proves nothing there either if the list cannot be written: the question returns', async () => {
    const id = await stored()
    const elsewhere = await bench.anotherVenue()
    listedAt(pickAddresses(elsewhere), 2)
    expect(listed()).toHaveProperty('probedAt')
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: null } })
    expect(await bench.signsFor(id)).toBe(true)
    // In the same run, too.
    await bench.accounts.disconnectAccount(id)
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: null } })
    await bench.accounts.close()
    bench.restart()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(kept(id)['places']).toContain(local(bench.venue.spotBaseUrl))
  })

  it('still counts under another name', async () => {
    const id = await stored()
    listedAt({ name: 'Quay' })
    bench.answer = 'yes'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: expect.any(Number) } })
  })
})

describe('a key that an earlier Plimsoll stored', () => {
  it('with its addresses only is not used before a person confirms its dialect', async () => {
    const id = await stored()
    keptByEarlier(id, 'addresses')
    bench.venue.ledger.clear()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(bench.venue)).toBe(0)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.dialectUnknown'))
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.nameUnknown'))
    bench.answer = 'yes'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(kept(id)['places']).toContain('dialect ')
  })

  it('without addresses is used nowhere before a person confirms where, which is then stored with it', async () => {
    const id = await stored()
    keptByEarlier(id, 'nothing')
    bench.venue.ledger.clear()
    bench.answer = 'no'
    expect(await bench.accounts.open(id)).toMatchObject(NOT_CONFIRMED)
    expect(arrivals(bench.venue)).toBe(0)
    expect(bench.asked.at(-1)?.lines).toContainEqual(message('main.confirm.wasUnknown'))
    bench.answer = 'yes'
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(kept(id)['places']).toContain('localhost')
  })

  it('opens once a person confirms it even if the keyring refuses the change, so that the way out is open', async () => {
    const id = await stored()
    keptByEarlier(id, 'nothing')
    bench.keychain.write = async () => ({ ok: false, trouble: 'unreachable', detail: null })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(kept(id)['places']).toBeUndefined()
  })
})
