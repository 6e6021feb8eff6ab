import { computed, type ComputedRef } from 'vue'
import { usePopOut } from './pop-out.ts'
import { usePortfolioStore } from './stores/portfolio.ts'

/**
 * Whether buttons that act are hidden: the open account is watch-only, so main sends nothing for it, or this window
 * shows one panel alone, so main accepts no action from it.
 */
export function useWatchOnly(): ComputedRef<boolean> {
  const portfolio = usePortfolioStore()
  const isPopOut = usePopOut()
  return computed(() => isPopOut || portfolio.account?.isWatchOnly === true)
}

/** The columns that hold buttons which act. */
const ACTING: ReadonlySet<string> = new Set(['select', 'actions'])

/**
 * The columns from `make`, without those that act where buttons that act are hidden. In a window of one panel the last
 * of these columns stays: it leads to the main window (`RowActs.vue`).
 */
export function useOfferedColumns<Each extends { readonly id: string }>(make: () => readonly Each[]) {
  const isWatchOnly = useWatchOnly()
  const isPopOut = usePopOut()
  return computed(() =>
    make().filter(({ id }) => !isWatchOnly.value || !ACTING.has(id) || (isPopOut && id === 'actions')),
  )
}
