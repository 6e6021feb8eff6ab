import { compare } from '../../domain/compare.ts'
import { shockedMarginRate } from '../account/margin-rate.ts'
import type { LoadLine } from '../report.ts'
import { survivingTotals, totals, type LoadInput } from './load-totals.ts'
import { holding, pieceAt, type Direction, type LoadUnit, type UnitPiece } from './load-unit.ts'
import { shocked, type ShockModel, type ShockSum } from './shock-model.ts'
import { SHOCK_MAX, SHOCK_MIN } from './shock-root.ts'

/** -50 % … +50 %, where decisions are made, in steps of 0.5 %; coarser out to -99 % and +200 %. */
export const SHOCKS: readonly number[] = [
  SHOCK_MIN,
  ...percents(-95, -55, 5),
  ...percents(-50, 50, 0.5),
  ...[0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.25, 1.5, 1.75, SHOCK_MAX],
]

/** A chart with more lines is unreadable. */
const MAX_LINES = 24

/**
 * Margin rates and total equity at each market move. "With liquidation" is a careful, simple model. On the way from 0,
 * a unit is lost where it meets its requirement: a cross account then keeps only its order margin, an isolated position
 * leaves nothing. A unit that is below its requirement already is lost everywhere. Debt remains. This equity is not
 * computed if a unit is not modelled. Real venues reduce in tiers and may return a remainder. Coins are valued at their
 * own shocked price. If a total would miss a position, there is no total.
 */
export function loadLine(input: LoadInput, model: ShockModel, shocks: readonly number[] = SHOCKS): LoadLine {
  const { units, notCounted } = input
  const lines = shown(units).map((unit) => rateLines(unit, model, shocks))
  const roots = units.flatMap((unit) => [unit.roots.down, unit.roots.up]).filter((shock) => shock !== null)
  const isWhole = notCounted.length === 0
  const equity = isWhole ? totals(input, model, shocks) : null
  const notModelled = units.flatMap(({ id, state }) => (state === 'notModelled' ? [id] : []))
  const surviving =
    isWhole && notModelled.length === 0 ? survivingTotals(input, model, [...new Set([...shocks, ...roots])]) : null
  const leftAt = (x: number): number | null => surviving && (surviving.get(x) ?? NaN)
  return {
    model: model.name,
    shocks,
    units: lines,
    equity,
    notModelled,
    notCounted,
    equityWithLiquidation: surviving && shocks.map((x) => surviving.get(x) ?? NaN),
    breaches: [...breachesOn(units, 'down', leftAt), ...breachesOn(units, 'up', leftAt)],
  }
}

/** The units that breach on one side, nearest first: the order in which they are liquidated. */
function breachesOn(
  units: readonly LoadUnit[],
  direction: Direction,
  leftAt: (x: number) => number | null,
): LoadLine['breaches'] {
  return units
    .flatMap((unit) => {
      const shock = unit.roots[direction]
      if (shock === null) return []
      const { equity } = unit.path[direction][0]
      const { released } = holding(unit.path[direction], shock)
      const loss = equity === null || unit.rate === null ? null : (equity.now + released) * unit.rate
      return { unitId: unit.id, direction, shock, loss, equityLeft: leftAt(shock) }
    })
    .sort((a, b) => Math.abs(a.shock) - Math.abs(b.shock))
}

function rateLines(unit: LoadUnit, model: ShockModel, shocks: readonly number[]): LoadLine['units'][number] {
  const over = (amountOf: (piece: UnitPiece) => ShockSum | null) => (x: number) => {
    const piece = pieceAt(unit, x)
    const amount = amountOf(piece)
    return shockedMarginRate(amount && shocked(amount, model, x), piece.value && shocked(piece.value, model, x))
  }
  return {
    id: unit.id,
    marginRate: shocks.map(over(({ equity }) => equity)),
    requiredRate: shocks.map(over(({ requirement }) => requirement)),
  }
}

/** Cross accounts first, then isolated positions, the nearest to their breach first. */
function shown(units: readonly LoadUnit[]): readonly LoadUnit[] {
  const nearness = ({ mode, roots }: LoadUnit): number =>
    mode === 'cross' ? -1 : Math.min(Math.abs(roots.down ?? Infinity), Math.abs(roots.up ?? Infinity))
  return units
    .filter(({ path }) => [...path.down, ...path.up].some(({ value }) => value !== null && value.now > 0))
    .sort((a, b) => compare(nearness(a), nearness(b)))
    .slice(0, MAX_LINES)
}

function percents(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => (from + index * step) / 100)
}
