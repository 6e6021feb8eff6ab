import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/budget.ts'
import type { EndpointName, KeyRights, Params, Reply } from './endpoints/calls.ts'
import type { Dialect } from './profile/dialect.ts'

/**
 * The order in which calls go out. `act`: cancels, closes and safety reads. `verify`: what became of an order.
 * `place`: new risk. `poll`: what keeps the screen fresh.
 */
export type Lane = 'act' | 'verify' | 'place' | 'poll'

export interface CallOptions {
  /** By default `act` for writes and `poll` for reads. */
  readonly lane?: Lane
  /** Cancels the call: a read at any time, a write only before its first byte has left. */
  readonly signal?: AbortSignal
  /** Ends its wait to be sent: nobody waits for the answer any more. What is on its way goes on. */
  readonly wanted?: AbortSignal
  /** Why the call must not go out any more; null: it may. Asked with its slot in hand, and again at the socket. */
  readonly whyNot?: () => Message | null
}

/** A good answer and when it was true: between `sentAt` and `answeredAt`. */
export interface Answer<T> {
  readonly value: T
  /**
   * Monotonic ms when the request was handed to the socket, or earlier by as much as a cache says it kept the answer;
   * and when the whole answer was here.
   */
  readonly sentAt: number
  readonly answeredAt: number
  /** The X-CH-TS it was signed with (venue time, ms); null for unsigned calls. */
  readonly timestamp: number | null
  /** Entries that could not be read and were left out of `value`. */
  readonly quarantined: readonly Quarantined[]
  /** Open orders only: the venue probably has more than it listed. Absent: no. */
  readonly isCut?: boolean
  /** Spot account only: what the venue says of the key. Absent: nothing. */
  readonly rights?: KeyRights
}

/** What a signed call needs. The secret is not among it: signing happens elsewhere. */
export interface Credentials {
  readonly apiKey: string
  /** `isUrgent`: an exit may be waiting for the signature. */
  readonly sign: (text: string, isUrgent?: boolean) => Promise<Result<string, Failure>>
}

export interface VenueClient {
  /** The areas the venue has; a call to another fails with kind `notSupported`, and nothing is sent. */
  readonly areas: readonly Area[]
  /**
   * Calls one endpoint: checks the parameters, waits for its slot, stamps, signs, sends once, reads the answer.
   * A read is repeated at most twice, inside the budget; a write is sent at most once. Nothing the venue or the network
   * does makes it throw.
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
  /** How this venue is spoken to: the dialect it was given, and what the client has learned since. */
  dialect(): Dialect
  /** Stops everything: waiting calls fail with kind `closed`, sockets are dropped. */
  close(): Promise<void>
}

/** How calls name an instrument: Spot by its symbol, Contract by its contract. */
export function named(area: Area, instrument: string): { symbol: string } | { contract: string } {
  return area === 'spot' ? { symbol: instrument } : { contract: instrument }
}

export type * from './endpoints/calls.ts'
export type { Dialect } from './profile/dialect.ts'
