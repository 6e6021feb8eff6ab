import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { SpotOrder } from '../account/order.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import { PAIRS } from '../market/instruments.ts'
import { recentTrades } from '../market/trades.ts'
import { digits, limitUpTo, optional, readFields, text } from './fields.ts'
import { depthLimit, klines, lastDay, ping, time } from './market-routes.ts'
import { routes, visible } from './route.ts'
import type { Answer, Call, Route } from './route.ts'
import { batchCancel, batchOrders } from './spot-batch-routes.ts'
import { pairIn, readSpotTicket } from './spot-ticket.ts'
import {
  balanceRow,
  cancelRow,
  createdRow,
  depthBody,
  fillRow,
  openRow,
  pairRow,
  queriedRow,
  tickerBody,
  tradeRow,
} from './spot-wire.ts'

const listLimit = limitUpTo(1000, 100)

const depth: Answer = ({ exchange, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange), limit: depthLimit })
  if (!read.ok) return read
  const { symbol, limit } = read.value
  const { books } = exchange
  return ok(depthBody(exchange.time.now(), books.levels(symbol, 'SELL', limit), books.levels(symbol, 'BUY', limit)))
}

const ticker: Answer = ({ exchange, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange) })
  if (!read.ok) return read
  const pair = read.value.symbol
  const { books, market } = exchange
  return ok(
    tickerBody(pair, lastDay(exchange, pair), market.price(pair), books.best(pair, 'SELL'), books.best(pair, 'BUY')),
  )
}

const trades: Answer = ({ exchange, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange), limit: listLimit })
  if (!read.ok) return read
  const { symbol, limit } = read.value
  return ok({ list: recentTrades(exchange.market, symbol, limit, exchange.time.now()).map(tradeRow) })
}

const newOrder: Answer = ({ exchange, params, note }) => {
  const ticket = readSpotTicket(exchange, params)
  if (!ticket.ok) return ticket
  const placed = exchange.spot.place(ticket.value)
  if (!placed.ok) return placed
  note(placed.value)
  return ok(createdRow(placed.value))
}

const testOrder: Answer = ({ exchange, params }) => {
  const ticket = readSpotTicket(exchange, params)
  if (!ticket.ok) return ticket
  const refused = exchange.spot.check(ticket.value)
  return refused ? err(refused) : ok({})
}

/** The order a request names: by its id, or by the client's id, where the newest of equal ones is meant. */
function findOrder({ exchange, params, at }: Call): Result<SpotOrder, Refusal> {
  const read = readFields(params, {
    symbol: pairIn(exchange),
    orderId: optional(text),
    newClientOrderId: optional(text),
  })
  if (!read.ok) return read
  const { symbol, orderId, newClientOrderId } = read.value
  if (orderId === null && newClientOrderId === null) return err(refusal(-1102, 'Parameter: orderId.'))
  const named = visible(exchange.spot.orders.values(), at).filter(
    (order) =>
      order.spec === symbol &&
      (orderId === null ? order.clientOrderId === newClientOrderId : order.orderId === orderId),
  )
  const newest = named.at(-1)
  return newest ? ok(newest) : err(refusal(-2013))
}

const order: Answer = (call) => {
  const found = findOrder(call)
  return found.ok ? ok(queriedRow(found.value)) : found
}

const cancel: Answer = (call) => {
  const found = findOrder(call)
  if (!found.ok) return found
  call.note(found.value)
  const canceled = call.exchange.cancel(found.value)
  return canceled.ok ? ok(cancelRow(found.value)) : canceled
}

const openOrders: Answer = ({ exchange, params, at }) => {
  const read = readFields(params, { symbol: pairIn(exchange), limit: listLimit })
  if (!read.ok) return read
  const own = visible(exchange.spot.openOrders(), at).filter((open) => open.spec === read.value.symbol)
  return ok(own.reverse().slice(0, read.value.limit).map(openRow))
}

const myTrades: Answer = ({ exchange, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange), limit: listLimit, fromId: optional(digits) })
  if (!read.ok) return read
  const { symbol, limit, fromId } = read.value
  const own = exchange.spot.fills.filter(
    (fill) => fill.order.spec === symbol && (fromId === null || BigInt(fill.tradeId) >= BigInt(fromId)),
  )
  return ok(own.reverse().slice(0, limit).map(fillRow))
}

const account: Answer = ({ exchange }) => ok({ balances: exchange.spot.balances().map(balanceRow) })

const { open, signed } = routes('spot', '/sapi/v1', null)

/** The spot area, version 1. */
export const SPOT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('symbols', '/symbols', () => ok({ symbols: PAIRS.map(pairRow) })),
  open('depth', '/depth', depth),
  open('ticker', '/ticker', ticker),
  open('trades', '/trades', trades),
  open('klines', '/klines', klines('symbol', pairIn)),
  signed('newOrder', 'POST', '/order', newOrder, 100),
  signed('testOrder', 'POST', '/order/test', testOrder, 100),
  signed('batchOrders', 'POST', '/batchOrders', batchOrders, 50),
  signed('order', 'GET', '/order', order, 20),
  signed('cancel', 'POST', '/cancel', cancel, 100),
  signed('batchCancel', 'POST', '/batchCancel', batchCancel, 50),
  signed('openOrders', 'GET', '/openOrders', openOrders, 20),
  signed('myTrades', 'GET', '/myTrades', myTrades, 20),
  signed('account', 'GET', '/account', account, 20),
]
