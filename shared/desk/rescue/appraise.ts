/** Appraises one way of a rescue: plans it and estimates the plan, as the plan sheet does. */
import type { Position } from '../../domain/account.ts'
import { sum, sumIfKnown, toFloat, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { PositionRisk } from '../../risk/report.ts'
import type { Action } from '../action.ts'
import { compile } from '../compile.ts'
import { contractNamed } from '../compile/known.ts'
import { costsOf, type LegCost } from '../estimate/costs.ts'
import { marginIn } from '../estimate/margin-after.ts'
import type { Unit } from './unit.ts'

/** One way back to the target. Its action is planned again when it is chosen; ranking sends nothing. */
export interface RescueWay {
  readonly action: Action
  /** Margin rate of the unit afterwards, a fraction; null if no position is left. */
  readonly after: number | null
  /** Whether `after` is the target or better. Without a position left: whether equity remains after the known cost. */
  readonly reaches: boolean
  /** Slippage and fees in the reporting coin; null if the book is unknown or too thin. */
  readonly cost: Decimal | null
  /** The PnL since opening that it realizes, at the mark, in the reporting coin; null if unknown. */
  readonly realized: Decimal | null
  /** Net exposure of the account afterwards, in the reporting coin; null if unknown. */
  readonly netExposure: Decimal | null
}

/** A way, with the value it closes in the reporting coin. */
export type Appraised = RescueWay & { readonly notional: Decimal }

/** Appraises an action; null if it cannot be planned. */
export type Appraise = (action: Action) => Appraised | null

/** The closed part of a position. */
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
    return sumIfKnown(amounts.map((amount) => amount && rate && amount.times(rate)))
  }

  function exposureAfter(parts: readonly Part[]): Decimal | null {
    if (!unit.isWhole) return null
    const gone = sumIfKnown(parts.map(exposureOf))
    return gone && report.exposure.net.minus(gone)
  }

  /**
   * The net exposure that closing takes away. A cost that is paid in a coin which is not cash also reduces the exposure
   * to that coin.
   */
  function exposureOf({ position, risk: { notional }, share, cost }: Part): Decimal | null {
    const { rate, isCash } = unit.coin
    const contract = contractNamed(facts.instruments, position.contract)
    if (!contract || !notional || !rate) return null
    const signed = notional.times(share).times(position.side === 'long' ? 1 : -1)
    const base = risk.cashAssets.includes(contract.baseAsset) ? ZERO : signed
    const owed = contract.direction === 'linear' && !risk.cashAssets.includes(contract.quoteAsset) ? signed : ZERO
    return base.minus(owed).plus(isCash ? ZERO : cost.paid.times(rate))
  }

  return (action) => {
    const draft = compile(action, facts, () => '')
    if (!draft.ok) return null
    const costs = costsOf(draft.value.legs, facts, worth)
    const after = margin(costs).find(({ unitId }) => unitId === row.id)
    const rate = after ? after.after : row.marginRate
    const parts = costs.flatMap(partOf)
    const isEquityLeft = row.equity?.gt(sum(costs.map(({ paid }) => paid))) === true
    return {
      action,
      after: rate,
      reaches: rate === null ? isEquityLeft : rate >= goal,
      cost: sumIfKnown(costs.map(({ slippage, fee }) => slippage && fee && slippage.plus(fee))),
      realized: realizedBy(parts),
      netExposure: exposureAfter(parts),
      notional: sum(parts.map(({ risk: { notional }, share }) => (notional ?? ZERO).times(share))),
    }
  }
}
