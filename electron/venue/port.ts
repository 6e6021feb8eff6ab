import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/budget.ts'
import type { EndpointName, KeyRights, Params, Reply } from './endpoints/calls.ts'
import type { Dialect } from './profile/dialect.ts'

/**
 * The lanes, in the order in which their calls are sent. `act`: cancels, closes and safety reads. `verify`: reads of
 * what became of an order. `place`: new risk. `poll`: reads that keep the screen fresh.
 */
export type Lane = 'act' | 'verify' | 'place' | 'poll'

export interface CallOptions {
  /** Default: `act` for writes and `poll` for reads. */
  readonly lane?: Lane
  /** Cancels the call: a read at any time, a write only before its first byte is sent. */
  readonly signal?: AbortSignal
  /**
   * Drops the call if it is still waiting to be sent, as the answer is no longer needed. A call on its way continues.
   */
  readonly wanted?: AbortSignal
  /** Why the call must not be sent any more; null: it may. Asked once it has a slot, and again at the socket. */
  readonly whyNot?: () => Message | null
}

/** A good answer, true at some moment between `sentAt` and `answeredAt`. */
export interface Answer<T> {
  readonly value: T
  /**
   * Monotonic ms. `sentAt`: when the request was handed to the socket, or earlier by the age that a cache reports.
   * `answeredAt`: when the whole answer had arrived.
   */
  readonly sentAt: number
  readonly answeredAt: number
  /** The X-CH-TS it was signed with (venue time, ms); null: unsigned. */
  readonly timestamp: number | null
  /** Entries that could not be read and are missing from `value`. */
  readonly quarantined: readonly Quarantined[]
  /** For open orders: the venue probably has more than it listed. Absent: no. */
  readonly isCut?: boolean
  /** For an account: what the venue says about the key, and whose it is. Absent: nothing. */
  readonly rights?: KeyRights
}

/** What a signed call needs, without the secret: signing happens elsewhere. */
export interface Credentials {
  readonly apiKey: string
  /** `isUrgent`: an exit may be waiting for the signature. */
  readonly sign: (text: string, isUrgent?: boolean) => Promise<Result<string, Failure>>
}

export interface VenueClient {
  /** The areas that the venue has. A call to another one fails with kind `notSupported`, and nothing is sent. */
  readonly areas: readonly Area[]
  /**
   * Calls one endpoint: checks the parameters, waits for a slot, stamps, signs, sends once and reads the answer. A read
   * is repeated at most twice, within the limits; a write is sent at most once. Nothing that the venue or network does
   * makes it throw.
   */
  call<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    options?: CallOptions,
  ): Promise<Result<Answer<Reply<E>>, Failure>>
  /** Whether the venue has this call. If not, it fails with kind `notSupported`, and nothing is sent. */
  offers(endpoint: EndpointName): boolean
  /** Measures the venue's clock again: the best of five round trips, rounded towards the past. */
  syncClock(): Promise<Result<ClockEstimate, Failure>>
  /** The newest measurement; null: none yet. */
  clock(): ClockEstimate | null
  /** The venue's clock now by that measurement, ms, rounded towards the past; null: not measured yet. */
  venueTime(): number | null
  budget(): Budget
  /** How to speak to this venue: the given dialect, plus what the client has learned since. */
  dialect(): Dialect
  /**
   * Polls are signed with this key from now on; null: with the account's own, as everything else always is. Once a minute
   * the account's own key takes a turn. A key that is refused or cannot sign is put aside: the account's own key makes
   * that call and those after it.
   */
  readWith(reading: Credentials | null): void
  /** Why the reading key was put aside; null: it is in use, or there is none. */
  readingFailure(): Failure | null
  /** Why the account's own key failed in its turn beside a reading key that works; null: it did not. */
  tradingFailure(): Failure | null
  /** Stops everything: waiting calls fail with kind `closed`, sockets are closed. */
  close(): Promise<void>
}

/** The parameter that names an instrument: a symbol on Spot, a contract on Contract. */
export function named(area: Area, instrument: string): { symbol: string } | { contract: string } {
  return area === 'spot' ? { symbol: instrument } : { contract: instrument }
}

export type * from './endpoints/calls.ts'
export type { Dialect } from './profile/dialect.ts'
