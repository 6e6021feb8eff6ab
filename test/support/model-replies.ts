/** What the model venue answers, and the fate of a write to it. */
import { positionKey, type Position } from '#shared/domain/account.ts'
import { ONE } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import type { EndpointName, Params, Reply } from '#electron/venue/port.ts'
import { marginAccount } from '#test/support/portfolio-fixtures.ts'

/** The fate of a write: which reply the desk gets, and what the venue does and when. */
export interface Fate {
  readonly reply: 'ok' | 'rejected' | 'lost' | 'notSent'
  /** Ms from arrival to the effect; null: the write never takes effect. */
  readonly effectAfterMs: number | null
  /** Percent of a market order that fills. The rest is canceled. */
  readonly fillPercent: number
}

export type Reads = { readonly [E in EndpointName]?: (params: Params<E>) => Result<Reply<E>, Failure> }
export type Writes = { readonly [E in EndpointName]?: (params: Params<E>, fate: Fate) => Result<Reply<E>, Failure> }

/** An order that the venue has not taken yet. */
export type NewOrder = Omit<Order, 'orderId' | 'executed' | 'averagePrice' | 'status' | 'createdAt'>

/** A margin account of which the venue tells nothing but the coin. */
export const COIN = marginAccount('USDT', { walletBalance: null, crossEquity: null, isolatedEquity: null })

export function levelAt(price: Decimal | null): Depth['bids'] {
  return price === null ? [] : [[price, ONE]]
}

/** An order of the side that does not echo client order ids. */
export function anonymous(order: Order): Order {
  return { ...order, clientOrderId: null }
}

export function found(endpoint: EndpointName, order: Order | undefined, shown: (order: Order) => Order) {
  return order === undefined ? err(failure(endpoint, 'notFound', 'rejected')) : ok(shown(order))
}

export function refused(endpoint: EndpointName, { reply }: Fate): Result<never, Failure> {
  return reply === 'lost'
    ? err(failure(endpoint, 'timeout', 'unknown'))
    : err(failure(endpoint, 'rejected', 'rejected'))
}

export function failure(operation: string, kind: Failure['kind'], outcome: Failure['outcome']): Failure {
  const message = verbatim(`The model says ${kind}.`)
  return { kind, operation, outcome, retry: 'never', message, venue: null, httpStatus: null, timestamp: null }
}

/** The position on the other side. A venue that nets positions has one after more was sold than the position held. */
export function turned(long: Position): Position {
  return { ...long, side: 'short', key: positionKey(long.contract, long.marginMode, 'short') }
}
