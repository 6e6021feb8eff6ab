/** How much each asset moves and how much with the benchmark, as rows of words. Pure. */
import { messageKey } from '#shared/domain/message.ts'
import { say } from '../../kit/say.ts'
import { BAR_MS } from '#shared/domain/bar.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import {
  VOLATILITY_ESTIMATORS,
  type AssetStatistics,
  type BetaReport,
  type Sample,
} from '#shared/risk/statistics-report.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import { dayText, figureText, roundText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { formatCompact, formatNumber, formatPercent, NOT_APPLICABLE, UNKNOWN } from '../../kit/format.ts'
import { oldDayOf } from '../day-age.ts'
import { shown, type FigureWords } from '../figure-words.ts'

interface FigureCell extends FigureWords {
  readonly id: string
}

export interface AssetRow {
  readonly asset: string
  /** Where its prices come from. */
  readonly source: string
  readonly value: string
  /** "299"; "299 to 2025-06-28" where they ended long ago, and so are its beta and its correlations of then. */
  readonly days: string
  readonly isOld: boolean
  /** The day they end with, in words. */
  readonly newest: string
  readonly beta: string
  /** "1.21 ± 0.06", or how the beta came about. */
  readonly betaBasis: FigureCell
  /** Volatility: a day, the last hours, a year by each estimator; then the average true range. */
  readonly figures: readonly FigureCell[]
}

/** Names of the estimators, short and in full. */
export const ESTIMATOR_NAMES: Readonly<
  Record<(typeof VOLATILITY_ESTIMATORS)[number], readonly [short: string, full: string]>
> = {
  close: ['close', 'Close to close'],
  parkinson: ['Park.', 'Parkinson'],
  garmanKlass: ['G–K', 'Garman–Klass'],
  rogersSatchell: ['R–S', 'Rogers–Satchell'],
  yangZhang: ['Y–Z', 'Yang–Zhang'],
}

/** `venueNow`: the venue's clock, by which days are old or not. */
export function assetRows(assets: readonly AssetStatistics[], venueNow: number | null): readonly AssetRow[] {
  return assets.map((each) => ({
    asset: each.asset,
    source: each.source ?? 'no price history',
    value: each.value === null ? UNKNOWN : formatCompact(toText(decimal(each.value)), { sign: 'always' }),
    ...daysOf(each, venueNow),
    beta: figureText(each.beta.used),
    betaBasis: betaBasis(each.beta),
    figures: [
      cell('day', each.dailyVolatility, volatility, basisOf(each.samples.day, 'days')),
      cell('hour', each.hourlyVolatility, volatility, basisOf(each.samples.hour, 'hours')),
      ...VOLATILITY_ESTIMATORS.map((name) =>
        cell(name, each.annualVolatility[name], yearly, basisOf(each.samples.year, 'days')),
      ),
      cell('range', each.averageTrueRange, priceText, basisOf(each.samples.day, 'days')),
    ],
  }))
}

function daysOf(each: AssetStatistics, venueNow: number | null): Pick<AssetRow, 'days' | 'isOld' | 'newest'> {
  const old = oldDayOf(each, venueNow)
  const end = each.to['1day']
  return {
    days: `${String(each.observations)}${old === null ? '' : ` to ${old}`}`,
    isOld: old !== null,
    newest: end === null ? 'no daily candles' : `The newest is ${dayText(end - BAR_MS['1day'])}`,
  }
}

function cell(id: string, figure: Figure, show: (value: number) => string, basis: string): FigureCell {
  return { id, ...shown(figure, show, basis) }
}

/** "From 30 days, 2025-12-15 to 2026-01-14": the first and the last that it has a return of. */
function basisOf({ count, from, to }: Sample, unit: 'days' | 'hours'): string {
  const window = from === null || to === null ? '' : `, ${dayText(from)} to ${dayText(to - 1)}`
  return `From ${String(count)} ${unit}${window}`
}

const volatility = (value: number): string => formatPercent(value, { places: 2 })
const yearly = (value: number): string => formatPercent(value, { places: 0 })

/** Four digits of a price move, whatever the size of the price. */
function priceText(value: number): string {
  return value >= 100 ? roundText(value) : formatNumber(Number(value.toPrecision(4)))
}

/** A default beta is no measurement and must not look like one. */
function betaBasis({ kind, raw, standardError, observations }: BetaReport): FigureCell {
  if (kind === 'fixed') return { id: 'basis', text: 'fixed', title: 'Cash, or the benchmark itself' }
  if (kind === 'default')
    return { id: 'basis', text: 'default', title: raw.reason ? say(raw.reason) : `${observations} days are too few` }
  if (raw.value === null) return { id: 'basis', text: UNKNOWN, title: say(raw.reason) }
  const error = formatNumber(standardError.value, { places: 2 })
  return { id: 'basis', text: `${figureText(raw.value)} ± ${error}`, title: `Estimated from ${observations} days` }
}

/** Names listed after a reason; more are counted. */
const LISTED = 4

/** Why volatilities of days, hours or minutes are not known: "LINK: Its minutes end 6 h ago.", one reason an entry. */
export function unknownWords(assets: readonly AssetStatistics[]): readonly string[] {
  const reasons = assets.flatMap(({ asset, dailyVolatility, hourlyVolatility, minuteVolatility }) =>
    [dailyVolatility, hourlyVolatility, minuteVolatility].flatMap(({ reason }) =>
      reason === null ? [] : [{ asset, reason }],
    ),
  )
  return [...Map.groupBy(reasons, ({ reason }) => messageKey(reason)).values()].flatMap((named) => {
    const names = [...new Set(named.map(({ asset }) => asset))]
    return named[0] ? `${listed(names, LISTED)}: ${say(named[0].reason)}` : []
  })
}

/** Who moves most and who follows most, in words. */
export function assetFinding(assets: readonly AssetStatistics[], benchmark: string): string | null {
  const wildest = largest(assets, ({ dailyVolatility }) => dailyVolatility.value)
  const follower = largest(
    assets.filter(({ beta }) => beta.kind === 'estimated'),
    ({ beta }) => beta.used,
  )
  const words = [
    wildest === null ? '' : `${wildest.asset.asset} moves most (${volatility(wildest.value)} a day)`,
    follower === null ? '' : `${follower.asset.asset} follows ${benchmark} most (β ${figureText(follower.value)})`,
  ].filter((each) => each !== '')
  return words.length === 0 ? null : `${words.join('; ')}.`
}

function largest(assets: readonly AssetStatistics[], measure: (asset: AssetStatistics) => number | null) {
  return assets.reduce<{ asset: AssetStatistics; value: number } | null>((best, asset) => {
    const value = measure(asset)
    return value !== null && (best === null || value > best.value) ? { asset, value } : best
  }, null)
}

/** The same for copying, reasons in words. */
export function assetTable(rows: readonly AssetRow[], coin: string, benchmark: string): ChartTable {
  const text = (each: FigureCell): string =>
    each.text === UNKNOWN ? `${NOT_APPLICABLE} ${each.title ?? ''}` : each.text
  return {
    caption: 'Beta and volatility of each asset',
    columns: [
      'Asset',
      'Source',
      `Net (${coin})`,
      'Days',
      `β to ${benchmark}, used`,
      'raw ± se',
      'σ day',
      'σ hours, to a day',
      ...VOLATILITY_ESTIMATORS.map((name) => `σ year, ${ESTIMATOR_NAMES[name][1]}`),
      'ATR, quote coin',
    ],
    rows: rows.map((row) => [
      row.asset,
      row.source,
      row.value,
      row.days,
      row.beta,
      text(row.betaBasis),
      ...row.figures.map(text),
    ]),
  }
}
