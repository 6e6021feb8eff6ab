/** What the figures on screen are of: the account and the coin of totals; and how they are written. */
import { usePortfolioStore } from './stores/portfolio.ts'
import { useSettingsStore } from './stores/settings.ts'

/** A text that changes with it. */
export function useFiguresOf(): () => string {
  const portfolio = usePortfolioStore()
  const settings = useSettingsStore()
  return () => {
    const coin = portfolio.parts.risk?.data?.reportingCoin
    return JSON.stringify([portfolio.header?.runId, coin, settings.view])
  }
}
