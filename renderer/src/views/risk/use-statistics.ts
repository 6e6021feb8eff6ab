/** What the tabs of price history share: the report, how old what it rests on is, and what to say while there is none. */
import { computed } from 'vue'
import { dayText, rateText } from '../../charts/number-text.ts'
import { formatCompact } from '../../format.ts'
import { usePortfolioStore } from '../../stores/portfolio.ts'
import { useFreshnessOf } from '../../ui/use-freshness.ts'
import type { HowInput } from './how/methods.ts'
import { waitingWords } from './waiting-words.ts'

export function useStatistics() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()

  const report = computed(() => parts.statistics?.data ?? null)
  const risk = computed(() => parts.risk?.data ?? null)
  const held = computed(() => risk.value?.exposure.assets.length ?? null)
  /** "299 days, 2025-03-22 to 2026-01-14". */
  const window = computed(() => {
    const { scenarios = 0, from = null, to = null } = report.value?.history ?? {}
    return from === null || to === null ? 'no days' : `${scenarios} days, ${dayText(from)} to ${dayText(to)}`
  })
  /** What every figure of this report is made from. */
  const inputs = computed<readonly HowInput[]>(() => {
    if (report.value === null) return []
    const { share } = report.value.history
    const workedOut = ageOf(parts.statistics).ageMs
    const gross = risk.value?.exposure.gross ?? null
    return [
      { label: 'Daily returns', text: window.value, ageMs: workedOut },
      { label: 'Own history, by exposure', text: rateText(share.own.value), ageMs: workedOut },
      { label: 'Stood in for', text: rateText(share.proxied.value), ageMs: workedOut },
      { label: 'Without history', text: rateText(share.uncovered.value), ageMs: workedOut },
      {
        label: 'Gross exposure',
        text: `${formatCompact(gross)} ${report.value.reportingCoin}`,
        ageMs: ageOf(parts.risk).ageMs,
      },
    ]
  })

  return {
    parts,
    report,
    risk,
    reading: computed(() => parts.statistics ?? null),
    window,
    inputs,
    /** Why there is no report at all, or not this part of it. */
    waiting: (reason: string | null = null) => waitingWords(report.value, held.value, reason),
  }
}
