/** Venue profiles as accounts are added with them and given away as them. */
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { VenueProfileView } from '#shared/ipc/contract.ts'
import {
  DEFAULT_DIALECT,
  describeDialect,
  dialectFields,
  dialectOf,
  formatProfile,
  parseProfile,
} from '../venue/client.ts'
import type { Dialect, VenueProfile } from '../venue/client.ts'
import type { StoredAccount } from './accounts.ts'

/** What a profile says, for whoever is about to add an account with it. */
export function viewOfProfile(text: string): Result<VenueProfileView, Failure> {
  const profile = readProfile(text, 'account.readProfile')
  if (!profile.ok) return profile
  const { dialect, ...place } = profile.value
  return ok({ ...place, differences: describeDialect(dialect) })
}

/** How the venue of a profile differs from the usual; without one it does not. */
export function dialectOfProfile(text: string | undefined): Result<Dialect, Failure> {
  if (text === undefined) return ok(DEFAULT_DIALECT)
  const profile = readProfile(text, 'account.add')
  return profile.ok ? ok(profile.value.dialect) : profile
}

/** A stored account's venue as a profile's text; there is nothing in it of the account but its name. */
export function profileOf({ name, spotBaseUrl, contractBaseUrl, dialect = {} }: StoredAccount): string {
  return formatProfile({ name, spotBaseUrl, contractBaseUrl, dialect: dialectOf(dialect) })
}

/** What is stored of a dialect: nothing when it is the usual one. */
export function storedDialect(dialect: Dialect): Pick<StoredAccount, 'dialect'> {
  const fields = dialectFields(dialect)
  return Object.keys(fields).length > 0 ? { dialect: fields } : {}
}

function readProfile(text: string, operation: string): Result<VenueProfile, Failure> {
  const profile = parseProfile(text)
  if (profile.ok) return profile
  return err(localFailure('invalidParameter', operation, `This is no venue profile: ${profile.error}.`))
}
