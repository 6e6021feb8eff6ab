import { message } from '../../words/message.ts'
import { figure, none, type Figure } from '../number/figure.ts'
import type { PositionTerms } from './contract-pnl.ts'

const MINUTE_MS = 60_000

/**
 * The ± of a figure because of its age: |slope| x σ x √(age in minutes), with σ the standard deviation of one-minute
 * returns of its price and slope the change of the figure for a move x of that price (dR/dx). One standard deviation, in
 * the unit of the figure. An age below zero means that the clock was set: then the band is not known.
 */
export function stalenessBand({
  ageMs,
  minuteVolatility,
  slope,
}: {
  readonly ageMs: number
  readonly minuteVolatility: number
  readonly slope: number
}): Figure {
  if (!(ageMs >= 0)) return none(message('figure.ageUnknown'))
  if (!(minuteVolatility >= 0)) return none(message('figure.noMinuteVolatility'))
  return figure(Math.abs(slope) * minuteVolatility * Math.sqrt(ageMs / MINUTE_MS))
}

/** A position as a margin rate sees it. */
export interface RatedPosition extends Pick<PositionTerms, 'direction' | 'sign'> {
  /** The base coin, whose price moves. */
  readonly asset: string
  /** V(mark), in the margin coin. */
  readonly value: number
}

/**
 * dR/dx at x = 0 of the margin rate R = E / V of one unit, for a move x of each asset alone:
 *
 *   linear    Σ V(i) (s - R) / V      profit and value both follow the price
 *   inverse   Σ V(i) (s + R) / V      in coins, profit follows it and value goes against it
 *
 * Quote coins do not move. The sum over the assets is the slope when all prices move alike. null without a rate or a
 * value.
 */
export function marginRateSlopes(
  marginRate: number | null,
  positions: readonly RatedPosition[],
): ReadonlyMap<string, number> | null {
  const whole = positions.reduce((sum, { value }) => sum + value, 0)
  if (marginRate === null || !(whole > 0)) return null
  const slopes = new Map<string, number>()
  for (const { asset, direction, sign, value } of positions) {
    const slope = ((direction === 'linear' ? sign - marginRate : sign + marginRate) * value) / whole
    slopes.set(asset, (slopes.get(asset) ?? 0) + slope)
  }
  return slopes
}
