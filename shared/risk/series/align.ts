import { DEFAULT_BETA } from '../benchmark.ts'
import { deviation } from '../number/moments.ts'
import type { Proxy } from '../statistics-report.ts'
import { BETA_DAYS } from './beta.ts'
import { noiseOf } from './noise.ts'
import { regress } from './regression.ts'
import type { ReturnSeries } from './return-series.ts'

/** The returns of all assets on the same days: the scenarios of historical VaR. */
export interface Aligned {
  /** Opening times of daily candles, oldest first: the benchmark's days, or without a benchmark the common days. */
  readonly days: readonly number[]
  /** One entry per asset with at least one return, as long as `days`, every value finite and above -1. */
  readonly returns: ReadonlyMap<string, Float64Array>
  /** The assets with filled days. */
  readonly proxies: readonly Proxy[]
}

/** Least standard deviation of an asset's own daily move, for assets with little history. */
const DEFAULT_DEVIATION = 0.06
/** A filled day falls by at most 99 %, so that prices stay positive for revaluation. */
const LOWEST_RETURN = -0.99

/**
 * Puts the series on the same days. A missing day is filled with beta x the benchmark's return of that day + a
 * residual: with 60 common days, the beta of their regression and its residuals in turn (day t takes residual t mod n;
 * no alpha), so that the asset keeps its specific risk; with fewer, beta 1.5 and a reproducible normal move of at least
 * 6 % a day. An asset without any return has no entry.
 */
export function alignReturns(series: ReadonlyMap<string, ReturnSeries>, benchmark: string): Aligned {
  const known = [...series].filter(([, { times }]) => times.length > 0)
  const market = series.get(benchmark)
  const days = market && market.times.length > 0 ? market.times : commonDays(known.map(([, { times }]) => times))
  const returns = new Map<string, Float64Array>()
  const proxies: Proxy[] = []
  for (const [asset, own] of known) {
    const placed = placeOn(days, own)
    const observations = placed.filter((value) => !Number.isNaN(value)).length
    const filled = days.length - observations
    returns.set(asset, placed)
    if (filled === 0 || !market) continue
    const standIn = standInFor(asset, placed, market.values, days)
    for (const [day, value] of placed.entries()) if (Number.isNaN(value)) placed[day] = standIn.at(day)
    proxies.push({ asset, kind: standIn.kind, beta: standIn.beta, observations, filled })
  }
  return { days, returns, proxies }
}

/** The days in all of the lists, oldest first. */
export function commonDays(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = lists
  const sets = others.map((times) => new Set(times))
  return first.filter((time) => sets.every((days) => days.has(time)))
}

/** The series on the given days; missing days are NaN, which never leaves this file. */
function placeOn(days: readonly number[], { times, values }: ReturnSeries): Float64Array {
  const placed = new Float64Array(days.length).fill(NaN)
  let at = 0
  for (const [day, time] of days.entries()) {
    while ((times[at] ?? Infinity) < time) at += 1
    if (times[at] === time) placed[day] = values[at] as number
  }
  return placed
}

/** How missing days are filled; `at`: the return of the day with this index. */
function standInFor(
  asset: string,
  placed: Float64Array,
  market: Float64Array,
  days: readonly number[],
): Pick<Proxy, 'kind' | 'beta'> & { at(day: number): number } {
  const own = placed.filter((value) => !Number.isNaN(value))
  const theirs = market.filter((_, day) => !Number.isNaN(placed[day]))
  const fit = own.length < BETA_DAYS ? null : regress(own, theirs)
  const returnOn = (day: number, beta: number, residual: number): number =>
    Math.min(Number.MAX_VALUE, Math.max(LOWEST_RETURN, beta * (market[day] as number) + residual))
  if (fit) {
    const { beta, residuals } = fit
    return { kind: 'beta', beta, at: (day) => returnOn(day, beta, residuals[day % residuals.length] as number) }
  }
  const sigma = Math.max(DEFAULT_DEVIATION, ownDeviation(own, theirs))
  const at = (day: number): number => returnOn(day, DEFAULT_BETA, sigma * noiseOf(asset, days[day] as number))
  return { kind: 'default', beta: DEFAULT_BETA, at }
}

/** Standard deviation of an asset's returns less default beta x benchmark; 0 with too few days. */
function ownDeviation(own: Float64Array, market: Float64Array): number {
  if (own.length < 2) return 0
  const left = deviation(
    own.map((value, index) => value - DEFAULT_BETA * (market[index] as number)),
    'n-1',
  )
  return Number.isFinite(left) ? left : 0
}
