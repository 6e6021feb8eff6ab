import { message } from '../../words/message.ts'
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import { figure, none, type Figure } from './figure.ts'

/** numerator / denominator as float64; null when the denominator is zero or the result is not a finite number. */
export function ratio(numerator: Decimal, denominator: Decimal): number | null {
  if (denominator.isZero()) return null
  return finite(toFloat(numerator.div(denominator)))
}

/** As `ratio`, exact but for the last digit, and cheap: for figures that are shown, not compared with a limit. */
export function roughRatio(numerator: Decimal, denominator: Decimal): number | null {
  return finite(toFloat(numerator) / toFloat(denominator))
}

/** As `ratio`, and null unless the denominator is positive: for shares of equity. */
export function ratioOfPositive(numerator: Decimal, denominator: Decimal): number | null {
  return denominator.gt(0) ? ratio(numerator, denominator) : null
}

/** An amount over equity, or why there is none; both in the same coin. */
export function shareOfEquity(amount: Decimal, equity: Decimal): Figure {
  return equity.gt(0)
    ? figure(toFloat(amount.div(equity)), message('figure.equityTooSmall'))
    : none(message('figure.equityNotPositive'))
}

/** The number, or null for NaN and the infinities: neither ever reaches a report. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
