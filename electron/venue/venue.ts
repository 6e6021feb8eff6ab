import type { Clock } from '#shared/domain/clock.ts'
import { SignedClient, type VenueClientOptions } from './client/signed-client.ts'
import { SharedLimits, type LimitsMemory } from './limits/rate-limits.ts'
import type { VenueClient } from './port.ts'

/**
 * A client for one account at one venue. It sends nothing before its first call. Throws if `checkAddresses` refuses the
 * addresses, so check what a user typed first.
 */
export function createVenueClient(options: VenueClientOptions): VenueClient {
  return new SignedClient(options)
}

/** One object for the whole process, shared by its clients. `memory`: limits that earlier processes used up. */
export function createSharedLimits(clock: Clock, memory: LimitsMemory | null = null): SharedLimits {
  return new SharedLimits(clock, memory)
}

export { checkAddresses } from './http/base-url.ts'
export { DEFAULT_DIALECT } from './profile/dialect.ts'
export { weightOf } from './endpoints/table.ts'
export { servesNone } from './client/classify-failure.ts'
export { issueText } from './probe/issue-text.ts'
export { ownersOf } from './probe/owners.ts'
export { probeVenue } from './probe/probe.ts'
export { findPreset, PRESETS, viewOfPreset } from './profile/presets.ts'
export { describeDialect } from './profile/differences.ts'
export { dialectFields, formatProfile, parseProfile } from './profile/profile.ts'
export { dialectFieldsSchema, dialectOf, storedDialectSchema } from './profile/profile-schema.ts'
export type { VenueClientOptions } from './client/signed-client.ts'
export type { KeptLimits, LimitsMemory, SharedLimits } from './limits/rate-limits.ts'
export type { VenuePreset } from './profile/presets.ts'
export type { VenueProfile } from './profile/profile.ts'
