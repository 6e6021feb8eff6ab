/**
 * Rows as separated values (RFC 4180), for a spreadsheet or a program. Where decimals follow a comma, a semicolon
 * separates, as spreadsheets of such a region read it.
 */
import type { DecimalMark } from '#shared/words/number-format.ts'

/** A field of each row as data: its name is the same in every language, its value exact. */
export interface CsvField<Row> {
  readonly name: string
  /** null or undefined: not known; the cell is empty. */
  readonly of: (row: Row) => string | number | null | undefined
}

const SEPARATORS: Readonly<Record<DecimalMark, string>> = { '.': ',', ',': ';' }

export function toCsv<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[], mark: DecimalMark = '.'): string {
  const cellOf = (value: string | number | null | undefined): string =>
    isNumber(value) ? String(value).replace('.', mark) : quoted(harmless(value ?? ''))
  const lines = [fields.map(({ name }) => name), ...rows.map((row) => fields.map(({ of }) => cellOf(of(row))))]
  return lines.map((line) => `${line.join(SEPARATORS[mark])}\r\n`).join('')
}

/** Wall clock ms as ISO 8601 in UTC; null: not known. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** Exact decimal text is a number too. */
function isNumber(value: string | number | null | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(value))
}

/** A number with its sign, in any number format, and a unit if any: "-1.5 %", "+2e-7", "-1 234,50 USDT". */
const SIGNED = /^[+-]\d+(?:[.,’ ]\d+)*(?:e[+-]?\d+)?(?:\s?[\p{L}%]+)?$/iu

/** A name like "=cmd()" would run as a formula in a spreadsheet. */
export function harmless(text: string): string {
  return /^[=@+\-\t\r]/.test(text) && !SIGNED.test(text) ? `'${text}` : text
}

/** A separator, a quote or a line break inside a cell would tear the row. */
function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
