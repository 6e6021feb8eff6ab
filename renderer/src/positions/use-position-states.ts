import { computed } from 'vue'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { positionsReading } from '#shared/snapshot/figure-age.ts'
import type { Freshness, Reading } from '#shared/snapshot/freshness.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshness } from '../app/use-freshness.ts'
import { sayAll } from '../kit/say.ts'
import { findingMessage } from '../risk/price-doubt-words.ts'
import type { PositionRow } from './position-rows.ts'

/** What the account knows beside a position: its margin unit, doubts about its price, and how old its figures are. */
export function usePositionStates() {
  const { parts } = usePortfolioStore()
  const age = useFreshness(() => positionsReading(parts))
  const units = computed(() => new Map(parts.risk?.data?.margin.map((unit) => [unit.id, unit])))
  const doubts = computed(() => {
    const ofContracts = (parts.risk?.data?.priceFindings ?? []).filter(({ area }) => area === 'contract')
    return Map.groupBy(ofContracts, ({ instrument }) => instrument)
  })
  return {
    unitOf: ({ risk }: PositionRow): Encoded<MarginUnit> | null => units.value.get(risk?.unitId ?? '') ?? null,
    /** What is odd about the prices of its contract, in words; null: nothing. */
    doubtOf: ({ position }: PositionRow): string | null => {
      const found = doubts.value.get(position.contract)
      return found ? sayAll(...found.map(findingMessage)) : null
    },
    /** A kept row has its own age; the others are as old as the figures in them. */
    freshnessOf: ({ kept }: PositionRow): Freshness => (kept === null ? age.value.state : 'stale'),
    /** As old as its own order book, not as the report. */
    bookOf: ({ exit }: PositionRow): Reading | null =>
      parts.liquidity && exit ? { ...parts.liquidity, readAt: exit.readAt } : null,
    /** As old as the last traded price, not as the report. */
    lastOf: ({ quote }: PositionRow): Reading | null =>
      parts.quotes ? { ...parts.quotes, readAt: quote?.lastAt ?? null } : null,
  }
}
