import { crossProducts } from './cross-products.ts'

/** RiskMetrics' decay of daily returns (Zangari 1996). */
export const DAILY_DECAY = 0.94
/** Hours of a day: crypto trades through all of them. */
const DAY_HOURS = 24
/** The daily decay spread over a day's hours. */
export const HOURLY_DECAY = DAILY_DECAY ** (1 / DAY_HOURS)

/**
 * Standard deviation with weights that fade by `lambda` a step, newest last: zero mean, weights normalised over the
 * values there are, sqrt(sum(w x^2)) (RiskMetrics Technical Document 1996). NaN for no values.
 */
export function ewmaDeviation(values: ArrayLike<number>, lambda = DAILY_DECAY): number {
  let squares = 0
  let weight = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    squares = squares * lambda + value * value
    weight = weight * lambda + 1
  }
  return Math.sqrt(squares / weight)
}

/**
 * Standard deviation of a day from returns of hours, newest last: sqrt(24) times that of an hour, correct if hours are
 * independent (RiskMetrics Technical Document 1996). NaN for no values.
 */
export function hourlyDeviation(values: ArrayLike<number>): number {
  return Math.sqrt(DAY_HOURS) * ewmaDeviation(values, HOURLY_DECAY)
}

/**
 * Covariance of every pair of columns (returns of the same days, newest last) with weights that fade by `lambda` a day:
 * zero mean, normalised, sum(w x y) (RiskMetrics Technical Document 1996). `matrix`: row by row; NaN without a day.
 * `weight`: sum of the weights, the newest counting 1.
 */
export function ewmaCovariance(columns: readonly ArrayLike<number>[], lambda = DAILY_DECAY) {
  const days = columns[0]?.length ?? 0
  let weight = 0
  for (let day = 0; day < days; day++) weight = weight * lambda + 1
  const scales = Float64Array.from({ length: days }, (_, day) => Math.sqrt(lambda ** (days - 1 - day) / weight))
  const weighted = columns.map((column) => scales.map((scale, day) => scale * (column[day] as number)))
  const matrix = weight > 0 ? crossProducts(weighted) : new Float64Array(columns.length ** 2).fill(NaN)
  return { size: columns.length, matrix, weight, lambda }
}

/** The covariance a day later: the old one faded, plus the products of the day's returns. size^2 steps. */
export function nextEwmaCovariance(
  before: ReturnType<typeof ewmaCovariance>,
  returns: ArrayLike<number>,
): typeof before {
  const { size, lambda } = before
  const weight = before.weight * lambda + 1
  const faded = before.weight > 0 ? (before.weight * lambda) / weight : 0
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const own = (returns[row] as number) / weight
    const start = row * size
    for (let column = 0; column < size; column++) {
      const old = faded === 0 ? 0 : faded * (before.matrix[start + column] as number)
      matrix[start + column] = old + own * (returns[column] as number)
    }
  }
  return { size, matrix, weight, lambda }
}
