import { readFileSync, writeFileSync } from 'node:fs'
import { verbatim } from '#shared/words/message.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '#electron/simulator/testing/test-simulator.ts'
import type { SimDialect } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT, PRESETS, type VenuePreset } from '#electron/venue/venue.ts'
import { endpointsOf, pathOf } from '#electron/venue/endpoints/table.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { HARBOUR } from '#test/support/harbour-preset.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'

const bench = accountsBench()

/** The simulator dialect that matches what is known of each venue. */
const SPEAKS: Readonly<Record<string, Partial<SimDialect>>> = {
  bitrue: DIALECTS.bitrue,
  bittime: DIALECTS.bitrue,
  coinchief: { errorStatus: 200, language: 'zh', limitStatus: 410 },
  darkex: { symbolCase: 'upper', limitStatus: 410 },
  fameex: {
    areas: 'contract',
    contractOpenOrders: 'refused',
    conditionPrice: 'required',
    triggerType: 'text',
    errorStatus: 200,
    language: 'zh',
  },
  koinbay: {
    symbolCase: 'upper',
    spotLists: 'list',
    contractLists: 'dataOrNull',
    spotHour: '60min',
    depthTime: 'null',
    paths: { 'contract.conditionOrder': '/fapi/v1/conditionOrder/' },
  },
  odyssey: { spotOpenOrders: 'refused', contractOpenOrders: 'refused', createdId: 'list', contractHour: '60min' },
  xme: { errorStatus: 200, language: 'zh', depthTime: 'null' },
  zke: {
    spotVersion: 'v2',
    paths: { 'spot.account': '/sapi/v1/account' },
    amounts: 'string',
    triggerType: 'text',
    marketOpen: 'value',
    contractHour: '1h',
    limitStatus: 410,
  },
}

/** The preset with the addresses of the bench's venue. */
function here(preset: VenuePreset): VenuePreset {
  const { spotBaseUrl, contractBaseUrl } = bench.venue
  return {
    ...preset,
    spotBaseUrl: preset.spotBaseUrl && spotBaseUrl,
    contractBaseUrl: preset.contractBaseUrl && contractBaseUrl,
  }
}

/** Adds a preset for the bench's venue. */
function knownHere(change: Partial<VenuePreset> = {}): void {
  const { spotBaseUrl, contractBaseUrl } = bench.venue
  bench.presets.splice(0, Infinity, { ...HARBOUR, spotBaseUrl, contractBaseUrl, ...change })
}

/** The trader's input for a venue that is picked by its name. */
const picked = (preset: string, over: object = {}) =>
  bench.account({ preset, spotBaseUrl: null, contractBaseUrl: null, ...over })

const listed = () => {
  const accounts = bench.accounts.list()
  if (!accounts.ok) throw new Error(inEnglish(accounts.error.message))
  return accounts.value
}
const desk = () => bench.accounts.snapshot().parts.desk.data
const REFUSED_TEST = { match: 'spot.testOrder', kind: 'errorWith200', code: -2015, times: 1_000 } as const

describe.each(PRESETS)('an account at $name', (preset) => {
  it("is added by the venue's name alone, proved, and live", async () => {
    const speaks = SPEAKS[preset.id]
    if (!speaks) throw new Error(`expected to know how ${preset.name} speaks`)
    await bench.replaceVenue({ dialect: speaks })
    bench.presets.push(here(preset))
    const added = await bench.accounts.add(picked(preset.id))
    expect(added.ok && added.value.report.steps.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(added).toMatchObject({ ok: true, value: { account: { preset: { name: preset.name } } } })
    await bench.known()
    const { positions, balances, health } = bench.accounts.snapshot().parts
    expect(health.data?.quarantined).toEqual([])
    expect([positions.failure, balances.failure]).toEqual([null, null])
    if (preset.covers !== 'spot') expect(positions.data?.length).toBeGreaterThan(0)
    expect(desk()).toMatchObject({ mode: 'active', modeNote: null })
    expect(listed()).toMatchObject([{ probedAt: expect.any(Number), preset: { id: preset.id, news: [] } }])
  })

  it('never requests a path twice', () => {
    const there = endpointsOf(preset.dialect)
    const paths = there.map((name) => `${name.split('.')[0]} ${pathOf(name, preset.dialect)}`)
    expect(paths.every((path) => /^(spot|contract) \/[\w./]+$/.test(path))).toBe(true)
  })
})

describe('a venue that is picked by its name', () => {
  it('uses the addresses and dialect of its preset, whatever else the request contains', async () => {
    await bench.replaceVenue({ dialect: { paths: { 'spot.account': '/sapi/v1/account/balance' } } })
    knownHere({ dialect: { ...DEFAULT_DIALECT, paths: { 'spot.account': '/sapi/v1/account/balance' } } })
    const added = await bench.accounts.add(picked('harbour', { spotBaseUrl: 'https://elsewhere.example' }))
    expect(added).toMatchObject({
      ok: true,
      value: { account: { spotBaseUrl: bench.venue.spotBaseUrl }, report: { verdict: 'healthy' } },
    })
  })

  it('may have an account whose paths name their coins', async () => {
    const path = '/sapi/v1/account/balance'
    await bench.replaceVenue({ dialect: { spotAccount: 'bySymbols', paths: { 'spot.account': path } } })
    knownHere({ dialect: { ...DEFAULT_DIALECT, paths: { 'spot.account': path } } })
    expect(await bench.accounts.add(picked('harbour'))).toMatchObject({ value: { report: { verdict: 'limited' } } })
    await bench.accounts.forget(listed()[0]!.id)
    knownHere({ dialect: { ...DEFAULT_DIALECT, paths: { 'spot.account': `${path}?symbols=USDT,BTC` } } })
    expect(await bench.accounts.add(picked('harbour'))).toMatchObject({ value: { report: { verdict: 'healthy' } } })
    await bench.known()
    const assets = bench.accounts.snapshot().parts.balances.data?.map(({ asset }) => asset)
    expect(assets?.toSorted()).toEqual(['BTC', 'USDT'])
  })

  it('must exist, or no venue is contacted and no key is held', async () => {
    expect(await bench.accounts.add(picked('nowhere'))).toMatchObject({
      ok: false,
      error: { kind: 'invalidParameter', message: message('main.noPreset') },
    })
    expect(bench.venue.ledger.arrivals()).toEqual([])
    expect(bench.everHeld()).toEqual([])
  })

  it('is described to the window with its evidence, but without its dialect', () => {
    knownHere({ dialect: { ...DEFAULT_DIALECT, symbolCase: 'upper' } })
    const [venue] = bench.accounts.venues()
    expect(venue).toMatchObject({ id: 'harbour', differences: [{ code: 'dialect.upperCase' }] })
    expect(venue).not.toHaveProperty('dialect')
  })
})

describe('trading', () => {
  it('is off until the probe has passed for the key, and on from then', async () => {
    knownHere()
    bench.venue.faults.inject(REFUSED_TEST)
    const added = await bench.accounts.add(picked('harbour'))
    expect(added).toMatchObject({ value: { account: { probedAt: null }, report: { verdict: 'limited' } } })
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'halted', modeNote: { code: 'intent.unproved' } })
    bench.venue.faults.clear()
    const { id } = listed()[0]!
    const probed = await bench.accounts.probe(id, false)
    expect(probed).toMatchObject({
      value: { account: { probedAt: expect.any(Number) }, report: { verdict: 'healthy' } },
    })
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'active', modeNote: null })
    expect(listed()).toMatchObject([{ id, probedAt: expect.any(Number) }])
  })

  it('is off for an account stored without a probe date, until it is probed', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.disconnectAccount(id)
    const file = join(bench.folder, 'accounts.json')
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { accounts: { probedAt?: number }[] }
    delete kept.accounts[0]?.probedAt
    writeFileSync(file, JSON.stringify(kept))
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { probedAt: null, preset: null } })
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'halted' })
    await bench.accounts.probe(id, false)
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'active' })
  })

  it('turns off when a later probe finds a fault, and stays as it is when a probe reaches nothing', async () => {
    const { id } = await bench.addedAs()
    const before = readFileSync(join(bench.folder, 'accounts.json'), 'utf8')
    bench.venue.faults.inject({ match: 'spot.time', kind: 'resetBeforeRead', times: 1_000 })
    expect(await bench.accounts.probe(id, false)).toMatchObject({ value: { account: null } })
    expect(readFileSync(join(bench.folder, 'accounts.json'), 'utf8')).toBe(before)
    expect(bench.accounts.snapshot().account).toMatchObject({ id })
    expect(bench.keychain.entries.size).toBe(1)
    bench.venue.faults.clear()
    bench.venue.faults.inject(REFUSED_TEST)
    expect(await bench.accounts.probe(id, false)).toMatchObject({ value: { account: { probedAt: null } } })
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'halted' })
  })
})

describe('a newer preset', () => {
  it('is described line by line, and adopted by a probe on request', async () => {
    knownHere()
    const { id } = await bench.addedAs({ preset: 'harbour', spotBaseUrl: null, contractBaseUrl: null })
    knownHere({ version: 2, quirks: [verbatim('A contract that is closed still answers with a book.')] })
    expect(listed()).toMatchObject([{ preset: { version: 1, news: [] } }])
    const { spotBaseUrl } = bench.venue
    const away = await bench.anotherVenue({ dialect: { symbolCase: 'upper' } })
    const dialect = { ...DEFAULT_DIALECT, symbolCase: 'upper' } as const
    knownHere({ version: 3, dialect, spotBaseUrl: away.spotBaseUrl, contractBaseUrl: away.contractBaseUrl })
    const news = [
      { code: 'preset.moved', facts: { address: away.spotBaseUrl } },
      { code: 'preset.moved', facts: { address: away.contractBaseUrl } },
      { code: 'dialect.upperCase' },
    ]
    expect(listed()).toMatchObject([{ spotBaseUrl, preset: { version: 1, news } }])
    expect(await bench.accounts.probe(id, true)).toMatchObject({ value: { account: { preset: { version: 3 } } } })
    expect(listed()).toMatchObject([{ spotBaseUrl: away.spotBaseUrl, preset: { version: 3, news: [] } }])
    // The key is stored with the new addresses, so opening the account asks nothing.
    await bench.accounts.close()
    bench.restart()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.asked).toEqual([])
  })

  it('is not adopted when the probe finds that less works with it', async () => {
    knownHere()
    const { id } = await bench.addedAs({ preset: 'harbour', spotBaseUrl: null, contractBaseUrl: null })
    const before = listed()
    const file = readFileSync(join(bench.folder, 'accounts.json'), 'utf8')
    knownHere({ version: 2, dialect: { ...DEFAULT_DIALECT, paths: { 'contract.account': '/fapi/v1/elsewhere' } } })
    const { runId } = bench.accounts.snapshot()
    expect(await bench.accounts.probe(id, true)).toMatchObject({
      value: { account: null, report: { verdict: 'limited' } },
    })
    expect(readFileSync(join(bench.folder, 'accounts.json'), 'utf8')).toBe(file)
    expect(listed()).toMatchObject([{ probedAt: before[0]?.probedAt, preset: { version: 1 } }])
    expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { id, probedAt: before[0]?.probedAt } })
    await bench.known()
    expect(desk()).toMatchObject({ mode: 'active' })
  })

  it('that is gone leaves the account unchanged and cannot be adopted', async () => {
    knownHere()
    const { id } = await bench.addedAs({ preset: 'harbour', spotBaseUrl: null, contractBaseUrl: null })
    bench.presets.length = 0
    expect(listed()).toMatchObject([{ preset: { id: 'harbour', name: null, news: [] } }])
    expect(await bench.accounts.probe(id, true)).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
  })
})
