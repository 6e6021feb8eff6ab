import { err, ok, type Result } from '#shared/domain/result.ts'
import { isLive, type ContractOrder } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import { CONTRACTS } from '../exchange/market/specs.ts'
import { accountBody, closedRow } from '../wire/account-rows.ts'
import { conditionOrder } from './condition-routes.ts'
import { contractIn, readContractTicket } from './contract-ticket.ts'
import { contractRow, detailsRow, fillRow, historyRow, indexBody, openRow, tickerBody } from '../wire/contract-rows.ts'
import { digits, limitUpTo, missing, optional, orderId, readFields, text } from '../wire/request-params.ts'
import { depth, klines, lastDay, ping, time } from './market-routes.ts'
import { inventedRow, listOpen, orOther } from './open-order-lists.ts'
import { pageOf } from './paging.ts'
import { cancelNamed, isFresh, routes, visible, type Answer, type Call, type Route } from './route.ts'
import { bare, Id } from '../wire/leaves.ts'

const ticker: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { contractName: contractIn(exchange, dialect) })
  if (!read.ok) return read
  const spec = read.value.contractName
  const { books, market } = exchange
  return ok(
    tickerBody(spec, lastDay(exchange, spec), market.price(spec), books.best(spec, 'SELL'), books.best(spec, 'BUY')),
  )
}

const index: Answer = ({ exchange, dialect, params }) => {
  const read = readFields(params, { contractName: contractIn(exchange, dialect) })
  return read.ok ? ok(indexBody(exchange, read.value.contractName)) : read
}

const newOrder: Answer = (call) => {
  const { exchange, params, note } = call
  const ticket = readContractTicket(call, params)
  if (!ticket.ok) return ticket
  const placed = exchange.contracts.place(ticket.value)
  if (!placed.ok) return placed
  note(placed.value)
  return ok({ orderId: new Id(placed.value.orderId, 'string', true) })
}

/**
 * The order a request names: by its id, or by the client's where the dialect has one;
 * the newest of equal ones is meant.
 */
export function findContractOrder(
  { exchange, dialect, params, at }: Call,
  contract: typeof contractIn = contractIn,
): Result<ContractOrder, Refusal> {
  const fields = {
    contractName: contract(exchange, dialect),
    orderId: optional(orderId),
    clientOrderId: optional(text),
  }
  const read = readFields(params, fields)
  if (!read.ok) return read
  const { contractName, orderId: id, clientOrderId } = read.value
  const clientId = dialect.contractClientId ? clientOrderId : null
  if (id === null && clientId === null) return missing('orderId')
  const byId = id === null ? undefined : exchange.contracts.orders.get(id)
  const named = id === null ? exchange.contracts.named(clientId ?? '') : byId ? [byId] : []
  const newest = visible(named, at)
    .filter(({ spec }) => spec === contractName)
    .at(-1)
  return newest ? ok(newest) : err(refusal(-2013))
}

const order: Answer = (call) => {
  const found = orOther(findContractOrder(call), call.exchange.contracts.openOrders(), call)
  if (!found.ok) return found
  if (found.value === null) return ok({})
  const fills = call.exchange.contracts.fills.filter((fill) => fill.order === found.value)
  return ok(inventedRow(detailsRow(found.value, isFresh(call.exchange, found.value), fills), call))
}

const cancel: Answer = (call) => {
  const found = findContractOrder(call)
  if (!found.ok) return found
  return cancelNamed(call, found.value, ({ orderId }) => ({ orderId: new Id(orderId, 'string') }))
}

const openOrders: Answer = ({ exchange, dialect, params, at }) => {
  const read = readFields(params, { contractName: optional(contractIn(exchange, dialect)) })
  if (!read.ok) return read
  const { contractOpenOrders: how, openOrdersCap: cap } = dialect
  const listing = { named: read.value.contractName, first: CONTRACTS[0] ?? null, how, cap }
  const open = listOpen(visible(exchange.contracts.openOrders(), at), listing)
  return open.ok ? ok(open.value.map((order) => openRow(order, isFresh(exchange, order)))) : open
}

/** What the three history lists read: a contract or all of them, a page size, and where to start. */
function readPage({ exchange, dialect, params }: Call) {
  const contractName = optional(contractIn(exchange, dialect))
  return readFields(params, { contractName, limit: limitUpTo(1000, 100), fromId: optional(digits) })
}

const orderHistorical: Answer = (call) => {
  const page = readPage(call)
  if (!page.ok) return page
  const { contractName } = page.value
  const done = visible(call.exchange.contracts.orders.values(), call.at).filter(
    (past) => !isLive(past) && (contractName === null || past.spec === contractName),
  )
  return ok(pageOf(done, (past) => past.orderId, page.value, call.dialect.fromId).map(historyRow))
}

const profitHistorical: Answer = (call) => {
  const page = readPage(call)
  if (!page.ok) return page
  const { contractName } = page.value
  const closed = call.exchange.contracts.closed
    .filter((past) => contractName === null || past.spec === contractName)
    .toSorted((one, other) => one.id - other.id)
  return ok(pageOf(closed, (past) => past.id, page.value, call.dialect.fromId).map(closedRow))
}

const myTrades: Answer = (call) => {
  const page = readPage(call)
  if (!page.ok) return page
  const { contractName } = page.value
  if (contractName === null) return err(refusal(-1121))
  const own = call.exchange.contracts.fills.filter(
    ({ order: { spec, hiddenUntil } }) => spec === contractName && hiddenUntil <= call.at,
  )
  return ok(pageOf(own, ({ tradeId }) => tradeId, page.value, call.dialect.fromId).map(fillRow))
}

// Where the venue publishes no limit, 20 calls in 2 s.
const { open, signed } = routes('contract', '/fapi/v1', 20)

/** The contract area, version 1. */
export const CONTRACT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('contracts', '/contracts', () => ok(CONTRACTS.map(contractRow))),
  open('depth', '/depth', depth('contractName', contractIn, bare)),
  open('ticker', '/ticker', ticker),
  open('index', '/index', index),
  open('klines', '/klines', klines('contractName', contractIn)),
  signed('newOrder', 'POST', '/order', newOrder),
  signed('conditionOrder', 'POST', '/conditionOrder', conditionOrder),
  signed('cancel', 'POST', '/cancel', cancel),
  signed('order', 'GET', '/order', order),
  signed('openOrders', 'GET', '/openOrders', openOrders),
  signed('orderHistorical', 'POST', '/orderHistorical', orderHistorical),
  signed('profitHistorical', 'POST', '/profitHistorical', profitHistorical),
  signed('myTrades', 'GET', '/myTrades', myTrades),
  signed('account', 'GET', '/account', ({ exchange }) => ok(accountBody(exchange))),
]
