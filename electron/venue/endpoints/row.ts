import type { Decimal } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, KeyRights, Params, Reply } from './calls.ts'
import type { Quarantine } from '../decode/read-list.ts'
import type { Dialect, Limit } from '../profile/dialect.ts'
import type { Json } from '../json/reader.ts'
import { levels, upTo, word, type Field } from './params.ts'

/** One endpoint: how a call is written, how often it may be made, and how its reply is read. */
export interface Row<E extends EndpointName> {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Who may call it: anyone, or a key with a signature. */
  readonly security: 'NONE' | 'TRADE' | 'USER_DATA'
  readonly limit: Limit
  /** What a call counts towards its host's weight per minute. */
  readonly weight: number
  /** The weight of a call without an instrument, if it is larger. */
  readonly areaWeight?: number
  /** `read`: no effect at the venue, may be repeated. `never`: an order, test order or cancel, sent at most once. */
  readonly retry: 'read' | 'never'
  readonly fields: readonly Field[]
  /** A check across fields; null: no problem. */
  readonly check?: (params: Params<E>, dialect: Dialect) => Message | null
  /** What this dialect sends in addition. */
  readonly extra?: (
    params: Params<E>,
    dialect: Dialect,
  ) => { readonly fields?: readonly Field[]; readonly headers?: Readonly<Record<string, string>> }
  /** A row to use instead of this one for these parameters; null: this row. */
  readonly instead?: (params: Params<E>) => Row<E> | null
  /** A parameter that this interface requires though others do not. Without it the call is `notSupported`. */
  readonly needs?: 'symbol' | 'contract' | 'orderId'
  readonly decode: (reply: Json, quarantine: Quarantine, params: Params<E>) => Reply<E>
  /** What the reply says about the key, and whose it is; null: nothing. */
  readonly rights?: (reply: Json) => KeyRights | null
}

/** The rows of one area. */
export type Rows<A extends Area> = { readonly [E in EndpointName & `${A}.${string}`]: Row<E> }

/** What the rows of one kind have in common. */
type Sort = Pick<Row<EndpointName>, 'area' | 'method' | 'path' | 'security' | 'limit' | 'weight' | 'retry'>

/**
 * The kinds of rows of an area, each with its calls per 2 s, or in another window, and the weight of each call. If no
 * limit is published, we use the strictest published one.
 */
export function sorts(area: Area) {
  const sort =
    (method: Sort['method'], security: Sort['security'], retry: Sort['retry']) =>
    (path: string, rate: { readonly per2s?: number; readonly limit?: Limit; readonly weight?: number } = {}): Sort => {
      const { per2s = 20, limit = { count: per2s, windowMs: 2000 }, weight = 1 } = rate
      return { area, method, path, security, retry, weight, limit }
    }
  return {
    /** Public. */
    open: sort('GET', 'NONE', 'read'),
    read: sort('GET', 'TRADE', 'read'),
    /** A read with a body. */
    search: sort('POST', 'TRADE', 'read'),
    account: sort('GET', 'USER_DATA', 'read'),
    write: sort('POST', 'TRADE', 'never'),
    /** Cancels an order. */
    remove: sort('DELETE', 'TRADE', 'never'),
    /** A test order. It should have no effect, but some venues place it. */
    test: sort('POST', 'TRADE', 'never'),
  }
}

export const side = word({ buy: 'BUY', sell: 'SELL' })
export const orderType = word({ limit: 'LIMIT', market: 'MARKET' })
export const LEVELS: Field = ['limit', 'limit', levels, 'optional']
export const limitUpTo = (max: number): Field => ['limit', 'limit', upTo(max), 'optional']

/** A limit order needs a price, or the venue would choose one. A market order must have none. */
export function priceProblem(order: { readonly type: 'limit' | 'market'; readonly price?: Decimal }): Message | null {
  if (order.type === 'limit') return order.price === undefined ? expected(message('expected.limitPrice')) : null
  return order.price === undefined ? null : expected(message('expected.noMarketPrice'))
}

/** The message that names the expected value. */
export function expected(what: Message): Message {
  return message('expected.only', { what })
}
