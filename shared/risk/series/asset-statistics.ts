import type { Fact } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { BAR_MS, DAYS_PER_YEAR, type Bar, type BarInterval } from '../../domain/bar.ts'
import { DEFAULT_BETA } from '../benchmark.ts'
import { figure, none, tooFew, type Figure } from '../number/figure.ts'
import type { AssetStatistics, BetaReport, Sample } from '../statistics-report.ts'
import { betaTo, fixedBeta } from './beta.ts'
import { ewmaDeviation, hourlyDeviation } from './ewma.ts'
import { returnsOf, type ReturnSeries } from './return-series.ts'
import { averageTrueRange, ohlcVolatility } from './volatility.ts'
import { wildestOverAll } from './wildest-window.ts'

/** Returns that a volatility needs: days, two days of hours, half an hour of minutes. */
const MINIMUM_RETURNS = { '1day': 20, '60min': 48, '1min': 30 } as const satisfies Record<BarInterval, number>
const UNITS = { '1day': 'days', '60min': 'hours', '1min': 'minutes' } as const satisfies Record<BarInterval, string>
/** Figures of older candles are outdated. Reading the minutes of many assets takes some minutes. */
const OLDEST_MS = {
  '1day': 3 * BAR_MS['1day'],
  '60min': 3 * BAR_MS['60min'],
  '1min': 15 * BAR_MS['1min'],
} as const satisfies Record<BarInterval, number>
/** Days of the yearly estimates; one more day is needed for its close. */
const VOLATILITY_DAYS = 30

export interface AssetInputs extends Pick<AssetStatistics, 'asset' | 'source' | 'value'> {
  /** Candles, oldest first. */
  readonly bars: (interval: BarInterval) => readonly Bar[]
  /** The returns of its days. */
  readonly daily: ReturnSeries
  readonly benchmark: ReturnSeries | null
  readonly isCash: boolean
  /** The venue's clock now, ms; null: not known, so candles have no known age. */
  readonly venueTime: number | null
}

/**
 * Volatilities, average true range and beta of one asset. A figure whose history is too short or outdated says so. Cash
 * has beta 0 and no volatility.
 */
export function assetStatistics(inputs: AssetInputs): AssetStatistics {
  const { asset, source, value, bars, daily, benchmark, isCash, venueTime } = inputs
  const days = bars('1day')
  const hourly = returnsOf(bars('60min'), BAR_MS['60min'])
  const minutes = returnsOf(bars('1min'), BAR_MS['1min'])
  const to = {
    '1day': endOf(days, '1day'),
    '60min': endOf(bars('60min'), '60min'),
    '1min': endOf(bars('1min'), '1min'),
  }
  const current = (interval: BarInterval, known: Figure): Figure =>
    known.value === null ? known : (outdated(interval, to[interval], venueTime) ?? known)
  const yearDays = days.slice(-VOLATILITY_DAYS - 1)
  const annual = ohlcVolatility(yearDays, DAYS_PER_YEAR)
  return {
    asset,
    source,
    value,
    observations: daily.values.length,
    to,
    samples: {
      day: sampleOf(daily, '1day'),
      hour: sampleOf(hourly, '60min'),
      minute: sampleOf(minutes, '1min'),
      year: sampleOf(returnsOf(yearDays, BAR_MS['1day']), '1day'),
    },
    dailyVolatility: current(
      '1day',
      deviationOf(daily, '1day', ({ values }) => ewmaDeviation(values)),
    ),
    hourlyVolatility: current(
      '60min',
      deviationOf(hourly, '60min', ({ values }) => hourlyDeviation(values)),
    ),
    wildestOverAll: wildestOverAll(daily.values),
    minuteVolatility: current(
      '1min',
      deviationOf(minutes, '1min', ({ values }) => ewmaDeviation(values, 1)),
    ),
    annualVolatility: {
      close: current('1day', annual.close),
      parkinson: current('1day', annual.parkinson),
      garmanKlass: current('1day', annual.garmanKlass),
      rogersSatchell: current('1day', annual.rogersSatchell),
      yangZhang: current('1day', annual.yangZhang),
    },
    averageTrueRange: current('1day', averageTrueRange(days)),
    beta: betaOf(daily, benchmark, isCash),
  }
}

function endOf(bars: readonly Bar[], interval: BarInterval): number | null {
  const newest = bars.at(-1)
  return newest && Number.isFinite(newest.openTime) ? newest.openTime + BAR_MS[interval] : null
}

function sampleOf({ times }: ReturnSeries, interval: BarInterval): Sample {
  const newest = times.at(-1)
  return { count: times.length, from: times[0] ?? null, to: newest === undefined ? null : newest + BAR_MS[interval] }
}

/** Why figures of candles that ended at `to` are outdated: "Its minutes end 6 h ago."; null: they are not. */
function outdated(interval: BarInterval, to: number | null, venueTime: number | null): Figure | null {
  if (to === null || venueTime === null) return none(message(`figure.ageUnknown.${UNITS[interval]}`))
  const age = venueTime - to
  return age > OLDEST_MS[interval] ? none(message(`figure.outdated.${UNITS[interval]}`, { age: ageOf(age) })) : null
}

/** Shown in days from two days on. */
function ageOf(age: number): Fact {
  const days = Math.floor(age / BAR_MS['1day'])
  return days >= 2 ? message('figure.days', { count: days }) : { ms: age }
}

function deviationOf(series: ReturnSeries, interval: BarInterval, deviation: (series: ReturnSeries) => number): Figure {
  const [needed, known] = [MINIMUM_RETURNS[interval], series.values.length]
  if (known < needed) return none(tooFew(needed, UNITS[interval], known))
  return figure(deviation(series), message('figure.tooLargeToHold'))
}

function betaOf(daily: ReturnSeries, benchmark: ReturnSeries | null, isCash: boolean): BetaReport {
  if (isCash) return fixedBeta(0, daily.values.length, message('figure.cash'))
  if (benchmark) return betaTo(daily, benchmark)
  const missing = none(message('figure.benchmarkNoHistory'))
  return { used: DEFAULT_BETA, kind: 'default', raw: missing, standardError: missing, observations: 0 }
}
