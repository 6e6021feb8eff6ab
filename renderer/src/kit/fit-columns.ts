/** Which columns of a table fit, and how: a figure is shown whole or not at all. Pure. */
import type { Column } from './use-data-table.ts'

/** How much narrower the padding of a tight table makes a cell, px; the cell's content keeps its width. */
export const TIGHT_PX = 6

/**
 * `available`: px for `columns`; 0 while not measured. If they do not fit, cells move together first; then spare
 * columns are left out, in their order. `minWidth`: px; a narrower table scrolls sideways.
 */
export function fitColumns<Row>(columns: readonly Column<Row>[], available: number) {
  const whole = widthOf(columns, 0)
  if (available === 0 || whole <= available) return { columns, isTight: false, minWidth: whole }
  let left = columns
  for (const spare of sparesOf(columns)) {
    if (widthOf(left, TIGHT_PX) <= available) break
    left = left.filter((each) => each !== spare)
  }
  return { columns: left, isTight: true, minWidth: widthOf(left, TIGHT_PX) }
}

function sparesOf<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const rank = ({ spare = 0 }: Column<Row>): number => spare
  return columns.filter((column) => rank(column) > 0).toSorted((one, other) => rank(other) - rank(one))
}

function widthOf(columns: readonly Column<never>[], less: number): number {
  return columns.reduce((total, { width }) => total + width - less, 0)
}
