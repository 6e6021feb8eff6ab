/** Contract rows of the second version: numbers are bare, and only a fill names its contract. */
import { roundTo, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { profit, valueAt } from '../exchange/account/contract-maths.ts'
import { averagePrice, type ContractOrder, type Fill } from '../exchange/account/sim-order.ts'
import { signOf } from '../exchange/account/sim-position.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { CONTRACTS, type ContractSpec } from '../exchange/market/specs.ts'
import { coinRow } from './account-rows.ts'
import { MAX_MONEY, typeOf } from './contract-rows.ts'
import { asText, bare, fixed, Id, Status, Time } from './leaves.ts'

const UID = 10_294
const OTHER_UID = 10_467
const FUNDING_MS = 8 * 3_600_000

/** Without margin coin, leverage and fees. */
export function contractRow(spec: ContractSpec): unknown {
  return {
    symbol: spec.name,
    pricePrecision: spec.pricePrecision,
    side: spec.inverse ? 0 : 1,
    maxMarketVolume: bare(spec.maxMarketVolume),
    multiplier: bare(spec.multiplier),
    minOrderVolume: bare(spec.minVolume),
    maxMarketMoney: bare(MAX_MONEY),
    type: spec.name.slice(0, 1),
    maxLimitVolume: bare(spec.maxLimitVolume),
    maxValidOrder: spec.maxOrders,
    multiplierCoin: spec.inverse ? spec.quote : spec.base,
    minOrderMoney: bare(spec.minMoney),
    maxLimitMoney: bare(MAX_MONEY),
    status: spec.tradable ? 1 : 0,
  }
}

export function tickerBody(spec: ContractSpec, { day, last, bid, ask }: ReturnType<Exchange['lastDay']>): unknown {
  return {
    high: fixed(day.high, spec.pricePrecision),
    vol: fixed(day.volume, 0),
    last: asText(last),
    low: fixed(day.low, spec.pricePrecision),
    buy: bare(bid),
    sell: bare(ask),
    rose: fixed((day.close - day.open) / day.open, 10),
    time: new Time(day.idx),
  }
}

export function indexBody(exchange: Exchange, spec: ContractSpec): unknown {
  const { current, next } = exchange.market.funding(spec)
  const now = exchange.time.now()
  return {
    currentFundRate: bare(current),
    indexPrice: bare(exchange.market.index(spec)),
    tagPrice: bare(exchange.market.price(spec)),
    nextFundRate: bare(next),
    remainingSecond: Math.floor((FUNDING_MS - (now % FUNDING_MS)) / 1000),
  }
}

export function orderRow(order: ContractOrder, isFresh: boolean, { postOnlyTaking }: SimDialect): unknown {
  const wouldHaveTaken = order.timeInForce === 'POST_ONLY' && order.endedAtOnce === true
  const isRejected = wouldHaveTaken && postOnlyTaking === 'rejected'
  return {
    orderId: new Id(order.orderId, 'number'),
    clientOrderId: order.clientOrderId ?? '',
    price: bare(order.price ?? ZERO),
    origQty: bare(order.volume),
    origAmount: bare(order.volume),
    executedQty: bare(order.executed),
    avgPrice: bare(roundTo(averagePrice(order), 8, 'half-even')),
    status: isRejected ? 'REJECTED' : new Status('contract', order, isFresh),
    type: typeOf(order),
    side: order.side,
    action: order.action,
    transactTime: new Time(order.createdAt),
  }
}

export function fillRow({ order, ...fill }: Fill): unknown {
  const { spec } = order as ContractOrder
  const isBuyer = order.side === 'BUY'
  return {
    tradeId: fill.tradeId,
    price: bare(fill.price),
    qty: bare(fill.quantity),
    amount: bare(valueAt(spec, fill.quantity, fill.price)),
    contractName: spec.name,
    side: order.side,
    fee: asText(fill.fee),
    bidId: new Id(isBuyer ? order.orderId : fill.counterId, 'number'),
    askId: new Id(isBuyer ? fill.counterId : order.orderId, 'number'),
    bidUserId: isBuyer ? UID : OTHER_UID,
    askUserId: isBuyer ? OTHER_UID : UID,
    isBuyer,
    isMaker: fill.isMaker,
    ctime: new Time(fill.at),
  }
}

/** The margin coins of the contracts of one kind. */
export function accountBody(exchange: Exchange, inverse: boolean): unknown {
  const ofInverse = new Set(CONTRACTS.filter((spec) => spec.inverse).map(({ marginCoin }) => marginCoin))
  const coins = exchange.contracts.wallet.coins.filter((coin) => ofInverse.has(coin) === inverse)
  return {
    account: coins.map((coin) => ({
      ...coinRow(exchange, coin),
      coinPrecious: 8,
      sumOpenRealizedAmount: bare(openProfit(exchange, coin)),
      canUseTrialFund: 0,
      sumMaintenanceMargin: null,
      futureModel: null,
    })),
  }
}

function openProfit(exchange: Exchange, coin: string): Decimal {
  const held = exchange.contracts.positions().filter(({ spec }) => spec.marginCoin === coin)
  return sum(
    held.map((position) =>
      profit(
        position.spec,
        signOf(position),
        position.volume,
        position.openPrice,
        exchange.market.price(position.spec),
      ),
    ),
  )
}
