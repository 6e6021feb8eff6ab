/** Rows as comma-separated values (RFC 4180), for a spreadsheet or a program. */

/** A field of each row as data: its name is the same in every language, its value exact. */
export interface CsvField<Row> {
  readonly name: string
  /** null or undefined: not known; the cell is empty. */
  readonly of: (row: Row) => string | number | null | undefined
}

export function toCsv<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ name }) => name), ...rows.map((row) => fields.map(({ of }) => textOf(of(row))))]
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

/** Wall clock ms as ISO 8601 in UTC; null: not known. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function textOf(value: string | number | null | undefined): string {
  return typeof value === 'string' ? harmless(value) : String(value ?? '')
}

/** A number with its sign, and a unit if any: "-1.5 %", "+2e-7", "+12.40 USDT". */
const SIGNED = /^[+-][\d.,]+(?:e[+-]?\d+)?(?:\s?[\p{L}%]+)?$/iu

/** A name like "=cmd()" would run as a formula in a spreadsheet. */
export function harmless(text: string): string {
  return /^[=@+\-\t\r]/.test(text) && !SIGNED.test(text) ? `'${text}` : text
}

/** A comma, a quote or a line break inside a cell would tear the row. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
