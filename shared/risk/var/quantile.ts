/** `share` is a probability such as 0.05; adding one part in 10¹² keeps 0.05 x 300 at 15, where float64 falls short. */
const GUARD = 1e-12

/** The values in rising order, as a copy. */
export function ascending(values: Float64Array): Float64Array {
  return values.slice().sort()
}

/** Indices of the values in rising order, equal ones as they came. */
export function ascendingOrder(values: Float64Array): number[] {
  return Array.from(values, (_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number) || a - b)
}

/**
 * Place of the quantile in n values: h = (n - 1) share, linear between two neighbouring order statistics (0 = the least),
 * `weight` of the upper one (Hyndman and Fan 1996, type 7).
 */
export function quantilePlace(n: number, share: number) {
  const h = (n - 1) * share
  const lower = Math.floor(h + GUARD)
  return { lower, upper: Math.min(lower + 1, n - 1), weight: Math.max(0, h - lower) }
}

/** The type-7 quantile of values in rising order; NaN without values. */
export function quantile(sorted: Float64Array, share: number): number {
  const { lower, upper, weight } = quantilePlace(sorted.length, share)
  return mixed(sorted[lower] ?? NaN, sorted[upper] ?? NaN, weight)
}

/** a at weight 0, b at 1; without a - b, which may overflow. */
export function mixed(a: number, b: number, weight: number): number {
  return weight === 0 ? a : a * (1 - weight) + b * weight
}

/** Weights of the n x share worst values for the expected shortfall, sum 1: `full` times `each`, then `rest` for the last. */
export function tailWeights(n: number, share: number) {
  const size = n * share
  const full = Math.floor(size + GUARD)
  return { full, each: 1 / size, rest: Math.max(0, size - full) / size }
}

/** Mean of the worst share of values in rising order (Acerbi and Tasche 2002); NaN without values. */
export function tailMean(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return NaN
  const { full, each, rest } = tailWeights(sorted.length, share)
  let sum = 0
  for (let index = 0; index < full; index++) sum += (sorted[index] as number) * each
  return rest === 0 ? sum : sum + (sorted[full] as number) * rest
}
