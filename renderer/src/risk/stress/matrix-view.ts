import type { Fact, Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { sayAll, t } from '../../kit/say.ts'
import type { StressCell } from '#shared/risk/stress/matrix.ts'
import { figureText, rateText, shockText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { labelOf, namesOf } from '../unit-label.ts'
import { formatPercent, NOT_APPLICABLE, UNKNOWN } from '../../kit/format.ts'
import { usageSeverity, type Severity } from '#shared/risk/severity.ts'

/** Moves of the benchmark, and how strongly the other assets follow it. */
export const MATRIX_SHOCKS = [-0.5, -0.3, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.3, 0.5]
export const MATRIX_MULTIPLIERS = [0, 0.5, 1, 1.5, 2, 3]

interface MatrixCell {
  /** The lowest margin rate, percent; where units are liquidated, how many. */
  readonly text: string
  readonly severity: Severity
  /** The ids of the units liquidated there. */
  readonly liquidated: readonly string[]
  /** Their names; of many the first few. */
  readonly lost: Fact
  /** The ids of units for which it is not known whether they are liquidated. */
  readonly unknown: readonly string[]
  readonly title: string
}

export interface MatrixRow {
  readonly shock: number
  readonly name: string
  readonly cells: readonly MatrixCell[]
}

/** Column heads: how strongly the other assets follow the benchmark. */
export function multiplierText(multiplier: number): string {
  return multiplier === 0 ? t('stress.stay') : `×${String(multiplier)}`
}

/** The same, for a place that must say that the other assets are meant. */
export function othersText(multiplier: number): string {
  return t('stress.othersColumn', { times: multiplierText(multiplier) })
}

interface Words {
  readonly benchmark: string
  readonly coin: string
}

/** The grid as it is shown: the rate, coloured by how much of equity is required, or how many units are liquidated. */
export function matrixRows(grid: readonly (readonly StressCell[])[], words: Words): readonly MatrixRow[] {
  return grid.map((row) => ({
    shock: row[0]?.shock ?? 0,
    name: row[0] === undefined || row[0].shock === 0 ? '0' : shockText(row[0].shock),
    cells: row.map((cell) => matrixCell(cell, words)),
  }))
}

function matrixCell(cell: StressCell, { benchmark, coin }: Words): MatrixCell {
  const { shock, altShock, lowestMarginRate, worstUsage, equityWithLiquidation } = cell
  const { liquidated, notModelled: unknown } = cell
  const lost = namesOf(liquidated)
  const left = equityWithLiquidation === null ? UNKNOWN : figureText(equityWithLiquidation)
  return {
    text: liquidated.length > 0 ? String(liquidated.length) : rateIn(lowestMarginRate),
    severity: liquidated.length > 0 ? 'red' : worstUsage === null ? 'neutral' : usageSeverity(worstUsage),
    liquidated,
    lost,
    unknown,
    title: sayAll(
      shock === 0
        ? message('stress.cell.now')
        : message('stress.cell.moved', { benchmark, move: shockText(shock), others: shockText(altShock) }),
      message('stress.cell.left', { left, coin }),
      liquidated.length === 0 ? message('stress.cell.none') : message('stress.cell.lost', { names: lost }),
      ...notKnown(unknown),
    ),
  }
}

function notKnown(unitIds: readonly string[]): readonly Message[] {
  return unitIds.length === 0 ? [] : [message('stress.notKnownOf', { names: namesOf(unitIds) })]
}

/** A percentage without its sign, which stands above the table. */
function rateIn(rate: number | null): string {
  if (rate === null) return NOT_APPLICABLE
  return (Math.abs(rate) >= 1 ? formatPercent(rate, { places: 0 }) : rateText(rate)).replace(/\u202f%$/, '')
}

/** The matrix as a table to copy, with every liquidated unit named in its cell. */
export function matrixTable(rows: readonly MatrixRow[], benchmark: string): ChartTable {
  return {
    caption: t('stress.matrixCaption', { benchmark }),
    columns: [benchmark, ...MATRIX_MULTIPLIERS.map(othersText)],
    rows: rows.map(({ name, cells }) => [
      name,
      ...cells.map(({ text, liquidated }) =>
        liquidated.length === 0 ? text : t('stress.cell.lostHere', { names: liquidated.map(labelOf).join(', ') }),
      ),
    ]),
  }
}

/** What the matrix shows: how many cells liquidate something, the nearest of them, and the units it cannot judge. */
export function matrixFinding(rows: readonly MatrixRow[], benchmark: string): string {
  const cells = rows.flatMap(({ cells: own }) => own)
  return sayAll(lostMessage(rows, cells, benchmark), ...notKnown(cells[0]?.unknown ?? []))
}

function lostMessage(rows: readonly MatrixRow[], cells: readonly MatrixCell[], benchmark: string): Message {
  const isLost = ({ liquidated }: MatrixCell): boolean => liquidated.length > 0
  const hit = rows.filter(({ cells: own }) => own.some(isLost))
  const nearest = hit.toSorted((a, b) => Math.abs(a.shock) - Math.abs(b.shock))[0]
  if (nearest === undefined) return message('stress.matrixNone')
  const facts = { lost: cells.filter(isLost).length, all: cells.length }
  if (nearest.shock === 0) return message('stress.matrixNow', facts)
  const isEitherWay = hit.some(({ shock }) => shock === -nearest.shock)
  const move = isEitherWay ? `±${nearest.name.slice(1)}` : nearest.name
  return message('stress.matrixSome', { ...facts, benchmark, move })
}
