/** How old the days are that figures of price history rest on, and words once they are not those of now. Pure. */
import { BAR_MS } from '#shared/domain/bar.ts'
import { listed } from '#shared/domain/listed.ts'
import type { AssetStatistics, HistoryFacts } from '#shared/risk/statistics-report.ts'
import { dayText } from '../kit/chart/number-text.ts'

const DAY = BAR_MS['1day']
/** Days that ended longer ago are the past: there is no volatility of them either. */
const OLDEST_DAYS_MS = 3 * DAY
/** Names listed; more are counted. */
const LISTED = 4

type Aged = Pick<AssetStatistics, 'asset' | 'to'>

/** Since the newest day ended, ms; null with no day, or where the venue's clock is not known. */
export function ageOfDays({ to }: Pick<HistoryFacts, 'to'>, venueNow: number | null): number | null {
  return to === null || venueNow === null ? null : Math.max(0, venueNow - to - DAY)
}

/** That VaR, betas and correlations are not those of now; null while the newest day ended within three days. */
export function oldDaysWords({ to }: Pick<HistoryFacts, 'to'>, venueNow: number | null): string | null {
  if (to === null) return null
  const age = ageOfDays({ to }, venueNow)
  if (age === null)
    return `Not known how old these days are, the newest is ${dayText(to)}: the venue’s clock was not read.`
  if (age <= OLDEST_DAYS_MS) return null
  return `The newest day, ${dayText(to)}, ended ${Math.floor(age / DAY)} days ago: VaR, betas and correlations are of then, not of now.`
}

/** The newest day of an asset whose days ended more than three days ago, else null: "2025-06-28". */
export function oldDayOf({ to }: Aged, venueNow: number | null): string | null {
  const end = to['1day']
  return end === null || venueNow === null || venueNow - end <= OLDEST_DAYS_MS ? null : dayText(end - DAY)
}

/** Assets whose own days ended long ago, where the others did not; null of none. */
export function oldAssetsWords(assets: readonly Aged[], venueNow: number | null): string | null {
  const old = assets.flatMap((each) => {
    const day = oldDayOf(each, venueNow)
    return day === null ? [] : [`${each.asset} ${day}`]
  })
  if (old.length === 0) return null
  return `The newest day is more than three days ago of ${listed(old, LISTED)}: their betas and correlations are of then.`
}
