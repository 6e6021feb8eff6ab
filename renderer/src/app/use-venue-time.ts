import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useWallClock } from './use-wall-clock.ts'

/** The venue's clock now, ms since 1970 UTC; null until it was read. Candles are old or not by this clock. */
export function useVenueTime(): { readonly venueNow: ComputedRef<number | null> } {
  const { parts } = usePortfolioStore()
  const { wallNow } = useWallClock()
  const venueNow = computed(() => {
    const clock = parts.health?.data?.clock ?? null
    return clock === null || wallNow.value === null ? null : wallNow.value + clock.offsetMs
  })
  return { venueNow }
}
