/**
 * Venues that can be picked by name: profiles that ship with Plimsoll, each with its evidence. This project has not
 * tried them, so a preset is only a start, and the probe with the trader's own key decides.
 */
import type { PresetView } from '#shared/domain/venue-preset.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Dialect } from './dialect.ts'
import { presetSchema } from './profile-schema.ts'
import { describeDialect } from './differences.ts'
import { profileFrom } from './profile.ts'
import bitrue from './presets/bitrue.json' with { type: 'json' }
import bittime from './presets/bittime.json' with { type: 'json' }
import coinchief from './presets/coinchief.json' with { type: 'json' }
import darkex from './presets/darkex.json' with { type: 'json' }
import fameex from './presets/fameex.json' with { type: 'json' }
import koinbay from './presets/koinbay.json' with { type: 'json' }
import odyssey from './presets/odyssey.json' with { type: 'json' }
import xme from './presets/xme.json' with { type: 'json' }
import zke from './presets/zke.json' with { type: 'json' }
import { en } from '#shared/words/en/index.ts'

export interface VenuePreset extends Omit<PresetView, 'differences'> {
  readonly dialect: Dialect
}

/** By name. */
export const PRESETS: readonly VenuePreset[] = [
  bitrue,
  bittime,
  coinchief,
  darkex,
  fameex,
  koinbay,
  odyssey,
  xme,
  zke,
].map(presetFrom)

/** The preset in `document`. Throws if it is not a preset, as presets ship with Plimsoll. */
export function presetFrom(document: unknown): VenuePreset {
  const { id, presetVersion: version, covers, evidence, quirks, ...profile } = presetSchema.parse(document)
  return { id, version, covers, evidence, quirks: quirks.map((name) => quirkOf(id, name)), ...profileFrom(profile) }
}

/** The catalogue's message about a preset's quirk. Throws if there is none. */
function quirkOf(id: string, name: string): Message {
  const code = `preset.quirk.${id}.${name}`
  if (!Object.hasOwn(en, code)) throw new Error(`${id} has a quirk that is not in the catalogue: ${name}`)
  return { code, facts: {} }
}

export function viewOfPreset({ dialect, ...preset }: VenuePreset): PresetView {
  return { ...preset, differences: describeDialect(dialect) }
}

/** The preset with the id or name `asked`, in any case; otherwise the similar names, or all names. */
export function findPreset(
  asked: string,
  presets: readonly VenuePreset[],
): { readonly preset: VenuePreset } | { readonly near: readonly string[] } {
  const wanted = plain(asked)
  const preset = presets.find(({ id, name }) => id === wanted || plain(name) === wanted)
  if (preset) return { preset }
  const near = presets.filter(({ id, name }) => [id, plain(name)].some((word) => isNear(word, wanted)))
  return { near: (near.length > 0 ? near : presets).map(({ name }) => name) }
}

/** Only letters and digits, so that "xme" finds "x.me". */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** How many wrong, missing or extra letters are forgiven. */
const MOST_SLIPS = 2

function isNear(word: string, asked: string): boolean {
  if (asked.length < 2) return false
  return word.includes(asked) || asked.includes(word) || slips(word, asked) <= MOST_SLIPS
}

/** The number of letters to change, add or remove to turn one word into the other (Levenshtein). */
function slips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
