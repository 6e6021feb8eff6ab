import { computed } from 'vue'
import { positionsReading } from '#shared/snapshot/figure-age.ts'
import type { Freshness } from '#shared/snapshot/freshness.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshness } from '../app/use-freshness.ts'
import { useKnowledge } from '../app/use-knowledge.ts'
import { positionRows, type PositionRow } from './position-rows.ts'

/** Held positions as rows, and how much of them is known. */
export function usePositions() {
  const { parts } = usePortfolioStore()
  const account = useKnowledge()
  return {
    reading: computed(() => positionsReading(parts)),
    part: computed(() => parts.positions ?? null),
    held: computed(() => positionRows(parts)),
    known: computed(() => account.of('positions')),
  }
}

/** How fresh the figures of a row are: those of a kept row are stale. */
export function usePositionFreshness(): (row: PositionRow) => Freshness {
  const { parts } = usePortfolioStore()
  const age = useFreshness(() => positionsReading(parts))
  return ({ kept }) => (kept === null ? age.value.state : 'stale')
}
