/** The contract account as formatted by the venue, with its own margin figures. */
import { roundTo, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { profit, reducePrice, valueAt } from '../exchange/account/contract-maths.ts'
import { signOf, unrealized, type SimPosition } from '../exchange/account/sim-position.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ContractSpec } from '../exchange/market/specs.ts'
import { bare, Id, localText, Time } from './leaves.ts'

const UID = 10_099
const BROKER_ID = 1003
const RATE_PLACES = 10

/** Every margin coin with its positions. */
export function accountBody(exchange: Exchange): unknown {
  return { account: exchange.contracts.wallet.coins.map((coin) => coinRow(exchange, coin)) }
}

/**
 * One margin coin. totalMarginRate = totalEquity / value of cross positions. sumMarginRate = all equity and locked
 * margin / value of all positions. Values are at the average entry; a rate is 0 without such a position.
 */
export function coinRow(exchange: Exchange, coin: string): object {
  const area = exchange.contracts
  const held = area.positions().filter((position) => position.spec.marginCoin === coin)
  const cross = held.filter((position) => position.positionType === 1)
  const isolated = held.filter((position) => position.positionType === 2)
  const totalEquity = area.held.crossEquity(coin)
  const partEquity = area.held.isolatedEquity(coin)
  const locked = area.wallet.locked(coin)
  const crossMargin = sum(cross.map((position) => position.margin))
  return {
    marginCoin: coin,
    accountNormal: bare(area.wallet.normal(coin)),
    accountLock: bare(locked),
    partPositionNormal: bare(sum(isolated.map((position) => position.margin))),
    totalPositionNormal: bare(crossMargin),
    achievedAmount: bare(sum(held.map((position) => position.realized))),
    unrealizedAmount: bare(sum(held.map((position) => unrealized(position, markOf(exchange, position))))),
    totalMarginRate: bare(ratio(totalEquity, sum(cross.map(entryValue)))),
    totalEquity: bare(totalEquity),
    partEquity: bare(partEquity),
    totalCost: bare(crossMargin),
    sumMarginRate: bare(ratio(totalEquity.plus(partEquity).plus(locked), sum(held.map(entryValue)))),
    positionVos: [...new Set(held.map((position) => position.spec))].map((spec) =>
      contractRow(
        exchange,
        spec,
        held.filter((position) => position.spec === spec),
      ),
    ),
  }
}

function contractRow(exchange: Exchange, spec: ContractSpec, held: readonly SimPosition[]): unknown {
  return {
    contractId: spec.id,
    contractName: spec.name,
    contractSymbol: `${spec.base}-${spec.quote}`,
    contractOtherName: `${spec.base}${spec.quote}`,
    positions: held.map((position) => positionRow(exchange, position)),
  }
}

function positionRow(exchange: Exchange, position: SimPosition): unknown {
  const { spec, volume, realized, margin } = position
  const mark = markOf(exchange, position)
  const sign = signOf(position)
  const gain = unrealized(position, mark)
  const value = entryValue(position)
  // The equity that carries the position, without its own unrealised profit: its margin, or the cross account.
  const carrying =
    position.positionType === 2
      ? margin.plus(realized)
      : exchange.contracts.held.crossEquity(spec.marginCoin).minus(gain)
  const price = reducePrice(spec, sign, { volume, price: position.averagePrice }, carrying)
  return {
    id: new Id(String(position.id), 'number'),
    uid: UID,
    contractId: spec.id,
    positionType: position.positionType,
    side: position.side,
    volume: bare(volume),
    openPrice: bare(position.openPrice),
    avgPrice: bare(position.averagePrice),
    closePrice: bare(ratio(position.closeMoney, position.closeVolume)),
    leverageLevel: position.leverage,
    openAmount: bare(margin),
    holdAmount: bare(margin),
    closeVolume: bare(position.closeVolume),
    pendingCloseVolume: bare(exchange.contracts.pendingCloseVolume(position)),
    realizedAmount: bare(realized),
    historyRealizedAmount: bare(historyRealized(position)),
    tradeFee: bare(position.tradeFee),
    capitalFee: bare(position.capitalFee),
    closeProfit: bare(position.closeProfit),
    shareAmount: 0,
    freezeLock: position.freeze,
    status: 1,
    ctime: localText(position.createdAt),
    mtime: localText(position.changedAt),
    brokerId: BROKER_ID,
    marginRate: bare(ratio(carrying.plus(gain), value)),
    reducePrice: bare(roundTo(price, RATE_PLACES, 'half-even')),
    returnRate: bare(ratio(gain, margin)),
    unRealizedAmount: bare(gain),
    openRealizedAmount: bare(profit(spec, sign, volume, position.openPrice, mark)),
    positionBalance: bare(value),
    settleProfit: bare(position.settleProfit),
    indexPrice: bare(mark),
    keepRate: bare(spec.keepRate),
    maxFeeRate: bare(spec.maxFeeRate),
  }
}

/** A closed position, as formatted in the profit history. */
export function closedRow(position: SimPosition): unknown {
  return {
    id: new Id(String(position.id), 'number'),
    contractId: position.spec.id,
    contractName: position.spec.name,
    side: position.side,
    positionType: position.positionType,
    leverageLevel: position.leverage,
    volume: bare(position.closeVolume),
    openPrice: bare(position.openPrice),
    openEndPrice: bare(position.averagePrice),
    closePrice: bare(ratio(position.closeMoney, position.closeVolume)),
    tradeFee: bare(position.tradeFee),
    capitalFee: bare(position.capitalFee),
    closeProfit: bare(position.closeProfit),
    settleProfit: bare(position.settleProfit),
    shareAmount: 0,
    realizedAmount: 0,
    historyRealizedAmount: bare(historyRealized(position)),
    ctime: new Time(position.createdAt),
    mtime: new Time(position.changedAt),
  }
}

function historyRealized({ tradeFee, capitalFee, closeProfit, settleProfit }: SimPosition): Decimal {
  return sum([tradeFee, capitalFee, closeProfit, settleProfit])
}

function entryValue({ spec, volume, averagePrice }: SimPosition): Decimal {
  return valueAt(spec, volume, averagePrice)
}

function markOf(exchange: Exchange, { spec }: SimPosition): Decimal {
  return exchange.market.price(spec)
}

function ratio(part: Decimal, whole: Decimal): Decimal {
  return whole.isZero() ? ZERO : roundTo(part.div(whole), RATE_PLACES, 'half-even')
}
