/** The address and dialect of an account's venue, from its preset or profile; and profiles to share. */
import type { Addresses } from '#shared/domain/addresses.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { AccountPreset } from '#shared/domain/venue-preset.ts'
import type { NewAccount, VenueProfileView } from '#shared/ipc/contract.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import {
  checkAddresses,
  DEFAULT_DIALECT,
  describeDialect,
  dialectFields,
  dialectOf,
  formatProfile,
  parseProfile,
} from '../../venue/venue.ts'
import type { Dialect } from '../../venue/port.ts'
import type { VenuePreset, VenueProfile } from '../../venue/venue.ts'
import type { StoredAccount } from './account-index.ts'

/** A venue at which an account is made. */
export interface AccountVenue {
  readonly addresses: Addresses
  readonly dialect: Dialect
  /** The preset it came from, as stored. Absent: it was typed. */
  readonly preset?: NonNullable<StoredAccount['preset']>
}

/** The venue of a new account: that of its preset, or the one with the typed addresses. */
export function venueOf(added: NewAccount, presets: readonly VenuePreset[]): Result<AccountVenue, Failure> {
  const { preset: id, profile, spotBaseUrl, contractBaseUrl } = added
  if (id !== undefined) return venueOfPreset(id, presets, 'account.add')
  const given = profile === undefined ? null : readProfile(profile, 'account.add')
  if (given?.ok === false) return given
  const usable = checkAddresses({ spotBaseUrl, contractBaseUrl }, 'account.add')
  if (!usable.ok) return usable
  return ok({ addresses: { spotBaseUrl, contractBaseUrl }, dialect: given?.value.dialect ?? DEFAULT_DIALECT })
}

/** The venue of a preset in its present version. */
export function venueOfPreset(
  id: string,
  presets: readonly VenuePreset[],
  operation: string,
): Result<AccountVenue, Failure> {
  const preset = presets.find((one) => one.id === id)
  if (!preset) return err(localFailure('invalidParameter', operation, message('main.noPreset')))
  const { version, spotBaseUrl, contractBaseUrl, dialect } = preset
  return ok({
    addresses: { spotBaseUrl, contractBaseUrl },
    dialect,
    preset: { id, version, dialect: storedDialect(dialect) },
  })
}

/** A stored account as shown to the window. */
export function viewOfAccount(stored: StoredAccount, presets: readonly VenuePreset[]): AccountView {
  const { id, name, colour = null, spotBaseUrl, contractBaseUrl, keyTail } = stored
  const { probedAt = null, isWatchOnly = false } = stored
  const preset = presetOf(stored, presets)
  return { id, name, colour, kind: 'venue', spotBaseUrl, contractBaseUrl, keyTail, preset, probedAt, isWatchOnly }
}

function presetOf(stored: StoredAccount, presets: readonly VenuePreset[]): AccountPreset | null {
  if (!stored.preset) return null
  const { id, version } = stored.preset
  const newest = presets.find((one) => one.id === id)
  if (!newest) return { id, version, name: null, news: [] }
  return { id, version, name: newest.name, news: newest.version > version ? newsOf(stored, newest) : [] }
}

/** How `newest` differs from the preset that the account was made from. */
function newsOf(stored: StoredAccount, newest: VenuePreset): readonly Message[] {
  const before = describeDialect(dialectOf(stored.preset?.dialect ?? {}))
  const after = describeDialect(newest.dialect)
  const moved = AREAS.filter((area) => newest[`${area}BaseUrl`] !== stored[`${area}BaseUrl`])
  return [
    ...moved.map((area) => placeOf(area, newest[`${area}BaseUrl`])),
    ...missingFrom(before, after),
    ...missingFrom(after, before).map((difference) => message('preset.noLonger', { difference })),
  ]
}

function placeOf(area: Area, address: string | null): Message {
  const title = areaTitle(area)
  return address === null
    ? message('preset.notCovered', { area: title })
    : message('preset.moved', { area: title, address })
}

/** Those of `others` that are not in `messages`. */
function missingFrom(messages: readonly Message[], others: readonly Message[]): readonly Message[] {
  const known = new Set(messages.map((each) => JSON.stringify(each)))
  return others.filter((each) => !known.has(JSON.stringify(each)))
}

/** The contents of a profile, shown before an account is added with it. */
export function viewOfProfile(text: string): Result<VenueProfileView, Failure> {
  const profile = readProfile(text, 'account.readProfile')
  if (!profile.ok) return profile
  const { dialect, ...place } = profile.value
  return ok({ ...place, differences: describeDialect(dialect) })
}

/** A stored account's venue as the text of a profile. It contains nothing of the account but its name. */
export function profileOf({ name, spotBaseUrl, contractBaseUrl, dialect = {} }: StoredAccount): string {
  return formatProfile({ name, spotBaseUrl, contractBaseUrl, dialect: dialectOf(dialect) })
}

/** The stored form of a dialect; undefined: it is the default one. */
export function storedDialect(dialect: Dialect): StoredAccount['dialect'] {
  const fields = dialectFields(dialect)
  return Object.keys(fields).length > 0 ? fields : undefined
}

function readProfile(text: string, operation: string): Result<VenueProfile, Failure> {
  const profile = parseProfile(text)
  if (profile.ok) return profile
  return err(localFailure('invalidParameter', operation, message('main.noProfile', { why: profile.error })))
}

/** The venue of a stored account. */
export function venueNow({ spotBaseUrl, contractBaseUrl, dialect, preset }: StoredAccount): AccountVenue {
  const venue = { addresses: { spotBaseUrl, contractBaseUrl }, dialect: dialectOf(dialect ?? {}) }
  return preset ? { ...venue, preset } : venue
}
