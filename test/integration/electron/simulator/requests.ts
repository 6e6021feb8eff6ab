import { DIALECTS } from '#electron/simulator/testing/dialects.ts'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import { routesOf } from '#electron/simulator/wire/apis.ts'
import type { Route } from '#electron/simulator/routes/route.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { caller } from './caller.ts'
import type { Answer } from './caller.ts'

/** A query string or a body. */
export type Request = string | object

/**
 * A valid request for an endpoint of a venue with this dialect. A request that names an order names an existing one.
 */
export function goodRequest(simulator: Simulator, name: string, dialect: SimDialect = DIALECTS.mixed): Request {
  const number = (text: string) => (dialect.amounts === 'number' ? (JSON.parse(text) as number) : text)
  const inCase = (symbol: string) => (dialect.symbolCase === 'upper' ? symbol.toUpperCase() : symbol.toLowerCase())
  const symbol = inCase('btcusdt')
  const terms = { side: 'BUY', price: number('90000'), volume: number('0.01') }
  const order = { symbol, ...terms, type: 'LIMIT' }
  const ticket = { contractName: 'E-BTC-USDT', side: 'BUY', type: 'LIMIT', open: 'OPEN', positionType: 1 }
  const open = { ...ticket, price: number('90000'), volume: number('10') }
  const hour = (of: SimDialect['spotHour']) => (of === '1h' ? '1h' : '60min')
  const [spot] = simulator.exchange.spot.openOrders()
  const [contract] = simulator.exchange.contracts.openOrders()
  if (!spot || !contract) throw new Error('expected open orders')
  const spotId = { symbol: inCase(spot.spec.symbol), orderId: spot.orderId }
  const contractId = { contractName: contract.spec.name, orderId: contract.orderId }
  // A JSON number of 19 digits.
  const cancelId = dialect.cancelIds === 'number' ? rawJSON(spot.orderId) : spot.orderId
  const requests: Readonly<Record<string, Request>> = {
    'spot.depth': `?symbol=${symbol}&limit=5`,
    'spot.ticker': `?symbol=${symbol}`,
    'spot.trades': `?symbol=${symbol}`,
    'spot.klines': `?symbol=${symbol}&interval=${hour(dialect.spotHour)}`,
    'spot.newOrder': order,
    'spot.testOrder': order,
    'spot.batchOrders': { symbol, orders: [{ ...terms, batchType: 'LIMIT' }] },
    'spot.order': query(spotId),
    'spot.cancel': spotId,
    'spot.batchCancel': { symbol: spotId.symbol, orderIds: [cancelId] },
    'spot.openOrders': `?symbol=${symbol}`,
    'spot.myTrades': `?symbol=${symbol}`,
    'contract.depth': '?contractName=E-BTC-USDT&limit=5',
    'contract.ticker': '?contractName=E-BTC-USDT',
    'contract.index': '?contractName=E-BTC-USDT',
    'contract.klines': `?contractName=E-BTC-USDT&interval=${hour(dialect.contractHour)}`,
    'contract.newOrder': open,
    'contract.conditionOrder': { ...open, triggerType: TRIGGERS[dialect.triggerType], triggerPrice: '99000' },
    'contract.order': query(contractId),
    'contract.cancel': contractId,
    'contract.openOrders': '?contractName=E-BTC-USDT',
    'contract.orderHistorical': { contractName: 'E-BTC-USDT' },
    'contract.profitHistorical': { contractName: 'E-BTC-USDT' },
    'contract.myTrades': '?contractName=E-BTC-USDT',
  }
  return requests[name] ?? ''
}

const TRIGGERS = { any: '3UP', int: 3, text: '3', label: '3UP' } as const

/** The path at which a venue with this dialect serves an endpoint, without the gateway's prefix. */
export function pathOf({ name, path }: Route, dialect: SimDialect): string {
  const own = dialect.paths[name] ?? path
  return dialect.spotVersion === 'v2' ? own.replace('/sapi/v1/', '/sapi/v2/') : own
}

const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

function query(fields: Record<string, string>): string {
  return `?${new URLSearchParams(fields).toString()}`
}

/** Calls an endpoint by name, by default with a valid request. */
export function asker(simulator: Simulator, clock: Clock, dialect: SimDialect) {
  const call = caller(simulator, clock)
  return async (name: string, request = goodRequest(simulator, name, dialect)): Promise<Answer> => {
    const route = routesOf(dialect).find((candidate) => candidate.name === name)
    if (!route) throw new Error(`expected an endpoint, was ${name}`)
    const [query, body] = typeof request === 'string' ? [request, undefined] : ['', request]
    return call(route.method, `${pathOf(route, dialect)}${query}`, body, { signsQuery: dialect.signsQuery })
  }
}

export type Ask = ReturnType<typeof asker>

export function codeOf({ json }: Answer): unknown {
  return json !== null && typeof json === 'object' && 'code' in json ? json.code : null
}
