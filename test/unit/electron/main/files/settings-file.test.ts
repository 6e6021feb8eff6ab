import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettingsFile } from '#electron/main/files/settings-file.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { USUAL_SETTINGS, type SettingsView } from '#shared/ipc/settings.ts'
import { LANGUAGE_CHOICES, PRIVACY_LEVELS } from '#shared/words/say.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-settings-'))
  file = join(folder, 'settings.json')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

const STAY = message('main.leave.stay')
const USUAL: SettingsView = { ...USUAL_SETTINGS, system: 'en', notice: null }

describe('the language', () => {
  it.each([
    ['zh-CN', 'zh', '留下'],
    ['en-US', 'en', 'Stay'],
    ['de', 'en', 'Stay'],
  ] as const)('is that of the system, %s, until one is chosen', (locale, system, said) => {
    const settings = openSettingsFile(file, locale)
    expect(settings.view()).toEqual({ ...USUAL, system })
    expect(settings.say(STAY)).toBe(said)
    expect(existsSync(file)).toBe(false)
  })

  it.each(LANGUAGE_CHOICES)('once chosen, %s, applies at once and in the next run, for this user only', (language) => {
    const first = openSettingsFile(file, 'zh-TW')
    expect(first.change({ language })).toEqual({ ...USUAL, language, system: 'zh' })
    const said = language === 'en' ? 'Stay' : '留下'
    expect(first.say(STAY)).toBe(said)
    const next = openSettingsFile(file, 'zh-TW')
    expect(next.view()).toEqual(first.view())
    expect(next.say(STAY)).toBe(said)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('the privacy of the screen', () => {
  const WORTH = message('plain', { text: [{ amount: '1234.50' }, { share: 0.5, places: 1 }] })

  it.each(PRIVACY_LEVELS)(
    'once chosen, %s, applies at once and in the next run, and changes nothing else',
    (privacy) => {
      const first = openSettingsFile(file, 'en')
      first.change({ language: 'en', blanksBehind: true })
      expect(first.change({ privacy })).toEqual({ ...USUAL, language: 'en', blanksBehind: true, privacy })
      const next = openSettingsFile(file, 'en')
      expect(next.view()).toEqual(first.view())
      for (const { sayInPublic, say } of [first, next]) {
        expect(sayInPublic(WORTH)).toBe(privacy === 'shown' ? '1,234.50, 50.0 %' : '•••, 50.0 %')
        expect(say(WORTH)).toBe('1,234.50, 50.0 %')
      }
    },
  )

  // Older profiles have a file that holds only the language, and an upgrade keeps it.
  it('shows everything if the file holds only the language', () => {
    writeFileSync(file, '{"version":1,"language":"zh"}')
    expect(openSettingsFile(file, 'en').view()).toEqual({ ...USUAL, language: 'zh' })
  })
})

describe('the number format', () => {
  const WORTH = message('plain', { text: [{ amount: '1234567.50' }, { share: 0.125, places: 1 }, 1200, { ms: 2500 }] })

  it.each([
    ['commaPoint', '1,234,567.50, 12.5 %, 1,200, 2.5 s'],
    ['pointComma', '1.234.567,50, 12,5 %, 1.200, 2,5 s'],
    ['spaceComma', '1\u202f234\u202f567,50, 12,5 %, 1\u202f200, 2,5 s'],
    ['apostrophePoint', '1’234’567.50, 12.5 %, 1’200, 2.5 s'],
    ['lakhs', '12,34,567.50, 12.5 %, 1,200, 2.5 s'],
  ] as const)('once chosen, %s, applies at once and in the next run: %s', (numbers, written) => {
    const first = openSettingsFile(file, 'en')
    expect(first.change({ numbers })).toEqual({ ...USUAL, numbers })
    for (const settings of [first, openSettingsFile(file, 'en')]) {
      expect(settings.say(WORTH)).toBe(written)
      expect(settings.sayInPublic(WORTH)).toBe(written)
    }
  })
})

describe('the keys that act', () => {
  it('are kept as chosen', () => {
    const keys = { flatten: 'mod+shift+g', close: 'q' }
    expect(openSettingsFile(file, 'en').change({ keys })).toEqual({ ...USUAL, keys })
    expect(openSettingsFile(file, 'en').view().keys).toEqual(keys)
  })
})

describe('what totals are in', () => {
  it('is kept, with the rate as it was entered', () => {
    const reporting = { reportingCoin: 'EUR', fixedRate: toText(decimal('0.920')) }
    expect(openSettingsFile(file, 'en').change({ reporting })).toEqual({ ...USUAL, reporting })
    const next = openSettingsFile(file, 'en')
    expect(next.view().reporting).toEqual(reporting)
    expect(next.reporting()).toEqual({ reportingCoin: 'EUR', fixedRate: decimal('0.92') })
  })
})

describe('an unusable file', () => {
  it.each([
    ...['', '{', 'null', '{"version":1,"language":"fr"}', '{"version":0,"language":"zh"}'],
    '{"version":1,"language":"zh","privacy":"some"}',
    '{"version":1,"language":"zh","reporting":{"reportingCoin":"EUR","fixedRate":"-1"}}',
    '{"version":1,"language":"zh","reporting":{"reportingCoin":"€","fixedRate":null}}',
    '{"version":1,"language":"zh","keys":{"fly":"q"}}',
  ])('holding %j is set aside and reported, and the defaults apply', (text) => {
    writeFileSync(file, text)
    const aside = `${file}.corrupt-1`
    const settings = openSettingsFile(file, 'en')
    expect(settings.view()).toEqual({ ...USUAL, notice: message('storage.settings.damaged', { aside }) })
    expect(readFileSync(aside, 'utf8')).toBe(text)
    expect(settings.change({ language: 'zh' }).notice).toBeNull()
    expect(openSettingsFile(file, 'en').view().language).toBe('zh')
  })

  it('that is a folder is reported, and so is that a choice cannot be saved, though it applies', () => {
    mkdirSync(join(file, 'inside'), { recursive: true })
    const settings = openSettingsFile(file, 'en')
    expect(settings.view()).toMatchObject({
      language: 'system',
      notice: { code: 'storage.settings.unread', facts: { file, cause: 'EISDIR' } },
    })
    const change = { language: 'zh', privacy: 'amounts' } as const
    expect(settings.change(change)).toMatchObject({ ...change, notice: { code: 'storage.settings.notKept' } })
    expect(settings.say(STAY)).toBe('留下')
    expect(openSettingsFile(file, 'en').view().language).toBe('system')
  })
})
