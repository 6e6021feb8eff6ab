/** What the VaR and Correlation tabs share: the report, the age of its history, and the words while there is none. */
import type { Message } from '#shared/domain/message.ts'
import { computed } from 'vue'
import { dayText, rateText } from '../kit/chart/number-text.ts'
import { formatCompact } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { figureReading } from '#shared/snapshot/figure-age.ts'
import { useVenueNow } from '../app/use-wall-clock.ts'
import { ageOfDays, oldAssetsWords, oldDaysWords } from './day-age.ts'
import type { HowInput } from './how/methods.ts'
import { waitingWords } from './waiting-words.ts'

export function useStatistics() {
  const { parts } = usePortfolioStore()
  const ageOf = useFreshnessOf()
  const venueNow = useVenueNow()

  const report = computed(() => parts.statistics?.data ?? null)
  const risk = computed(() => parts.risk?.data ?? null)
  const held = computed(() => risk.value?.exposure.assets.length ?? null)
  /** "299 days, 2025-03-22 to 2026-01-14". */
  const window = computed(() => {
    const { scenarios = 0, from = null, to = null } = report.value?.history ?? {}
    return from === null || to === null
      ? t('risk.noDays')
      : t('risk.days', { count: scenarios, from: dayText(from), to: dayText(to) })
  })
  /** The inputs of every figure of this report; `days`: which days. */
  const inputsOf = (days: string): readonly HowInput[] => {
    if (report.value === null) return []
    const { history } = report.value
    const { share } = history
    const workedOut = ageOf(parts.statistics).ageMs
    const gross = risk.value?.exposure.gross ?? null
    return [
      // The age of the newest day, not of the report.
      { label: t('risk.input.dailyReturns'), text: days, ageMs: ageOfDays(history, venueNow.value) },
      { label: t('risk.input.own'), text: rateText(share.own.value), ageMs: workedOut },
      { label: t('risk.input.proxied'), text: rateText(share.proxied.value), ageMs: workedOut },
      { label: t('risk.input.uncovered'), text: rateText(share.uncovered.value), ageMs: workedOut },
      {
        label: t('risk.input.gross'),
        text: `${formatCompact(gross)} ${report.value.reportingCoin}`,
        ageMs: ageOf(figureReading(parts, 'equity')).ageMs,
      },
    ]
  }

  return {
    parts,
    report,
    risk,
    reading: computed(() => parts.statistics ?? null),
    window,
    venueNow,
    inputs: computed(() => inputsOf(window.value)),
    inputsOf,
    /** The warning that the history is old; null while it is not. */
    oldDays: computed(() => report.value && oldDaysWords(report.value.history, venueNow.value)),
    /** The assets whose own history is old; null when none is, or all are. */
    oldAssets: computed(() =>
      report.value === null || oldDaysWords(report.value.history, venueNow.value) !== null
        ? null
        : oldAssetsWords(report.value.assets, venueNow.value),
    ),
    /** Why there is no report at all, or not this part of it. */
    waiting: (reason: Message | null = null) => waitingWords(report.value, held.value, reason),
  }
}
