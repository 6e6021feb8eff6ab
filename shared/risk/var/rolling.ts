import { ewmaLoss } from './parametric.ts'
import { lossOf } from './historical.ts'
import { ascending, quantile } from './quantile.ts'

/** VaR forecasts, each from the `window` days before it only, oldest first: entry 0 is for day `window`. */
export type Rolling = (pnl: Float64Array, confidence: number, window: number) => Float64Array

/** By the type-7 quantile of the days before. */
export const rollingHistorical: Rolling = (pnl, confidence, window) => {
  const sorted = ascending(pnl.subarray(0, window))
  return eachDay(pnl, window, (day) => {
    const forecast = lossOf(quantile(sorted, 1 - confidence))
    replaceSorted(sorted, pnl[day - window] as number, pnl[day] as number)
    return forecast
  })
}

/** By their EWMA deviation, weights normalised over the window. */
export const rollingEwma: Rolling = (pnl, confidence, window) =>
  eachDay(pnl, window, (day) => ewmaLoss(pnl.subarray(day - window, day), confidence).var)

function eachDay(pnl: Float64Array, window: number, forecast: (day: number) => number): Float64Array {
  const days = Math.max(0, pnl.length - window)
  return Float64Array.from({ length: days }, (_, index) => forecast(window + index))
}

/** Replaces one value and keeps the order, without sorting again for every day. */
function replaceSorted(sorted: Float64Array, out: number, into: number): void {
  const from = sorted.indexOf(out)
  let place = from
  while (place > 0 && (sorted[place - 1] as number) > into) sorted[place] = sorted[--place] as number
  while (place < sorted.length - 1 && (sorted[place + 1] as number) < into) sorted[place] = sorted[++place] as number
  sorted[place] = into
}
