import type { Decimal } from '../../domain/decimal.ts'
import { finite, ratioOfPositive } from '../number/ratio.ts'

/**
 * The margin rate of a unit: its equity over the value of its positions, both in its margin coin. With its requirement
 * instead of its equity: the rate it is liquidated at. null where either is not known, and without positions.
 */
export function marginRate(amount: Decimal | null, positionValue: Decimal | null): number | null {
  return amount && positionValue && ratioOfPositive(amount, positionValue)
}

/** The same under a shock, where amounts are float64. */
export function shockedMarginRate(
  amount: number | null | undefined,
  positionValue: number | null | undefined,
): number | null {
  if (amount == null || positionValue == null || positionValue <= 0) return null
  return finite(amount / positionValue)
}
