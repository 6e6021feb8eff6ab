import { err, ok, type Result } from '#shared/domain/result.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SpotTicket } from '../exchange/account/sim-order.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { PairSpec } from '../exchange/market/specs.ts'
import {
  amount,
  limitPrice,
  oneOf,
  optional,
  readFields,
  text,
  type Field,
  type Params,
} from '../wire/request-params.ts'
import type { Call } from './route.ts'

/**
 * A pair of the venue, by its symbol in the case that the dialect wants. Second-generation paths also accept BTC/USDT.
 */
export function pairIn(exchange: Exchange, { symbolCase, spotVersion }: SimDialect): Field<PairSpec> {
  return (given) => {
    const symbol = spotVersion === 'v1' ? given : given?.replace('/', '')
    const pair = symbol === undefined || !isInCase(symbol, symbolCase) ? null : exchange.findPair(symbol)
    return pair ? ok(pair) : err(refusal(-1121))
  }
}

export function isInCase(text: string, wanted: SimDialect['symbolCase']): boolean {
  return wanted === 'any' || text === (wanted === 'upper' ? text.toUpperCase() : text.toLowerCase())
}

/** Reads a ticket from the body of a new order. */
export function readSpotTicket({ exchange, dialect }: Call, params: Params): Result<SpotTicket, Refusal> {
  const number = amount(dialect.amounts)
  const read = readFields(params, {
    symbol: pairIn(exchange, dialect),
    volume: number,
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET'], -1116),
    newClientOrderId: optional(text),
    // The interface document's name for the same parameter.
    newClientOrder: optional(text),
  })
  if (!read.ok) return read
  const { symbol, newClientOrderId, newClientOrder, ...ticket } = read.value
  const price = limitPrice(params, ticket.type, number)
  if (!price.ok) return price
  return ok({ spec: symbol, ...ticket, price: price.value, clientOrderId: newClientOrderId ?? newClientOrder })
}
