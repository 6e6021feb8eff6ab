import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'

/** Whether the open account is watch-only: main sends nothing for it, so nothing that acts is offered. */
export function useWatchOnly(): ComputedRef<boolean> {
  const portfolio = usePortfolioStore()
  return computed(() => portfolio.account?.isWatchOnly === true)
}
