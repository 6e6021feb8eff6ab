/** What the throttle and the clock tell of the venue. */
import type { Area } from './instrument.ts'

/** Calls of one rate pool as the venue will count them. */
export interface PoolBudget {
  readonly area: Area
  readonly pool: string
  readonly limit: number
  readonly windowMs: number
  /** Slots taken now (not yet free again), and callers waiting for one. */
  readonly used: number
  /**
   * When those come free, ms from now, soonest first; of calls on their way it is not known yet. Absent: not known of
   * any.
   */
  readonly freeInMs?: readonly number[]
  readonly waiting: number
  /** Of those the exits, which go before all others. Absent: not known of any. */
  readonly exitsWaiting?: number
  /** Slots only cancels and closes may take. */
  readonly reserved: number
}

/**
 * In a pause exits leave one by one, so far apart, ms: as often as the reserved share of the strictest published limit
 * (5 of 20 in 2 s) allows. A venue that refused calls inside its own limit is near banning, and a burst of cancels would
 * not hear the first refusal.
 */
export const EXIT_SPACING_MS = 400

/** A host that told us to slow down (429) or shut the door (418). */
export interface HostBudget {
  readonly area: Area
  readonly state: 'open' | 'backingOff' | 'banned'
  /** Milliseconds until calls go out again; 0 when open. */
  readonly resumesInMs: number
  /** Milliseconds until the next cancel or close may leave: in a pause far sooner. Absent: not told, as `resumesInMs`. */
  readonly exitsInMs?: number
  /** Whether the venue named that time; else it is ours. */
  readonly isAsked: boolean
  /**
   * What calls weigh together in a minute, as the venue will count it; null where it sets no limit. Areas on one host
   * share it.
   */
  readonly weight: { readonly limit: number; readonly used: number; readonly reserved: number } | null
}

export interface Budget {
  readonly pools: readonly PoolBudget[]
  readonly hosts: readonly HostBudget[]
}

/** The venue's clock minus ours. `uncertaintyMs` is half the round trip of the best sample. */
export interface ClockEstimate {
  readonly offsetMs: number
  readonly uncertaintyMs: number
  readonly roundTripMs: number
}
