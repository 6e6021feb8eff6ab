import type { Clock } from '#shared/domain/clock.ts'
import { SignedClient, type VenueClientOptions } from './client/signed-client.ts'
import { SharedLimits, type LimitsMemory } from './limits/rate-limits.ts'
import type { VenueClient } from './port.ts'

/**
 * A client for one account at one venue. Starts nothing by itself. Throws on addresses `checkAddresses` refuses: ask
 * that first for addresses a user typed.
 */
export function createVenueClient(options: VenueClientOptions): VenueClient {
  return new SignedClient(options)
}

/** Made once in a process, and given to each client in it. `memory`: what earlier processes have left. */
export function createSharedLimits(clock: Clock, memory: LimitsMemory | null = null): SharedLimits {
  return new SharedLimits(clock, memory)
}

export { checkAddresses } from './http/base-url.ts'
export { DEFAULT_DIALECT } from './profile/dialect.ts'
export { weightOf } from './endpoints/table.ts'
export { servesNone } from './client/classify-failure.ts'
export { issueText } from './probe/issue-text.ts'
export { probeVenue } from './probe/probe.ts'
export { findPreset, PRESETS, viewOfPreset } from './profile/presets.ts'
export { describeDialect } from './profile/differences.ts'
export { dialectFields, formatProfile, parseProfile } from './profile/profile.ts'
export { dialectFieldsSchema, dialectOf } from './profile/profile-schema.ts'
export type { VenueClientOptions } from './client/signed-client.ts'
export type { KeptLimits, LimitsMemory, SharedLimits } from './limits/rate-limits.ts'
export type { VenuePreset } from './profile/presets.ts'
export type { VenueProfile } from './profile/profile.ts'
