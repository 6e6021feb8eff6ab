import { execFileSync } from 'node:child_process'
import { messageKey } from '#shared/domain/message.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPreset, presetFrom, PRESETS, viewOfPreset } from '#electron/venue/profile/presets.ts'
import { areasAt } from '#shared/domain/addresses.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const FOLDER = 'electron/venue/profile/presets'
const FILES = readdirSync(join(ROOT, FOLDER))

const textOf = (file: string): string => readFileSync(join(ROOT, FOLDER, file), 'utf8')
const documentOf = (file: string): Record<string, unknown> => JSON.parse(textOf(file)) as Record<string, unknown>

/** The day on which a file was committed; today when it was not, or when there is no history. */
function committedOn(file: string): string {
  const today = new Date().toISOString()
  try {
    const logged = execFileSync('git', ['log', '-1', '--format=%cI', '--', `${FOLDER}/${file}`], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return (logged.trim() === '' ? today : new Date(logged.trim()).toISOString()).slice(0, 10)
  } catch {
    return today.slice(0, 10)
  }
}

describe.each(FILES)('the preset %s', (file) => {
  it('is in the list under the name of its file', () => {
    const document = documentOf(file)
    expect(`${String(document['id'])}.json`).toBe(file)
    expect(PRESETS).toContainEqual(presetFrom(document))
  })

  it('uses https at every address, and repeats no quirk and no source', () => {
    const { spotBaseUrl, contractBaseUrl, quirks, evidence } = presetFrom(documentOf(file))
    for (const url of areasAt({ spotBaseUrl, contractBaseUrl }).values()) expect(url).toMatch(/^https:\/\//)
    expect(new Set(quirks.map(messageKey)).size).toBe(quirks.length)
    expect(new Set(evidence.sources).size).toBe(evidence.sources.length)
  })

  it('rests on no evidence newer than its commit', () => {
    const { date } = presetFrom(documentOf(file)).evidence
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    expect(date <= committedOn(file)).toBe(true)
  })

  it('lists only the parts of the dialect that differ from the default', () => {
    const { dialect = {} } = documentOf(file)
    const written = JSON.stringify(viewOfPreset(presetFrom(documentOf(file))).differences)
    for (const field of Object.keys(dialect as object)) {
      const others = Object.entries(dialect as object).filter(([name]) => name !== field)
      const without = presetFrom({ ...documentOf(file), dialect: Object.fromEntries(others) })
      expect([field, JSON.stringify(viewOfPreset(without).differences)]).not.toEqual([field, written])
    }
  })
})

describe('the presets', () => {
  it('are sorted by name, with distinct ids, names and hosts', () => {
    const names = PRESETS.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const hosts = PRESETS.flatMap((preset) => [...areasAt(preset).values()])
    for (const all of [names, PRESETS.map(({ id }) => id), hosts]) expect(new Set(all).size).toBe(all.length)
  })

  const GOOD = { ...documentOf('koinbay.json'), dialect: {} }
  it.each([
    ['no evidence', { evidence: undefined }],
    ['no source', { evidence: { date: '2026-01-01', kind: 'documented', sources: [] } }],
    ['an invalid date', { evidence: { date: 'soon', kind: 'documented', sources: ['a'] } }],
    ['an unknown kind of evidence', { evidence: { date: '2026-01-01', kind: 'verified', sources: ['a'] } }],
    ['no version', { presetVersion: undefined }],
    ['an id that is a path', { id: '../koinbay' }],
    ['more areas than addresses', { spotBaseUrl: undefined }],
    ['fewer areas than addresses', { covers: 'spot' }],
    ['a key', { apiKey: 'c4n4ry' }],
    ['a quirk without a sentence in the catalogue', { quirks: ['odd'] }],
    ['an unknown dialect', { dialect: { spotVersion: 'v9' } }],
  ])('are invalid with %s', (_what, change) => {
    expect(() => presetFrom(GOOD)).not.toThrow()
    expect(() => presetFrom({ ...GOOD, ...change })).toThrow()
  })

  it.each([
    ['koinbay', 'KoinBay'],
    ['KOINBAY', 'KoinBay'],
    ['x.me', 'x.me'],
    ['xme', 'x.me'],
    [' ZKE ', 'ZKE'],
  ])('are found by id or name in any case: %j', (asked, name) => {
    expect(findPreset(asked, PRESETS)).toMatchObject({ preset: { name } })
  })

  it.each([
    ['koinbey', ['KoinBay']],
    ['coinchef', ['CoinChief']],
    ['koin', ['KoinBay']],
    ['bit', ['Bitrue', 'Bittime']],
    ['nothing like it', PRESETS.map(({ name }) => name)],
    ['', PRESETS.map(({ name }) => name)],
  ])('suggest similar names when %j is none of them', (asked, near) => {
    expect(findPreset(asked, PRESETS)).toEqual({ near })
  })
})
