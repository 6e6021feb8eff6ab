import { harmless } from '../csv.ts'

/** The figures of a chart as a table: for screen readers, for copying, and for reading. */
export interface ChartTable {
  readonly caption: string
  readonly columns: readonly string[]
  /** As many cells as there are columns; the first names the row. */
  readonly rows: readonly (readonly string[])[]
}

/** Tab-separated text of a table, header first, as spreadsheets paste it. */
export function toTsv({ columns, rows }: ChartTable): string {
  return [columns, ...rows].map((row) => row.map(cell).join('\t')).join('\n')
}

/** A tab or line break inside a cell would tear the row. */
function cell(text: string): string {
  return harmless(
    text
      .replace(/[\t\r\n]+/g, ' ')
      .replaceAll('−', '-')
      .replaceAll('\u202f', ' '),
  )
}
