import { err, ok, type Result } from '#shared/domain/result.ts'
import type { SpotOrder, SpotTicket } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import { PAIRS } from '../exchange/market/specs.ts'
import { recentTrades, type RecentTrade } from '../exchange/market/trades.ts'
import { digits, limitUpTo, optional, orderId, paramText, readFields, type Params } from '../wire/request-params.ts'
import { depth, klines, ping, time } from './market-routes.ts'
import { inventedRow, listOpen, openLimit, orOther } from './open-order-lists.ts'
import { pageOf } from './paging.ts'
import { asking, cancelNamed, findOrder, routes, visible, type Answer, type Call, type Route } from './route.ts'
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

const byPair = ({ exchange, dialect }: Call) => ({ symbol: pairIn(exchange, dialect) })

const ticker = asking(byPair, ({ symbol }, { exchange }) => ok(tickerBody(symbol, exchange.lastDay(symbol))))

export function trades(row: (trade: RecentTrade) => unknown): Answer {
  return asking(
    (call) => ({ ...byPair(call), limit: listLimit }),
    ({ symbol, limit }, { exchange }) => ok(recentTrades(exchange.market, symbol, limit, exchange.time.now()).map(row)),
  )
}

/** Places the order that `read` reads. */
export function newOrder(
  read: (call: Call, params: Params) => Result<SpotTicket, Refusal>,
  row: (order: SpotOrder) => unknown,
): Answer {
  return (call) => {
    const ticket = read(call, call.params)
    if (!ticket.ok) return ticket
    const placed = call.exchange.spot.place(ticket.value)
    if (!placed.ok) return placed
    call.note(placed.value)
    return ok(row(placed.value))
  }
}

const testOrder: Answer = (call) => {
  const ticket = readSpotTicket(call, call.params)
  if (!ticket.ok) return ticket
  const refused = call.exchange.spot.check(ticket.value)
  return refused ? err(refused) : ok({})
}

/** The order that a request names: by its id, or by the client's id in the parameter `clientKey`. */
export function findSpotOrder(call: Call, clientKey = 'newClientOrderId'): Result<SpotOrder, Refusal> {
  const read = readFields(call.params, { ...byPair(call), orderId: optional(orderId) })
  if (!read.ok) return read
  const { symbol: spec, orderId: id } = read.value
  const clientId = paramText(call.params[clientKey]) ?? null
  return findOrder(call.exchange.spot, { spec, id, clientId }, call.at)
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

const openOrders = asking(
  ({ exchange, dialect }) => ({
    symbol: optional(pairIn(exchange, dialect)),
    limit: openLimit(listLimit, dialect),
  }),
  ({ symbol: named, limit }, { exchange, dialect, at }) => {
    const cap = Math.min(limit, dialect.openOrdersCap ?? Infinity)
    const listing = { named, first: PAIRS[0] ?? null, how: dialect.spotOpenOrders, cap }
    const open = listOpen(visible(exchange.spot.openOrders(), at), listing)
    return open.ok ? ok(open.value.map(openRow)) : open
  },
)

const myTrades = asking(
  (call) => ({ ...byPair(call), limit: listLimit, fromId: optional(digits) }),
  (page, { exchange, dialect, at }) => {
    const own = exchange.spot.fills.filter(({ order: of }) => of.spec === page.symbol && of.hiddenUntil <= at)
    return ok(pageOf(own, ({ tradeId }) => tradeId, page, dialect.fromId).map(fillRow))
  },
)

/** The most coins that a request may name. */
const MOST_SYMBOLS = 20

/** All coins, or those in the list `symbols`, which some venues require. */
const account: Answer = ({ exchange, params, dialect, mayTrade }) => {
  const wanted = paramText(params['symbols'])?.split(',')
  const isUnclear = wanted === undefined || wanted.length > MOST_SYMBOLS
  if (dialect.spotAccount === 'bySymbols' && isUnclear) return err(refusal(-1102, 'symbols'))
  const balances = exchange.spot.balances().filter(({ asset }) => wanted?.includes(asset) ?? true)
  const rights = RIGHTS[dialect.rights]
  const ofKey = 'canTrade' in rights && !mayTrade ? { ...rights, canTrade: false } : rights
  return ok({ ...ofKey, balances: balances.map(balanceRow) })
}

/** What the account says about the key, in Binance's fields. */
const RIGHTS: Readonly<Record<SimDialect['rights'], object>> = {
  notStated: {},
  all: { canTrade: true, canWithdraw: true, canDeposit: true },
  noWithdrawals: { canTrade: true, canWithdraw: false, canDeposit: true },
  noTrading: { canTrade: false, canWithdraw: false, canDeposit: true },
  bound: { canTrade: true, canWithdraw: false, canDeposit: true, ipRestrict: true },
  unbound: { canTrade: true, canWithdraw: false, canDeposit: true, ipRestrict: false },
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
  open('trades', '/trades', trades(tradeRow)),
  open('klines', '/klines', klines('symbol', pairIn)),
  signed('newOrder', 'POST', '/order', newOrder(readSpotTicket, createdRow), 100),
  signed('testOrder', 'POST', '/order/test', testOrder, 100),
  signed('batchOrders', 'POST', '/batchOrders', batchOrders, 50),
  signed('order', 'GET', '/order', order, 20),
  signed('cancel', 'POST', '/cancel', cancel, 100),
  signed('batchCancel', 'POST', '/batchCancel', batchCancel, 50),
  signed('openOrders', 'GET', '/openOrders', openOrders, 20),
  signed('myTrades', 'GET', '/myTrades', myTrades, 20),
  signed('account', 'GET', '/account', account, 20),
]
