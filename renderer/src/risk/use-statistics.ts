/** What the VaR and Correlation tabs share: the report, the age of its history, and the words while there is none. */
import type { Message } from '#shared/domain/message.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'
import { message } from '#shared/words/message.ts'
import { computed } from 'vue'
import { dayText, rateText } from '../kit/chart/number-text.ts'
import { formatCompact } from '../kit/format.ts'
import { say, sayAll, t } from '../kit/say.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useFreshnessOf } from '../app/use-freshness.ts'
import { figureReading } from '#shared/snapshot/figure-age.ts'
import { useVenueNow } from '../app/use-wall-clock.ts'
import { ageOfDays, oldAssetsWords, oldDaysWords } from './day-age.ts'
import { input, type HowInput } from './how/methods.ts'

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
      input(t('risk.input.dailyReturns'), days, ageOfDays(history, venueNow.value)),
      input(t('risk.input.own'), rateText(share.own.value), workedOut),
      input(t('risk.input.proxied'), rateText(share.proxied.value), workedOut),
      input(t('risk.input.uncovered'), rateText(share.uncovered.value), workedOut),
      input(
        t('risk.input.gross'),
        `${formatCompact(gross)} ${report.value.reportingCoin}`,
        ageOf(figureReading(parts, 'equity')).ageMs,
      ),
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

/**
 * What figures of price history wait for: "Waiting for daily candles: 12 of 16 assets." `held`: how many assets are
 * held, used while there is no report; null: not known. `reason`: why the figure itself is missing.
 */
export function waitingWords(
  report: Pick<StatisticsReport, 'assets'> | null,
  held: number | null,
  reason: Message | null = null,
): string {
  if (report === null && held === null) return say(message('kit.waiting'))
  const have = report?.assets.filter(({ observations }) => observations > 0).length ?? 0
  const all = report?.assets.length ?? held ?? 0
  const progress = report === null || have < all ? [message('risk.candles', { have, all })] : []
  return sayAll(...progress, !(report === null || reason === null) && reason)
}
