import { decimal, roundTo, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { averagePrice, type Fill, type SpotOrder } from '../exchange/account/sim-order.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { PairSpec } from '../exchange/market/specs.ts'
import type { RecentTrade } from '../exchange/market/trades.ts'
import { Amount, asText, bare, bare16, fixed, Id, padded, Status, Time } from './leaves.ts'

const UID = 1_047_000

/** The symbol is in the case that requests must use; lower case if they may use either. */
export function pairRow(pair: PairSpec, symbolCase: SimDialect['symbolCase']): unknown {
  return {
    symbol: symbolCase === 'upper' ? pair.symbol.toUpperCase() : pair.symbol,
    baseAsset: pair.base,
    quoteAsset: pair.quote,
    pricePrecision: pair.pricePrecision,
    quantityPrecision: pair.quantityPrecision,
    limitVolumeMin: bare16(pair.minVolume),
    limitPriceMin: bare16(decimal(10).pow(-pair.pricePrecision)),
    marketBuyMin: bare(pair.minMoney),
    marketSellMin: bare(pair.minVolume),
  }
}

export function balanceRow({ asset, free, locked }: { asset: string; free: Decimal; locked: Decimal }): unknown {
  return { uid: UID, asset, free: padded(free, 10), locked: padded(locked, 10) }
}

export function createdRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    orderId: new Id(order.orderId, 'number', true),
    orderIdString: order.orderId,
    clientOrderId: order.clientOrderId ?? '',
    transactTime: new Time(order.createdAt),
    price: asText(order.price ?? ZERO),
    origQty: asText(order.volume),
    executedQty: asText(order.executed),
    status: new Status('created', order),
    type: order.type,
    side: order.side,
  }
}

export function queriedRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol,
    side: order.side,
    executedQty: bare16(order.executed),
    orderId: new Id(order.orderId, 'string'),
    clientOrderId: order.clientOrderId ?? '',
    price: bare16(order.price ?? ZERO),
    origQty: bare16(order.volume),
    avgPrice: bare16(averagePrice(order)),
    transactTime: new Time(order.createdAt),
    type: order.type,
    status: new Status('spot', order),
  }
}

export function openRow(order: SpotOrder): unknown {
  return {
    orderId: new Id(order.orderId, 'string'),
    symbol: order.spec.symbol.toUpperCase(),
    newClientOrderId: order.clientOrderId,
    clientOrderId: order.clientOrderId ?? '',
    price: asText(order.price ?? ZERO),
    origQty: asText(order.volume),
    executedQty: asText(order.executed),
    avgPrice: asText(roundTo(averagePrice(order), 16, 'half-even')),
    time: new Time(order.createdAt),
    type: order.type,
    side: order.side,
    status: new Status('spot', order),
    stopPrice: 0,
    isWorking: true,
  }
}

export function cancelRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    clientOrderId: order.clientOrderId ?? '0',
    orderId: new Id(order.orderId, 'string'),
    status: new Status('canceled', order),
  }
}

export function fillRow(fill: Fill): unknown {
  const { order } = fill
  const isBuyer = order.side === 'BUY'
  return {
    symbol: (order.spec.area === 'spot' ? order.spec.symbol : order.spec.name).toUpperCase(),
    id: new Id(String(fill.tradeId), 'string'),
    bidId: new Id(isBuyer ? order.orderId : fill.counterId, 'number'),
    askId: new Id(isBuyer ? fill.counterId : order.orderId, 'number'),
    bidUserId: isBuyer ? UID : 1_000_001,
    askUserId: isBuyer ? 1_000_001 : UID,
    price: asText(fill.price),
    qty: asText(fill.quantity),
    fee: asText(fill.fee),
    feeCoin: fill.feeCoin,
    time: new Time(fill.at),
    isBuyer,
    isMaker: fill.isMaker,
    isSelf: false,
    side: order.side,
  }
}

export function tradeRow({ price, quantity, at, side }: RecentTrade): unknown {
  return { price: new Amount(price, 'string'), qty: new Amount(quantity, 'string'), time: new Time(at), side }
}

/** The day's candle as a ticker: some numbers bare and some as text, mixed as the venue does. */
export function tickerBody(pair: PairSpec, { day, last, bid, ask }: ReturnType<Exchange['lastDay']>): unknown {
  return {
    high: fixed(day.high, pair.pricePrecision),
    vol: fixed(day.volume, 1),
    last: bare(last),
    low: fixed(day.low, pair.pricePrecision),
    open: fixed(day.open, pair.pricePrecision),
    rose: (day.close - day.open) / day.open,
    time: new Time(day.idx),
    amount: fixed(day.volume * day.close, 2),
    buy: bare(bid),
    sell: bare(ask),
  }
}
