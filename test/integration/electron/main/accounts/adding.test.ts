import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writesOf } from '#test/support/ledger.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

describe('adding an account', () => {
  it('stores a key that was proved at the venue, and opens the account', async () => {
    const added = await bench.accounts.add(bench.account())
    expect(added).toMatchObject({
      ok: true,
      value: {
        account: { name: 'Harbour', kind: 'venue', keyTail: bench.venue.apiKey.slice(-4) },
        report: { verdict: 'healthy' },
      },
    })
    expect(bench.keychain.entries.size).toBe(1)
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it.each([
    ['a wrong secret', { apiSecret: 'wrong' }, 'signature'],
    ['an unknown key', { apiKey: 'wrong' }, 'signature'],
    ['an address nobody serves', { spotBaseUrl: 'http://127.0.0.1:9' }, 'spotClock'],
  ])('keeps only the report of %s, and the open account stays open', async (_what, over, failing) => {
    const demo = await bench.accounts.startDemo()
    expect(demo.ok).toBe(true)
    const { runId } = bench.accounts.snapshot()
    const added = await bench.accounts.add(bench.account(over))
    expect(added).toMatchObject({ ok: true, value: { account: null, report: { verdict: 'refused' } } })
    expect(added.ok && added.value.report.steps).toContainEqual(
      expect.objectContaining({ id: failing, outcome: 'failed' }),
    )
    expect(JSON.stringify(added)).not.toContain(bench.venue.apiSecret)
    expect(bench.keychain.entries.size).toBe(0)
    expect(await bench.signsFor(bench.everHeld().at(-1)!)).toBe(false)
    expect(bench.accounts.list()).toEqual({ ok: true, value: [] })
    expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { kind: 'demo' } })
  })

  it.each([
    ['an address that is not private', { spotBaseUrl: 'http://venue.example' }],
    ['no address', { contractBaseUrl: 'venue' }],
    ['text that is not a profile', { profile: '{"version":1,"apiSecret":"c4n4ry"}' }],
  ])('contacts no venue about %s, and gives no key to the vault', async (_what, over) => {
    const added = await bench.accounts.add(bench.account(over))
    expect(added).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(JSON.stringify(added)).not.toContain('c4n4ry')
    expect(bench.venue.ledger.arrivals()).toEqual([])
    expect(bench.everHeld()).toEqual([])
  })

  it('keeps a key that can only watch, and says what it cannot do', async () => {
    bench.venue.faults.inject({ match: 'spot.testOrder', kind: 'errorWith200', code: -2015, times: 1_000 })
    const added = await bench.accounts.add(bench.account())
    expect(added).toMatchObject({
      ok: true,
      value: { account: { name: 'Harbour' }, report: { verdict: 'limited' } },
    })
    expect(bench.keychain.entries.size).toBe(1)
  })

  it('opens an account when one of its areas refuses the key', async () => {
    bench.venue.faults.inject({ match: 'contract.account', kind: 'errorWith200', code: -2015, times: 1_000 })
    expect((await bench.addedAs()).name).toBe('Harbour')
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  describe('with another key of an account that is there', () => {
    const SECOND = { name: 'Quay', apiKey: 'second-key-9f3a', apiSecret: 'second-secret' }
    const withTwoKeys = async (over: object = {}) => {
      const venue = await bench.anotherVenue({ otherKeys: [SECOND], ...over })
      const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
      await bench.addedAs({ spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
      return { spotBaseUrl, contractBaseUrl }
    }
    const refused = {
      ok: false,
      error: { message: { code: 'main.sameAccount', facts: { name: 'Harbour' } } },
    }

    it('is refused, by the number that the venue gives the account, and the key is dropped', async () => {
      const places = await withTwoKeys()
      expect(await bench.accounts.add(bench.account({ ...SECOND, ...places }))).toMatchObject(refused)
      expect(await bench.signsFor(bench.everHeld().at(-1)!)).toBe(false)
      expect(bench.keychain.entries.size).toBe(1)
      expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
      const listed = bench.accounts.list()
      expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['Harbour'])
    })

    it.each([
      ['Spot alone', { contractBaseUrl: null }],
      ['contracts alone', { spotBaseUrl: null }],
    ])('is refused for %s too', async (_what, over) => {
      const places = await withTwoKeys()
      expect(await bench.accounts.add(bench.account({ ...SECOND, ...places, ...over }))).toMatchObject(refused)
    })

    it('is refused too when the newest check of the first did not see the number', async () => {
      const venue = await bench.anotherVenue({ otherKeys: [SECOND] })
      const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
      const { id } = await bench.addedAs({ spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
      const takeBack = venue.faults.inject({ match: 'spot.account', kind: 'errorWith200', code: -2015, times: 1_000 })
      expect(await bench.accounts.probe(id, false)).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
      takeBack()
      const again = bench.account({ ...SECOND, spotBaseUrl, contractBaseUrl: null })
      expect(await bench.accounts.add(again)).toMatchObject(refused)
    })

    it('does not keep the first from being checked again', async () => {
      await withTwoKeys()
      const { account } = bench.accounts.snapshot()
      expect(await bench.accounts.probe(account!.id, false)).toMatchObject({ ok: true })
    })
  })

  it('drops the key when the application quits during the probe', async () => {
    bench.venue.faults.inject({ match: 'spot.time', kind: 'stall', times: 1_000 })
    const adding = bench.accounts.add(bench.account())
    await bench.asSoonAs(() => bench.venue.ledger.arrivals({ endpoint: 'spot.time' }).length > 0)
    const [added] = await Promise.all([adding, bench.accounts.close()])
    expect(added).toMatchObject({ ok: true, value: { account: null, report: { verdict: 'refused' } } })
    expect(await bench.signsFor(bench.everHeld()[0]!)).toBe(false)
    expect(bench.keychain.entries.size).toBe(0)
  })

  it('probes one key after another, and holds only the keys that it keeps', async () => {
    const [wrong, right] = await Promise.all([
      bench.accounts.add(bench.account({ name: 'Wrong', apiSecret: 'wrong', apiKey: `${bench.venue.apiKey}x` })),
      bench.accounts.add(bench.account()),
    ])
    expect(wrong).toMatchObject({ ok: true, value: { account: null } })
    expect(right).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
    const [first, second] = bench.everHeld()
    expect(await Promise.all([bench.signsFor(first!), bench.signsFor(second!)])).toEqual([false, true])
  })

  it('does not open an account that it could not store', async () => {
    bench.keychain.state = 'locked'
    const added = await bench.accounts.add(bench.account())
    expect(added).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    expect(bench.accounts.snapshot().account).toBeNull()
    expect(bench.accounts.list()).toEqual({ ok: true, value: [] })
  })
})

describe('a stored account', () => {
  it('is opened again with its key; while the keyring is locked it is refused without a trace of the key', async () => {
    const added = await bench.addedAs()
    await bench.accounts.startDemo()
    expect(await bench.accounts.open(added.id)).toMatchObject({ ok: true, value: { name: 'Harbour' } })
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it('is opened at a venue that does not answer, and read as soon as it does', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.close()
    bench.restart()
    bench.venue.faults.inject({ match: '*', kind: 'resetBeforeRead', times: Infinity })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { name: 'Harbour' } })
    expect(bench.accounts.snapshot().parts.positions).toMatchObject({ data: null })
    bench.venue.faults.clear()
    await bench.known()
  })

  it('is opened at a venue that asks for a pause of an hour, and its orders can be canceled meanwhile', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    bench.venue.faults.inject({ match: '*', kind: 'status429', retryAfter: 3_600, times: 4 })
    const isPaused = () =>
      bench.accounts.snapshot().parts.health.data?.budget.hosts.every(({ state }) => state === 'backingOff')
    await bench.until(() => isPaused() === true)
    await bench.accounts.close()
    bench.venue.faults.clear()
    bench.restart()
    const before = bench.clock.mono()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    await bench.until(() => bench.accounts.snapshot().parts.desk.data?.state === 'open')
    const { runId } = bench.accounts.snapshot()
    const [order] = bench.venue.exchange.contracts.openOrders()
    const { orderId, spec } = order!
    const cancel = { kind: 'cancelOrder', area: 'contract', instrument: spec.name, orderId } as const
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), cancel))
    await bench.until(() => !bench.venue.exchange.contracts.openOrders().some((one) => one.orderId === orderId))
    expect(bench.clock.mono() - before).toBeLessThan(60_000)
  })

  it('is not opened with a key that the venue refuses everywhere', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.close()
    bench.restart()
    bench.venue.faults.inject({ match: 'spot.account', kind: 'errorWith200', code: -2015, times: 1_000 })
    bench.venue.faults.inject({ match: 'contract.account', kind: 'errorWith200', code: -2015, times: 1_000 })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: false, error: { kind: 'key' } })
    expect(bench.accounts.snapshot().account).toBeNull()
  })

  it('is removed from the keychain, the list and the screen when it is forgotten', async () => {
    const added = await bench.addedAs()
    expect(await bench.accounts.forget(added.id)).toEqual({ ok: true, value: null })
    expect(bench.keychain.entries.size).toBe(0)
    expect(bench.accounts.list()).toEqual({ ok: true, value: [] })
    expect(bench.accounts.snapshot().account).toBeNull()
  })

  it('cannot be opened by an unknown id', async () => {
    expect(await bench.accounts.open(crypto.randomUUID())).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })
})

describe('a venue that differs from the usual', () => {
  /** The probe result of every account at the simulated venue: its areas list open orders differently. */
  const LISTS = { openOrders: { spot: 'perInstrument', contract: 'wholeArea' } }
  const profileOf = (dialect: object): string =>
    JSON.stringify({
      version: 1,
      name: 'Old harbour',
      spotBaseUrl: 'https://a.example',
      contractBaseUrl: 'https://b.example',
      dialect,
    })

  it('is detected, stored with the account, and used when the account is opened again', async () => {
    await bench.replaceVenue({ signsQuery: false })
    const { id } = await bench.addedAs()
    expect(readFileSync(join(bench.folder, 'accounts.json'), 'utf8')).toContain('"signGetQuery": false')
    expect(bench.accounts.list()).toEqual({
      ok: true,
      value: [expect.not.objectContaining({ dialect: expect.anything() })],
    })
    await bench.accounts.startDemo()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    const asked = () =>
      (bench.accounts.snapshot().parts.orders.data?.scopes ?? []).filter(
        ({ area, readAt, failure }) => area === 'spot' && (readAt !== null || failure !== null),
      )
    await bench.until(() => asked().length > 0)
    expect(asked().filter(({ failure }) => failure !== null)).toEqual([])
    const exported = bench.accounts.exportProfile(id)
    expect(exported.ok && JSON.parse(exported.value)).toEqual({
      version: 1,
      name: 'Harbour',
      spotBaseUrl: bench.venue.spotBaseUrl,
      contractBaseUrl: bench.venue.contractBaseUrl,
      dialect: { signGetQuery: false, ...LISTS },
    })
  })

  it('is used with its profile at the address that was typed', async () => {
    await bench.replaceVenue({ dialect: { paths: { 'spot.account': '/sapi/v1/account/balance' } } })
    const without = await bench.accounts.add(bench.account())
    expect(without).toMatchObject({ ok: true, value: { report: { verdict: 'limited' } } })
    if (without.ok && without.value.account) await bench.accounts.forget(without.value.account.id)
    const profile = profileOf({ paths: { 'spot.account': '/sapi/v1/account/balance' } })
    const added = await bench.accounts.add(bench.account({ profile }))
    expect(added).toMatchObject({ ok: true, value: { account: { name: 'Harbour' }, report: { verdict: 'healthy' } } })
  })

  it('stores nothing with an account that is as usual', async () => {
    // An empty list proves nothing about how the area lists orders.
    await bench.replaceVenue({ dialect: { spotOpenOrders: 'empty', contractOpenOrders: 'empty' } })
    await bench.addedAs({ profile: profileOf({}) })
    expect(readFileSync(join(bench.folder, 'accounts.json'), 'utf8')).not.toContain('dialect')
  })

  it('is described to the window before its profile is used', () => {
    expect(bench.accounts.readProfile(profileOf({ signGetQuery: false }))).toEqual({
      ok: true,
      value: {
        name: 'Old harbour',
        spotBaseUrl: 'https://a.example',
        contractBaseUrl: 'https://b.example',
        differences: [{ code: 'dialect.queryNotSigned', facts: {} }],
      },
    })
    expect(bench.accounts.readProfile(profileOf({ signGetQuery: 1 }))).toMatchObject({
      ok: false,
      error: {
        kind: 'invalidParameter',
        message: { code: 'main.noProfile', facts: { why: { facts: { path: 'dialect.signGetQuery' } } } },
      },
    })
  })

  it('can be exported for stored accounts only', async () => {
    await bench.accounts.startDemo()
    const demo = bench.accounts.snapshot().account!.id
    expect(bench.accounts.exportProfile(demo)).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })
})

describe('the account that was open last', () => {
  it('is opened by the next start, even after a look at the demo, and sends nothing', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    await bench.accounts.startDemo()
    await bench.accounts.close()
    bench.restart()
    bench.venue.ledger.clear()
    expect(await bench.accounts.reopen()).toBeNull()
    expect(bench.accounts.snapshot().account).toMatchObject({ id })
    await bench.known()
    expect(writesOf(bench.venue.ledger)).toEqual([])
  })

  it('is left alone when another account is open by then, and forgotten with its key', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.close()
    bench.restart()
    await bench.accounts.startDemo()
    expect([await bench.accounts.reopen(), bench.accounts.snapshot().account?.kind]).toEqual([null, 'demo'])
    await bench.accounts.forget(id)
    await bench.accounts.close()
    bench.restart()
    expect([await bench.accounts.reopen(), bench.accounts.snapshot().account]).toEqual([null, null])
  })

  it('is named with the reason when it cannot be opened', async () => {
    await bench.addedAs()
    await bench.accounts.close()
    bench.restart()
    bench.keychain.state = 'locked'
    expect(await bench.accounts.reopen()).toMatchObject({ code: 'main.notReopened', facts: { name: 'Harbour' } })
    expect(bench.accounts.snapshot().account).toBeNull()
  })
})
