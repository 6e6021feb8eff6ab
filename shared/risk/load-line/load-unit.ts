import type { MarginUnit } from '../report.ts'
import type { MarketSum } from '../shock/market-sum.ts'
import type { ShockUnit } from '../shock/shock-account.ts'
import { underShock, type ShockModel, type ShockSum } from './shock-model.ts'
import { pathRoot, SHOCK_MAX, SHOCK_MIN } from './shock-root.ts'

export type Direction = 'down' | 'up'

/** The end of the load line on each side. */
export const END: Readonly<Record<Direction, number>> = { down: SHOCK_MIN, up: SHOCK_MAX }

/** A margin unit from one market move on: from 0, and from each move at which an order of it fills. */
export interface UnitPiece {
  readonly from: number
  /** In the margin coin; null when not known. `free` is equity - requirement. */
  readonly equity: ShockSum | null
  readonly value: ShockSum | null
  readonly requirement: ShockSum | null
  readonly free: ShockSum | null
  /** Order margin released to the unit by fills, margin coin; it is in `equity`. */
  readonly released: number
}

/** A margin unit under shock. Amounts in its margin coin. */
export interface LoadUnit {
  readonly id: string
  readonly mode: MarginUnit['mode']
  readonly state: MarginUnit['state']
  readonly marginCoin: string
  /** Pieces on the way down and on the way up, nearest first. The first of both is the unit as it is now. */
  readonly path: Readonly<Record<Direction, readonly [UnitPiece, ...UnitPiece[]]>>
  /** The nearest market move on each side at which it is liquidated; null: none in range. */
  readonly roots: Readonly<Record<Direction, number | null>>
  /** Reporting coins per margin coin now; null keeps the unit out of the totals. */
  readonly rate: number | null
}

/** A margin unit without fills, its amounts added up by what moves alike under the shock. */
export function loadUnit(unit: ShockUnit, shock: ShockModel): LoadUnit {
  const { id, mode, state, marginCoin, rate } = unit
  const under = (amount: MarketSum | null): ShockSum | null => amount && underShock(amount, shock)
  const now: UnitPiece = {
    from: 0,
    equity: under(unit.equity),
    value: under(unit.value),
    requirement: under(unit.requirement),
    free: under(unit.free),
    released: 0,
  }
  const path: LoadUnit['path'] = { down: [now], up: [now] }
  return { id, mode, state, marginCoin, rate, path, roots: rootsOf(state, path, shock) }
}

/** The unit with orders that fill on the way. */
export function onPath(unit: LoadUnit, path: LoadUnit['path'], shock: ShockModel): LoadUnit {
  return { ...unit, path, roots: rootsOf(unit.state, path, shock) }
}

export function sideOf(x: number): Direction {
  return x < 0 ? 'down' : 'up'
}

/** The piece that applies at the market move `x`. */
export function holding<Piece extends { readonly from: number }>(
  pieces: readonly [Piece, ...Piece[]],
  x: number,
): Piece {
  return pieces.findLast(({ from }) => Math.abs(from) <= Math.abs(x)) ?? pieces[0]
}

/** The piece of a unit that applies at the market move `x`. */
export function pieceAt({ path }: LoadUnit, x: number): UnitPiece {
  return holding(path[sideOf(x)], x)
}

/** Whether a unit is liquidated once prices have moved from here to `x`. */
export function isLiquidated({ state, roots }: Pick<LoadUnit, 'state' | 'roots'>, x: number): boolean {
  if (state === 'inLiquidation') return true
  return (roots.down !== null && x <= roots.down) || (roots.up !== null && x >= roots.up)
}

/**
 * The last move on the way to `x` that matters for the unit: where it is liquidated, if it is. Its later orders do not
 * fill.
 */
export function lastMove({ state, roots }: LoadUnit, x: number): number {
  return state === 'inLiquidation' ? 0 : (roots[sideOf(x)] ?? x)
}

function rootsOf(state: MarginUnit['state'], path: LoadUnit['path'], shock: ShockModel): LoadUnit['roots'] {
  const rootOf = (direction: Direction): number | null =>
    state === 'ok'
      ? pathRoot(
          path[direction].flatMap(({ from, free }) => (free ? [{ from, free }] : [])),
          shock,
          END[direction],
        )
      : null
  return { down: rootOf('down'), up: rootOf('up') }
}
