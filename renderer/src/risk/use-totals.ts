/** Whether totals may be shown: not before every part of the account, and every price it takes, was asked for once. */
import { computed, type ComputedRef } from 'vue'
import type { RiskInputName } from '#shared/risk/report.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { say } from '../kit/say.ts'

const WORDS: Readonly<Record<RiskInputName, string>> = {
  instruments: 'instruments',
  balances: 'Spot balances',
  marginAccounts: 'contract accounts',
  positions: 'positions',
  quotes: 'prices',
}

export interface Totals {
  /** A part was never read: a total would be of the others, and its completion would look like a gain. */
  readonly isWaiting: ComputedRef<boolean>
  /** What is waited for, in words; what it says when it can not be read. Empty when nothing is. */
  readonly why: ComputedRef<string>
  readonly isFailing: ComputedRef<boolean>
}

export function useTotals(): Totals {
  const { parts } = usePortfolioStore()
  const missing = computed(() => parts.risk?.data?.missing ?? [])
  const isWaiting = computed(
    () => !parts.risk?.data || missing.value.length > 0 || (parts.health?.data?.phase ?? 'connecting') === 'connecting',
  )
  const failures = computed(() => missing.value.flatMap((name) => parts[name]?.failure ?? []))
  return {
    isWaiting,
    isFailing: computed(() => isWaiting.value && failures.value.length > 0),
    why: computed(() => {
      if (!isWaiting.value) return ''
      const what = missing.value.map((name) => WORDS[name]).join(', ')
      const failed = failures.value.map(({ message }) => say(message)).join(' ')
      return [`Not read yet: ${what || 'every price'}.`, failed].filter(Boolean).join(' ')
    }),
  }
}
