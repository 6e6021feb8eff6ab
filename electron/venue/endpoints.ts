/**
 * The venue's endpoints, one row each: how they are spoken and how often they may be. The client reads this table and
 * knows no endpoint by name; another endpoint is another row, another venue's way is a dialect.
 * Every endpoint of the face has its row, whether the app calls it yet or not.
 */
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { EndpointName, Params, Reply } from './client.ts'
import { decodeBalances, decodeContractAccount } from './decode/account.ts'
import type { Quarantine } from './decode/entries.ts'
import { decodeContracts, decodePairs } from './decode/instruments.ts'
import { decodeCandles, decodeDepth, decodeIndex, decodeTicker, decodeTime } from './decode/market.ts'
import { decodeCanceled, decodeOrder, decodeOrders, decodePlaced } from './decode/orders.ts'
import type { Dialect, Limit } from './dialect.ts'
import type { Json } from './json.ts'
import { clientOrderId, instrument, interval, orderId, positive, upTo, wholeContracts, word } from './params.ts'
import type { ParamKind } from './params.ts'
import { toBody, toQuery } from './wire.ts'
import type { WireValue } from './wire.ts'

/** One parameter: our name, the venue's, its kind, and whether it may be left out. */
export type Field = readonly [param: string, wire: string, kind: ParamKind, optional?: 'optional']

export interface Endpoint<E extends EndpointName> {
  readonly area: Area
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Who may call: anyone, or a key with a signature. */
  readonly security: 'NONE' | 'TRADE' | 'USER_DATA'
  readonly limit: Limit
  /** `read` has no effect at the venue and may be repeated; `never` is an order or a cancel: sent at most once. */
  readonly retry: 'read' | 'never'
  readonly fields: readonly Field[]
  /** What the fields can not say one by one; null when all is well. */
  readonly check?: (params: Params<E>) => string | null
  readonly decode: (reply: Json, params: Params<E>, quarantine: Quarantine) => Reply<E>
}

const SIDE = word({ buy: 'BUY', sell: 'SELL' })
const ORDER_TYPE = word({ limit: 'LIMIT', market: 'MARKET' })
const ACTION = word({ open: 'OPEN', close: 'CLOSE' })
// "Full" and "restrictive" positions in the interface's words.
const MARGIN_MODE = word({ cross: { literal: '1' }, isolated: { literal: '2' } })
const TIME_IN_FORCE = word({ IOC: 'IOC', FOK: 'FOK', POST_ONLY: 'POST_ONLY' })

const SYMBOL: Field = ['symbol', 'symbol', instrument]
const CONTRACT: Field = ['contract', 'contractName', instrument]
const limitUpTo = (max: number): Field => ['limit', 'limit', upTo(max), 'optional']

/** Published limits are per endpoint over two seconds; where none is published we keep to the strictest of them. */
const per2s = (count = 20): Limit => ({ count, windowMs: 2000 })

export const ENDPOINTS: { readonly [E in EndpointName]: Endpoint<E> } = {
  'spot.ping': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/ping',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: () => null,
  },
  'spot.time': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/time',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: decodeTime,
  },
  'spot.pairs': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/symbols',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: (reply, _, quarantine) => decodePairs(reply, quarantine),
  },
  'spot.depth': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/depth',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [SYMBOL, limitUpTo(100)],
    decode: (reply, { symbol }, quarantine) => decodeDepth(reply, 'spot', symbol, quarantine),
  },
  'spot.ticker': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/ticker',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [SYMBOL],
    decode: decodeTicker,
  },
  'spot.klines': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/klines',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [SYMBOL, ['interval', 'interval', interval], limitUpTo(300)],
    decode: (reply, _, quarantine) => decodeCandles(reply, quarantine),
  },
  'spot.account': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/account',
    security: 'USER_DATA',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: (reply, _, quarantine) => decodeBalances(reply, quarantine),
  },
  'spot.openOrders': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/openOrders',
    security: 'TRADE',
    retry: 'read',
    limit: per2s(),
    fields: [SYMBOL, limitUpTo(1000)],
    decode: (reply, { symbol }, quarantine) => decodeOrders(reply, 'spot', symbol, quarantine),
  },
  'spot.order': {
    area: 'spot',
    method: 'GET',
    path: '/sapi/v1/order',
    security: 'TRADE',
    retry: 'read',
    limit: per2s(),
    fields: [
      SYMBOL,
      ['orderId', 'orderId', orderId, 'optional'],
      ['clientOrderId', 'newClientOrderId', clientOrderId, 'optional'],
    ],
    check: (params) =>
      params.orderId === undefined && params.clientOrderId === undefined ? 'expected orderId or clientOrderId' : null,
    decode: (reply, params) => decodeOrder(reply, 'spot', params.symbol, params.orderId),
  },
  'spot.placeOrder': {
    area: 'spot',
    method: 'POST',
    path: '/sapi/v1/order',
    security: 'TRADE',
    retry: 'never',
    limit: per2s(100),
    fields: [
      SYMBOL,
      // A market buy names an amount of the quote asset, everything else a quantity; the venue calls both volume.
      ['quantity', 'volume', positive, 'optional'],
      ['amount', 'volume', positive, 'optional'],
      ['side', 'side', SIDE],
      ['type', 'type', ORDER_TYPE],
      ['price', 'price', positive, 'optional'],
      ['clientOrderId', 'newClientOrderId', clientOrderId],
    ],
    check: (params) => priceProblem(params) ?? volumeProblem(params),
    decode: decodePlaced,
  },
  'spot.cancelOrder': {
    area: 'spot',
    method: 'POST',
    path: '/sapi/v1/cancel',
    security: 'TRADE',
    retry: 'never',
    limit: per2s(100),
    fields: [SYMBOL, ['orderId', 'orderId', orderId]],
    decode: (reply, params) => decodeCanceled(reply, params.orderId),
  },

  'contract.ping': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/ping',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: () => null,
  },
  'contract.time': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/time',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: decodeTime,
  },
  'contract.contracts': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/contracts',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: (reply, _, quarantine) => decodeContracts(reply, quarantine),
  },
  'contract.depth': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/depth',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT, limitUpTo(100)],
    decode: (reply, { contract }, quarantine) => decodeDepth(reply, 'contract', contract, quarantine),
  },
  'contract.ticker': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/ticker',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT],
    decode: decodeTicker,
  },
  'contract.index': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/index',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT],
    decode: decodeIndex,
  },
  'contract.klines': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/klines',
    security: 'NONE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT, ['interval', 'interval', interval], limitUpTo(300)],
    decode: (reply, _, quarantine) => decodeCandles(reply, quarantine),
  },
  'contract.account': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/account',
    security: 'USER_DATA',
    retry: 'read',
    limit: per2s(),
    fields: [],
    decode: (reply, _, quarantine) => decodeContractAccount(reply, quarantine),
  },
  'contract.openOrders': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/openOrders',
    security: 'TRADE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT],
    decode: (reply, { contract }, quarantine) => decodeOrders(reply, 'contract', contract, quarantine),
  },
  'contract.order': {
    area: 'contract',
    method: 'GET',
    path: '/fapi/v1/order',
    security: 'TRADE',
    retry: 'read',
    limit: per2s(),
    fields: [CONTRACT, ['orderId', 'orderId', orderId]],
    decode: (reply, params) => decodeOrder(reply, 'contract', params.contract, params.orderId),
  },
  'contract.placeOrder': {
    area: 'contract',
    method: 'POST',
    path: '/fapi/v1/order',
    security: 'TRADE',
    retry: 'never',
    limit: per2s(),
    fields: [
      CONTRACT,
      ['volume', 'volume', wholeContracts],
      ['price', 'price', positive, 'optional'],
      ['type', 'type', ORDER_TYPE],
      ['side', 'side', SIDE],
      ['action', 'open', ACTION],
      ['marginMode', 'positionType', MARGIN_MODE],
      ['clientOrderId', 'clientOrderId', clientOrderId],
      ['timeInForce', 'timeInForce', TIME_IN_FORCE, 'optional'],
    ],
    check: priceProblem,
    decode: decodePlaced,
  },
  'contract.cancelOrder': {
    area: 'contract',
    method: 'POST',
    path: '/fapi/v1/cancel',
    security: 'TRADE',
    retry: 'never',
    limit: per2s(),
    fields: [CONTRACT, ['orderId', 'orderId', orderId]],
    decode: (reply, params) => decodeCanceled(reply, params.orderId),
  },
}

/** A limit order without a price would be one at whatever price the venue makes of it, and the reverse is no market order. */
function priceProblem(order: { readonly type: 'limit' | 'market'; readonly price?: Decimal }): string | null {
  if (order.type === 'limit') return order.price === undefined ? 'expected a price for a limit order' : null
  return order.price === undefined ? null : 'expected no price for a market order'
}

function volumeProblem(order: { readonly quantity?: Decimal; readonly amount?: Decimal }): string | null {
  const isOne = (order.quantity === undefined) !== (order.amount === undefined)
  return isOne ? null : 'expected either a quantity or an amount'
}

/** A request as it will go out, except for its time and signature. */
export interface EncodedRequest {
  readonly method: 'GET' | 'POST'
  /** The signed path, without host, gateway prefix and query. */
  readonly path: string
  readonly query: string
  readonly body: string
}

/** Writes a call in the venue's dialect; an error names the field, what was expected and what it was. */
export function encodeRequest<E extends EndpointName>(
  name: E,
  params: Params<E>,
  dialect: Dialect,
): Result<EncodedRequest, string> {
  const endpoint: Endpoint<E> = ENDPOINTS[name]
  const values = params as Readonly<Record<string, unknown>>
  const encoding = { amounts: dialect.numericEncoding[endpoint.area], intervals: dialect.intervals[endpoint.area] }
  const problem = endpoint.check?.(params)
  if (problem) return err(problem)
  const written: [string, WireValue][] = []
  for (const [param, wire, kind, optional] of endpoint.fields) {
    const value = values[param]
    if (value === undefined && optional) continue
    const encoded = kind(value, encoding)
    if (!encoded.ok) return err(`${param}: ${encoded.error}`)
    written.push([wire, encoded.value])
  }
  const isGet = endpoint.method === 'GET'
  return ok({
    method: endpoint.method,
    path: dialect.paths[name] ?? endpoint.path,
    query: isGet ? toQuery(written) : '',
    body: isGet ? '' : toBody(written),
  })
}
