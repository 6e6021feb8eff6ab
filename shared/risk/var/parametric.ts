import { deviation, excessKurtosis, mean, skewness } from '../number/moments.ts'
import { normalDensity, normalQuantile } from '../number/normal.ts'
import { ewmaDeviation } from '../series/ewma.ts'
import { moves } from '../series/return-series.ts'
import { lossOf, type Loss } from './historical.ts'

/**
 * Normal distribution with the mean and the standard deviation of the days, divisor n so that components add up: VaR =
 * -m - z s, ES = -m + φ(z) s / (1 - c), z = Φ⁻¹(1 - c) < 0. NaN without days.
 */
export function gaussianLoss(pnl: Float64Array, confidence: number): Loss {
  return normalLoss(mean(pnl), deviation(pnl, 'n'), confidence)
}

/**
 * As the Gaussian with a mean of zero and a standard deviation that fades with age, newest last (RiskMetrics Technical
 * Document 1996, λ = 0.94, weights normalised over the days there are). NaN without days.
 */
export function ewmaLoss(pnl: Float64Array, confidence: number): Loss {
  return normalLoss(0, ewmaDeviation(pnl), confidence)
}

function normalLoss(centre: number, deviated: number, confidence: number): Loss {
  const z = normalQuantile(1 - confidence)
  return { var: lossOf(centre) - z * deviated, es: lossOf(centre) + (normalDensity(z) * deviated) / (1 - confidence) }
}

/** Mean and standard deviation of the days, skewness and excess kurtosis, all with divisor n. */
export interface Shape {
  readonly mean: number
  readonly deviation: number
  readonly skewness: number
  readonly excessKurtosis: number
}

/** Shape of a sample; skewness and kurtosis are NaN if all days are equal. */
export function shapeOf(pnl: Float64Array): Shape {
  const isFlat = !moves(pnl)
  return {
    mean: mean(pnl),
    deviation: deviation(pnl, 'n'),
    skewness: isFlat ? NaN : skewness(pnl),
    excessKurtosis: isFlat ? NaN : excessKurtosis(pnl),
  }
}

/**
 * Modified VaR and ES: the Gaussian quantile bent by skewness S and excess kurtosis K (Cornish and Fisher; Zangari
 * 1996),
 *
 *   h = z + (z²-1) S/6 + (z³-3z) K/24 - (2z³-5z) S²/36,   VaR = -m - s h
 *
 * and the mean of the Edgeworth density beyond h (Boudt, Peterson and Croux 2008). That mean can be under the VaR,
 * which `operational` corrects. Meaningless where the bending is not monotone: check `isMonotone` first.
 */
export function modifiedLoss({ mean: centre, deviation: s, ...shape }: Shape, confidence: number): Loss {
  const h = bentQuantile(shape, normalQuantile(1 - confidence))
  return { var: lossOf(centre) - s * h, es: lossOf(centre) + (s * edgeworthTail(shape, h)) / (1 - confidence) }
}

/** The mean loss beyond the VaR is at least the VaR (Boudt, Peterson and Croux 2008). */
export function operational(loss: Loss): Loss {
  return { var: loss.var, es: Math.max(loss.var, loss.es) }
}

/** h of `modifiedLoss`. */
export function bentQuantile(
  { skewness: S, excessKurtosis: K }: Pick<Shape, 'skewness' | 'excessKurtosis'>,
  z: number,
): number {
  return z + ((z ** 2 - 1) * S) / 6 + ((z ** 3 - 3 * z) * K) / 24 - ((2 * z ** 3 - 5 * z) * S ** 2) / 36
}

/**
 * -E[Z; Z < h] under the Edgeworth density φ(z) [1 + S/6 He₃ + K/24 He₄ + S²/72 He₆], in closed form since the integral
 * of He_n φ is -He_{n-1} φ.
 */
export function edgeworthTail(
  { skewness: S, excessKurtosis: K }: Pick<Shape, 'skewness' | 'excessKurtosis'>,
  h: number,
): number {
  const { skew, kurt, squared } = edgeworthTerms(h)
  return normalDensity(h) * (1 + S * skew + K * kurt + S ** 2 * squared)
}

/** The factors of S, K and S² in `edgeworthTail`. */
export function edgeworthTerms(h: number) {
  return {
    skew: h ** 3 / 6,
    kurt: (h ** 4 - 2 * h ** 2 - 1) / 24,
    squared: (h ** 6 - 9 * h ** 4 + 9 * h ** 2 + 3) / 72,
  }
}

/** The expansion is used for quantiles within four standard deviations. */
const DOMAIN = 4

/**
 * Whether the bent quantile rises with z on all of -4 … 4 (Maillard 2012): its slope (K/8 - S²/6) z² + (S/3) z + 1 - K/8
 * + 5S²/36 is positive. Where it is not, a higher confidence can give a lower VaR, and the method does not apply. NaN:
 * no.
 */
export function isMonotone({ skewness: S, excessKurtosis: K }: Pick<Shape, 'skewness' | 'excessKurtosis'>): boolean {
  const curve = K / 8 - S ** 2 / 6
  const slope = (z: number) => curve * z ** 2 + (S / 3) * z + 1 - K / 8 + (5 * S ** 2) / 36
  const turn = -S / (6 * curve)
  const places = Math.abs(turn) < DOMAIN ? [-DOMAIN, turn, DOMAIN] : [-DOMAIN, DOMAIN]
  return places.every((z) => slope(z) > 0)
}
