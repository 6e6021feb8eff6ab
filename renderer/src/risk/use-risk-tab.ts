import { useLocalStorage } from '@vueuse/core'
import { computed, type WritableComputedRef } from 'vue'

/** The tabs of the risk screen, one question each, in their order. */
export const RISK_TABS = ['stress', 'var', 'correlation', 'liquidity', 'funding'] as const
export type RiskTab = (typeof RISK_TABS)[number]

/** The tab looked at last, which is the one shown next time. */
export function useRiskTab(): WritableComputedRef<RiskTab> {
  const stored = useLocalStorage<string>('plimsoll.riskTab', RISK_TABS[0])
  return computed({
    get: () => RISK_TABS.find((tab) => tab === stored.value) ?? RISK_TABS[0],
    set: (tab) => (stored.value = tab),
  })
}
