import { mean } from '../number/moments.ts'
import { moves } from './return-series.ts'

/** y = alpha + beta x + residual, fitted by ordinary least squares. */
export interface Regression {
  readonly beta: number
  readonly alpha: number
  /** The standard error of beta, with n - 2 degrees of freedom; in y per x, as beta is. */
  readonly standardError: number
  /** Share of the variance of y that is explained; null when y does not move. */
  readonly explained: number | null
  /** What is left of each y, in the order given. */
  readonly residuals: Float64Array
}

/**
 * Ordinary least squares with intercept, on centred values. Null when there are fewer than three pairs, when x does not
 * move, or when float64 cannot hold the squares.
 */
export function regress(y: Float64Array, x: Float64Array): Regression | null {
  const n = y.length
  if (n < 3 || !moves(x)) return null
  const [meanY, meanX] = [mean(y), mean(x)]
  const [ownY, ownX] = [y.map((value) => value - meanY), x.map((value) => value - meanX)]
  const [squaresX, squaresY, products] = [dot(ownX, ownX), dot(ownY, ownY), dot(ownX, ownY)]
  const beta = products / squaresX
  const residuals = ownY.map((value, index) => value - beta * (ownX[index] as number))
  const left = dot(residuals, residuals)
  const standardError = Math.sqrt(left / (n - 2) / squaresX)
  if (!Number.isFinite(beta) || !Number.isFinite(standardError) || !Number.isFinite(squaresY)) return null
  const explained = moves(y) && squaresY > 0 ? 1 - left / squaresY : null
  return { beta, alpha: meanY - beta * meanX, standardError, explained, residuals }
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number)
  return sum
}
