/** Spot in the Binance style: /api/v1, and the fills under /api/v2. */
import { ok } from '#shared/domain/result.ts'
import type { SpotOrder } from '../exchange/account/sim-order.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { PAIRS, type PairSpec } from '../exchange/market/specs.ts'
import { recentTrades } from '../exchange/market/trades.ts'
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
import { digits, limitUpTo, missing, oneOf, optional, paramText, readFields } from '../wire/request-params.ts'
import { lastDay, ping } from './market-routes.ts'
import { listOpen } from './open-order-lists.ts'
import { isBetween, pageOf } from './paging.ts'
import { cancelNamed, isFresh, visible, type Answer, type Call, type Route } from './route.ts'
import { findSpotOrder } from './spot-routes.ts'
import { pairIn } from './spot-ticket.ts'
import { asText, Time } from '../wire/leaves.ts'

const MOST_CANDLES = 1440
const USUAL_CANDLES = 300
const MINUTE_MS = 60_000
const listLimit = limitUpTo(1000, 100)
const MAX_LEVELS = 1000

/** What a candle is asked for by, and what the market calls it. */
const SCALES = {
  ...{ '1m': '1min', '5m': '5min', '15m': '15min', '30m': '30min' },
  ...{ '1H': '1h', '2H': '2h', '4H': '4h', '12H': '12h', '1D': '1day', '1W': '1week' },
} as const
const SCALE_NAMES = Object.keys(SCALES) as (keyof typeof SCALES)[]

const exchangeInfo: Answer = ({ exchange, serverTime }) => ok(exchangeInfoBody(exchange, serverTime))

const depth: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange, dialect), limit: limitUpTo(MAX_LEVELS, 100) })
  if (!read.ok) return read
  const { symbol, limit } = read.value
  const rows = (side: 'BUY' | 'SELL') =>
    exchange.books.levels(symbol, side, limit).map(({ price, quantity }) => [asText(price), asText(quantity), []])
  return ok({ lastUpdateId: new Time(exchange.time.now()), bids: rows('SELL'), asks: rows('BUY') })
}

/** A list, of one pair or of all. */
const ticker: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: optional(pairIn(exchange, dialect)) })
  if (!read.ok) return read
  const pairs = read.value.symbol === null ? PAIRS : [read.value.symbol]
  return ok(pairs.map((pair) => dayOf(exchange, pair)))
}

function dayOf(exchange: Exchange, pair: PairSpec): unknown {
  const { books, market } = exchange
  const [bid, ask] = [books.best(pair, 'SELL'), books.best(pair, 'BUY')]
  return dayRow(pair, lastDay(exchange, pair), market.price(pair), bid, ask)
}

const trades: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange, dialect), limit: listLimit })
  if (!read.ok) return read
  const { symbol, limit } = read.value
  return ok(recentTrades(exchange.market, symbol, limit, exchange.time.now()).map(tradeRow))
}

const klines: Answer = ({ exchange, dialect, params }) => {
  const limit = limitUpTo(MOST_CANDLES, USUAL_CANDLES)
  const read = readFields(params, { symbol: pairIn(exchange, dialect), scale: oneOf(SCALE_NAMES), limit })
  if (!read.ok) return read
  const { symbol, scale } = read.value
  const candles = exchange.candles.list(symbol, SCALES[scale], read.value.limit, exchange.time.now())
  return ok({
    symbol: symbol.symbol.toUpperCase(),
    scale: `KLINE_${scale.toUpperCase()}`,
    data: candles.map((candle) => candleRow(candle, symbol)),
  })
}

const newOrder: Answer = (call) => {
  const ticket = readBinanceTicket(call)
  if (!ticket.ok) return ticket
  const placed = call.exchange.spot.place(ticket.value)
  if (!placed.ok) return placed
  call.note(placed.value)
  return ok(createdRow(placed.value))
}

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

const openOrders: Answer = (call) => {
  const { exchange, dialect, params, at } = call
  const { spotOpenOrders: how, openOrdersCap: cap } = dialect
  if (how === 'refused' && paramText(params['symbol']) === undefined) return missing('symbol')
  const read = readFields(params, { symbol: optional(pairIn(exchange, dialect)) })
  if (!read.ok) return read
  const listing = { named: read.value.symbol, first: PAIRS[0] ?? null, how, cap }
  const open = listOpen(visible(exchange.spot.openOrders(), at), listing)
  return open.ok ? ok(open.value.map((each) => rowOf(call, each))) : open
}

/** What a list of the past is asked for by: a pair, and which part of it. */
function readPage({ exchange, dialect, params }: Call) {
  return readFields(params, {
    symbol: pairIn(exchange, dialect),
    limit: listLimit,
    fromId: optional(digits),
    startTime: optional(digits),
    endTime: optional(digits),
  })
}

/** Orders of every state. */
const allOrders: Answer = (call) => {
  const page = readPage(call)
  if (!page.ok) return page
  const own = visible(call.exchange.spot.orders.values(), call.at).filter(
    ({ spec, createdAt }) => spec === page.value.symbol && isBetween(createdAt, page.value),
  )
  const listed = pageOf(own, ({ orderId }) => orderId, page.value, call.dialect.fromId)
  return ok(listed.map((each) => rowOf(call, each)))
}

const myTrades: Answer = (call) => {
  const page = readPage(call)
  if (!page.ok) return page
  const own = call.exchange.spot.fills.filter(
    ({ order: { spec, hiddenUntil }, at }) =>
      spec === page.value.symbol && hiddenUntil <= call.at && isBetween(at, page.value),
  )
  const listed = pageOf(own, ({ tradeId }) => tradeId, page.value, call.dialect.fromId)
  return ok(listed.map((fill) => fillRow(fill, call.dialect.feeCoinKey)))
}

const account: Answer = ({ exchange, dialect }) => ok(accountBody(exchange, dialect.canWithdraw))

function rowOf({ exchange }: Call, each: SpotOrder): unknown {
  return orderRow(each, isFresh(exchange, each))
}

/** A call counts towards the minute of its address by what it weighs; one that makes an order counts by itself. */
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
  open('trades', '/v1/trades', trades),
  open('klines', '/v1/market/kline', klines),
  {
    ...route('newOrder', 'POST', '/v1/order', newOrder),
    limit: { count: LIMITS.ordersPerMinute, windowMs: MINUTE_MS },
  },
  route('order', 'GET', '/v1/order', order),
  route('cancel', 'DELETE', '/v1/order', cancel),
  route('openOrders', 'GET', '/v1/openOrders', openOrders),
  route('allOrders', 'GET', '/v1/allOrders', allOrders, 5),
  route('myTrades', 'GET', '/v2/myTrades', myTrades, 5),
  route('account', 'GET', '/v1/account', account, 5),
]
