/** What one way does: its plan is made, and valued as the plan sheet values it. */
import type { Position } from '../../domain/account.ts'
import { sum, toFloat, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { PositionRisk } from '../../risk/report.ts'
import type { Action } from '../action.ts'
import { compile } from '../compile.ts'
import { contractNamed } from '../compile/known.ts'
import { costsOf, type LegCost } from '../estimate/costs.ts'
import { marginIn } from '../estimate/margin-after.ts'

import type { Unit } from './unit.ts'

/** One way. It is staged as a plan of its own; nothing is sent by looking. */
export interface RescueWay {
  readonly action: Action
  /** Margin rate of the unit afterwards, a fraction; null: no position left to have one. */
  readonly after: number | null
  /** Whether that is the target or better; where no position is left, whether equity is, by what is known of the cost. */
  readonly reaches: boolean
  /** What it gives away against the mark and in fees, reporting coin; null: the book is not known or not deep enough. */
  readonly cost: Decimal | null
  /** PnL since opening that it makes real, at the mark, reporting coin: no cost, but worth knowing. null: not known. */
  readonly realized: Decimal | null
  /** Net exposure of the account afterwards, reporting coin; null: not known. */
  readonly netExposure: Decimal | null
}

/** A way, and how much it trades. */
export interface Appraised extends RescueWay {
  /** Value of what is closed, reporting coin. */
  readonly notional: Decimal
}

/** Values an action; null where no plan can be made of it. */
export type Appraise = (action: Action) => Appraised | null

/** A part of a position that is closed, and what is known of the whole. */
interface Part {
  readonly position: Position
  readonly risk: PositionRisk
  readonly share: Decimal
  readonly cost: LegCost
}

export function createAppraise(unit: Unit): Appraise {
  const { facts, risk, report, row, target, worth } = unit
  const margin = marginIn(unit.units, risk, facts)
  const risks = new Map(report.positions.map((each) => [each.key, each]))
  const held = new Map(risk.positions?.map((each) => [each.key, each]))
  const goal = toFloat(target)

  function partOf(cost: LegCost): Part[] {
    if (cost.leg.kind !== 'close') return []
    const own = risks.get(cost.leg.positionKey)
    const position = held.get(cost.leg.positionKey)
    const closed = cost.filled ?? cost.leg.volume
    return own && position?.volume.gt(0) ? [{ position, risk: own, share: closed.div(position.volume), cost }] : []
  }

  function realizedBy(parts: readonly Part[]): Decimal | null {
    const { rate } = unit.coin
    const amounts = parts.map(({ position: { tradingFees, fundingFees }, risk: { totalPnl }, share }) => {
      return totalPnl && tradingFees && fundingFees && totalPnl.minus(tradingFees).minus(fundingFees).times(share)
    })
    return known(amounts.map((amount) => amount && rate && amount.times(rate)))
  }

  function exposureAfter(parts: readonly Part[]): Decimal | null {
    if (!unit.isWhole) return null
    const gone = known(parts.map(exposureOf))
    return gone && report.exposure.net.minus(gone)
  }

  /** What closing takes from the net exposure; a cost paid in a coin that is no cash is less of that coin. */
  function exposureOf({ position, risk: { notional }, share, cost }: Part): Decimal | null {
    const { rate, isCash } = unit.coin
    const contract = contractNamed(facts.instruments, position.contract)
    if (!contract || !notional || !rate) return null
    const signed = notional.times(share).times(position.side === 'long' ? 1 : -1)
    const base = risk.cashAssets.includes(contract.baseAsset) ? ZERO : signed
    const owed = contract.direction === 'linear' && !risk.cashAssets.includes(contract.quoteAsset) ? signed : ZERO
    return base.minus(owed).plus(isCash ? ZERO : cost.paid.times(rate))
  }

  /** Whether any equity is left after what is known of the costs. Where no position is left there is no rate to tell. */
  function isLeft(costs: readonly LegCost[]): boolean {
    return row.equity?.gt(sum(costs.map(({ paid }) => paid))) === true
  }

  return (action) => {
    const draft = compile(action, facts, () => '')
    if (!draft.ok) return null
    const costs = costsOf(draft.value.legs, facts, worth)
    const after = margin(costs).find(({ unitId }) => unitId === row.id)
    const rate = after ? after.after : row.marginRate
    const parts = costs.flatMap(partOf)
    return {
      action,
      after: rate,
      reaches: rate === null ? isLeft(costs) : rate >= goal,
      cost: known(costs.map(({ slippage, fee }) => slippage && fee && slippage.plus(fee))),
      realized: realizedBy(parts),
      netExposure: exposureAfter(parts),
      notional: sum(parts.map(({ risk: { notional }, share }) => (notional ?? ZERO).times(share))),
    }
  }
}

/** The sum, where all of it is known. */
function known(amounts: readonly (Decimal | null)[]): Decimal | null {
  const all = amounts.filter((amount) => amount !== null)
  return all.length === amounts.length ? sum(all) : null
}
