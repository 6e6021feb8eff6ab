import { leftWhenLiquidated } from '../shock/when-liquidated.ts'
import type { Message } from '../../domain/message.ts'
import { loadPool, type LoadPool } from './load-pool.ts'
import { holding, isLiquidated, lastMove, pieceAt, sideOf } from './load-unit.ts'
import type { Direction, LoadUnit, UnitPiece } from './load-unit.ts'
import type { ShockModel } from './shock-model.ts'

/** Equity outside every margin unit, from one market move on: spot, order margin, collateral without cross positions. */
export interface OutsidePiece {
  readonly from: number
  /** By asset, value now in the reporting coin. */
  readonly standing: ReadonlyMap<string, number>
}

export interface LoadInput {
  /** See `ShockAccount`. */
  readonly yardstick: string | null
  readonly units: readonly LoadUnit[]
  /** See `ShockAccount`. */
  readonly notCounted: readonly (string | Message)[]
  /** Nearest first, the first from 0; more than one where spot orders fill on the way. */
  readonly outside: Readonly<Record<Direction, readonly [OutsidePiece, ...OutsidePiece[]]>>
}

const SIDES = ['down', 'up'] as const

/**
 * Total equity at each move, ignoring liquidations. Between two moves at which orders fill, amounts are added up only
 * once.
 */
export function totals(input: LoadInput, model: ShockModel, shocks: readonly number[]): number[] {
  const worth = new Map<number, number>()
  for (const side of SIDES) {
    const pieces = [...input.outside[side], ...input.units.flatMap(({ path }) => path[side])]
    const starts = [...new Set(pieces.map(({ from }) => from))].sort((a, b) => Math.abs(b) - Math.abs(a))
    const left = farthestFirst(shocks, side)
    for (const from of starts) {
      const within = left.splice(0, left.findLastIndex((x) => Math.abs(x) >= Math.abs(from)) + 1)
      if (within.length === 0) continue
      const pool = outsidePool(input, model, holding(input.outside[side], from))
      for (const unit of input.units) addUnit(pool, unit, holding(unit.path[side], from))
      for (const x of within) worth.set(x, pool.at(x))
    }
  }
  return shocks.map((x) => worth.get(x) ?? NaN)
}

/**
 * Total equity at each move without the units that are liquidated on the way there, and with the debt of units that
 * have no equity already. It works from the farthest move back and adds a unit as soon as the unit still exists at that
 * move, so that nothing is ever subtracted. Units whose orders fill are computed one by one.
 */
export function survivingTotals(
  input: LoadInput,
  model: ShockModel,
  shocks: readonly number[],
): ReadonlyMap<number, number> {
  const worth = new Map<number, number>()
  for (const side of SIDES) {
    const lastsTo = ({ roots }: LoadUnit): number => Math.abs(roots[side] ?? Infinity)
    const changing = input.units.filter(({ path }) => path[side].length > 1)
    const plain = input.units.filter(({ path, state }) => path[side].length === 1 && state !== 'inLiquidation')
    const coming = plain.sort((a, b) => (lastsTo(a) === lastsTo(b) ? 0 : lastsTo(b) - lastsTo(a)))
    const outside = new Map(input.outside[side].map((piece) => [piece, outsidePool(input, model, piece)]))
    const owed = input.units.filter(owes).map((unit) => owedPools(input, model, unit.path[side][0], unit))
    const there = loadPool(model, input.yardstick)
    let count = 0
    for (const x of farthestFirst(shocks, side)) {
      for (let unit = coming[count]; unit && lastsTo(unit) > Math.abs(x); unit = coming[++count]) {
        addUnit(there, unit, unit.path[side][0])
      }
      const alone = loadPool(model, input.yardstick)
      for (const unit of changing) {
        const isGone = isLiquidated(unit, x)
        addUnit(alone, unit, pieceAt(unit, isGone ? lastMove(unit, x) : x), isGone)
      }
      const debt = owed.reduce((sum, { now, after }) => sum + leftWhenLiquidated(now.at(x), after.at(x)), 0)
      worth.set(x, (outside.get(holding(input.outside[side], x))?.at(x) ?? 0) + there.at(x) + alone.at(x) + debt)
    }
  }
  return worth
}

/** Whether a unit is in liquidation already, without any equity. */
function owes({ state, path: { down } }: LoadUnit): boolean {
  return state === 'inLiquidation' && down[0].equity !== null && down[0].equity.now <= 0
}

/** The equity of a unit now and after a move, both valued at the price of its coin after the move. */
function owedPools({ yardstick }: LoadInput, model: ShockModel, piece: UnitPiece, unit: LoadUnit) {
  const [now, after] = [loadPool(model, yardstick), loadPool(model, yardstick)]
  addUnit(now, unit, { ...piece, equity: piece.equity && { ...piece.equity, terms: [] } })
  addUnit(after, unit, piece)
  return { now, after }
}

function farthestFirst(shocks: readonly number[], side: Direction): number[] {
  return shocks.filter((x) => sideOf(x) === side).sort((a, b) => Math.abs(b) - Math.abs(a))
}

function outsidePool({ yardstick }: LoadInput, model: ShockModel, { standing }: OutsidePiece): LoadPool {
  const pool = loadPool(model, yardstick)
  for (const [asset, value] of standing) pool.add({ now: value, terms: [] }, 1, asset)
  return pool
}

/**
 * Adds a unit. `outside` includes the order margin that was released to the unit, so that is subtracted here. If the
 * unit is liquidated, it loses it.
 */
function addUnit(
  pool: LoadPool,
  { rate, marginCoin }: LoadUnit,
  { equity, released }: UnitPiece,
  isGone = false,
): void {
  if (equity === null || rate === null) return
  const amount = isGone ? { now: -released, terms: [] } : { ...equity, now: equity.now - released }
  pool.add(amount, rate, marginCoin)
}
