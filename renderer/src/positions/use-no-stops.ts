import { computed, type ComputedRef } from 'vue'
import { isOffered } from '#shared/domain/offered.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { t } from '../kit/say.ts'

/** Why nothing can be protected at this venue; null: it can, as far as is known. */
export function useNoStops(): ComputedRef<string | null> {
  const portfolio = usePortfolioStore()
  return computed(() => {
    const pools = portfolio.parts.health?.data?.budget.pools ?? []
    return isOffered('contract.conditionOrder', pools) ? null : t('plan.noStops')
  })
}
