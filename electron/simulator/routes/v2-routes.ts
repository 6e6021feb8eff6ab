/** The second version of the contract interface: linear contracts under /fapi, inverse ones under /dapi. */
import { ok } from '#shared/domain/result.ts'
import { CONTRACTS, type ContractSpec } from '../exchange/market/specs.ts'
import { cancel, findContractOrder, index, newOrder, openOrders, ticker } from './contract-routes.ts'
import type { ContractField } from './contract-ticket.ts'
import { digits, limitUpTo, optional } from '../wire/request-params.ts'
import { depth, klines, ping } from './market-routes.ts'
import { isBetween, pageOf } from './paging.ts'
import { asking, isFresh, routes, type Answer, type Route } from './route.ts'
import { contractOf, isServed, readV2Ticket } from './v2-ticket.ts'
import { accountBody, contractRow, fillRow, indexBody, orderRow, tickerBody } from '../wire/v2-rows.ts'
import { bare, Time } from '../wire/leaves.ts'

const INTERVALS: ReadonlySet<string> = new Set([
  ...['1min', '5min', '15min', '30min', '2h', '4h', '1day', '1week', '1month'],
])

const time: Answer = ({ serverTime }) => ok({ serverTime: new Time(serverTime), timezone: 'China Standard Time' })

/** The order book, without a time in some dialects. */
function book(contract: ContractField): Answer {
  const answer = depth('contractName', contract, bare)
  return (call) => {
    const answered = answer(call)
    const isTimeless = answered.ok && call.dialect.depthTime === 'null'
    return isTimeless ? ok({ ...(answered.value as object), time: null }) : answered
  }
}

const order =
  (contract: ContractField): Answer =>
  (call) => {
    const found = findContractOrder(call, contract)
    if (!found.ok) return found
    const row = orderRow(found.value, isFresh(call.exchange, found.value), call.dialect)
    return ok(call.dialect.details === 'list' ? [row] : row)
  }

const cancelAll = (contract: ContractField): Answer =>
  asking(
    ({ exchange, dialect }) => ({ contractName: contract(exchange, dialect) }),
    ({ contractName }, { exchange }) => {
      for (const each of exchange.contracts.openOrdersOf(contractName)) exchange.cancel(each)
      return ok(null)
    },
  )

const myTrades = (contract: ContractField): Answer =>
  asking(
    ({ exchange, dialect }) => ({
      contractName: contract(exchange, dialect),
      limit: limitUpTo(1000, 100),
      fromId: optional(digits),
      startTime: optional(digits),
      endTime: optional(digits),
    }),
    (page, { exchange, dialect, at }) => {
      const own = exchange.contracts.fills.filter(
        ({ order: { spec, hiddenUntil }, at: filledAt }) =>
          spec === page.contractName && hiddenUntil <= at && isBetween(filledAt, page),
      )
      return ok(pageOf(own, ({ tradeId }) => tradeId, page, dialect.fromId).map(fillRow))
    },
  )

/** The routes under one root. If the venue publishes no limit, 20 calls in 2 s. */
function under(root: string, inverse: boolean): readonly Route[] {
  const contract = contractOf(inverse)
  const { open } = routes('contract', `${root}/v1`, 20)
  const { signed } = routes('contract', `${root}/v2`, 20)
  const isListed = (spec: ContractSpec): boolean => isServed(spec, inverse)
  return [
    open('ping', '/ping', ping),
    open('time', '/time', time),
    open('contracts', '/contracts', () => ok(CONTRACTS.filter(isListed).map(contractRow))),
    open('depth', '/depth', book(contract)),
    open('ticker', '/ticker', ticker(contract, tickerBody)),
    open('index', '/index', index(contract, indexBody)),
    open('klines', '/klines', klines('contractName', contract, INTERVALS)),
    signed(
      'newOrder',
      'POST',
      '/order',
      newOrder((call) => readV2Ticket(call, contract), 'number'),
    ),
    signed('cancel', 'POST', '/cancel', cancel(contract, 'number')),
    signed('cancelAll', 'POST', '/allOpenOrders', cancelAll(contract)),
    signed('order', 'GET', '/order', order(contract)),
    signed('openOrders', 'GET', '/openOrders', openOrders(contract, isListed, orderRow)),
    signed('myTrades', 'GET', '/myTrades', myTrades(contract)),
    signed('account', 'GET', '/account', ({ exchange }) => ok(accountBody(exchange, inverse))),
  ]
}

/** If a dialect moves an endpoint to another path, the linear contracts are served there. */
export const V2_ROUTES: readonly Route[] = [...under('/dapi', true), ...under('/fapi', false)]
