import { compare } from '../../domain/compare.ts'
import { marketSum } from '../shock/market-sum.ts'
import type { OutsidePiece } from './load-totals.ts'
import { END, onPath, type Direction, type LoadUnit, type UnitPiece } from './load-unit.ts'
import type { Change, PlannedFill, SpotChange, UnitChange } from './planned-fill.ts'
import type { ShockModel, ShockSum } from './shock-model.ts'
import { firstShock } from './shock-root.ts'

/**
 * Walks both ways from now and fills each order where the price first reaches its limit; once filled it stays filled.
 * Returns the units, the equity outside them (both in pieces between fills) and the fills: each side nearest first,
 * without the orders of units liquidated before (they are cancelled with the unit).
 */
export function walkOrders(
  units: readonly LoadUnit[],
  standing: ReadonlyMap<string, number>,
  planned: readonly PlannedFill[],
  shock: ShockModel,
) {
  const down = walk(units, standing, inOrder(planned, 'down'))
  const up = walk(units, standing, inOrder(planned, 'up'))
  const walked = units.map((unit) => {
    const [first, second] = [down.pieces.get(unit.id), up.pieces.get(unit.id)]
    const path: LoadUnit['path'] = {
      down: [unit.path.down[0], ...(first ?? [])],
      up: [unit.path.up[0], ...(second ?? [])],
    }
    return onPath(unit, path, shock)
  })
  const byId = new Map(walked.map((unit) => [unit.id, unit]))
  return {
    units: walked,
    outside: { down: down.outside, up: up.outside },
    fills: (['down', 'up'] as const).flatMap((direction) =>
      (direction === 'down' ? down : up).filled
        .filter(({ unitIds, shock: at }) => unitIds?.some((id) => survives(byId.get(id), direction, at)) ?? true)
        .map(({ planned: { order }, shock: at }) => {
          return { orderId: order.orderId, instrument: order.instrument, direction, shock: at }
        }),
    ),
  }
}

interface Filled {
  readonly planned: PlannedFill
  readonly shock: number
}

function inOrder(planned: readonly PlannedFill[], direction: Direction): Filled[] {
  return planned
    .flatMap((each) => {
      const shock = firstShock((x) => each.hasFilled(x), END[direction])
      return shock === null ? [] : [{ planned: each, shock }]
    })
    .sort((a, b) => Math.abs(a.shock) - Math.abs(b.shock) || compare(a.planned.order.orderId, b.planned.order.orderId))
}

function survives(unit: LoadUnit | undefined, direction: Direction, at: number): boolean {
  if (!unit || unit.state === 'inLiquidation') return false
  const root = unit.roots[direction]
  return root === null || Math.abs(at) <= Math.abs(root)
}

/** `filled`: fills with the units they go to (a closing fill may go to several); null: a fill on Spot. */
function walk(units: readonly LoadUnit[], standing: ReadonlyMap<string, number>, inTurn: readonly Filled[]) {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const pieces = new Map<string, UnitPiece[]>()
  const held = new Map<string, number>()
  const outside: [OutsidePiece, ...OutsidePiece[]] = [{ from: 0, standing }]
  const filled = inTurn.flatMap((each): (Filled & { readonly unitIds: readonly string[] | null })[] => {
    const { change } = each.planned
    if (change.kind === 'spot') {
      outside.push({ from: each.shock, standing: afterSpot(outside.at(-1)?.standing ?? standing, change) })
      return [{ ...each, unitIds: null }]
    }
    const taken = takenBy(held, change.parts)
    for (const [part, share] of taken) addPart(part, share, each.shock)
    return taken.length === 0 ? [] : [{ ...each, unitIds: taken.map(([{ unitId }]) => unitId) }]
  })
  return { pieces, outside, filled }

  function addPart(part: UnitChange, share: number, shock: number): void {
    const unit = byId.get(part.unitId)
    if (!unit) return
    const own = pieces.get(unit.id) ?? []
    pieces.set(unit.id, own)
    const last = own.at(-1)
    const next = afterFill(last ?? unit.path.down[0], part, share, shock)
    // Merged with other fills at the same move.
    if (last?.from === shock) own.pop()
    own.push(next)
  }
}

/**
 * The share of an order that each position takes: all of an opening order; of a closing one at most what the position
 * holds, and the next takes the rest.
 */
function takenBy(held: Map<string, number>, parts: readonly UnitChange[]): readonly (readonly [UnitChange, number])[] {
  let rest = parts[0]?.holding.volume ?? 0
  return parts.flatMap((part) => {
    const { key, now, volume, closes } = part.holding
    const before = held.get(key) ?? now
    const taken = closes ? Math.min(rest, before) : rest
    held.set(key, closes ? before - taken : before + taken)
    rest -= taken
    return taken === 0 ? [] : [[part, taken / volume] as const]
  })
}

function afterFill(piece: UnitPiece, change: UnitChange, share: number, from: number): UnitPiece {
  const add = (amount: ShockSum | null, part: Change): ShockSum | null =>
    amount && plus(amount, part, share, change.market)
  const { equity, requirement } = change
  return {
    from,
    equity: add(piece.equity, equity),
    value: add(piece.value, change.value),
    requirement: add(piece.requirement, requirement),
    free: add(piece.free, {
      now: equity.now - requirement.now,
      coefficient: equity.coefficient - requirement.coefficient,
    }),
    released: piece.released + share * change.released,
  }
}

function afterSpot(standing: ReadonlyMap<string, number>, { base, quote }: SpotChange): ReadonlyMap<string, number> {
  const after = new Map(standing)
  for (const { asset, value } of [base, quote]) after.set(asset, (after.get(asset) ?? 0) + value)
  return after
}

function plus(amount: ShockSum, { now, coefficient }: Change, share: number, market: UnitChange['market']): ShockSum {
  const moved = marketSum(0, [...amount.terms, { ...market, coefficient: share * coefficient }])
  const scale = Math.abs(coefficient)
  return {
    now: snapped(amount.now + share * now, Math.max(Math.abs(amount.now), Math.abs(now))),
    terms: moved.terms.filter((term) => snapped(term.coefficient, scale) !== 0),
  }
}

/** Sets an amount to 0 if only a rounding remainder is left, so that no margin rate is computed from a remainder. */
function snapped(amount: number, scale: number): number {
  return Math.abs(amount) <= scale * 1e-12 ? 0 : amount
}
