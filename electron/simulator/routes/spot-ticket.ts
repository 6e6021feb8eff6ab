import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import type { SpotTicket } from '../account/ticket.ts'
import type { Exchange } from '../exchange.ts'
import type { PairSpec } from '../market/instruments.ts'
import { oneOf, optional, positive, readFields, text } from './fields.ts'
import type { Field, Params } from './fields.ts'

/** A pair of the venue, by its symbol in either case. */
export function pairIn(exchange: Exchange): Field<PairSpec> {
  return (given) => {
    const pair = given === undefined ? null : exchange.findPair(given)
    return pair ? ok(pair) : err(refusal(-1121))
  }
}

/** Reads a ticket from the body of a new order. */
export function readSpotTicket(exchange: Exchange, params: Params): Result<SpotTicket, Refusal> {
  const read = readFields(params, {
    symbol: pairIn(exchange),
    volume: positive,
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET'], -1116),
    newClientOrderId: optional(text),
  })
  if (!read.ok) return read
  const { symbol, newClientOrderId, ...ticket } = read.value
  const price: Result<{ price: Decimal | null }, Refusal> =
    ticket.type === 'LIMIT' ? readFields(params, { price: positive }) : ok({ price: null })
  if (!price.ok) return price
  return ok({ spec: symbol, ...ticket, price: price.value.price, clientOrderId: newClientOrderId })
}
