/** The state of the throttle and of the venue's clock. */
import type { Area } from './instrument.ts'

/** Calls of one rate pool as the venue will count them. */
export interface PoolBudget {
  readonly area: Area
  readonly pool: string
  readonly limit: number
  readonly windowMs: number
  /** Slots taken now. */
  readonly used: number
  /** When those become free, ms from now, soonest first; without calls still in flight. Absent: not known. */
  readonly freeInMs?: readonly number[]
  /** Callers waiting for a slot. */
  readonly waiting: number
  /** The exits among them, which go first. Absent: not known. */
  readonly exitsWaiting?: number
  /** Slots only cancels and closes may take. */
  readonly reserved: number
}

/**
 * During a pause exits are sent one by one at this interval, ms. That is the reserved share of the strictest published
 * limit (5 of 20 in 2 s). A venue that refuses calls within its own limit may soon ban us, and a burst of cancels would
 * be out before the first refusal arrives.
 */
export const EXIT_SPACING_MS = 400

/** A host's weight counts the calls of this long, ms. */
export const WEIGHT_WINDOW_MS = 60_000

/** A host, which may have asked us to slow down (429) or banned us (418). */
export interface HostBudget {
  readonly area: Area
  readonly state: 'open' | 'backingOff' | 'banned'
  /** Milliseconds until calls go out again; 0 when open. */
  readonly resumesInMs: number
  /** Milliseconds until the next exit may be sent: far sooner during a pause. Absent: as `resumesInMs`. */
  readonly exitsInMs?: number
  /** Whether the venue named that time; otherwise we chose it. */
  readonly isAsked: boolean
  /** Weight of all calls in a minute, as the venue counts it; null: no limit. Areas on one host share it. */
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
