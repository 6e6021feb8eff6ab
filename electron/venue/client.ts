import type { Addresses } from '#shared/domain/addresses.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/snapshot.ts'
import type { EndpointName, KeyRights, Params, Reply } from './calls.ts'
import type { Dialect } from './profile/dialect.ts'
import { SharedLimits } from './rate-limits.ts'
import type { LimitsMemory } from './rate-limits.ts'
import { SignedClient } from './signed-client.ts'

/**
 * Who waits for whom, first things first: what ends something, and what is done for safety; what became of it; what adds
 * risk; and what keeps the screen fresh.
 */
export type Lane = 'act' | 'verify' | 'place' | 'poll'

export interface CallOptions {
  /** Writes go in the `act` lane and reads in `poll` unless told otherwise. */
  readonly lane?: Lane
  /** Calls it off: a read at any time, a write for as long as nothing of it has left. */
  readonly signal?: AbortSignal
  /** Why it may not go after all, asked when it has its slot and again at the socket; null: it may. */
  readonly whyNot?: () => string | null
}

/** A good answer and when it was true: the read happened between `sentAt` and `answeredAt`. */
export interface Answer<T> {
  readonly value: T
  /** Monotonic ms when the request was handed to the socket, and when its whole answer was here. */
  readonly sentAt: number
  readonly answeredAt: number
  /** The X-CH-TS it was signed with (venue time, ms); null for unsigned calls. */
  readonly timestamp: number | null
  /** Entries that could not be read and were left out of `value`. */
  readonly quarantined: readonly Quarantined[]
  /** Of open orders: there are probably more than the venue lists at once. Absent: no. */
  readonly isCut?: boolean
  /** Of the Spot account: what it says of the key. Absent: nothing. */
  readonly rights?: KeyRights
}

/** What a signed call needs. The secret is not among it: signing happens elsewhere. */
export interface Credentials {
  readonly apiKey: string
  /** `isUrgent`: an exit may wait for it. */
  readonly sign: (text: string, isUrgent?: boolean) => Promise<Result<string, Failure>>
}

export interface VenueClient {
  /** The areas the venue has; a call to another fails with kind `notSupported`, and nothing is sent. */
  readonly areas: readonly Area[]
  /**
   * Calls one endpoint: checks the parameters, waits for its slot, stamps, signs, sends once, reads the answer.
   * Reads may be repeated (at most twice more, inside the budget); a write is sent at most once, whatever happens. Never
   * throws for anything the venue or the network can do.
   */
  call<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    options?: CallOptions,
  ): Promise<Result<Answer<Reply<E>>, Failure>>
  /** Whether the venue has this call; where not, it fails with kind `notSupported`, and nothing is sent. */
  offers(endpoint: EndpointName): boolean
  /** Measures the venue's clock again: best of five round trips, biased to the past. */
  syncClock(): Promise<Result<ClockEstimate, Failure>>
  /** The newest measurement; null before the first. */
  clock(): ClockEstimate | null
  /** The venue's clock now by that measurement, ms; null before the first. Biased to the past. */
  venueTime(): number | null
  budget(): Budget
  /** How this venue is spoken to: as told, and as learned since from what it understood. */
  dialect(): Dialect
  /** Stops everything: waiting calls fail with kind `closed`, sockets are dropped. */
  close(): Promise<void>
}

export interface VenueClientOptions extends Addresses {
  /** null: public endpoints only. */
  readonly credentials: Credentials | null
  readonly clock: Clock
  /** How this venue differs from the family; the default dialect without it. */
  readonly dialect?: Dialect
  /** Clients that are given the same one keep inside the limits of a host together; each for itself without it. */
  readonly shared?: SharedLimits
}

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

export { checkAddresses, checkBaseUrl } from './base-url.ts'
export type * from './calls.ts'
export type { Dialect, Limit } from './profile/dialect.ts'
export { DEFAULT_DIALECT } from './profile/dialect.ts'
export { weightOf } from './endpoints/table.ts'
export { servesNone } from './failure.ts'
export { pages } from './pages.ts'
export { issueText } from './probe/issue-text.ts'
export { probeVenue } from './probe/probe.ts'
export { findPreset, PRESETS, viewOfPreset } from './profile/presets.ts'
export type { VenuePreset } from './profile/presets.ts'
export { describeDialect, dialectFields, formatProfile, parseProfile } from './profile/profile.ts'
export { dialectFieldsSchema, dialectOf } from './profile/profile-schema.ts'
export type { VenueProfile } from './profile/profile.ts'
export type { KeptLimits, LimitsMemory, SharedLimits } from './rate-limits.ts'
