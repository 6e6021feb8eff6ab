/** How well each part of the account is known now: used wherever a part is shown as empty or counted. */
import { inARow } from '#shared/words/message.ts'
import { t } from '../kit/say.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { gapMessages, knowledgeOf, ordersKnown, type Knowledge } from '#shared/snapshot/knowledge.ts'
import type { Holding } from '#shared/domain/quarantine.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useFreshnessOf } from './use-freshness.ts'

/** Called while rendering, or in a computed, they follow the snapshot. */
export function useKnowledge() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const isStale = (name: Holding | 'orders'): boolean => ageOf(parts[name]).state === 'stale'
  return {
    of: (part: Holding): Knowledge => knowledgeOf(parts[part], isStale(part)),
    orders: (area?: Area): Knowledge => ordersKnown(parts.orders, isStale('orders'), area),
  }
}

/** The words of an empty list: `none`, or that it is not known, and why. */
export function noneWords(none: string, knowledge: Knowledge): string {
  return knowledge.state === 'known' ? none : t('app.notKnown', { why: inARow(gapMessages(knowledge)) })
}

/** Whether there may be more than the `count` known rows: rows were not read, or zero is not confirmed. */
export function mayBeMore({ state }: Knowledge, count: number): boolean {
  return state === 'partly' || (state === 'unknown' && count === 0)
}
