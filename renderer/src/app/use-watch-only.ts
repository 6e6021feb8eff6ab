import { computed, type ComputedRef } from 'vue'
import { usePopOut } from './pop-out.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/**
 * Whether nothing that acts is offered: the open account is watch-only, so main sends nothing for it, or this window
 * shows one panel alone, so main accepts nothing that acts from it.
 */
export function useWatchOnly(): ComputedRef<boolean> {
  const portfolio = usePortfolioStore()
  const isPopOut = usePopOut()
  return computed(() => isPopOut || portfolio.account?.isWatchOnly === true)
}

/** The columns of a table that are there to act. */
const ACTING: ReadonlySet<string> = new Set(['select', 'actions'])

/**
 * The columns that `make` makes, without those that act where nothing that acts is offered. In a window of one panel the
 * last one stays: it leads to the main window (`RowActs.vue`).
 */
export function useOfferedColumns<Each extends { readonly id: string }>(make: () => readonly Each[]) {
  const isWatchOnly = useWatchOnly()
  const isPopOut = usePopOut()
  return computed(() =>
    make().filter(({ id }) => !isWatchOnly.value || !ACTING.has(id) || (isPopOut && id === 'actions')),
  )
}
