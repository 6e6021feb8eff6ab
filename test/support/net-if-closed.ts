import type { Decimal } from '#shared/domain/decimal.ts'
import { unrealizedAt, valueAt, type PositionTerms } from '#shared/risk/account/contract-pnl.ts'

/** What closing all of it at `price` leaves, fees and funding counted: u(P) + K - feeRate x V(P), in the margin coin. */
export function netIfClosed(terms: PositionTerms, price: Decimal, cashFlows: Decimal, closeFeeRate: Decimal): Decimal {
  return unrealizedAt(terms, price).plus(cashFlows).minus(valueAt(terms, price).times(closeFeeRate))
}
