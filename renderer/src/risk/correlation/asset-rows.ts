/** How much each asset moves and how much with the benchmark, as rows of words. Pure. */
import { areaTitle, listed, message } from '#shared/words/message.ts'
import { messageKey, type Message } from '#shared/domain/message.ts'
import { say, sayAll, t } from '../../kit/say.ts'
import { BAR_MS } from '#shared/domain/bar.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import {
  VOLATILITY_ESTIMATORS,
  type AssetStatistics,
  type BetaReport,
  type Sample,
} from '#shared/risk/statistics-report.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { dayText, ratioText, roundText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { formatCompact, formatPercent, formatNumber, formatRatio, NOT_APPLICABLE, UNKNOWN } from '../../kit/format.ts'
import { oldDayOf } from '../day-age.ts'
import { shown, type FigureWords } from '../figure-words.ts'

interface FigureCell extends FigureWords {
  readonly id: string
}

interface AssetRow {
  readonly asset: string
  /** Where its prices come from. */
  readonly source: string
  readonly value: string
  /** "299"; "299 to 2025-06-28" if they ended long ago: its beta and correlations are from that time. */
  readonly days: string
  readonly isOld: boolean
  /** The newest day, in words. */
  readonly newest: string
  readonly beta: string
  /** Whether the beta is a default, which is no measurement. */
  readonly isAssumed: boolean
  /** "1.21 ± 0.06", or how the beta came about. */
  readonly betaBasis: FigureCell
  /** Volatility: a day, the last hours, a year by each estimator; then the average true range. */
  readonly figures: readonly FigureCell[]
}

/** `venueNow`: the venue's clock, which tells how old days are. */
export function assetRows(assets: readonly AssetStatistics[], venueNow: number | null): readonly AssetRow[] {
  return assets.map((each) => ({
    asset: each.asset,
    source: each.source === null ? t('correlation.noSource') : sourceText(each.source),
    value: each.value === null ? UNKNOWN : formatCompact(toText(decimal(each.value)), { sign: 'always' }),
    ...daysOf(each, venueNow),
    beta: ratioText(each.beta.used),
    isAssumed: each.beta.kind === 'default',
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

/** "Spot BTCUSDT" of the key of an instrument. */
function sourceText(key: string): string {
  const area = key.startsWith('spot:') ? 'spot' : 'contract'
  return t('correlation.sourceOf', { area: areaTitle(area), instrument: key.slice(area.length + 1) })
}

function daysOf(each: AssetStatistics, venueNow: number | null): Pick<AssetRow, 'days' | 'isOld' | 'newest'> {
  const old = oldDayOf(each, venueNow)
  const end = each.to['1day']
  return {
    days:
      old === null ? String(each.observations) : t('correlation.daysTo', { days: String(each.observations), end: old }),
    isOld: old !== null,
    newest: end === null ? t('correlation.noCandles') : t('correlation.newest', { day: dayText(end - BAR_MS['1day']) }),
  }
}

function cell(id: string, figure: Figure, show: (value: number) => string, basis: string): FigureCell {
  return { id, ...shown(figure, show, basis) }
}

/** "From 30 days, 2025-12-15 to 2026-01-14": the first and the last with a return. */
function basisOf({ count, from, to }: Sample, unit: 'days' | 'hours'): string {
  const basis = message(`correlation.from.${unit}`, { count })
  return from === null || to === null
    ? say(basis)
    : t('correlation.fromWithin', { basis, from: dayText(from), to: dayText(to - 1) })
}

const volatility = (value: number): string => formatPercent(value, { places: 2 })
const yearly = (value: number): string => formatPercent(value, { places: 0 })

/** Four digits of a price move, whatever the size of the price. */
function priceText(value: number): string {
  const kind = 'price'
  return value >= 100 ? roundText(value, { kind }) : formatNumber(Number(value.toPrecision(4)), {}, kind)
}

/** A default beta is no measurement and must not look like one. */
function betaBasis({ kind, raw, standardError, observations }: BetaReport): FigureCell {
  if (kind === 'fixed') return { id: 'basis', text: t('correlation.fixed'), title: t('correlation.fixedWhy') }
  if (kind === 'default')
    return {
      id: 'basis',
      text: t('correlation.default'),
      title: raw.reason ? say(raw.reason) : t('correlation.fewDays', { count: observations }),
    }
  if (raw.value === null) return { id: 'basis', text: UNKNOWN, title: say(raw.reason) }
  const error = formatRatio(standardError.value, { places: 2 })
  return {
    id: 'basis',
    text: `${ratioText(raw.value)} ± ${error}`,
    title: t('correlation.estimated', { count: observations }),
  }
}

/** The most names listed after a reason; more are counted. */
const LISTED = 4

/** Why volatilities of days, hours or minutes are not known: "LINK: Its minute candles end 6 h ago.", one reason an entry. */
export function unknownReasons(assets: readonly AssetStatistics[]): readonly Message[] {
  const reasons = assets.flatMap(({ asset, dailyVolatility, hourlyVolatility, minuteVolatility }) =>
    [dailyVolatility, hourlyVolatility, minuteVolatility].flatMap(({ reason }) =>
      reason === null ? [] : [{ asset, reason }],
    ),
  )
  return [...Map.groupBy(reasons, ({ reason }) => messageKey(reason)).values()].flatMap((named) => {
    const names = [...new Set(named.map(({ asset }) => asset))]
    return named[0] ? message('kit.reasonOf', { names: listed(names, LISTED), why: named[0].reason }) : []
  })
}

/** Which asset moves most and which follows the benchmark most; the panel's title. */
export function assetFinding(assets: readonly AssetStatistics[], benchmark: string): string | null {
  const wildest = largest(assets, ({ dailyVolatility }) => dailyVolatility.value)
  const follower = largest(
    assets.filter(({ beta }) => beta.kind === 'estimated'),
    ({ beta }) => beta.used,
  )
  return (
    sayAll(
      wildest &&
        message('correlation.movesMost', { asset: wildest.asset.asset, volatility: volatility(wildest.value) }),
      follower &&
        message('correlation.followsMost', {
          asset: follower.asset.asset,
          benchmark,
          beta: ratioText(follower.value),
        }),
    ) || null
  )
}

function largest(assets: readonly AssetStatistics[], measure: (asset: AssetStatistics) => number | null) {
  return assets.reduce<{ asset: AssetStatistics; value: number } | null>((best, asset) => {
    const value = measure(asset)
    return value !== null && (best === null || value > best.value) ? { asset, value } : best
  }, null)
}

/** The same rows as a table to copy, with the reasons for unknown figures in words. */
export function assetTable(rows: readonly AssetRow[], coin: string, benchmark: string): ChartTable {
  const text = (each: FigureCell): string =>
    each.text === UNKNOWN ? `${NOT_APPLICABLE} ${each.title ?? ''}` : each.text
  return {
    caption: t('correlation.assetsCaption'),
    columns: [
      t('kit.asset'),
      t('correlation.source'),
      t('correlation.netColumn', { coin }),
      t('kit.dayCount'),
      t('correlation.betaUsed', { benchmark }),
      t('correlation.raw'),
      t('correlation.sigmaDayColumn'),
      t('correlation.sigmaHoursColumn'),
      ...VOLATILITY_ESTIMATORS.map((name) =>
        t('correlation.sigmaYearColumn', { estimator: message(`correlation.estimator.${name}`) }),
      ),
      t('correlation.rangeColumn'),
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
