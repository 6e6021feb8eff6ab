/** The one rule for how far data may be relied on, and the ages it follows. Never the wall clock. */
import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
import { STALE_AFTER } from '#shared/snapshot/knowledge.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useTickerStore } from './stores/ticker.ts'

export type Freshness = 'fresh' | 'delayed' | 'stale' | 'unknown'

/** What is known about a reading: main's monotonic ms of its start, how often one is expected, why the newest failed. */
export interface Reading {
  readonly readAt: number | null
  readonly expectEveryMs: number | null
  readonly failure?: Failure | null
  /** The venue has no area it could be of: there is nothing to read, and nothing that could be old. Absent: it has. */
  readonly isAbsent?: true
}

/** Longest silence of main before nothing on the screen is vouched for: of an open account it sends a push a second. */
export const SILENCE_MS = 2_500

/**
 * `fresh` up to twice the expected interval, `delayed` up to five times, then `stale`; `stale` at once when the newest
 * read failed or main is silent; `unknown` when nothing was ever read.
 */
export function freshness(ageMs: number | null, expectEveryMs: number | null, failed: boolean): Freshness {
  if (ageMs === null) return 'unknown'
  if (failed) return 'stale'
  if (expectEveryMs === null || ageMs <= 2 * expectEveryMs) return 'fresh'
  return ageMs <= STALE_AFTER * expectEveryMs ? 'delayed' : 'stale'
}

const ORDER: readonly Freshness[] = ['fresh', 'delayed', 'stale', 'unknown']

/** The least reliable of several. */
export function worst(states: readonly Freshness[]): Freshness {
  return states.reduce((low, state) => (ORDER.indexOf(state) > ORDER.indexOf(low) ? state : low), 'fresh')
}

export interface MainClock {
  /** Main's monotonic clock now, ms; null before the first message. */
  readonly mainNow: ComputedRef<number | null>
  /** How long main has said nothing, ms, when that is longer than it ever is in health; else null. */
  readonly silentMs: ComputedRef<number | null>
}

/** Main's clock as seen from here: it runs on by itself, so that data grows old even while main hangs. */
export function useMainClock(): MainClock {
  const portfolio = usePortfolioStore()
  const ticker = useTickerStore()
  const mainNow = computed(() => (portfolio.aheadMs === null ? null : ticker.now + portfolio.aheadMs))
  const silentMs = computed(() => {
    // With no account open there is nothing to tell.
    if (mainNow.value === null || !portfolio.header?.account) return null
    const silence = mainNow.value - portfolio.header.mono
    return silence > SILENCE_MS ? silence : null
  })
  return { mainNow, silentMs }
}

export interface AgeView {
  readonly ageMs: number | null
  readonly state: Freshness
}

/** Age and state of any reading, now; a missing one is unknown. For rows: read it while rendering and it ticks by itself. */
export function useFreshnessOf(): (reading: Reading | null | undefined) => AgeView {
  const { mainNow, silentMs } = useMainClock()
  return (reading) => {
    if (reading?.isAbsent) return { ageMs: null, state: 'fresh' }
    const { readAt, expectEveryMs, failure = null } = reading ?? { readAt: null, expectEveryMs: null }
    if (readAt === null || mainNow.value === null) return { ageMs: null, state: 'unknown' }
    const ageMs = Math.max(0, mainNow.value - readAt)
    return { ageMs, state: freshness(ageMs, expectEveryMs, failure !== null || silentMs.value !== null) }
  }
}

/** Age and state of one reading, ticking by itself. */
export function useFreshness(reading: () => Reading | null | undefined): ComputedRef<AgeView> {
  const of = useFreshnessOf()
  return computed(() => of(reading()))
}
