import { decimal, roundTo, toText, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { averagePrice } from '../account/order.ts'
import type { Fill, OrderStatus, SpotOrder } from '../account/order.ts'
import type { Level } from '../market/book.ts'
import type { Candle } from '../market/candles.ts'
import type { PairSpec } from '../market/instruments.ts'
import type { RecentTrade } from '../market/trades.ts'
import { bare, bare16, bareId, padded } from './wire.ts'

const UID = 1_047_000

/** The words of spot reads; the reply to a new order uses the plain ones of `CREATED`. */
const READ: Readonly<Record<OrderStatus, string>> = {
  NEW: 'New Order',
  PART_FILLED: 'Partially Filled',
  FILLED: 'Filled',
  PENDING_CANCEL: 'PENDING_CANCEL',
  CANCELED: 'Cancelled',
}
const CREATED: Readonly<Record<OrderStatus, string>> = {
  ...READ,
  NEW: 'NEW',
  PART_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
}

export function pairRow(pair: PairSpec): unknown {
  return {
    symbol: pair.symbol,
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
    orderId: bareId(order.orderId),
    orderIdString: order.orderId,
    clientOrderId: order.clientOrderId ?? '',
    transactTime: order.createdAt,
    price: order.price ? toText(order.price) : '0',
    origQty: toText(order.volume),
    executedQty: toText(order.executed),
    status: CREATED[order.status],
    type: order.type,
    side: order.side,
  }
}

export function queriedRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol,
    side: order.side,
    executedQty: bare16(order.executed),
    orderId: order.orderId,
    clientOrderId: order.clientOrderId ?? '',
    price: bare16(order.price ?? ZERO),
    origQty: bare16(order.volume),
    avgPrice: bare16(averagePrice(order)),
    transactTime: order.createdAt,
    type: order.type,
    status: READ[order.status],
  }
}

export function openRow(order: SpotOrder): unknown {
  return {
    orderId: order.orderId,
    symbol: order.spec.symbol.toUpperCase(),
    newClientOrderId: order.clientOrderId,
    clientOrderId: order.clientOrderId ?? '',
    price: order.price ? toText(order.price) : '0',
    origQty: toText(order.volume),
    executedQty: toText(order.executed),
    avgPrice: toText(roundTo(averagePrice(order), 16, 'half-even')),
    time: order.createdAt,
    type: order.type,
    side: order.side,
    status: READ[order.status],
    stopPrice: 0,
    isWorking: true,
  }
}

export function cancelRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    clientOrderId: order.clientOrderId ?? '0',
    orderId: order.orderId,
    status: 'PENDING_CANCEL',
  }
}

export function fillRow(fill: Fill): unknown {
  const { order } = fill
  const isBuyer = order.side === 'BUY'
  return {
    symbol: (order.spec.area === 'spot' ? order.spec.symbol : order.spec.name).toUpperCase(),
    id: String(fill.tradeId),
    bidId: bareId(isBuyer ? order.orderId : fill.counterId),
    askId: bareId(isBuyer ? fill.counterId : order.orderId),
    bidUserId: isBuyer ? UID : 1_000_001,
    askUserId: isBuyer ? 1_000_001 : UID,
    price: toText(fill.price),
    qty: toText(fill.quantity),
    fee: toText(fill.fee),
    feeCoin: fill.feeCoin,
    time: fill.at,
    isBuyer,
    isMaker: fill.isMaker,
    isSelf: false,
    side: order.side,
  }
}

export function tradeRow({ price, quantity, at, side }: RecentTrade): unknown {
  return { price, qty: quantity, time: at, side }
}

/** Depth as the spot area prints it: text, bids and asks best first. */
export function depthBody(time: number, bids: readonly Level[], asks: readonly Level[]): unknown {
  const rows = (levels: readonly Level[]) => levels.map(({ price, quantity }) => [toText(price), toText(quantity)])
  return { time, bids: rows(bids), asks: rows(asks) }
}

/** The day's candle as a ticker: some numbers bare, some as text, as the venue mixes them. */
export function tickerBody(pair: PairSpec, day: Candle, last: Decimal, buy: Decimal, sell: Decimal): unknown {
  return {
    high: day.high.toFixed(pair.pricePrecision),
    vol: day.volume.toFixed(1),
    last: bare(last),
    low: day.low.toFixed(pair.pricePrecision),
    open: day.open.toFixed(pair.pricePrecision),
    rose: ((day.close - day.open) / day.open).toFixed(8),
    time: day.idx,
    amount: (day.volume * day.close).toFixed(2),
    buy: bare(buy),
    sell: bare(sell),
  }
}
