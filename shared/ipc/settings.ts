/** The settings of all of Plimsoll, as they cross between the window and main. */
import { encode, type Encoded } from '../domain/decimal.ts'
import type { Message } from '../domain/message.ts'
import { USUAL_REPORTING, type Reporting } from '../risk/reporting.ts'
import type { KeyChanges } from '../words/keys.ts'
import { USUAL_NUMBERS, type NumberFormat } from '../words/number-format.ts'
import type { Language, LANGUAGE_CHOICES, Privacy } from '../words/say.ts'

/** How Plimsoll speaks and writes numbers, what it hides, what totals are in and which keys act, as chosen. */
export interface Settings {
  readonly language: (typeof LANGUAGE_CHOICES)[number]
  readonly numbers: NumberFormat
  readonly privacy: Privacy
  /** The window is blank while another program is in front. */
  readonly blanksBehind: boolean
  readonly reporting: Encoded<Reporting>
  readonly keys: KeyChanges
}
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** Before anything is chosen. */
export const USUAL_SETTINGS: Settings = {
  language: 'system',
  numbers: USUAL_NUMBERS,
  privacy: 'shown',
  blanksBehind: false,
  reporting: encode(USUAL_REPORTING),
  keys: {},
}

/** `settings` after a change; what it leaves undefined stays. */
export function changedSettings<Kept extends Settings>(settings: Kept, change: SettingsChange): Kept {
  const { language = settings.language, numbers = settings.numbers, privacy = settings.privacy } = change
  const { blanksBehind = settings.blanksBehind, reporting = settings.reporting, keys = settings.keys } = change
  return { ...settings, language, numbers, privacy, blanksBehind, reporting, keys }
}

export interface SettingsView extends Settings {
  /** The language of the system. */
  readonly system: Language
  /** What was wrong with the file they are kept in; null: nothing. */
  readonly notice: Message | null
}

/** The language that settings stand for. */
export function spokenBy({ language, system }: Pick<SettingsView, 'language' | 'system'>): Language {
  return language === 'system' ? system : language
}
