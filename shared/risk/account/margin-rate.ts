import type { Decimal } from '../../domain/decimal.ts'
import { finite, ratioOfPositive } from '../number/ratio.ts'

/**
 * The margin rate of a unit: equity over position value, both in its margin coin. For the requirement in place of the
 * equity, it is the rate at which the unit is liquidated. null: an amount is unknown, or there are no positions.
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
