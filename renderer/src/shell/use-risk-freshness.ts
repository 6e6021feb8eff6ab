import { computed, type ComputedRef } from 'vue'
import { usePortfolioStore } from '../stores/portfolio.ts'
import { useFreshness, worst, type AgeView } from '../ui/use-freshness.ts'

/** How far risk figures may be relied on: their own age, and no better than the accounts and positions they are made from. */
export function useRiskFreshness(): ComputedRef<AgeView> {
  const portfolio = usePortfolioStore()
  const risk = useFreshness(() => portfolio.parts.risk)
  const inputs = [useFreshness(() => portfolio.parts.positions), useFreshness(() => portfolio.parts.marginAccounts)]
  return computed(() => {
    if (risk.value.ageMs === null) return risk.value
    // An input that was never read is named by the report itself; here it only may not count as fresh.
    const states = inputs.map(({ value }) => (value.state === 'unknown' ? 'stale' : value.state))
    return { ageMs: risk.value.ageMs, state: worst([risk.value.state, ...states]) }
  })
}
