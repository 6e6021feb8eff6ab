import type { Result } from '#shared/domain/result.ts'
import type { Exchange } from './exchange.ts'
import type { Params } from './fields.ts'
import type { SimArea } from './ledger.ts'
import type { Limit } from './limits.ts'
import type { SimOrder } from './order.ts'
import type { Refusal } from './refusal.ts'

/** A request that passed the gate, with its parameters. */
export interface Call {
  readonly exchange: Exchange
  readonly params: Params
  /** Monotonic ms. */
  readonly at: number
  /** Tells the server which order the request made or named. */
  readonly note: (order: SimOrder) => void
}

export type Answer = (call: Call) => Result<unknown, Refusal>

/** One endpoint of the venue. */
export interface Route {
  /** Area and name ("spot.newOrder"): how faults and the ledger call it. */
  readonly name: string
  readonly area: SimArea
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly isSigned: boolean
  /** Null where the venue publishes none. */
  readonly limit: Limit | null
  readonly answer: Answer
}

export function per2Seconds(count: number): Limit {
  return { count, windowMs: 2000 }
}

/** Orders a read may show at `at`: those the venue's read side has caught up with. */
export function visible<O extends SimOrder>(orders: Iterable<O>, at: number): O[] {
  return [...orders].filter((order) => order.hiddenUntil <= at)
}
