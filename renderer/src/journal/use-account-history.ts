import { titlesOf } from '#shared/words/instrument-words.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'

/** What main knows of the account's past: events, and our own requests. Called in a computed, it follows the snapshot. */
export function useAccountHistory() {
  const { parts } = usePortfolioStore()
  return () => ({
    events: parts.events?.data ?? [],
    intents: parts.desk?.data?.intents ?? [],
    titleOf: titlesOf(parts.instruments?.data ?? []),
  })
}
