/** Freshness: the one rule for how old data may be. Pure. */
import type { Failure } from '../domain/failure.ts'

/** A reading older than this many expected intervals is stale: it may no longer be true. */
export const STALE_AFTER = 5

export type Freshness = 'fresh' | 'delayed' | 'stale' | 'unknown'

/** When a read started (main's monotonic ms), how often one is expected, and why the newest failed. */
export interface Reading {
  readonly readAt: number | null
  readonly expectEveryMs: number | null
  readonly failure?: Failure | null
  /** The venue does not have this area, so there is nothing to read. Left out if it does. */
  readonly isAbsent?: true
}

/**
 * `fresh` up to 2 expected intervals, `delayed` up to 5, then `stale`. `stale` at once if `failed`: the newest read
 * failed or main is silent. `unknown` if nothing was ever read.
 */
export function freshness(ageMs: number | null, expectEveryMs: number | null, failed: boolean): Freshness {
  if (ageMs === null) return 'unknown'
  if (failed) return 'stale'
  if (expectEveryMs === null || ageMs <= 2 * expectEveryMs) return 'fresh'
  return ageMs <= STALE_AFTER * expectEveryMs ? 'delayed' : 'stale'
}

const ORDER: readonly Freshness[] = ['fresh', 'delayed', 'stale', 'unknown']

/** The worst of several states. */
export function worst(states: readonly Freshness[]): Freshness {
  return states.reduce((low, state) => (ORDER.indexOf(state) > ORDER.indexOf(low) ? state : low), 'fresh')
}

export interface AgeView {
  readonly ageMs: number | null
  readonly state: Freshness
}

/**
 * Age and state of a reading at `now`, main's monotonic ms; null: main has sent nothing yet. A missing reading is
 * unknown.
 */
export function ageAt(reading: Reading | null | undefined, now: number | null, isSilent = false): AgeView {
  if (reading?.isAbsent) return { ageMs: null, state: 'fresh' }
  const { readAt, expectEveryMs, failure = null } = reading ?? { readAt: null, expectEveryMs: null }
  if (readAt === null || now === null) return { ageMs: null, state: 'unknown' }
  const ageMs = Math.max(0, now - readAt)
  return { ageMs, state: freshness(ageMs, expectEveryMs, failure !== null || isSilent) }
}
