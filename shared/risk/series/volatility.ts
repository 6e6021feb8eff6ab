import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import type { Bar } from '../../domain/bar.ts'
import { figure, none, tooFew, type Figure } from '../number/figure.ts'
import { deviation, mean } from '../number/moments.ts'
import type { AssetStatistics } from '../statistics-report.ts'

/** Candles that an estimate needs, and the share of them that must have traded at more than one price. */
const MINIMUM_CANDLES = 20
const TRADED_SHARE = 0.8
/** Days of Wilder's average (1978). */
const ATR_PERIOD = 14

/**
 * Standard deviation of log returns per year by five estimators, over all of the candles given (oldest first):
 * - close: ln(C / C before), divisor n - 1 of the returns;
 * - parkinson: ln(H/L)^2 / (4 ln 2) (Parkinson 1980);
 * - garmanKlass: .5 ln(H/L)^2 - (2 ln 2 - 1) ln(C/O)^2 (Garman & Klass 1980);
 * - rogersSatchell: ln(H/C) ln(H/O) + ln(L/C) ln(L/O), free of drift (Rogers & Satchell 1991);
 * - yangZhang: variance of ln(O / C before) + k that of ln(C/O) + (1 - k) rogersSatchell, k = .34 / (1.34 +
 *   (n+1)/(n-1)) (Yang & Zhang 2000); the first candle gives its close only.
 * Impossible candles are left out; the close before counts only without a gap. Candles of a single price make ranges
 * too small, so the four that use ranges need 80 % of candles with trades. None with fewer than 20 candles.
 */
export function ohlcVolatility(bars: readonly Bar[], periodsPerYear: number): AssetStatistics['annualVolatility'] {
  const candles = bars.filter(isPossible)
  const pairs = neighbours(candles, stepOf(bars))
  const following = pairs.map(([, bar]) => bar)
  const annual = (variance: number): Figure =>
    figure(Math.sqrt(variance * periodsPerYear), message('figure.tooLargeToHold'))
  const unless = (reason: Message | null, variance: () => number): Figure =>
    reason === null ? annual(variance()) : none(reason)
  const ranges = (used: readonly Bar[], variance: () => number): Figure =>
    unless(missing(used.length) ?? untraded(used), variance)
  const apart = pairs.length < 2 ? message('figure.candlesApart') : null
  return {
    close: unless(missing(candles.length) ?? apart, () =>
      sampleVariance(pairs.map(([before, bar]) => Math.log(bar.close / before.close))),
    ),
    parkinson: ranges(candles, () => mean(candles.map(parkinson))),
    garmanKlass: ranges(candles, () => mean(candles.map(garmanKlass))),
    rogersSatchell: ranges(candles, () => mean(candles.map(rogersSatchell))),
    yangZhang: ranges(following, () => yangZhang(pairs, following)),
  }
}

/**
 * Average of 14 true ranges, after the first 14 by (13 x average + range) / 14 (Wilder 1978); in the coin of the price.
 * The true range includes the close before; after a gap it is the candle's own range. None with fewer than 15 possible
 * candles.
 */
export function averageTrueRange(bars: readonly Bar[]): Figure {
  const candles = bars.filter(isPossible)
  if (candles.length <= ATR_PERIOD) return none(tooFew(ATR_PERIOD + 1, 'candles', candles.length))
  const step = stepOf(bars)
  const ranges = candles.slice(1).map((bar, index) => {
    const before = candles[index] as Bar
    const close = bar.openTime - before.openTime === step ? before.close : bar.close
    return Math.max(bar.high, close) - Math.min(bar.low, close)
  })
  let average = mean(ranges.slice(0, ATR_PERIOD))
  for (const range of ranges.slice(ATR_PERIOD)) average = (average * (ATR_PERIOD - 1) + range) / ATR_PERIOD
  return figure(average, message('figure.tooLargeToHold'))
}

function parkinson({ high, low }: Bar): number {
  return Math.log(high / low) ** 2 / (4 * Math.LN2)
}

function garmanKlass({ open, high, low, close }: Bar): number {
  return Math.log(high / low) ** 2 / 2 - (2 * Math.LN2 - 1) * Math.log(close / open) ** 2
}

function rogersSatchell({ open, high, low, close }: Bar): number {
  return Math.log(high / close) * Math.log(high / open) + Math.log(low / close) * Math.log(low / open)
}

function yangZhang(pairs: readonly (readonly [Bar, Bar])[], following: readonly Bar[]): number {
  const n = following.length
  const k = 0.34 / (1.34 + (n + 1) / (n - 1))
  const overnight = sampleVariance(pairs.map(([before, bar]) => Math.log(bar.open / before.close)))
  const openToClose = sampleVariance(following.map(({ open, close }) => Math.log(close / open)))
  return overnight + k * openToClose + (1 - k) * mean(following.map(rogersSatchell))
}

function sampleVariance(values: readonly number[]): number {
  return deviation(values, 'n-1') ** 2
}

function missing(count: number): Message | null {
  return count < MINIMUM_CANDLES ? tooFew(MINIMUM_CANDLES, 'candles', count) : null
}

function untraded(bars: readonly Bar[]): Message | null {
  const traded = bars.filter(({ high, low, volume }) => high > low && volume > 0).length
  return traded < TRADED_SHARE * bars.length ? message('figure.untraded', { traded, candles: bars.length }) : null
}

/** Whether a candle is possible: prices above zero, none outside high and low. */
function isPossible({ open, high, low, close }: Bar): boolean {
  return Number.isFinite(high) && low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close)
}

/** The interval of candles: the least time between two that follow each other. */
function stepOf(bars: readonly Bar[]): number {
  let step = Infinity
  for (let index = 1; index < bars.length; index++) {
    const apart = (bars[index] as Bar).openTime - (bars[index - 1] as Bar).openTime
    if (apart > 0 && apart < step) step = apart
  }
  return step
}

function neighbours(candles: readonly Bar[], step: number): (readonly [Bar, Bar])[] {
  return candles.flatMap((bar, index) => {
    const before = candles[index - 1]
    return before && bar.openTime - before.openTime === step ? [[before, bar] as const] : []
  })
}
