import type { MarketSum } from '../shock/market-sum.ts'
import { freeMargin, isCounted, type CountedUnit, type ShockAccount } from '../shock/shock-account.ts'
import { lostWhenLiquidated, takenAlready } from '../shock/when-liquidated.ts'
import { dayMoves, type DayMoves } from './day-moves.ts'

/**
 * Profit and loss of today's account, reporting coin, under `count` days of simple returns (fractions, finite), one
 * list for each asset, all of the same days. Assets without returns do not move.
 *
 * `total`: full revaluation, coin profit converted at the price after, collateral moved too, ignoring liquidations.
 * `byAsset`: the same by the asset whose price moves it; added up in this order it is `total`, to the last bit.
 * `withLiquidation`: with every unit worth 0 on days that end with its equity not above its requirement (a cross
 * account keeps its order margin), so no unit loses more than it has. A unit already in liquidation is worth 0 before
 * and after; debt remains.
 */
export function pnlOf(account: ShockAccount, returns: ReadonlyMap<string, Float64Array>, count: number) {
  const moves = dayMoves(returns, account.yardstick)
  const byAsset = new Map<string, Float64Array>()
  const ofAsset = (asset: string): Float64Array => {
    const known = byAsset.get(asset)
    if (known) return known
    const fresh = new Float64Array(count)
    byAsset.set(asset, fresh)
    return fresh
  }
  for (const [asset, value] of account.standing) {
    const worth = moves.worth(asset)
    if (worth) addScaled(ofAsset(asset), value, worth)
  }
  for (const gain of account.gains) {
    const move = moves.market(gain)
    if (move) addPaid(ofAsset(gain.base), gain.coefficient, move, moves.worth(gain.paidIn))
  }
  const total = new Float64Array(count)
  for (const own of byAsset.values()) addScaled(total, 1, own)
  return { total, byAsset, withLiquidation: withLiquidation(account, moves, total) }
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

function withLiquidation(account: ShockAccount, moves: DayMoves, total: Float64Array): Float64Array {
  const { units } = account
  const taken = takenAlready(account)
  const left = total.map((made) => made + taken)
  const free = new Float64Array(total.length)
  for (const unit of units.filter(isCounted)) {
    const margin = freeMargin(unit)
    if (!margin) continue
    fillAmount(free, margin, moves)
    loseWhere(left, free, unit, moves)
  }
  return left
}

/** An amount on every day. */
function fillAmount(into: Float64Array, { now, terms }: MarketSum, moves: DayMoves): void {
  into.fill(now)
  for (const term of terms) {
    const move = moves.market(term)
    if (move) addScaled(into, term.coefficient, move)
  }
}

/** The unit is liquidated on days without free margin. */
function loseWhere(left: Float64Array, free: Float64Array, unit: CountedUnit, moves: DayMoves): void {
  const { equity, marginCoin } = unit
  const worth = moves.worth(marginCoin)
  const terms = equity.terms.map((term) => ({ coefficient: term.coefficient, move: moves.market(term) }))
  for (let day = 0; day < left.length; day++) {
    if ((free[day] as number) > 0) continue
    let amount = equity.now
    for (const { coefficient, move } of terms) amount += coefficient * (move?.[day] ?? 0)
    left[day] = (left[day] as number) - lostWhenLiquidated(unit, amount, 1 + (worth?.[day] ?? 0))
  }
}
