/** The age and the doubtful prices of each group of risk figures, by the data behind it. */
import { computed } from 'vue'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { mainRest, restAge, restReading, type RestName } from '#shared/snapshot/rests.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'

type Doubts = readonly PriceFinding[]

/** The odd prices in the figures of one margin unit. */
export function doubtsOfUnit(risk: Pick<RiskReport, 'rests'> | null | undefined, id: string | undefined): Doubts {
  return risk?.rests.units.find(({ unitId }) => unitId === id)?.doubts ?? []
}

export function useRest(name: RestName) {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const reading = computed(() => restReading(parts, name))
  return {
    reading,
    age: computed(() => restAge(parts, name, ageOf)),
    doubts: computed(() => parts.risk?.data?.rests[name].doubts ?? []),
  }
}

/** The age of the most important figures: margin, where the venue has contracts. */
export function useMainAge() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  return computed(() => restAge(parts, mainRest(parts), ageOf))
}
