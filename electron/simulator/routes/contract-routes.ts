import { err, ok, type Result } from '#shared/domain/result.ts'
import { isLive, type ContractOrder, type ContractTicket } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import { CONTRACTS, type ContractSpec } from '../exchange/market/specs.ts'
import { accountBody, closedRow } from '../wire/account-rows.ts'
import { conditionOrder } from './condition-routes.ts'
import { contractIn, readContractTicket, type ContractField } from './contract-ticket.ts'
import { contractRow, detailsRow, fillRow, historyRow, indexBody, openRow, tickerBody } from '../wire/contract-rows.ts'
import { digits, limitUpTo, optional, orderId, readFields, text } from '../wire/request-params.ts'
import { depth, klines, ping, time } from './market-routes.ts'
import { inventedRow, listOpen, orOther } from './open-order-lists.ts'
import { pageOf } from './paging.ts'
import {
  asking,
  cancelNamed,
  findOrder,
  isFresh,
  routes,
  visible,
  type Answer,
  type Call,
  type Route,
} from './route.ts'
import { bare, Id } from '../wire/leaves.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'

const byContract =
  (contract: ContractField) =>
  ({ exchange, dialect }: Call) => ({ contractName: contract(exchange, dialect) })

export function ticker(contract: ContractField, body: typeof tickerBody): Answer {
  return asking(byContract(contract), ({ contractName: spec }, { exchange }) => ok(body(spec, exchange.lastDay(spec))))
}

export function index(contract: ContractField, body: typeof indexBody): Answer {
  return asking(byContract(contract), ({ contractName: spec }, { exchange }) => ok(body(exchange, spec)))
}

/** Places the order that `read` reads. `style`: how the reply writes its id. */
export function newOrder(read: (call: Call) => Result<ContractTicket, Refusal>, style: Id['style']): Answer {
  return (call) => {
    const ticket = read(call)
    if (!ticket.ok) return ticket
    const placed = call.exchange.contracts.place(ticket.value)
    if (!placed.ok) return placed
    call.note(placed.value)
    return ok({ orderId: new Id(placed.value.orderId, style, true) })
  }
}

/** The order that a request names: by its id, or by the client's id if the dialect has one. */
export function findContractOrder(call: Call, contract: ContractField = contractIn): Result<ContractOrder, Refusal> {
  const { exchange, dialect, params, at } = call
  const read = readFields(params, {
    ...byContract(contract)(call),
    orderId: optional(orderId),
    clientOrderId: optional(text),
  })
  if (!read.ok) return read
  const { contractName: spec, orderId: id, clientOrderId } = read.value
  return findOrder(exchange.contracts, { spec, id, clientId: dialect.contractClientId ? clientOrderId : null }, at)
}

const order: Answer = (call) => {
  const found = orOther(findContractOrder(call), call.exchange.contracts.openOrders(), call)
  if (!found.ok) return found
  if (found.value === null) return ok({})
  const fills = call.exchange.contracts.fills.filter((fill) => fill.order === found.value)
  return ok(inventedRow(detailsRow(found.value, isFresh(call.exchange, found.value), fills), call))
}

export function cancel(contract: ContractField, style: Id['style']): Answer {
  return (call) => {
    const found = findContractOrder(call, contract)
    return found.ok ? cancelNamed(call, found.value, ({ orderId: id }) => ({ orderId: new Id(id, style) })) : found
  }
}

/** Open orders of one contract, or of those that `isServed`. */
export function openOrders(
  contract: ContractField,
  isServed: (spec: ContractSpec) => boolean,
  row: (order: ContractOrder, isFresh: boolean, dialect: SimDialect) => unknown,
): Answer {
  return asking(
    ({ exchange, dialect }) => ({ contractName: optional(contract(exchange, dialect)) }),
    ({ contractName: named }, { exchange, dialect, at }) => {
      const { contractOpenOrders: how, openOrdersCap: cap } = dialect
      const own = visible(exchange.contracts.openOrders(), at).filter(({ spec }) => isServed(spec))
      const open = listOpen(own, { named, first: CONTRACTS.find(isServed) ?? null, how, cap })
      return open.ok ? ok(open.value.map((each) => row(each, isFresh(exchange, each), dialect))) : open
    },
  )
}

/** The parameters of the three histories: a contract or all of them, a page size, and where to start. */
const pageFields = ({ exchange, dialect }: Call) => ({
  contractName: optional(contractIn(exchange, dialect)),
  limit: limitUpTo(1000, 100),
  fromId: optional(digits),
})

const orderHistorical = asking(pageFields, ({ contractName, ...page }, { exchange, dialect, at }) => {
  const done = visible(exchange.contracts.orders.values(), at).filter(
    (past) => !isLive(past) && (contractName === null || past.spec === contractName),
  )
  return ok(pageOf(done, (past) => past.orderId, page, dialect.fromId).map(historyRow))
})

const profitHistorical = asking(pageFields, ({ contractName, ...page }, { exchange, dialect }) => {
  const closed = exchange.contracts.held.closed
    .filter((past) => contractName === null || past.spec === contractName)
    .toSorted((one, other) => one.id - other.id)
  return ok(pageOf(closed, (past) => past.id, page, dialect.fromId).map(closedRow))
})

const myTrades = asking(pageFields, ({ contractName, ...page }, { exchange, dialect, at }) => {
  if (contractName === null) return err(refusal(-1121))
  const own = exchange.contracts.fills.filter(
    ({ order: { spec, hiddenUntil } }) => spec === contractName && hiddenUntil <= at,
  )
  return ok(pageOf(own, ({ tradeId }) => tradeId, page, dialect.fromId).map(fillRow))
})

// If the venue publishes no limit, 20 calls in 2 s.
const { open, signed } = routes('contract', '/fapi/v1', 20)

/** The contract area, version 1. */
export const CONTRACT_ROUTES: readonly Route[] = [
  open('ping', '/ping', ping),
  open('time', '/time', time),
  open('contracts', '/contracts', () => ok(CONTRACTS.map(contractRow))),
  open('depth', '/depth', depth('contractName', contractIn, bare)),
  open('ticker', '/ticker', ticker(contractIn, tickerBody)),
  open('index', '/index', index(contractIn, indexBody)),
  open('klines', '/klines', klines('contractName', contractIn)),
  signed('newOrder', 'POST', '/order', newOrder(readContractTicket, 'string')),
  signed('conditionOrder', 'POST', '/conditionOrder', conditionOrder),
  signed('cancel', 'POST', '/cancel', cancel(contractIn, 'string')),
  signed('order', 'GET', '/order', order),
  signed(
    'openOrders',
    'GET',
    '/openOrders',
    openOrders(contractIn, () => true, openRow),
  ),
  signed('orderHistorical', 'POST', '/orderHistorical', orderHistorical),
  signed('profitHistorical', 'POST', '/profitHistorical', profitHistorical),
  signed('myTrades', 'GET', '/myTrades', myTrades),
  signed('account', 'GET', '/account', ({ exchange }) => ok(accountBody(exchange))),
]
