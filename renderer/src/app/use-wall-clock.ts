import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useMainClock } from './use-freshness.ts'

/** Main's wall clock now: its last message plus the time since; null before the first one. */
export function useWallClock(): { readonly wallNow: ComputedRef<number | null> } {
  const portfolio = usePortfolioStore()
  const { mainNow } = useMainClock()
  const wallNow = computed(() => {
    const { header } = portfolio
    return header && mainNow.value !== null ? header.wall + mainNow.value - header.mono : null
  })
  return { wallNow }
}
