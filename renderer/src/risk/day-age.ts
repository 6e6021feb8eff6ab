/** The age of the price history behind VaR, betas and correlations, and the warning once it is old. */
import { BAR_MS } from '#shared/domain/bar.ts'
import type { AssetStatistics, HistoryFacts } from '#shared/risk/statistics-report.ts'
import { listed, message } from '#shared/words/message.ts'
import { t } from '../kit/say.ts'
import { dayText } from '../kit/chart/number-text.ts'

const DAY = BAR_MS['1day']
/** History that ended longer ago is too old: no volatility is computed from it either. */
const OLDEST_DAYS_MS = 3 * DAY
/** Names listed; more are counted. */
const LISTED = 4

/** Time since the newest day ended, ms; null without a day, or while the venue's clock is not known. */
export function ageOfDays({ to }: Pick<HistoryFacts, 'to'>, venueNow: number | null): number | null {
  return to === null || venueNow === null ? null : Math.max(0, venueNow - to - DAY)
}

/** The warning that VaR, betas and correlations are old; null while the newest day ended within three days. */
export function oldDaysWords({ to }: Pick<HistoryFacts, 'to'>, venueNow: number | null): string | null {
  if (to === null) return null
  const age = ageOfDays({ to }, venueNow)
  const day = dayText(to)
  if (age === null) return t('risk.oldDays.unknown', { day })
  return age <= OLDEST_DAYS_MS ? null : t('risk.oldDays', { day, count: Math.floor(age / DAY) })
}

/** The newest day of an asset whose days ended more than three days ago, else null: "2025-06-28". */
export function oldDayOf({ to }: Pick<AssetStatistics, 'asset' | 'to'>, venueNow: number | null): string | null {
  const end = to['1day']
  return end === null || venueNow === null || venueNow - end <= OLDEST_DAYS_MS ? null : dayText(end - DAY)
}

/** Names the assets whose own history ended long ago; null when there are none. */
export function oldAssetsWords(
  assets: readonly Pick<AssetStatistics, 'asset' | 'to'>[],
  venueNow: number | null,
): string | null {
  const old = assets.flatMap((each) => {
    const day = oldDayOf(each, venueNow)
    return day === null ? [] : [message('risk.oldAsset', { asset: each.asset, day })]
  })
  return old.length === 0 ? null : t('risk.oldAssets', { assets: listed(old, LISTED) })
}
