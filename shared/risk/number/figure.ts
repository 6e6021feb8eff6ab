import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'

/**
 * A figure that may not exist: the number, or why there is none. It takes the place of NaN, the infinities and
 * of a zero that was not measured: none of them ever reaches a report.
 */
export type Figure =
  { readonly value: number; readonly reason: null } | { readonly value: null; readonly reason: Message }

/** Why there is no figure where nothing more can be said of it. */
export const NOT_FINITE = message('figure.notFinite')

/** The number as a figure; `otherwise` says why there is none when it is not finite. */
export function figure(value: number, otherwise: Message = NOT_FINITE): Figure {
  return Number.isFinite(value) ? { value, reason: null } : none(otherwise)
}

/** No figure, and why. */
export function none(reason: Message): Figure {
  return { value: null, reason }
}

/** Why what needs so many of something has no figure yet: "Needs 30 days; there is 1." */
export function tooFew(needed: number, units: 'days' | 'hours' | 'minutes' | 'candles', count: number): Message {
  return message(`figure.tooFew.${units}`, { needed, count })
}

/**
 * The figure of another one; what is none stays none for the same reason, and so does what is not finite afterwards.
 */
export function mapFigure(known: Figure, change: (value: number) => number): Figure {
  return known.value === null ? known : figure(change(known.value))
}
