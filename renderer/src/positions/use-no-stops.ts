import { computed, type ComputedRef } from 'vue'
import { isOffered, NO_STOPS } from '#shared/domain/offered.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'

/** Why nothing can be protected at this venue; null: it can, as far as is known. */
export function useNoStops(): ComputedRef<string | null> {
  const portfolio = usePortfolioStore()
  return computed(() => {
    const pools = portfolio.parts.health?.data?.budget.pools ?? []
    return isOffered('contract.conditionOrder', pools) ? null : NO_STOPS
  })
}
