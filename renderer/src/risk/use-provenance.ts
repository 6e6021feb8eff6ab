/** The age and the doubtful prices of each group of risk figures, by the data behind it. */
import { computed } from 'vue'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { figureAge, figureReading, mainFigure, type ReportFigure } from '#shared/snapshot/figure-age.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'

/** The odd prices in the figures of one margin unit. */
export function doubtsOfUnit(
  risk: Pick<RiskReport, 'provenance'> | null | undefined,
  id: string | undefined,
): readonly PriceFinding[] {
  return risk?.provenance.units.find(({ unitId }) => unitId === id)?.doubts ?? []
}

export function useProvenance(name: ReportFigure) {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const reading = computed(() => figureReading(parts, name))
  return {
    reading,
    age: computed(() => figureAge(parts, name, ageOf)),
    doubts: computed(() => parts.risk?.data?.provenance[name].doubts ?? []),
  }
}

/** The age of the most important figures: margin, where the venue has contracts. */
export function useMainAge() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  return computed(() => figureAge(parts, mainFigure(parts), ageOf))
}
