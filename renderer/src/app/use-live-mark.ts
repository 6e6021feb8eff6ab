import { watchPostEffect } from 'vue'
import { usePortfolioStore } from './stores/portfolio.ts'

/**
 * Marks the page with the run whose live figures it shows (`<html data-live="runId">`, empty when none is), once they
 * are painted. Tests and the start script wait for this mark.
 */
export function useLiveMark(): void {
  const portfolio = usePortfolioStore()
  watchPostEffect(() => {
    const live = portfolio.parts.health?.data?.phase === 'live'
    document.documentElement.dataset['live'] = live ? (portfolio.header?.runId ?? '') : ''
  })
}
