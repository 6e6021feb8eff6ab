/** Which columns of a table fit, and how: a figure is shown whole or not at all. Pure. */
import type { Column } from './use-data-table.ts'

/** How much narrower the padding of a tight table makes a cell, px; the cell's content keeps its width. */
export const TIGHT_PX = 6

/**
 * `available`: px for the columns; 0 while not measured. Those that are not wanted fill the width that is left, in the
 * order of `extra`. If the others do not fit, cells move together first; then spare columns are left out, in their
 * order. `minWidth`: px; a narrower table scrolls sideways.
 */
export function fitColumns<Row>(
  all: readonly Column<Row>[],
  available: number,
  isWanted: (column: Column<Row>) => boolean = ({ extra }) => extra === undefined,
) {
  const columns = all.filter(isWanted)
  const whole = widthOf(columns, 0)
  if (available === 0 || whole <= available) {
    const drawn = withExtras(all, columns, available)
    return { columns: drawn, isTight: false, minWidth: widthOf(drawn, 0) }
  }
  let left = columns
  for (const spare of sparesOf(columns)) {
    if (widthOf(left, TIGHT_PX) <= available) break
    left = left.filter((each) => each !== spare)
  }
  return { columns: left, isTight: true, minWidth: widthOf(left, TIGHT_PX) }
}

function withExtras<Row>(all: readonly Column<Row>[], columns: readonly Column<Row>[], available: number) {
  const drawn = new Set(columns)
  const extras = all.filter((column) => !drawn.has(column)).toSorted((a, b) => (a.extra ?? 0) - (b.extra ?? 0))
  for (const extra of extras) if (widthOf([...drawn, extra], 0) <= available) drawn.add(extra)
  return all.filter((column) => drawn.has(column))
}

function sparesOf<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const rank = ({ spare = 0 }: Column<Row>): number => spare
  return columns.filter((column) => rank(column) > 0).toSorted((one, other) => rank(other) - rank(one))
}

function widthOf(columns: readonly Column<never>[], less: number): number {
  return columns.reduce((total, { width }) => total + width - less, 0)
}
