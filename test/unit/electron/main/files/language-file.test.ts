import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLanguageFile } from '#electron/main/files/language-file.ts'
import { message } from '#shared/words/message.ts'
import { LANGUAGE_CHOICES } from '#shared/words/say.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-language-'))
  file = join(folder, 'settings.json')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

const STAY = message('main.leave.stay')

describe('the language', () => {
  it.each([
    ['zh-CN', 'zh', '留下'],
    ['en-US', 'en', 'Stay'],
    ['de', 'en', 'Stay'],
  ] as const)('is that of the system, %s, until one is chosen', (locale, system, said) => {
    const language = openLanguageFile(file, locale)
    expect(language.setting()).toEqual({ choice: 'system', system, notice: null })
    expect(language.say(STAY)).toBe(said)
    expect(existsSync(file)).toBe(false)
  })

  it.each(LANGUAGE_CHOICES)(
    'that was chosen, %s, is spoken at once and by the next run, for this user alone',
    (choice) => {
      const first = openLanguageFile(file, 'zh-TW')
      expect(first.choose(choice)).toEqual({ choice, system: 'zh', notice: null })
      const said = choice === 'en' ? 'Stay' : '留下'
      expect(first.say(STAY)).toBe(said)
      const next = openLanguageFile(file, 'zh-TW')
      expect(next.setting()).toEqual(first.setting())
      expect(next.say(STAY)).toBe(said)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )
})

describe('a file that can not be used', () => {
  it.each(['', '{', 'null', '{"version":1,"language":"fr"}', '{"version":0,"language":"zh"}'])(
    'holding %j is kept aside and said, and the system’s language is spoken',
    (text) => {
      writeFileSync(file, text)
      const aside = `${file}.corrupt-1`
      const language = openLanguageFile(file, 'en')
      const notice = message('storage.settings.damaged', { aside })
      expect(language.setting()).toEqual({ choice: 'system', system: 'en', notice })
      expect(readFileSync(aside, 'utf8')).toBe(text)
      expect(language.choose('zh').notice).toBeNull()
      expect(openLanguageFile(file, 'en').setting().choice).toBe('zh')
    },
  )

  it('because it is a folder is said, and so is that a choice can not be kept: it is spoken all the same', () => {
    mkdirSync(join(file, 'inside'), { recursive: true })
    const language = openLanguageFile(file, 'en')
    expect(language.setting()).toMatchObject({
      choice: 'system',
      notice: { code: 'storage.settings.unread', facts: { file, cause: 'EISDIR' } },
    })
    expect(language.choose('zh')).toMatchObject({ choice: 'zh', notice: { code: 'storage.settings.notKept' } })
    expect(language.say(STAY)).toBe('留下')
    expect(openLanguageFile(file, 'en').setting().choice).toBe('system')
  })
})
