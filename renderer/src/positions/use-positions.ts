import { computed } from 'vue'
import { positionsReading } from '#shared/snapshot/figure-age.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useKnowledge } from '../app/use-knowledge.ts'
import { positionRows } from './position-rows.ts'

/** Held positions as rows, and how much of them is known. */
export function usePositions() {
  const { parts } = usePortfolioStore()
  const account = useKnowledge()
  const held = computed(() => {
    const { positions, risk, instruments, desk, orders, liquidity, quotes } = parts
    const sources = { protections: desk?.data?.protections ?? [], open: orders?.data ?? null }
    const market = { exits: liquidity?.data?.rows ?? [], quotes: quotes?.data ?? [] }
    return positionRows(positions?.data ?? [], risk?.data?.positions ?? [], instruments?.data ?? [], sources, market)
  })
  return {
    reading: computed(() => positionsReading(parts)),
    part: computed(() => parts.positions ?? null),
    held,
    known: computed(() => account.of('positions')),
  }
}
