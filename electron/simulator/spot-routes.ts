import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { digits, limitUpTo, optional, readFields, text } from './fields.ts'
import { PAIRS } from './instruments.ts'
import { depthLimit, klines, lastDay, ping, recentTrades, time } from './market-routes.ts'
import type { SpotOrder } from './order.ts'
import { refusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import { per2Seconds, visible } from './route.ts'
import { batchCancel, batchOrders } from './spot-batch-routes.ts'
import { pairIn, readSpotTicket } from './spot-ticket.ts'
import type { Answer, Call, Route } from './route.ts'
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
  return ok({ list: recentTrades(exchange, read.value.symbol, read.value.limit).map(tradeRow) })
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

/** The spot area, version 1. */
export const SPOT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('symbols', '/symbols', () => ok({ symbols: PAIRS.map(pairRow) })),
  open('depth', '/depth', depth),
  open('ticker', '/ticker', ticker),
  open('trades', '/trades', trades),
  open('klines', '/klines', klines('symbol', pairIn)),
  signed('newOrder', 'POST', '/order', 100, newOrder),
  signed('testOrder', 'POST', '/order/test', 100, testOrder),
  signed('batchOrders', 'POST', '/batchOrders', 50, batchOrders),
  signed('order', 'GET', '/order', 20, order),
  signed('cancel', 'POST', '/cancel', 100, cancel),
  signed('batchCancel', 'POST', '/batchCancel', 50, batchCancel),
  signed('openOrders', 'GET', '/openOrders', 20, openOrders),
  signed('myTrades', 'GET', '/myTrades', 20, myTrades),
  signed('account', 'GET', '/account', 20, account),
]

function open(name: string, path: string, answer: Answer): Route {
  return {
    name: `spot.${name}`,
    area: 'spot',
    method: 'GET',
    path: `/sapi/v1${path}`,
    isSigned: false,
    limit: null,
    answer,
  }
}

function signed(name: string, method: 'GET' | 'POST', path: string, count: number, answer: Answer): Route {
  const limit = per2Seconds(count)
  return { name: `spot.${name}`, area: 'spot', method, path: `/sapi/v1${path}`, isSigned: true, limit, answer }
}
