/** The ages of what main told, by main's clock as seen from here. Never the wall clock. */
import { computed, type ComputedRef } from 'vue'
import { freshness, type AgeView, type Reading } from '../kit/freshness.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useTickerStore } from './stores/ticker.ts'

/** Longest silence of main before nothing on the screen is vouched for: of an open account it sends a push a second. */
export const SILENCE_MS = 2_500

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
