/** What a flatten of the account in front does with Spot holdings, as main keeps it. */
import { computed, type ComputedRef } from 'vue'
import type { SpotPolicy } from '#shared/desk/action.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'

export function useFlattenPolicy(): ComputedRef<SpotPolicy> {
  const { parts } = usePortfolioStore()
  return computed(() => parts.desk?.data?.spotPolicy ?? 'keep')
}
