/** Binance-style Spot rows: coins in lower case, decimals of private rows with 16 places. */
import { decimal, type Decimal } from '#shared/domain/decimal.ts'
import type { Fill, SpotOrder } from '../exchange/account/sim-order.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Candle } from '../exchange/market/candles.ts'
import { PAIRS, type PairSpec } from '../exchange/market/specs.ts'
import type { RecentTrade } from '../exchange/market/trades.ts'
import { BANDS, MAX_QUANTITY } from '../routes/binance-ticket.ts'
import { asText, fixed, Id, padded, Status, Time } from './leaves.ts'

const PLACES = 16
const MAX_PRICE = '10000000'
/** The match has its own id, separate from our side of it. */
const MATCH_IDS_FROM = 4_336_943_000_000

/** Weight of calls, and number of orders, per address and minute. */
export const LIMITS = { perMinute: 1200, ordersPerMinute: 100 } as const

/** Everything that is listed, and the limits. */
export function exchangeInfoBody(exchange: Exchange, serverTime: number): unknown {
  return {
    timezone: 'CTT',
    serverTime: new Time(serverTime),
    rateLimits: [
      rateLimit('general', 'IP', LIMITS.perMinute),
      rateLimit('orders_ip_seconds', 'IP', LIMITS.ordersPerMinute),
      rateLimit('orders_user_seconds', 'USER', LIMITS.ordersPerMinute),
    ],
    exchangeFilters: [],
    symbols: PAIRS.map((pair) => pairRow(pair, exchange.market.price(pair))),
    coins: coinsOf(exchange).map(coinRow),
  }
}

function rateLimit(id: string, type: string, burstCapacity: number): unknown {
  const every = { timeCount: 60, timeUnit: 'SECONDS', refreshType: 1, weight: 1 }
  return { id, prefix: id, type: [type], replenishRate: burstCapacity, burstCapacity, ...every }
}

function pairRow(pair: PairSpec, price: Decimal): unknown {
  const step = (places: number) => asText(decimal(10).pow(-places))
  return {
    symbol: pair.symbol.toUpperCase(),
    status: 'TRADING',
    baseAsset: pair.base.toLowerCase(),
    baseAssetPrecision: pair.quantityPrecision,
    quoteAsset: pair.quote.toLowerCase(),
    quotePrecision: pair.pricePrecision,
    orderTypes: ['MARKET', 'LIMIT'],
    icebergAllowed: false,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: step(pair.pricePrecision),
        maxPrice: MAX_PRICE,
        tickSize: step(pair.pricePrecision),
        priceScale: pair.pricePrecision,
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: asText(BANDS.BUY.up),
        bidMultiplierDown: asText(BANDS.BUY.down),
        askMultiplierUp: asText(BANDS.SELL.up),
        askMultiplierDown: asText(BANDS.SELL.down),
        avgPriceMins: '1',
      },
      {
        filterType: 'LOT_SIZE',
        minQty: asText(pair.minVolume),
        minVal: asText(pair.minMoney),
        maxQty: asText(MAX_QUANTITY),
        stepSize: step(pair.quantityPrecision),
        volumeScale: pair.quantityPrecision,
      },
    ],
    defaultPrice: asText(price),
  }
}

function coinsOf(exchange: Exchange): string[] {
  const traded = PAIRS.flatMap(({ base, quote }) => [base, quote])
  return [...new Set([...traded, ...exchange.spot.balances().map(({ asset }) => asset)])]
}

function coinRow(coin: string): unknown {
  const terms = { enableWithdraw: true, enableDeposit: true }
  const costs = { withdrawFee: '0.001', minWithdraw: '0.01', maxWithdraw: '1000000' }
  return {
    coin: coin.toLowerCase(),
    coinFulName: coin,
    ...terms,
    chains: [coin],
    chainDetail: [{ chain: coin, ...terms, ...costs }],
    ...costs,
  }
}

/** The last day. The venue leaves unknown fields null or 0. */
export function dayRow(pair: PairSpec, { day, last, bid, ask }: ReturnType<Exchange['lastDay']>): unknown {
  const price = (value: number) => fixed(value, pair.pricePrecision)
  const change = day.close - day.open
  return {
    symbol: pair.symbol.toUpperCase(),
    priceChange: price(change),
    priceChangePercent: fixed((100 * change) / day.open, 4),
    weightedAvgPrice: null,
    prevClosePrice: null,
    lastPrice: asText(last),
    lastQty: null,
    bidPrice: asText(bid),
    askPrice: asText(ask),
    openPrice: price(day.open),
    highPrice: price(day.high),
    lowPrice: price(day.low),
    volume: fixed(day.volume, 3),
    quoteVolume: fixed(day.volume * day.close, 2),
    openTime: 0,
    closeTime: 0,
    firstId: 0,
    lastId: 0,
    count: 0,
  }
}

export function tradeRow({ id, price, quantity, at, side }: RecentTrade): unknown {
  return { id, price, qty: quantity, time: new Time(at), isBuyerMaker: side === 'SELL', isBestMatch: true }
}

export function candleRow({ idx, open, high, low, close, volume }: Candle, { pricePrecision }: PairSpec): unknown {
  const price = (value: number) => fixed(value, pricePrecision)
  return {
    i: Math.floor(idx / 1000),
    is: new Time(idx),
    a: fixed(volume * close, 3),
    v: fixed(volume, 4),
    c: price(close),
    h: price(high),
    l: price(low),
    o: price(open),
  }
}

export function createdRow(order: SpotOrder): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    orderId: new Id(order.orderId, 'number', true),
    orderIdStr: order.orderId,
    clientOrderId: order.clientOrderId ?? '',
    transactTime: new Time(order.createdAt),
  }
}

export function canceledRow(order: SpotOrder, newClientId: string): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    origClientOrderId: order.clientOrderId ?? '',
    orderId: new Id(order.orderId, 'number'),
    clientOrderId: newClientId,
  }
}

export function orderRow(order: SpotOrder, isFresh: boolean): unknown {
  return {
    symbol: order.spec.symbol.toUpperCase(),
    orderId: new Id(order.orderId, 'string'),
    clientOrderId: order.clientOrderId ?? '',
    price: padded(order.price ?? decimal(0), PLACES),
    origQty: padded(order.volume, PLACES),
    executedQty: padded(order.executed, PLACES),
    cummulativeQuoteQty: padded(order.executedMoney, PLACES),
    status: new Status('binance', order, isFresh),
    timeInForce: '',
    type: order.type,
    side: order.side,
    stopPrice: '',
    icebergQty: '',
    time: wholeSecond(order.createdAt),
    updateTime: wholeSecond(order.createdAt),
    isWorking: false,
  }
}

export function fillRow({ order, ...fill }: Fill, feeCoinKey: SimDialect['feeCoinKey']): unknown {
  const coin = fill.feeCoin.toLowerCase()
  const keys = feeCoinKey === 'both' ? (['commissionAsset', 'commissionAssert'] as const) : [feeCoinKey]
  return {
    symbol: (order as SpotOrder).spec.symbol.toUpperCase(),
    id: fill.tradeId,
    tradeId: MATCH_IDS_FROM + fill.tradeId,
    orderId: new Id(order.orderId, 'string'),
    clientOrderId: order.clientOrderId ?? '',
    price: padded(fill.price, PLACES),
    qty: padded(fill.quantity, PLACES),
    commission: padded(fill.fee, PLACES),
    ...Object.fromEntries(keys.map((key) => [key, coin])),
    time: wholeSecond(fill.at),
    isBuyer: order.side === 'BUY',
    isMaker: fill.isMaker,
    isBestMatch: true,
  }
}

export function accountBody(exchange: Exchange, rights: { canTrade: boolean; canWithdraw: boolean }): unknown {
  return {
    makerCommission: 0,
    takerCommission: 0,
    buyerCommission: 0,
    sellerCommission: 0,
    ...rights,
    canDeposit: true,
    updateTime: null,
    balances: exchange.spot.balances().map(({ asset, free, locked }) => ({
      asset: asset.toLowerCase(),
      free: padded(free, PLACES),
      locked: padded(locked, PLACES),
    })),
  }
}

/** Private rows have whole seconds, in ms. */
function wholeSecond(ms: number): Time {
  return new Time(Math.floor(ms / 1000) * 1000)
}
