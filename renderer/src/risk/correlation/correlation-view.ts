import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'
import type { CorrelationReport } from '#shared/risk/statistics-report.ts'
import { formatRatio } from '../../kit/format.ts'
import type { ChartTable } from '../../kit/chart/table.ts'

/** One pair: its place, its correlation, and over how many days. */
export interface Cell {
  readonly column: number
  readonly row: number
  /** null: too few days, or one of them does not move. Never 0. */
  readonly value: number | null
  readonly days: number
}

export interface CorrelationView {
  /** In the order of their clusters. */
  readonly assets: readonly string[]
  readonly cells: readonly Cell[]
  /** Fewest and most days that two assets with a history share; null without two of them. */
  readonly overlap: readonly [least: number, most: number] | null
  /** Assets with no history at all. */
  readonly withoutHistory: number
  /** Pairs without a figure. */
  readonly missing: number
}

/** The matrix as cells; null when there is none. */
export function viewCorrelation({ assets, matrix, overlap }: CorrelationReport): CorrelationView | null {
  if (assets.length === 0) return null
  const cells = assets.flatMap((_, row) =>
    assets.map((_other, column): Cell => ({
      column,
      row,
      value: matrix[row]?.[column] ?? null,
      days: overlap[row]?.[column] ?? 0,
    })),
  )
  const pairs = pairsOf(cells)
  const hasDays = assets.map((_, at) => (overlap[at]?.[at] ?? 0) > 0)
  const days = pairs.flatMap((cell) => (hasDays[cell.row] && hasDays[cell.column] ? [cell.days] : []))
  return {
    assets,
    cells,
    overlap: days.length === 0 ? null : [Math.min(...days), Math.max(...days)],
    withoutHistory: hasDays.filter((has) => !has).length,
    missing: pairs.filter(({ value }) => value === null).length,
  }
}

/** Each pair once. */
function pairsOf(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ row, column }) => column > row)
}

/** "0.86", "−0.12". */
export function correlationText(value: number | null): string {
  return formatRatio(value, { places: 2 })
}

/** The pair most alike, the pair least alike and the average, in words; the title of the chart. */
export function correlationFinding({ assets, cells }: CorrelationView): string {
  const known = pairsOf(cells).flatMap((cell) => (cell.value === null ? [] : [{ ...cell, value: cell.value }]))
  const [first, ...others] = known
  if (first === undefined) return t('correlation.noTwo')
  const pair = ({ row, column, value }: (typeof known)[number]): Message =>
    message('correlation.pair', { one: assets[row] ?? '', other: assets[column] ?? '', value: correlationText(value) })
  if (others.length === 0) return t('correlation.onePair', { pair: pair(first) })
  const most = others.reduce((best, each) => (each.value > best.value ? each : best), first)
  const least = others.reduce((best, each) => (each.value < best.value ? each : best), first)
  const average = known.reduce((sum, { value }) => sum + value, 0) / known.length
  return t('correlation.finding', { most: pair(most), least: pair(least), average: correlationText(average) })
}

/** The data behind the matrix and the corrections made to it, in words. */
export function correlationBasis(report: CorrelationReport, view: CorrelationView, window: string): readonly string[] {
  const { shrinkage, repair } = report
  const { withoutHistory } = view
  const [least, most] = view.overlap ?? [0, 0]
  const shared = least === most ? t('correlation.allShare', { count: most }) : t('correlation.share', { least, most })
  const fixed = (value: number): string => formatRatio(value, { places: 3 })
  return [
    window,
    ...(view.overlap === null ? [] : [shared]),
    ...(withoutHistory === 0 ? [] : [t('correlation.withoutHistory', { count: withoutHistory })]),
    ...(shrinkage === null ? [] : [t('correlation.shrunkBy', { by: fixed(shrinkage) })]),
    ...(repair === null
      ? []
      : [t('correlation.repairedBy', { eigenvalue: fixed(repair.leastEigenvalue), distance: fixed(repair.distance) })]),
  ]
}

export function correlationTable(view: CorrelationView): ChartTable {
  const { assets, cells } = view
  return {
    caption: t('correlation.tableCaption'),
    columns: [t('kit.asset'), ...assets],
    rows: assets.map((asset, row) => [
      asset,
      ...cells
        .filter((cell) => cell.row === row)
        .map(({ column, value, days }) =>
          column === row ? correlationText(value) : `${correlationText(value)} (${days})`,
        ),
    ]),
  }
}
