/**
 * A figure that may not exist: the number, or in words why there is none. It takes the place of NaN, the infinities and
 * of a zero that was not measured: none of them ever reaches a report.
 */
export type Figure =
  { readonly value: number; readonly reason: null } | { readonly value: null; readonly reason: string }

/** Why there is no figure where nothing more can be said of it. */
export const NOT_FINITE = 'not a finite number'

/** The number as a figure; `otherwise` says why there is none when it is not finite. */
export function figure(value: number, otherwise = NOT_FINITE): Figure {
  return Number.isFinite(value) ? { value, reason: null } : none(otherwise)
}

/** No figure, and why: "needs 100 days, there are 42". */
export function none(reason: string): Figure {
  return { value: null, reason }
}

/** Why what needs so many of something has no figure yet: "needs 30 days, there is 1". `units` is a plural. */
export function tooFew(needed: number, units: string, known: number): string {
  return `needs ${needed} ${units}, there ${known === 1 ? 'is' : 'are'} ${known}`
}

/**
 * The figure of another one; what is none stays none for the same reason, and so does what is not finite afterwards.
 */
export function mapFigure(known: Figure, change: (value: number) => number): Figure {
  return known.value === null ? known : figure(change(known.value))
}
