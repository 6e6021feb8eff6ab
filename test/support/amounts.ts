import type { BaseQuantity, Contracts, Price, QuoteAmount } from '#shared/domain/amounts.ts'
import * as domain from '#shared/domain/decimal.ts'

/** A value that any amount type accepts, whatever its unit. */
type AnyUnit = Price & Contracts & BaseQuantity & QuoteAmount

export function decimal(value: string | number | domain.Decimal): AnyUnit {
  return domain.decimal(value) as AnyUnit
}
