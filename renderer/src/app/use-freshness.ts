/** Ages of main's data, by main's clock as seen from here. Never the wall clock. */
import { computed, type ComputedRef } from 'vue'
import { ageAt, type AgeView, type Reading } from '#shared/snapshot/freshness.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useTickerStore } from './stores/ticker.ts'

/**
 * The longest silence of main before nothing on screen is vouched for: for an open account it sends a push a second.
 */
export const SILENCE_MS = 2_500

/** Main's clock as seen from here: it runs on by itself, so that data ages even while main hangs. */
export function useMainClock() {
  const portfolio = usePortfolioStore()
  const ticker = useTickerStore()
  /** Main's monotonic clock now, ms; null before the first message. */
  const mainNow = computed(() => (portfolio.aheadMs === null ? null : ticker.now + portfolio.aheadMs))
  /** How long main has been silent, ms, if longer than it ever is in health; else null. */
  const silentMs = computed(() => {
    // With no account open main has nothing to send.
    if (mainNow.value === null || !portfolio.header?.account) return null
    const silence = mainNow.value - portfolio.header.mono
    return silence > SILENCE_MS ? silence : null
  })
  return { mainNow, silentMs }
}

/** Age and state of any reading, now. Called while rendering, it makes rows tick by themselves. */
export function useFreshnessOf(): (reading: Reading | null | undefined) => AgeView {
  const { mainNow, silentMs } = useMainClock()
  return (reading) => ageAt(reading, mainNow.value, silentMs.value !== null)
}

/** Age and state of one reading, ticking by itself. */
export function useFreshness(reading: () => Reading | null | undefined): ComputedRef<AgeView> {
  const of = useFreshnessOf()
  return computed(() => of(reading()))
}
