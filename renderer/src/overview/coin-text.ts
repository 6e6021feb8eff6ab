import { decimal, type DecimalText } from '#shared/domain/decimal.ts'
import { formatAmount } from '../kit/format.ts'

/** Digits after the point by size, so that about six digits are shown. */
const PLACES = [
  { from: 1000, places: 2 },
  { from: 1, places: 4 },
  { from: 0, places: 6 },
] as const

/** An amount of any coin in a column of amounts of many coins: "9,204.18", "14.9146", "0.096200". */
export function coinText(value: DecimalText): string {
  const size = decimal(value).abs()
  const places = size.isZero() ? 2 : (PLACES.find(({ from }) => size.gte(from))?.places ?? 6)
  return formatAmount(value, { places })
}
