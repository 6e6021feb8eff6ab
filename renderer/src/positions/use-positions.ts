import { computed } from 'vue'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useKnowledge } from '../app/use-knowledge.ts'
import { positionRows } from './position-rows.ts'

/** What is held, as rows; and how much of it is known. */
export function usePositions() {
  const { parts } = usePortfolioStore()
  const account = useKnowledge()
  const held = computed(() => {
    const { positions, risk, instruments, desk, orders, liquidity } = parts
    const sources = { protections: desk?.data?.protections ?? [], open: orders?.data ?? null }
    const exits = liquidity?.data?.rows ?? []
    return positionRows(positions?.data ?? [], risk?.data?.positions ?? [], instruments?.data ?? [], sources, exits)
  })
  return { part: computed(() => parts.positions ?? null), held, known: computed(() => account.of('positions')) }
}
