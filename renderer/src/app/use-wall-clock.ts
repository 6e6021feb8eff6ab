import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useMainClock } from './use-freshness.ts'

/** Main's wall clock now: its last message plus the time since; null before the first one. */
export function useWallNow(): ComputedRef<number | null> {
  const portfolio = usePortfolioStore()
  const { mainNow } = useMainClock()
  return computed(() => {
    const { header } = portfolio
    return header && mainNow.value !== null ? header.wall + mainNow.value - header.mono : null
  })
}

/** The venue's clock now, ms since 1970 UTC; null until it was read. Candles are old or not by this clock. */
export function useVenueNow(): ComputedRef<number | null> {
  const { parts } = usePortfolioStore()
  const wallNow = useWallNow()
  return computed(() => {
    const clock = parts.health?.data?.clock ?? null
    return clock === null || wallNow.value === null ? null : wallNow.value + clock.offsetMs
  })
}
