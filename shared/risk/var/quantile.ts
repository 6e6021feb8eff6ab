/**
 * Order statistics of a sample of profits and losses. `share` is a probability such as 0.05; one part in 10¹² more
 * keeps 0.05 x 300 at 15 where float64 falls a hair short.
 */
const GUARD = 1e-12

/** The values in rising order; the sample itself is left as it is. */
export function ascending(values: Float64Array): Float64Array {
  return values.slice().sort()
}

/** Indices of the values in rising order, equal ones as they came. */
export function ascendingOrder(values: Float64Array): number[] {
  return Array.from(values, (_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number) || a - b)
}

/**
 * Where a type-7 quantile lies: between two neighbouring order statistics (0 = the least), and how near the upper one.
 */
export interface QuantilePlace {
  readonly lower: number
  readonly upper: number
  /** Weight of the upper one, 0 … 1. */
  readonly weight: number
}

/**
 * Place of the quantile in n values: h = (n - 1) share, linear between order statistics (Hyndman and Fan 1996, type 7).
 */
export function quantilePlace(n: number, share: number): QuantilePlace {
  const h = (n - 1) * share
  const lower = Math.floor(h + GUARD)
  return { lower, upper: Math.min(lower + 1, n - 1), weight: Math.max(0, h - lower) }
}

/** The type-7 quantile of values in rising order; NaN of none. */
export function quantile(sorted: Float64Array, share: number): number {
  const { lower, upper, weight } = quantilePlace(sorted.length, share)
  return mixed(sorted[lower] ?? NaN, sorted[upper] ?? NaN, weight)
}

/** a at weight 0, b at 1; a difference of a and b may overflow where both are finite. */
export function mixed(a: number, b: number, weight: number): number {
  return weight === 0 ? a : a * (1 - weight) + b * weight
}

/**
 * The worst n x share values, the last of them in part, as weights that sum to 1: `full` of one size and then `rest`.
 */
export interface TailWeights {
  readonly full: number
  readonly each: number
  readonly rest: number
}

/**
 * Weights of the expected shortfall of n values: 1 / (n share) for the worst, the last one by the fraction it takes
 * part.
 */
export function tailWeights(n: number, share: number): TailWeights {
  const size = n * share
  const full = Math.floor(size + GUARD)
  return { full, each: 1 / size, rest: Math.max(0, size - full) / size }
}

/** Mean of the worst share of values in rising order (Acerbi and Tasche 2002); NaN of none. */
export function tailMean(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return NaN
  const { full, each, rest } = tailWeights(sorted.length, share)
  let sum = 0
  for (let index = 0; index < full; index++) sum += (sorted[index] as number) * each
  return rest === 0 ? sum : sum + (sorted[full] as number) * rest
}
