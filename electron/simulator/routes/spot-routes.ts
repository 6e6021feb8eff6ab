import { err, ok, type Result } from '#shared/domain/result.ts'
import type { SpotOrder } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import { PAIRS } from '../exchange/market/specs.ts'
import { recentTrades } from '../exchange/market/trades.ts'
import { digits, limitUpTo, missing, optional, orderId, paramText, readFields } from '../wire/request-params.ts'
import { depth, klines, lastDay, ping, time } from './market-routes.ts'
import { inventedRow, listOpen, openLimit, orOther } from './open-order-lists.ts'
import { pageOf } from './paging.ts'
import { cancelNamed, routes, visible, type Answer, type Call, type Route } from './route.ts'
import { batchCancel, batchOrders } from './spot-batch-routes.ts'
import { pairIn, readSpotTicket } from './spot-ticket.ts'
import {
  balanceRow,
  cancelRow,
  createdRow,
  fillRow,
  openRow,
  pairRow,
  queriedRow,
  tickerBody,
  tradeRow,
} from '../wire/spot-rows.ts'
import { asText } from '../wire/leaves.ts'

const listLimit = limitUpTo(1000, 100)

const ticker: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange, dialect) })
  if (!read.ok) return read
  const pair = read.value.symbol
  const { books, market } = exchange
  return ok(
    tickerBody(pair, lastDay(exchange, pair), market.price(pair), books.best(pair, 'SELL'), books.best(pair, 'BUY')),
  )
}

const trades: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { symbol: pairIn(exchange, dialect), limit: listLimit })
  if (!read.ok) return read
  const { symbol, limit } = read.value
  return ok(recentTrades(exchange.market, symbol, limit, exchange.time.now()).map(tradeRow))
}

const newOrder: Answer = (call) => {
  const { exchange, params, note } = call
  const ticket = readSpotTicket(call, params)
  if (!ticket.ok) return ticket
  const placed = exchange.spot.place(ticket.value)
  if (!placed.ok) return placed
  note(placed.value)
  return ok(createdRow(placed.value))
}

const testOrder: Answer = (call) => {
  const ticket = readSpotTicket(call, call.params)
  if (!ticket.ok) return ticket
  const refused = call.exchange.spot.check(ticket.value)
  return refused ? err(refused) : ok({})
}

/**
 * The order a request names: by its id, or by the client's id under the name `clientKey`, where the newest of equal ones
 * is meant.
 */
export function findSpotOrder(
  { exchange, dialect, params, at }: Call,
  clientKey = 'newClientOrderId',
): Result<SpotOrder, Refusal> {
  const read = readFields(params, { symbol: pairIn(exchange, dialect), orderId: optional(orderId) })
  if (!read.ok) return read
  const { symbol, orderId: id } = read.value
  const clientId = paramText(params[clientKey])
  if (id === null && clientId === undefined) return missing('orderId')
  const byId = id === null ? undefined : exchange.spot.orders.get(id)
  const named = id === null ? exchange.spot.named(clientId ?? '') : byId ? [byId] : []
  const newest = visible(named, at)
    .filter(({ spec }) => spec === symbol)
    .at(-1)
  return newest ? ok(newest) : err(refusal(-2013))
}

const order: Answer = (call) => {
  const found = orOther(findSpotOrder(call), call.exchange.spot.openOrders(), call)
  if (!found.ok) return found
  return ok(found.value === null ? {} : inventedRow(queriedRow(found.value), call))
}

const cancel: Answer = (call) => {
  const found = findSpotOrder(call)
  return found.ok ? cancelNamed(call, found.value, cancelRow) : found
}

const openOrders: Answer = ({ exchange, dialect, params, at }) => {
  const symbol = optional(pairIn(exchange, dialect))
  const read = readFields(params, { symbol, limit: openLimit(listLimit, dialect) })
  if (!read.ok) return read
  const { spotOpenOrders: how, openOrdersCap } = dialect
  const cap = Math.min(read.value.limit, openOrdersCap ?? Infinity)
  const listing = { named: read.value.symbol, first: PAIRS[0] ?? null, how, cap }
  const open = listOpen(visible(exchange.spot.openOrders(), at), listing)
  return open.ok ? ok(open.value.map(openRow)) : open
}

const myTrades: Answer = ({ exchange, dialect, params, at }) => {
  const fields = { symbol: pairIn(exchange, dialect), limit: listLimit, fromId: optional(digits) }
  const read = readFields(params, fields)
  if (!read.ok) return read
  const own = exchange.spot.fills.filter(({ order }) => order.spec === read.value.symbol && order.hiddenUntil <= at)
  return ok(pageOf(own, ({ tradeId }) => tradeId, read.value, dialect.fromId).map(fillRow))
}

/** The most coins a request may name. */
const MOST_SYMBOLS = 20

/** All coins, or those of the list `symbols` when the request has one; some venues want one. */
const account: Answer = ({ exchange, params, dialect }) => {
  const wanted = paramText(params['symbols'])?.split(',')
  const isUnclear = wanted === undefined || wanted.length > MOST_SYMBOLS
  if (dialect.spotAccount === 'bySymbols' && isUnclear) return err(refusal(-1102, 'symbols'))
  const balances = exchange.spot.balances().filter(({ asset }) => wanted?.includes(asset) ?? true)
  return ok({ ...RIGHTS[dialect.rights], balances: balances.map(balanceRow) })
}

/** What the account tells of the key, as venues with the fields of Binance do. */
const RIGHTS: Readonly<Record<SimDialect['rights'], object>> = {
  untold: {},
  all: { canTrade: true, canWithdraw: true, canDeposit: true },
  noWithdrawals: { canTrade: true, canWithdraw: false, canDeposit: true },
  noTrading: { canTrade: false, canWithdraw: false, canDeposit: true },
  named: { permissions: ['SPOT', 'WITHDRAWALS'] },
}

const { open, signed } = routes('spot', '/sapi/v1', null)

/** The spot area, version 1. */
export const SPOT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('symbols', '/symbols', ({ dialect }) => ok(PAIRS.map((pair) => pairRow(pair, dialect.symbolCase)))),
  open('depth', '/depth', depth('symbol', pairIn, asText)),
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
