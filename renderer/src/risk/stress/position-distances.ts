/** How far each position is from the price that liquidates it, in figures. Pure. */
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toFloat, type Decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { PositionModel } from '#shared/risk/account/position-model.ts'
import { distanceTo, noDistance, type DailyMove, type Distance } from '#shared/risk/load-line/distance.ts'
import { mapFigure, none } from '#shared/risk/number/figure.ts'
import type { LiquidationView, PositionRisk, RiskReport } from '#shared/risk/report.ts'
import type { AssetStatistics, StatisticsReport } from '#shared/risk/statistics-report.ts'

/** A position with a liquidation price, or in liquidation already. */
export interface PositionDistance extends Distance {
  readonly position: Position
  readonly unitId: string
  readonly mark: Decimal | null
  /** Digits of a price of the contract; undefined when it is not known. */
  readonly pricePlaces: number | undefined
  readonly liquidation: Encoded<LiquidationView> | null
  readonly isInLiquidation: boolean
  /** The daily move that its distance is counted in; the range in the coin the contract is priced in. */
  readonly move: DailyMove
}

export interface DistanceReport {
  /**
   * Positions in liquidation first, then by their distance in daily σ, nearest first, then those without one by their
   * distance as a fraction.
   */
  readonly rows: readonly PositionDistance[]
  /** No reachable price liquidates them. */
  readonly unreached: readonly { readonly position: Position }[]
  /** Their liquidation price is not known. */
  readonly unknown: readonly { readonly position: Position; readonly reason: Message }[]
}

type Report = Pick<Encoded<RiskReport>, 'reportingCoin' | 'marketRate' | 'cashAssets' | 'positions' | 'margin'>

/** `models`: the positions of the report at their marks. `statistics`: null before they were first computed. */
export function distancesOf(
  models: readonly PositionModel[],
  report: Report,
  statistics: Pick<StatisticsReport, 'assets'> | null,
): DistanceReport {
  const risks = new Map(report.positions.map((risk) => [risk.key, risk]))
  const falling = new Set(report.margin.flatMap(({ id, state }) => (state === 'inLiquidation' ? [id] : [])))
  const moveOf = dailyMoves(report, statistics)
  const rows: PositionDistance[] = []
  const unreached: DistanceReport['unreached'][number][] = []
  const unknown: DistanceReport['unknown'][number][] = []
  for (const model of models) {
    const { position } = model
    const risk = risks.get(position.key)
    const isInLiquidation = risk !== undefined && falling.has(risk.unitId)
    if (risk !== undefined && (isInLiquidation || risk.liquidation?.headline != null))
      rows.push(rowOf(model, risk, moveOf(model, risk), isInLiquidation))
    else if (risk?.liquidation != null && risk.liquidation.agreement !== 'notCompared') unreached.push({ position })
    else
      unknown.push({
        position,
        reason: risk === undefined ? message('figure.notWorkedOut') : (risk.reason ?? message('figure.notModelled')),
      })
  }
  return { rows: rows.toSorted(byNearness), unreached, unknown }
}

function rowOf(
  { position, contract, priced, reason }: PositionModel,
  { unitId, liquidation }: Encoded<PositionRisk>,
  move: DailyMove,
  isInLiquidation: boolean,
): PositionDistance {
  const mark = priced && priced.mark
  const price = liquidation?.headline ?? null
  const distance = (): Distance => {
    if (isInLiquidation) return noDistance(message('figure.inLiquidation'))
    if (mark === null || price === null) return noDistance(reason ?? message('figure.noMark'))
    return distanceTo(toFloat(decimal(price)), toFloat(mark), move)
  }
  return {
    ...distance(),
    position,
    unitId,
    mark,
    pricePlaces: contract?.pricePrecision ?? undefined,
    liquidation,
    isInLiquidation,
    move,
  }
}

function dailyMoves(
  { reportingCoin, marketRate, cashAssets }: Report,
  statistics: Pick<StatisticsReport, 'assets'> | null,
): (model: PositionModel, risk: Encoded<PositionRisk>) => DailyMove {
  if (statistics === null) return () => noMove(message('figure.historyNotYet'))
  const histories = new Map(statistics.assets.map((each) => [each.asset, each]))
  const money = new Set(cashAssets)
  return ({ priced, reason }, risk) => {
    if (priced === null) return noMove(reason ?? message('figure.notModelled'))
    const { baseAsset, quoteAsset } = priced.contract
    // The history of an asset is its price in money: against another coin it moves differently.
    if (!money.has(quoteAsset)) return noMove(message('figure.noHistoryIn', { asset: baseAsset, coin: quoteAsset }))
    const history = histories.get(baseAsset)
    if (history === undefined) return noMove(message('figure.historyOfNotYet', { asset: baseAsset }))
    return { sigma: history.dailyVolatility, atr: rangeInQuote(history, risk, priced, { reportingCoin, marketRate }) }
  }
}

/**
 * The average true range in the coin that the contract is priced in. The price history is in `MARKET_COIN`. The
 * position itself gives the worth of its quote coin: reporting coins per coin of its value. For an inverse contract
 * those are base coins.
 */
function rangeInQuote(
  { averageTrueRange }: AssetStatistics,
  { value, notional }: Encoded<PositionRisk>,
  { contract, mark }: NonNullable<PositionModel['priced']>,
  { reportingCoin, marketRate }: Pick<Report, 'reportingCoin' | 'marketRate'>,
): DailyMove['atr'] {
  if (value === null || notional === null || marketRate === null)
    return none(message('figure.noPriceIn', { coin: contract.marginCoin, reportingCoin }))
  const perMarginCoin = toFloat(decimal(notional)) / toFloat(decimal(value)) / toFloat(decimal(marketRate))
  const perQuoteCoin = contract.direction === 'linear' ? perMarginCoin : perMarginCoin / toFloat(mark)
  return mapFigure(averageTrueRange, (range) => range / perQuoteCoin)
}

function noMove(reason: Message): DailyMove {
  return { atr: none(reason), sigma: none(reason) }
}

function byNearness(a: PositionDistance, b: PositionDistance): number {
  return (
    Number(b.isInLiquidation) - Number(a.isInLiquidation) ||
    nearest(a.sigmaDays.value, b.sigmaDays.value) ||
    nearest(a.fraction.value, b.fraction.value)
  )
}

/** What is not known comes last. */
function nearest(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Math.abs(a) - Math.abs(b)
}
