import { finite } from '../number/ratio.ts'
import { erfc } from '../var/normal.ts'

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
