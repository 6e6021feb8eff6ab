import { say } from '../kit/say.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { UNKNOWN, type AmountStyle, formatValue } from '../kit/format.ts'

/** A figure in words. Hover says why there is none, or adds detail. */
export interface FigureWords {
  readonly text: string
  readonly title: string | undefined
}

/** A figure as `show` formats it, with `title` on hover. A missing one is "?", and hover says why. */
export function shown({ value, reason }: Figure, show: (value: number) => string, title?: string): FigureWords {
  return value === null ? { text: UNKNOWN, title: say(reason) } : { text: show(value), title }
}

/** Money in whole units by default: a simulation is not exact to the cent. Hover shows the cents. */
export function figureWords(figure: Figure, style: AmountStyle = {}): FigureWords {
  const cents = formatValue(figure.value, { ...style, places: 2 })
  return shown(figure, (value) => formatValue(value, { places: 0, ...style }), cents)
}
