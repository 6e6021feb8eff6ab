/** The language of Plimsoll: one setting, in a small file of the profile. */
import { z } from 'zod'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { LANGUAGE_CHOICES, languageOf, sayIn, spokenBy } from '#shared/words/say.ts'
import type { LanguageChoice, LanguageSetting } from '#shared/words/say.ts'
import { NEWER_VERSION, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

const schema = z.strictObject({ version: z.literal(1), language: z.enum(LANGUAGE_CHOICES) })

export interface LanguageFile {
  setting(): LanguageSetting
  /** Takes effect at once, even if it cannot be saved; the notice then says so. */
  choose(choice: LanguageChoice): LanguageSetting
  /** Renders a message in the present language. */
  readonly say: (message: Message) => string
}

/** `locale`: the system's. If the file cannot be used, the system's language is used and the notice says why. */
export function openLanguageFile(file: string, locale: string): LanguageFile {
  let setting: LanguageSetting = { ...kept(file), system: languageOf(locale) }
  return {
    setting: () => setting,
    choose(choice) {
      const written = writeJsonFile(file, { version: 1, language: choice })
      const notice = written.ok ? null : notKept(file, written.error)
      setting = { ...setting, choice, notice }
      return setting
    },
    say: (told) => sayIn(spokenBy(setting))(told),
  }
}

function kept(file: string): Omit<LanguageSetting, 'system'> {
  const found = readJsonFile(file, schema)
  if (!found.ok) return unusable(message('storage.settings.unread', { file, cause: found.error }))
  if (!found.value.exists) return { choice: 'system', notice: null }
  if (found.value.newer) {
    const { json } = found.value.newer
    const choice = LANGUAGE_CHOICES.find((each) => 'language' in json && json.language === each) ?? 'system'
    return { choice, notice: null }
  }
  if (found.value.content) return { choice: found.value.content.language, notice: null }
  const aside = setAside(file)
  return unusable(
    aside.ok
      ? message('storage.settings.damaged', { aside: aside.value })
      : message('storage.settings.notSetAside', { file, cause: aside.error }),
  )
}

function notKept(file: string, cause: string): Message {
  return cause === NEWER_VERSION
    ? message('storage.settings.newer', { file })
    : message('storage.settings.notKept', { file, cause })
}

function unusable(notice: Message): Omit<LanguageSetting, 'system'> {
  return { choice: 'system', notice }
}
