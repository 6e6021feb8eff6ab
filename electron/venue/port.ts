import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/budget.ts'
import type { EndpointName, KeyRights, Params, Reply } from './endpoints/calls.ts'
import type { Dialect } from './profile/dialect.ts'

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
  readonly whyNot?: () => Message | null
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

export type * from './endpoints/calls.ts'
export type { Dialect } from './profile/dialect.ts'
