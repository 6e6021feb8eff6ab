/** What each margin unit of the account in front is called: computed once, however many panels ask. */
import { createSharedComposable } from '@vueuse/core'
import { computed } from 'vue'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { unitLabels } from './unit-label.ts'

export const useUnitLabels = createSharedComposable(() => {
  const { parts } = usePortfolioStore()
  return computed(() =>
    unitLabels(parts.risk?.data?.margin ?? [], parts.positions?.data ?? [], parts.instruments?.data ?? []),
  )
})
