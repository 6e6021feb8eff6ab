/** What the figures on screen are of: the account and the coin of totals; and how they are written. */
import { computed } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useSettingsStore } from './stores/settings.ts'

/** A text that changes with it. */
export function useFiguresOf(): () => string {
  const portfolio = usePortfolioStore()
  const settings = useSettingsStore()
  // Each list asks at each of its changes.
  const text = computed(() =>
    JSON.stringify([portfolio.header?.runId, portfolio.parts.risk?.data?.reportingCoin, settings.view]),
  )
  return () => text.value
}
