import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import type { Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { isConfirmed } from '../../domain/kept.ts'
import type { RiskInputs } from '../inputs.ts'
import { modelAccount } from './account-model.ts'
import { breakEven, initialMargin, unrealizedAt, valueAt } from './contract-pnl.ts'
import { notionalOf } from './exposure.ts'
import { crossLiquidationFactor, isolatedLiquidation, liquidationView } from './liquidation.ts'
import { isolatedMarginUnder } from './margin-rule.ts'
import type { UnitModel } from './margin-units.ts'
import { usable, type PositionModel, type PricedPosition } from './position-model.ts'
import { roughRatio } from '../number/ratio.ts'
import type { LiquidationView, PositionRisk } from '../report.ts'
import type { Pricing } from './valuation.ts'

/** Our own liquidation price of each position, by its key; null: none, or not known. */
export function liquidationsOf(inputs: RiskInputs): ReadonlyMap<string, Decimal | null> {
  const { units, pricing } = modelAccount(inputs)
  const rows = units.flatMap((unit) => positionRisks(unit, pricing))
  return new Map(rows.map(({ key, liquidation }) => [key, liquidation?.own ?? null]))
}

/** The rows of all positions of one margin unit. */
export function positionRisks(unit: UnitModel, pricing: Pricing): readonly PositionRisk[] {
  const { row, positions } = unit
  const factors = crossFactors(unit)
  const { rate } = pricing(row.marginCoin)
  return positions.map((model) => {
    const { position, priced } = model
    const totalPnl = priced && pnlSinceOpening(position, priced)
    return {
      key: position.key,
      unitId: row.id,
      value: priced && priced.value,
      notional: notionalOf(model, pricing),
      unrealizedPnl: priced && priced.unrealized,
      totalPnl,
      totalPnlValue: totalPnl && rate && totalPnl.times(rate),
      ...returnsOf(position, priced),
      breakEven: priced && breakEvenOf(position, priced),
      marginRate: row.marginRate,
      liquidation: liquidationOf(unit, model, priced && (factors.get(priced.contract.baseAsset) ?? null)),
      reason: isConfirmed(position)
        ? (model.reason ?? unitReason(unit) ?? pnlReason(position))
        : message('figure.kept'),
    }
  })
}

/**
 * Unrealised profit since opening. ROE is over initial margin, V(open) / leverage; null without a usable leverage. ROI
 * is over V(open). All use openPrice, because a settlement moves averagePrice although nothing was traded. All are null
 * without openPrice.
 */
function returnsOf({ openPrice, leverage }: Position, priced: PricedPosition | null) {
  if (!priced || !usable(openPrice)) return { openPnl: null, returnOnMargin: null, returnOnValue: null }
  const opened = { ...priced.terms, entry: openPrice }
  const openPnl = unrealizedAt(opened, priced.mark)
  return {
    openPnl,
    returnOnMargin: usable(leverage) ? roughRatio(openPnl, initialMargin(opened, leverage)) : null,
    returnOnValue: roughRatio(openPnl, valueAt(opened, openPrice)),
  }
}

/**
 * The profit so far, in the margin coin: of the held contracts since openPrice (averagePrice forgets settled profit),
 * of the closed contracts as the venue booked it, and all fees and funding. null if a part is unknown.
 */
export function pnlSinceOpening(position: Position, { terms, mark }: PricedPosition): Decimal | null {
  const { openPrice, closedPnl } = position
  const cashFlows = cashFlowsOf(position)
  if (!usable(openPrice) || !cashFlows || !closedPnl) return null
  return unrealizedAt({ ...terms, entry: openPrice }, mark)
    .plus(closedPnl)
    .plus(cashFlows)
}

/** Why the profit so far is not known; null when it is. */
function pnlReason(position: Position): Message | null {
  if (!usable(position.openPrice)) return message('figure.noOpening')
  if (!cashFlowsOf(position)) return message('figure.noCashFlows')
  return position.closedPnl ? null : message('figure.noClosedPnl')
}

/**
 * The price at which closing the held contracts breaks even with all fees and funding, at the worst fee rate; profit of
 * contracts closed before is not in it. null when a part is not known.
 */
export function breakEvenOf(position: Position, { terms }: PricedPosition): Decimal | null {
  const { openPrice, maxFeeRate } = position
  const cashFlows = cashFlowsOf(position)
  return usable(openPrice) && cashFlows && maxFeeRate
    ? breakEven({ ...terms, entry: openPrice }, cashFlows, maxFeeRate)
    : null
}

/** Fees and funding paid so far; null when one is not known. */
function cashFlowsOf({ tradingFees, fundingFees }: Position): Decimal | null {
  return tradingFees && fundingFees && tradingFees.plus(fundingFees)
}

function unitReason({ row: { state, mode, equity, marginCoin, unread }, positions }: UnitModel): Message | null {
  if (state === 'inLiquidation') {
    return positions.some(({ position }) => position.freeze === 'liquidation')
      ? message('figure.liquidationInProgress')
      : message('figure.requirementNotMet')
  }
  if (state !== 'notModelled') return null
  if (unread) return message('figure.positionUnread')
  if (!equity) return mode === 'cross' ? message('figure.noEquity', { coin: marginCoin }) : message('figure.noMargin')
  return message('figure.accountNotModelled')
}

function liquidationOf(unit: UnitModel, model: PositionModel, factor: Decimal | null): LiquidationView | null {
  const { position, priced } = model
  const own = unit.row.state === 'ok' && priced ? ownPrice(unit, model, priced, factor) : undefined
  const venue = position.venueLiquidationPrice
  if (own === undefined && venue === null) return null
  return liquidationView(own, venue, priced && priced.mark)
}

function ownPrice(
  unit: UnitModel,
  model: PositionModel,
  { terms, mark }: PricedPosition,
  factor: Decimal | null,
): Decimal | null | undefined {
  if (unit.row.mode === 'cross') return factor && mark.times(factor)
  const margin = isolatedMarginUnder(model.rule, model.position)
  if (!model.kappa || !margin) return undefined
  return isolatedLiquidation(terms, margin, model.kappa, mark, model.rule.basis).price
}

/** For each asset of a cross account: how far its price alone must move to liquidate the account, P* / P. */
function crossFactors({ row, positions }: UnitModel): ReadonlyMap<string, Decimal | null> {
  const { mode, state, equity, requirement } = row
  if (mode !== 'cross' || state !== 'ok' || !equity || !requirement) return new Map()
  const free = equity.minus(requirement)
  const required = positions.flatMap(({ priced, requirementSlope }) =>
    priced && requirementSlope
      ? [{ asset: priced.contract.baseAsset, ...priced.terms, value: priced.value, requirementSlope }]
      : [],
  )
  const groups = Map.groupBy(required, ({ asset }) => asset)
  return new Map([...groups].map(([asset, own]) => [asset, crossLiquidationFactor(free, own)]))
}
