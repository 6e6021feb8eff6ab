/** The settings, in a small file of the profile. */
import { z } from 'zod'
import type { Message } from '#shared/domain/message.ts'
import { settingsFields } from '#shared/ipc/contract.ts'
import { USUAL_SETTINGS, changedSettings, spokenBy } from '#shared/ipc/settings.ts'
import type { SettingsChange, SettingsView } from '#shared/ipc/settings.ts'
import { decodeReporting, type Reporting } from '#shared/risk/reporting.ts'
import { message } from '#shared/words/message.ts'
import { languageOf, sayIn } from '#shared/words/say.ts'
import { NEWER_VERSION, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

const { language, numbers, privacy, blanksBehind, reporting, keys } = settingsFields
const USUAL = USUAL_SETTINGS
/** A file may be older than all but the language. */
const schema = z.strictObject({
  version: z.literal(1),
  language,
  numbers: numbers.default(USUAL.numbers),
  privacy: privacy.default(USUAL.privacy),
  blanksBehind: blanksBehind.default(USUAL.blanksBehind),
  reporting: reporting.default(USUAL.reporting),
  keys: keys.default(USUAL.keys),
})
/** Reads a later version's file: unknown fields are ignored, and unreadable ones get the usual value. */
const newerSchema = z.object({
  language: language.catch(USUAL.language),
  numbers: numbers.catch(USUAL.numbers),
  privacy: privacy.catch(USUAL.privacy),
  blanksBehind: blanksBehind.catch(USUAL.blanksBehind),
  reporting: reporting.catch(USUAL.reporting),
  keys: keys.catch(USUAL.keys),
})

export interface SettingsFile {
  view(): SettingsView
  /** The coin or currency in which totals are shown. */
  reporting(): Reporting
  /** Takes effect at once, even if it cannot be saved; the notice then says so. */
  change(change: SettingsChange): SettingsView
  /** Renders a message in the present language. */
  readonly say: (message: Message) => string
  /** The same where others may look on: in the tray, notifications and the mini strip. Hides amounts as chosen. */
  readonly sayInPublic: (message: Message) => string
}

/** `locale`: the system's. If the file cannot be used, the settings are the usual ones and the notice says why. */
export function openSettingsFile(file: string, locale: string): SettingsFile {
  const kept = keptIn(file)
  const system = languageOf(locale)
  let { settings, notice } = kept
  const view = (): SettingsView => ({ ...settings, system, notice })
  return {
    view,
    reporting: () => decodeReporting(settings.reporting),
    change(change) {
      settings = changedSettings(settings, change)
      const written = writeJsonFile(file, { version: 1, ...settings })
      notice = written.ok ? null : notKept(file, written.error)
      return view()
    },
    say: (text) => sayIn(spokenBy(view()), 'shown', settings.numbers)(text),
    sayInPublic: (text) => sayIn(spokenBy(view()), settings.privacy, settings.numbers)(text),
  }
}

function keptIn(file: string) {
  const found = readJsonFile(file, schema)
  if (!found.ok) return unusable(message('storage.settings.unread', { file, cause: found.error }))
  if (!found.value.exists) return { settings: USUAL, notice: null }
  if (found.value.newer) return { settings: newerSchema.parse(found.value.newer.json), notice: null }
  if (found.value.content) return { settings: changedSettings(USUAL, found.value.content), notice: null }
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

function unusable(notice: Message) {
  return { settings: USUAL, notice }
}
