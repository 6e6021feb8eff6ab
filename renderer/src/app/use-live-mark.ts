import { watchPostEffect } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'

/**
 * Marks the page, once it is painted, with the run that is shown live (`<html data-live="runId">`, empty when none is):
 * tests and the start script wait for it.
 */
export function useLiveMark(): void {
  const portfolio = usePortfolioStore()
  watchPostEffect(() => {
    const live = portfolio.parts.health?.data?.phase === 'live'
    document.documentElement.dataset['live'] = live ? (portfolio.header?.runId ?? '') : ''
  })
}
