import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { isLive } from '../account/order.ts'
import type { ContractOrder } from '../account/order.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import type { Exchange } from '../exchange.ts'
import { CONTRACTS } from '../market/instruments.ts'
import { accountBody, closedRow } from './account-wire.ts'
import { conditionOrder } from './condition-routes.ts'
import { contractIn, readContractTicket } from './contract-ticket.ts'
import {
  contractRow,
  depthBody,
  detailsRow,
  fillRow,
  historyRow,
  indexBody,
  openRow,
  tickerBody,
} from './contract-wire.ts'
import { digits, limitUpTo, optional, readFields, text } from './fields.ts'
import type { Params } from './fields.ts'
import { depthLimit, klines, lastDay, ping, time } from './market-routes.ts'
import { routes, visible } from './route.ts'
import type { Answer, Call, Route } from './route.ts'

const depth: Answer = ({ exchange, params }) => {
  const read = readFields(params, { contractName: contractIn(exchange), limit: depthLimit })
  if (!read.ok) return read
  const { contractName, limit } = read.value
  const { books } = exchange
  return ok(depthBody(books.levels(contractName, 'SELL', limit), books.levels(contractName, 'BUY', limit)))
}

const ticker: Answer = ({ exchange, params }) => {
  const read = readFields(params, { contractName: contractIn(exchange) })
  if (!read.ok) return read
  const spec = read.value.contractName
  const { books, market } = exchange
  return ok(
    tickerBody(spec, lastDay(exchange, spec), market.price(spec), books.best(spec, 'SELL'), books.best(spec, 'BUY')),
  )
}

const index: Answer = ({ exchange, params }) => {
  const read = readFields(params, { contractName: contractIn(exchange) })
  return read.ok ? ok(indexBody(exchange, read.value.contractName)) : read
}

const newOrder: Answer = ({ exchange, params, note }) => {
  const ticket = readContractTicket(exchange, params)
  if (!ticket.ok) return ticket
  const placed = exchange.contracts.place(ticket.value)
  if (!placed.ok) return placed
  note(placed.value)
  return ok({ orderId: placed.value.orderId })
}

function findOrder({ exchange, params, at }: Call): Result<ContractOrder, Refusal> {
  const read = readFields(params, { contractName: contractIn(exchange), orderId: text })
  if (!read.ok) return read
  const order = exchange.contracts.orders.get(read.value.orderId)
  if (!order || order.spec !== read.value.contractName || order.hiddenUntil > at) return err(refusal(-2013))
  return ok(order)
}

const order: Answer = (call) => {
  const found = findOrder(call)
  if (!found.ok) return found
  const fills = call.exchange.contracts.fills.filter((fill) => fill.order === found.value)
  return ok(detailsRow(found.value, isFresh(call.exchange, found.value), fills))
}

const cancel: Answer = (call) => {
  const found = findOrder(call)
  if (!found.ok) return found
  call.note(found.value)
  const canceled = call.exchange.cancel(found.value)
  return canceled.ok ? ok({ orderId: found.value.orderId }) : canceled
}

const openOrders: Answer = ({ exchange, params, at }) => {
  const read = readFields(params, { contractName: optional(contractIn(exchange)) })
  if (!read.ok) return read
  const { contractName } = read.value
  const own = visible(exchange.contracts.openOrders(), at).filter(
    (open) => contractName === null || open.spec === contractName,
  )
  return ok(own.reverse().map((open) => openRow(open, isFresh(exchange, open))))
}

/** What the three history lists read: a contract or all of them, a page size, and where to start. */
function readPage(exchange: Exchange, params: Params) {
  const fields = { contractName: optional(contractIn(exchange)), limit: limitUpTo(1000, 100), fromId: optional(digits) }
  return readFields(params, fields)
}

const orderHistorical: Answer = ({ exchange, params, at }) => {
  const page = readPage(exchange, params)
  if (!page.ok) return page
  const { contractName, limit } = page.value
  const done = visible(exchange.contracts.orders.values(), at).filter(
    (past) => !isLive(past) && (contractName === null || past.spec === contractName),
  )
  return ok(done.reverse().slice(0, limit).map(historyRow))
}

const profitHistorical: Answer = ({ exchange, params }) => {
  const page = readPage(exchange, params)
  if (!page.ok) return page
  const { contractName, limit } = page.value
  const closed = exchange.contracts.closed.filter((past) => contractName === null || past.spec === contractName)
  return ok(closed.reverse().slice(0, limit).map(closedRow))
}

const myTrades: Answer = ({ exchange, params }) => {
  const page = readPage(exchange, params)
  if (!page.ok) return page
  const { contractName, limit } = page.value
  if (contractName === null) return err(refusal(-1121))
  const own = exchange.contracts.fills.filter((fill) => fill.order.spec === contractName)
  return ok(own.reverse().slice(0, limit).map(fillRow))
}

/** Until the second after it was made, the matching has not looked at an order. */
function isFresh(exchange: Exchange, { madeAtStep }: ContractOrder): boolean {
  return madeAtStep === exchange.market.steps
}

// Where the venue publishes no limit, 20 calls in 2 s.
const { open, signed } = routes('contract', '/fapi/v1', 20)

/** The contract area, version 1. */
export const CONTRACT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('contracts', '/contracts', () => ok(CONTRACTS.map(contractRow))),
  open('depth', '/depth', depth),
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
