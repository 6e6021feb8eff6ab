import type { Position } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { breakEven, initialMargin, unrealizedAt } from './contract-pnl.ts'
import { notionalOf } from './exposure.ts'
import { crossLiquidationFactor, isolatedLiquidation, liquidationView } from './liquidation.ts'
import { isolatedMargin, type UnitModel } from './margin.ts'
import { usable, type PositionModel, type PricedPosition } from './position-model.ts'
import { ratio } from '../number/ratio.ts'
import type { LiquidationView, PositionRisk } from '../report.ts'
import type { Pricing } from './valuation.ts'

/** The rows of all positions of one margin unit. */
export function positionRisks(unit: UnitModel, pricing: Pricing): PositionRisk[] {
  const { row, positions } = unit
  const factors = crossFactors(unit)
  const { rate } = pricing(row.marginCoin)
  return positions.map((model) => {
    const { position, priced } = model
    const opening = priced && sinceOpening(position, priced)
    return {
      key: position.key,
      unitId: row.id,
      value: priced && priced.value,
      notional: notionalOf(model, pricing),
      unrealizedPnl: priced && priced.unrealized,
      totalPnl: opening && opening.pnl,
      totalPnlValue: opening && rate && opening.pnl.times(rate),
      returnOnMargin: priced && returnOnMargin(priced, position.leverage),
      breakEven: opening && opening.breakEven,
      marginRate: row.marginRate,
      liquidation: liquidationOf(unit, model, priced && (factors.get(priced.contract.baseAsset) ?? null)),
      reason: model.reason ?? unitReason(unit),
    }
  })
}

/** u / initial margin, from averagePrice; null with a leverage that is not positive. */
function returnOnMargin({ terms, unrealized }: PricedPosition, leverage: Decimal): number | null {
  return usable(leverage) ? ratio(unrealized, initialMargin(terms, leverage)) : null
}

/**
 * Profit so far and the price that would make it nothing: counted from openPrice (averagePrice forgets what was
 * settled), with every fee and funding payment, closing at the worst fee rate. null when a part of it is not known.
 */
export function sinceOpening(
  { openPrice, tradingFees, fundingFees, maxFeeRate }: Position,
  { terms, mark }: PricedPosition,
): { pnl: Decimal; breakEven: Decimal | null } | null {
  if (!usable(openPrice) || !tradingFees || !fundingFees) return null
  const opened = { ...terms, entry: openPrice }
  const cashFlows = tradingFees.plus(fundingFees)
  return {
    pnl: unrealizedAt(opened, mark).plus(cashFlows),
    breakEven: maxFeeRate && breakEven(opened, cashFlows, maxFeeRate),
  }
}

function unitReason({ row: { state, equity, marginCoin }, positions }: UnitModel): string | null {
  if (state === 'inLiquidation') {
    return positions.some(({ position }) => position.freeze === 'liquidation')
      ? 'liquidation in progress'
      : 'margin requirement not met: liquidation may be in progress'
  }
  if (state !== 'notModelled') return null
  if (!equity) return `no equity known for ${marginCoin}`
  return 'not modelled: its account holds a position whose figures are missing'
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
  if (!model.requiredRate) return undefined
  return isolatedLiquidation(terms, isolatedMargin(model), model.requiredRate, mark).price
}

/** For each asset of a cross account: how far its price alone must move until the account is liquidated (P* / P). */
function crossFactors({ row, positions }: UnitModel): ReadonlyMap<string, Decimal | null> {
  const { mode, state, equity, requirement } = row
  if (mode !== 'cross' || state !== 'ok' || !equity || !requirement) return new Map()
  const free = equity.minus(requirement)
  const required = positions.flatMap(({ priced, requiredRate }) =>
    priced && requiredRate
      ? [{ asset: priced.contract.baseAsset, ...priced.terms, value: priced.value, requiredRate }]
      : [],
  )
  const groups = Map.groupBy(required, ({ asset }) => asset)
  return new Map([...groups].map(([asset, own]) => [asset, crossLiquidationFactor(free, own)]))
}
