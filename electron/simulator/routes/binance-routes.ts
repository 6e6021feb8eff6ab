/** Binance-style Spot: /api/v1, and the fills under /api/v2. */
import { ok } from '#shared/domain/result.ts'
import type { SpotOrder } from '../exchange/account/sim-order.ts'
import { PAIRS } from '../exchange/market/specs.ts'
import { readBinanceTicket } from './binance-ticket.ts'
import {
  accountBody,
  canceledRow,
  candleRow,
  createdRow,
  dayRow,
  exchangeInfoBody,
  fillRow,
  orderRow,
  tradeRow,
  LIMITS,
} from '../wire/binance-rows.ts'
import { digits, limitUpTo, missing, oneOf, optional, paramText } from '../wire/request-params.ts'
import { ping } from './market-routes.ts'
import { listOpen } from './open-order-lists.ts'
import { isBetween, pageOf } from './paging.ts'
import { asking, cancelNamed, isFresh, visible, type Answer, type Call, type Route } from './route.ts'
import { findSpotOrder, newOrder, trades } from './spot-routes.ts'
import { pairIn } from './spot-ticket.ts'
import { asText, Time } from '../wire/leaves.ts'

const MOST_CANDLES = 1440
const USUAL_CANDLES = 300
const MINUTE_MS = 60_000
const listLimit = limitUpTo(1000, 100)
const MAX_LEVELS = 1000

/** Names of the candle intervals in requests, and in the market. */
const SCALES = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1H': '1h',
  '2H': '2h',
  '4H': '4h',
  '12H': '12h',
  '1D': '1day',
  '1W': '1week',
} as const
const SCALE_NAMES = Object.keys(SCALES) as (keyof typeof SCALES)[]

const exchangeInfo: Answer = ({ exchange, serverTime }) => ok(exchangeInfoBody(exchange, serverTime))

const byPair = ({ exchange, dialect }: Call) => ({ symbol: pairIn(exchange, dialect) })
const byAnyPair = ({ exchange, dialect }: Call) => ({ symbol: optional(pairIn(exchange, dialect)) })

const depth = asking(
  (call) => ({ ...byPair(call), limit: limitUpTo(MAX_LEVELS, 100) }),
  ({ symbol, limit }, { exchange }) => {
    const rows = (side: 'BUY' | 'SELL') =>
      exchange.books.levels(symbol, side, limit).map(({ price, quantity }) => [asText(price), asText(quantity), []])
    return ok({ lastUpdateId: new Time(exchange.time.now()), bids: rows('SELL'), asks: rows('BUY') })
  },
)

/** A list of one pair or of all pairs. */
const ticker = asking(byAnyPair, ({ symbol }, { exchange }) =>
  ok((symbol === null ? PAIRS : [symbol]).map((pair) => dayRow(pair, exchange.lastDay(pair)))),
)

const klines = asking(
  (call) => ({ ...byPair(call), scale: oneOf(SCALE_NAMES), limit: limitUpTo(MOST_CANDLES, USUAL_CANDLES) }),
  ({ symbol, scale, limit }, { exchange }) => {
    const candles = exchange.candles.list(symbol, SCALES[scale], limit, exchange.time.now())
    return ok({
      symbol: symbol.symbol.toUpperCase(),
      scale: `KLINE_${scale.toUpperCase()}`,
      data: candles.map((candle) => candleRow(candle, symbol)),
    })
  },
)

const order: Answer = (call) => {
  if (call.dialect.spotByClientId === 'refused' && paramText(call.params['orderId']) === undefined) {
    return missing('orderId')
  }
  const found = findSpotOrder(call, 'origClientOrderId')
  return found.ok ? ok(rowOf(call, found.value)) : found
}

const cancel: Answer = (call) => {
  const found = findSpotOrder(call, 'origClientOrderId')
  const newClientId = paramText(call.params['newClientOrderId']) ?? ''
  return found.ok ? cancelNamed(call, found.value, (done) => canceledRow(done, newClientId)) : found
}

const namedOpenOrders = asking(byAnyPair, ({ symbol: named }, call) => {
  const { spotOpenOrders: how, openOrdersCap: cap } = call.dialect
  const listing = { named, first: PAIRS[0] ?? null, how, cap }
  const open = listOpen(visible(call.exchange.spot.openOrders(), call.at), listing)
  return open.ok ? ok(open.value.map((each) => rowOf(call, each))) : open
})

const openOrders: Answer = (call) =>
  call.dialect.spotOpenOrders === 'refused' && paramText(call.params['symbol']) === undefined
    ? missing('symbol')
    : namedOpenOrders(call)

/** The parameters of a history list: a pair, and which part of its list. */
const pageFields = (call: Call) => ({
  ...byPair(call),
  limit: listLimit,
  fromId: optional(digits),
  startTime: optional(digits),
  endTime: optional(digits),
})

/** Orders in any state. */
const allOrders = asking(pageFields, (page, call) => {
  const own = visible(call.exchange.spot.orders.values(), call.at).filter(
    ({ spec, createdAt }) => spec === page.symbol && isBetween(createdAt, page),
  )
  const listed = pageOf(own, ({ orderId }) => orderId, page, call.dialect.fromId)
  return ok(listed.map((each) => rowOf(call, each)))
})

const myTrades = asking(pageFields, (page, { exchange, dialect, at }) => {
  const own = exchange.spot.fills.filter(
    ({ order: { spec, hiddenUntil }, at: filledAt }) =>
      spec === page.symbol && hiddenUntil <= at && isBetween(filledAt, page),
  )
  const listed = pageOf(own, ({ tradeId }) => tradeId, page, dialect.fromId)
  return ok(listed.map((fill) => fillRow(fill, dialect.feeCoinKey)))
})

const account: Answer = ({ exchange, dialect: { canWithdraw }, mayTrade }) =>
  ok(accountBody(exchange, { canTrade: mayTrade, canWithdraw }))

function rowOf({ exchange }: Call, each: SpotOrder): unknown {
  return orderRow(each, isFresh(exchange, each))
}

/**
 * A call counts by its weight towards the limit per minute of its address. A call that makes an order is counted
 * separately.
 */
function route(name: string, method: Route['method'], path: string, answer: Answer, weight = 1): Route {
  const limit = { count: LIMITS.perMinute, windowMs: MINUTE_MS, pool: 'spot', weight }
  return { name: `spot.${name}`, area: 'spot', method, path: `/api${path}`, isSigned: true, limit, answer }
}

function open(name: string, path: string, answer: Answer): Route {
  return { ...route(name, 'GET', path, answer), isSigned: false }
}

export const BINANCE_ROUTES: readonly Route[] = [
  open('ping', '/v1/ping', ping),
  open('time', '/v1/time', ({ serverTime }) => ok({ serverTime: new Time(serverTime) })),
  open('symbols', '/v1/exchangeInfo', exchangeInfo),
  open('depth', '/v1/depth', depth),
  open('ticker', '/v1/ticker/24hr', ticker),
  open('trades', '/v1/trades', trades(tradeRow)),
  open('klines', '/v1/market/kline', klines),
  {
    ...route('newOrder', 'POST', '/v1/order', newOrder(readBinanceTicket, createdRow)),
    limit: { count: LIMITS.ordersPerMinute, windowMs: MINUTE_MS },
  },
  route('order', 'GET', '/v1/order', order),
  route('cancel', 'DELETE', '/v1/order', cancel),
  route('openOrders', 'GET', '/v1/openOrders', openOrders),
  route('allOrders', 'GET', '/v1/allOrders', allOrders, 5),
  route('myTrades', 'GET', '/v2/myTrades', myTrades, 5),
  route('account', 'GET', '/v1/account', account, 5),
]
