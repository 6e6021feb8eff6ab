/** A row of a table is one stop of the Tab key. The arrow keys lead along what can be pressed in it. */
import { inject, type InjectionKey } from 'vue'

/** Provided by a row to the controls in it. */
export const IN_ROW: InjectionKey<true> = Symbol('inRow')

/** The `tabindex` of a control that may stand in a row or elsewhere. */
export const useTabIndex = (): -1 | undefined => (inject(IN_ROW, false) ? -1 : undefined)

/** What can be pressed or ticked in a row, from left to right. */
export const controlsIn = (row: Element): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(':is(button, a[href], input, select):not(:disabled)'),
]

/** Moves the focus along `row` for the left and right arrow; to the left of the first control is the row itself. */
export function moveAlong(row: HTMLElement, key: string): boolean {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  const stops = [row, ...controlsIn(row)]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[at + (key === 'ArrowRight' ? 1 : -1)]?.focus()
  return true
}
