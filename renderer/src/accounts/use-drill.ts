import { computed, type ComputedRef } from 'vue'
import type { DrillCard } from '#shared/desk/drill.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { drillMark, drillSummary, type DrillMark } from './drill-words.ts'
import { useWallClock } from '../app/use-wall-clock.ts'

/** The newest fire drill of the open account, as it ages; null while there is none. */
export function useDrill(): {
  readonly card: ComputedRef<DrillCard | null>
  readonly summary: ComputedRef<string | null>
  readonly mark: ComputedRef<DrillMark | null>
} {
  const portfolio = usePortfolioStore()
  const { wallNow } = useWallClock()
  const card = computed(() => portfolio.parts.desk?.data?.drill ?? null)
  const ageMs = computed(() => Math.max(0, (wallNow.value ?? 0) - (card.value?.at ?? 0)))
  return {
    card,
    summary: computed(() => card.value && drillSummary(card.value, ageMs.value)),
    mark: computed(() => drillMark(card.value, ageMs.value)),
  }
}
