/**
 * Amounts on their way to a venue, with the unit in the type: a size does not compile in place of a price. Only the
 * functions of this file give units; arithmetic gives a plain `Decimal`. Elsewhere the unit is in the name.
 */
import { floorToStep, roundTo, type Decimal, type Rounding } from './decimal.ts'

declare const unit: unique symbol
type In<U extends string> = Decimal & { readonly [unit]: { readonly [K in U]: true } }

/** Quote coins for one base coin. */
export type Price = In<'price'>
/** Contracts ("sheets"). */
export type Contracts = In<'contracts'>
/** Units of the base asset of a pair. */
export type BaseQuantity = In<'base'>
/** Units of the quote asset of a pair. */
export type QuoteAmount = In<'quote'>

export type Size = Contracts | BaseQuantity

export const asPrice = (value: Decimal): Price => value as Price
export const asContracts = (value: Decimal): Contracts => value as Contracts
export const asBaseQuantity = (value: Decimal): BaseQuantity => value as BaseQuantity

/** A price with at most `places` digits after the point. */
export function roundToPrice(value: Decimal, places: number, rounding: Rounding): Price {
  return asPrice(roundTo(value, places, rounding))
}

/** The largest multiple of `step` that is not larger than `value` in size, in the unit of the step. */
export function floorToUnitStep<S extends Size>(value: Decimal, step: S): S {
  return floorToStep(value, step) as S
}

/** The value of a quantity at a price. */
export function notional(price: Price, quantity: BaseQuantity): QuoteAmount {
  return price.times(quantity) as QuoteAmount
}
