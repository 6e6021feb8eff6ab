import { decimal } from '#shared/domain/decimal.ts'

/** Decimal text above zero, as main takes it: digits and at most one point, no sign, no exponent, no grouping. */
const AMOUNT = /^(?=.*[1-9])\d{1,20}(\.\d{1,20})?$/

/** Whether a typed text is an amount that can be sent. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text)
}

/** Whether a typed text is a share that a price can move by: above 0, and at most `most` percent. */
export function isPercent(text: string, most: number): boolean {
  return isAmount(text) && decimal(text).lte(most)
}
