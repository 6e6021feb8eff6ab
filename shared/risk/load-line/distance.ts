import { finite } from '../number/ratio.ts'

/** How far a liquidation price is, four ways. All null-safe: a measure whose yardstick is missing is null. */
export interface Distance {
  /** P* / P - 1, a signed fraction. */
  readonly fraction: number | null
  /** |P* - P| in average true ranges (Wilder, daily). */
  readonly atrMultiples: number | null
  /** |ln(P* / P)| in daily standard deviations of the log price. */
  readonly sigmaDays: number | null
}

/**
 * Distance from the mark to a liquidation price. `atr` is in price units, `sigmaDaily` the standard deviation of daily
 * log returns; null where unknown. float64: this is statistics.
 */
export function distanceTo(
  liquidation: number,
  mark: number,
  { atr, sigmaDaily }: { readonly atr: number | null; readonly sigmaDaily: number | null },
): Distance {
  if (!(mark > 0 && liquidation > 0)) return { fraction: null, atrMultiples: null, sigmaDays: null }
  return {
    fraction: finite(liquidation / mark - 1),
    atrMultiples: atr === null ? null : finite(Math.abs(liquidation - mark) / atr),
    sigmaDays: sigmaDaily === null ? null : finite(Math.abs(Math.log(liquidation / mark)) / sigmaDaily),
  }
}

/**
 * Probability that the price touches the level within `days`: 2 Φ(-sigmaDays / √days), the reflection principle for a
 * log price without drift. Gaussian, so it understates fat tails: label it so. null unless days > 0.
 */
export function touchProbability(sigmaDays: number, days: number): number | null {
  if (!(days > 0)) return null
  return finite(erfc(sigmaDays / Math.sqrt(2 * days)))
}

/**
 * Complementary error function for x >= 0, relative error under 1e-12 down to the tail: the series of erf below 2,
 * the continued fraction above, where 1 - erf would lose every digit.
 */
function erfc(x: number): number {
  return x < 2 ? 1 - erfSeries(x) : Math.exp(-x * x) * erfcFraction(x)
}

/** erf(x) = 2/√π e^(-x²) Σ 2^n x^(2n+1) / (1·3·…·(2n+1)): every term positive, nothing cancels. */
function erfSeries(x: number): number {
  let term = x
  let total = x
  for (let n = 1; term > total * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    total += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total
}

/** e^(x²) erfc(x) = 1/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), evaluated from the inside out. */
function erfcFraction(x: number): number {
  let tail = x
  for (let n = 120; n >= 1; n--) tail = x + n / 2 / tail
  return 1 / (Math.sqrt(Math.PI) * tail)
}
