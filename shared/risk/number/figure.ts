import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'

/** A number, or why there is none. No report ever has NaN, an infinity or an unmeasured zero. */
export type Figure =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: Message }

/** Why there is no figure, where nothing more is known. */
export const NOT_FINITE = message('figure.notFinite')

/** The number as a figure; `otherwise` says why there is none when it is not finite. */
export function figure(value: number, otherwise: Message = NOT_FINITE): Figure {
  return Number.isFinite(value) ? { value, reason: null } : none(otherwise)
}

/** No figure, and why. */
export function none(reason: Message): Figure {
  return { value: null, reason }
}

/** Why there is no figure yet: "Needs 30 days; there is 1." */
export function tooFew(needed: number, units: 'days' | 'hours' | 'minutes' | 'candles', count: number): Message {
  return message(`figure.tooFew.${units}`, { needed, count })
}

/** The figure with its number changed; a missing one stays missing for the same reason. */
export function mapFigure(known: Figure, change: (value: number) => number): Figure {
  return known.value === null ? known : figure(change(known.value))
}
