import type { Decimal } from '#shared/domain/decimal.ts'
import { unrealizedAt, valueAt, type PositionTerms } from '#shared/risk/account/contract-pnl.ts'

/**
 * The net result of closing the whole position at `price`, after fees and funding, in the margin coin: u(P) + K -
 * feeRate x V(P).
 */
export function netIfClosed(terms: PositionTerms, price: Decimal, cashFlows: Decimal, closeFeeRate: Decimal): Decimal {
  return unrealizedAt(terms, price).plus(cashFlows).minus(valueAt(terms, price).times(closeFeeRate))
}
