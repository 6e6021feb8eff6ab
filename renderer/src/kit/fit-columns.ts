/** Which columns of a table fit, and how: a figure is shown whole or not at all. Pure. */
import type { Column } from './use-data-table.ts'

/** px a cell is narrower by with the padding of a tight table; what it shows keeps its width. */
export const TIGHT_PX = 6

export interface Fit<Row> {
  readonly columns: readonly Column<Row>[]
  readonly isTight: boolean
  /** px; narrower, and the table scrolls sideways. */
  readonly minWidth: number
}

/**
 * `available`: px there are for `columns`; 0 while it was not measured. Where they do not fit, cells move together first;
 * then columns shown elsewhere too are left out, in their order.
 */
export function fitColumns<Row>(columns: readonly Column<Row>[], available: number): Fit<Row> {
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
