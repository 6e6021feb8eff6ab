/** The second version of the contract interface: linear contracts under /fapi, inverse ones under /dapi. */
import { ok } from '#shared/domain/result.ts'
import type { ContractOrder } from '../exchange/account/sim-order.ts'
import { CONTRACTS } from '../exchange/market/specs.ts'
import { findContractOrder } from './contract-routes.ts'
import { digits, limitUpTo, optional, readFields } from '../wire/request-params.ts'
import { depth, klines, lastDay, ping } from './market-routes.ts'
import { listOpen } from './open-order-lists.ts'
import { isBetween, pageOf } from './paging.ts'
import { cancelNamed, isFresh, routes, visible, type Answer, type Call, type Route } from './route.ts'
import { contractOf, isServed, readV2Ticket, type ContractField } from './v2-ticket.ts'
import { accountBody, contractRow, fillRow, indexBody, orderRow, tickerBody } from '../wire/v2-rows.ts'
import { bare, Id, Time } from '../wire/leaves.ts'

const INTERVALS: ReadonlySet<string> = new Set([
  ...['1min', '5min', '15min', '30min', '2h', '4h', '1day', '1week', '1month'],
])

const time: Answer = ({ serverTime }) => ok({ serverTime: new Time(serverTime), timezone: 'China Standard Time' })

/** The book, at times without a time. */
function book(contract: ContractField): Answer {
  const answer = depth('contractName', contract, bare)
  return (call) => {
    const answered = answer(call)
    const isTimeless = answered.ok && call.dialect.depthTime === 'null'
    return isTimeless ? ok({ ...(answered.value as object), time: null }) : answered
  }
}

const ticker =
  (contract: ContractField): Answer =>
  ({ exchange, dialect, params }) => {
    const read = readFields(params, { contractName: contract(exchange, dialect) })
    if (!read.ok) return read
    const spec = read.value.contractName
    const { books, market } = exchange
    const [buy, sell] = [books.best(spec, 'SELL'), books.best(spec, 'BUY')]
    return ok(tickerBody(spec, lastDay(exchange, spec), market.price(spec), buy, sell))
  }

const index =
  (contract: ContractField): Answer =>
  ({ exchange, dialect, params }) => {
    const read = readFields(params, { contractName: contract(exchange, dialect) })
    return read.ok ? ok(indexBody(exchange, read.value.contractName)) : read
  }

const newOrder =
  (contract: ContractField): Answer =>
  (call) => {
    const ticket = readV2Ticket(call, contract)
    if (!ticket.ok) return ticket
    const placed = call.exchange.contracts.place(ticket.value)
    if (!placed.ok) return placed
    call.note(placed.value)
    return ok({ orderId: new Id(placed.value.orderId, 'number', true) })
  }

const order =
  (contract: ContractField): Answer =>
  (call) => {
    const found = findContractOrder(call, contract)
    if (!found.ok) return found
    const row = rowOf(call, found.value)
    return ok(call.dialect.details === 'list' ? [row] : row)
  }

const cancel =
  (contract: ContractField): Answer =>
  (call) => {
    const found = findContractOrder(call, contract)
    if (!found.ok) return found
    return cancelNamed(call, found.value, ({ orderId }) => ({ orderId: new Id(orderId, 'number') }))
  }

const cancelAll =
  (contract: ContractField): Answer =>
  ({ exchange, dialect, params }) => {
    const read = readFields(params, { contractName: contract(exchange, dialect) })
    if (!read.ok) return read
    for (const each of exchange.contracts.openOrdersOf(read.value.contractName)) exchange.cancel(each)
    return ok(null)
  }

const openOrders =
  (contract: ContractField, inverse: boolean): Answer =>
  (call) => {
    const { exchange, dialect, params, at } = call
    const read = readFields(params, { contractName: optional(contract(exchange, dialect)) })
    if (!read.ok) return read
    const { contractOpenOrders: how, openOrdersCap: cap } = dialect
    const first = CONTRACTS.find((spec) => isServed(spec, inverse)) ?? null
    const own = visible(exchange.contracts.openOrders(), at).filter(({ spec }) => isServed(spec, inverse))
    const open = listOpen(own, { named: read.value.contractName, first, how, cap })
    return open.ok ? ok(open.value.map((each) => rowOf(call, each))) : open
  }

const myTrades =
  (contract: ContractField): Answer =>
  ({ exchange, dialect, params, at }) => {
    const page = readFields(params, {
      contractName: contract(exchange, dialect),
      limit: limitUpTo(1000, 100),
      fromId: optional(digits),
      startTime: optional(digits),
      endTime: optional(digits),
    })
    if (!page.ok) return page
    const own = exchange.contracts.fills.filter(
      ({ order: { spec, hiddenUntil }, at: filledAt }) =>
        spec === page.value.contractName && hiddenUntil <= at && isBetween(filledAt, page.value),
    )
    return ok(pageOf(own, ({ tradeId }) => tradeId, page.value, dialect.fromId).map(fillRow))
  }

function rowOf({ exchange, dialect }: Call, each: ContractOrder): unknown {
  return orderRow(each, isFresh(exchange, each), dialect)
}

/** What stands under one root. Where the venue publishes no limit, 20 calls in 2 s. */
function under(root: string, inverse: boolean): readonly Route[] {
  const contract = contractOf(inverse)
  const { open } = routes('contract', `${root}/v1`, 20)
  const { signed } = routes('contract', `${root}/v2`, 20)
  const listed = CONTRACTS.filter((spec) => isServed(spec, inverse))
  return [
    open('ping', '/ping', ping),
    open('time', '/time', time),
    open('contracts', '/contracts', () => ok(listed.map(contractRow))),
    open('depth', '/depth', book(contract)),
    open('ticker', '/ticker', ticker(contract)),
    open('index', '/index', index(contract)),
    open('klines', '/klines', klines('contractName', contract, INTERVALS)),
    signed('newOrder', 'POST', '/order', newOrder(contract)),
    signed('cancel', 'POST', '/cancel', cancel(contract)),
    signed('cancelAll', 'POST', '/allOpenOrders', cancelAll(contract)),
    signed('order', 'GET', '/order', order(contract)),
    signed('openOrders', 'GET', '/openOrders', openOrders(contract, inverse)),
    signed('myTrades', 'GET', '/myTrades', myTrades(contract)),
    signed('account', 'GET', '/account', ({ exchange }) => ok(accountBody(exchange, inverse))),
  ]
}

/** Where a dialect moves an endpoint to another path, the linear contracts are served there. */
export const V2_ROUTES: readonly Route[] = [...under('/dapi', true), ...under('/fapi', false)]
