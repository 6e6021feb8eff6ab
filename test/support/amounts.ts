import type { BaseQuantity, Contracts, Price, QuoteAmount } from '#shared/domain/amounts.ts'
import * as domain from '#shared/domain/decimal.ts'

/** Fits wherever an amount goes, whatever its unit is there. */
type AnyUnit = Price & Contracts & BaseQuantity & QuoteAmount

export function decimal(value: string | number | domain.Decimal): AnyUnit {
  return domain.decimal(value) as AnyUnit
}
