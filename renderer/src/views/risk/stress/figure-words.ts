import { decimal, toText } from '#shared/domain/decimal.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { formatAmount, UNKNOWN, type AmountStyle } from '../../../format.ts'

/** A figure as it is shown, and what hover says: why there is none. */
export interface FigureWords {
  readonly text: string
  readonly title: string | undefined
}

/** Money in whole units: what is tried out is not known to the cent. A figure there is none of is "?", hover says why. */
export function figureWords({ value, reason }: Figure, style: AmountStyle = {}): FigureWords {
  if (value === null) return { text: UNKNOWN, title: reason }
  const exact = toText(decimal(value))
  return { text: formatAmount(exact, { places: 0, ...style }), title: formatAmount(exact, { ...style, places: 2 }) }
}
