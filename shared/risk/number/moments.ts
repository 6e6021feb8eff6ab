/** Sums and moments of float64 that do not lose digits: compensated sums, two passes over centred data. Empty: NaN. */

/** Neumaier's compensated sum. */
export function total(values: ArrayLike<number>): number {
  let sum = 0
  let lost = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

export function mean(values: ArrayLike<number>): number {
  return total(values) / values.length
}

/** The central moment of `order`, divisor n: 2 is the variance; skewness uses 3, kurtosis 4. */
export function centralMoment(values: ArrayLike<number>, order: 2 | 3 | 4): number {
  const centre = mean(values)
  return mean(Array.from(values, (value) => (value - centre) ** order))
}

/** Standard deviation; `divisor` "n" for the sample as it is, "n-1" for an estimate of the population. */
export function deviation(values: ArrayLike<number>, divisor: 'n' | 'n-1'): number {
  const { length } = values
  return Math.sqrt((centralMoment(values, 2) * length) / (divisor === 'n' ? length : length - 1))
}

/** Third central moment over the standard deviation cubed, both with divisor n. */
export function skewness(values: ArrayLike<number>): number {
  return centralMoment(values, 3) / centralMoment(values, 2) ** 1.5
}

/** Fourth central moment over the variance squared, less 3: 0 for a normal distribution. */
export function excessKurtosis(values: ArrayLike<number>): number {
  return centralMoment(values, 4) / centralMoment(values, 2) ** 2 - 3
}
