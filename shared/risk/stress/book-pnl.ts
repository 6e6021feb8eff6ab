import { isCounted, type CountedUnit, type ShockBook } from './book.ts'
import { dayMoves, type DayMoves } from './day-moves.ts'
import { loseSimpleUnits, simpleUnits } from './day-losses.ts'
import { leftWhenLiquidated } from './left-when-liquidated.ts'

/** Profit and loss of today's account under each of many days, reporting coin. */
export interface BookPnl {
  /** Full revaluation: coin profit converted at the price after, collateral moved too. Ignoring liquidations. */
  readonly total: Float64Array
  /** The same by the asset whose price brings it; added up in this order it is `total`, to the last bit. */
  readonly byAsset: ReadonlyMap<string, Float64Array>
  /**
   * With every unit worth nothing on the days that end with its equity not above its requirement (cross accounts keep what
   * their orders hold), and a unit that is in liquidation already on every day: what it has now is lost, what it owes it goes
   * on owing.
   */
  readonly withLiquidation: Float64Array
}

/**
 * Profit and loss under `count` days of simple returns (fractions, finite), one list for each asset, all of the same days.
 * Assets without returns do not move. A loss is never more than what a unit has in `withLiquidation`; `total` has no such floor.
 */
export function pnlOf(book: ShockBook, returns: ReadonlyMap<string, Float64Array>, count: number): BookPnl {
  const moves = dayMoves(returns, book.yardstick)
  const byAsset = new Map<string, Float64Array>()
  const ofAsset = (asset: string): Float64Array => {
    const known = byAsset.get(asset)
    if (known) return known
    const fresh = new Float64Array(count)
    byAsset.set(asset, fresh)
    return fresh
  }
  for (const [asset, value] of book.standing) {
    const worth = moves.worth(asset)
    if (worth) addScaled(ofAsset(asset), value, worth)
  }
  for (const gain of book.gains) {
    const move = moves.market(gain)
    if (move) addPaid(ofAsset(gain.base), gain.coefficient, move, moves.worth(gain.paidIn))
  }
  const total = new Float64Array(count)
  for (const own of byAsset.values()) addScaled(total, 1, own)
  return { total, byAsset, withLiquidation: withLiquidation(book, moves, total) }
}

function addScaled(into: Float64Array, scale: number, moves: Float64Array): void {
  const days = into.length
  for (let day = 0; day < days; day++) into[day] = (into[day] as number) + scale * (moves[day] as number)
}

function addPaid(into: Float64Array, scale: number, moves: Float64Array, worth: Float64Array | null): void {
  if (!worth) {
    addScaled(into, scale, moves)
    return
  }
  const days = into.length
  for (let day = 0; day < days; day++) {
    into[day] = (into[day] as number) + scale * (moves[day] as number) * (1 + (worth[day] as number))
  }
}

function withLiquidation({ units }: ShockBook, moves: DayMoves, total: Float64Array): Float64Array {
  const left = total.slice()
  const counted = units.filter(isCounted)
  for (const unit of counted) if (unit.state === 'inLiquidation') loseAlways(left, unit, moves)
  const { simple, others } = simpleUnits(counted, moves)
  loseSimpleUnits(left, simple)
  const free = new Float64Array(total.length)
  for (const unit of others) {
    fillFree(free, unit, moves)
    loseWhere(left, free, unit, moves)
  }
  return left
}

/** Equity less requirement on every day. */
function fillFree(into: Float64Array, { free }: CountedUnit, moves: DayMoves): void {
  into.fill(free?.now ?? Infinity)
  for (const term of free?.terms ?? []) {
    const move = moves.market(term)
    if (move) addScaled(into, term.coefficient, move)
  }
}

/** What a unit would be worth on a day, were it not liquidated, less what it leaves when it is; reporting coin. */
function lostOn({ equity, rate, marginCoin }: CountedUnit, moves: DayMoves, day: number): number {
  const perCoin = rate * (1 + (moves.worth(marginCoin)?.[day] ?? 0))
  let amount = equity.now
  for (const term of equity.terms) amount += term.coefficient * (moves.market(term)?.[day] ?? 0)
  return amount * perCoin - leftWhenLiquidated(equity.now * perCoin, amount * perCoin)
}

/** On days that leave nothing free, the unit is liquidated. */
function loseWhere(left: Float64Array, free: Float64Array, unit: CountedUnit, moves: DayMoves): void {
  for (let day = 0; day < left.length; day++) {
    if ((free[day] as number) <= 0) left[day] = (left[day] as number) - lostOn(unit, moves, day)
  }
}

function loseAlways(left: Float64Array, unit: CountedUnit, moves: DayMoves): void {
  for (let day = 0; day < left.length; day++) left[day] = (left[day] as number) - lostOn(unit, moves, day)
}
