import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'

/** Whether the open account is watch-only: main sends nothing for it, so nothing that acts is offered. */
export function useWatchOnly(): ComputedRef<boolean> {
  const portfolio = usePortfolioStore()
  return computed(() => portfolio.account?.isWatchOnly === true)
}

/** The columns of a table that are there to act. */
const ACTING: ReadonlySet<string> = new Set(['select', 'actions'])

/** The columns that `make` makes, without those that act if the open account is watch-only. */
export function useOfferedColumns<Each extends { readonly id: string }>(make: () => readonly Each[]) {
  const isWatchOnly = useWatchOnly()
  return computed(() => make().filter(({ id }) => !isWatchOnly.value || !ACTING.has(id)))
}
