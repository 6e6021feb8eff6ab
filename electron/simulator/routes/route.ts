import type { Area } from '#shared/domain/instrument.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { isLive, type SimOrder } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { missing, readFields, type Field, type Params, type Read } from '../wire/request-params.ts'

/** A request that passed the checks, with its parameters. */
export interface Call {
  readonly exchange: Exchange
  readonly params: Params
  readonly dialect: SimDialect
  /** Whether the key of the request may trade. */
  readonly mayTrade: boolean
  /** Monotonic ms. Reads show what they had caught up with by then. */
  readonly at: number
  /** The venue's clock, ms since 1970, with which timestamps are compared. */
  readonly serverTime: number
  /** Tells the server which order the request made or named. */
  readonly note: (order: SimOrder) => void
}

/** The body of the answer: plain data with the leaves of wire/leaves.ts, which the dialect formats later. */
export type Answer = (call: Call) => Result<unknown, Refusal>

/** How many calls of an endpoint the venue accepts in a window. */
export interface Limit {
  readonly count: number
  readonly windowMs: number
  /** Endpoints with the same pool share one count. A call counts `weight` times, by default once. */
  readonly pool?: string
  readonly weight?: number
}

/** One endpoint of the venue. */
export interface Route {
  /** Area and name ("spot.newOrder"), as used by faults and the ledger. */
  readonly name: string
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly isSigned: boolean
  /** null: the venue publishes none. */
  readonly limit: Limit | null
  readonly answer: Answer
}

/** Reads for which the interface wants a body. */
const READS_BY_POST: ReadonlySet<string> = new Set(['contract.orderHistorical', 'contract.profitHistorical'])

/** Whether an endpoint needs a key that may trade. */
export function isTrade({ name, method, isSigned }: Route): boolean {
  return isSigned && method !== 'GET' && !READS_BY_POST.has(name)
}

/**
 * Makes the rows of one area under `base`: `open` endpoints are public, `signed` ones need the key. The limit is
 * `usual` calls in 2 s unless a row has its own; null: no limit.
 */
export function routes(area: Area, base: string, usual: number | null) {
  function signed(name: string, method: Route['method'], path: string, answer: Answer, count = usual): Route {
    const limit = count === null ? null : { count, windowMs: 2000 }
    return { name: `${area}.${name}`, area, method, path: `${base}${path}`, isSigned: true, limit, answer }
  }
  function open(name: string, path: string, answer: Answer): Route {
    return { ...signed(name, 'GET', path, answer), isSigned: false }
  }
  return { open, signed }
}

/** An answer made from parameters: `fields` reads them, and the first wrong one refuses the request. */
export function asking<S extends Readonly<Record<string, Field<unknown>>>>(
  fields: (call: Call) => S,
  answer: (asked: Read<S>, call: Call) => Result<unknown, Refusal>,
): Answer {
  return (call) => {
    const read = readFields(call.params, fields(call))
    return read.ok ? answer(read.value, call) : read
  }
}

/** The order that a request names by its id, or the newest one with its client id. */
export function findOrder<O extends SimOrder>(
  area: { readonly orders: ReadonlyMap<string, O>; named(clientOrderId: string): readonly O[] },
  { spec, id, clientId }: { readonly spec: O['spec']; readonly id: string | null; readonly clientId: string | null },
  at: number,
): Result<O, Refusal> {
  if (id === null && clientId === null) return missing('orderId')
  const named = id === null ? area.named(clientId ?? '') : [area.orders.get(id)].filter((order) => order !== undefined)
  const newest = visible(named, at).findLast((order) => order.spec === spec)
  return newest ? ok(newest) : err(refusal(-2013))
}

/** Whether the matching has not looked at an order yet, as in the second in which it was made. */
export function isFresh(exchange: Exchange, { madeAtStep }: SimOrder): boolean {
  return madeAtStep === exchange.market.steps
}

/** Cancels the order that a request names. A finished one is refused in the dialect's way. */
export function cancelNamed<O extends SimOrder>(
  { exchange, dialect, note }: Call,
  order: O,
  row: (order: O) => unknown,
): Result<unknown, Refusal> {
  note(order)
  const canceled = exchange.cancel(order)
  if (canceled.ok) return ok(row(order))
  return dialect.cancelDone === 'unknown' && !isLive(order) ? err(refusal(-2013)) : canceled
}

/** The orders that a read shows at `at` (monotonic ms), with the replication lag. */
export function visible<O extends SimOrder>(orders: Iterable<O>, at: number): O[] {
  return [...orders].filter((order) => order.hiddenUntil <= at)
}
