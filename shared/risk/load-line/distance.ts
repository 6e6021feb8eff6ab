import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { erfc } from '../number/normal.ts'

/** How far the price moves in a day. Distances are counted in these units. */
export interface DailyMove {
  /** Average true range of a day (Wilder 1978), in the unit of the price. */
  readonly atr: Figure
  /** Standard deviation of a day's return. */
  readonly sigma: Figure
}

/** The distance to a liquidation price in four measures. */
export interface Distance {
  /** P* / P - 1, signed. */
  readonly fraction: Figure
  /** |P* - P| / ATR of a day. */
  readonly atrMultiples: Figure
  /** |ln(P* / P)| / σ of a day. */
  readonly sigmaDays: Figure
  /** Probability that the price touches it within a day, Gaussian. */
  readonly touchInDay: Figure
}

/** Distance from the mark P to a liquidation price P*. float64: this is statistics. */
export function distanceTo(liquidation: number, mark: number, { atr, sigma }: DailyMove): Distance {
  if (!(mark > 0 && liquidation > 0)) return noDistance(message('figure.noPositivePrice'))
  const sigmaDays = countedIn(sigma, Math.abs(Math.log(liquidation / mark)))
  return {
    fraction: figure(liquidation / mark - 1),
    atrMultiples: countedIn(atr, Math.abs(liquidation - mark)),
    sigmaDays,
    touchInDay: mapFigure(sigmaDays, (far) => touchProbability(far, 1)),
  }
}

function countedIn(unit: Figure, size: number): Figure {
  return unit.value === null ? unit : figure(size / unit.value, message('figure.priceStill'))
}

/** No distance in any measure, and why. */
export function noDistance(reason: Message): Distance {
  const unknown = none(reason)
  return { fraction: unknown, atrMultiples: unknown, sigmaDays: unknown, touchInDay: unknown }
}

/**
 * Probability that the price touches a level within `days` (above 0): 2 Φ(-sigmaDays / √days), the reflection principle
 * for a log price without drift (Bachelier 1900). Gaussian, so it understates fat tails: label it so.
 */
export function touchProbability(sigmaDays: number, days: number): number {
  return erfc(sigmaDays / Math.sqrt(2 * days))
}
