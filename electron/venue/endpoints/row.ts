import type { Decimal } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, KeyRights, Params, Reply } from './calls.ts'
import type { Quarantine } from '../decode/read-list.ts'
import type { Dialect, Limit } from '../profile/dialect.ts'
import type { Json } from '../json/reader.ts'
import { levels, upTo, word, type Field } from './params.ts'

/** One endpoint: how it is spoken and how often it may be. */
export interface Row<E extends EndpointName> {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Who may call: anyone, or a key with a signature. */
  readonly security: 'NONE' | 'TRADE' | 'USER_DATA'
  readonly limit: Limit
  /** What a call counts against its host's weight per minute. */
  readonly weight: number
  /** The same of a call that names no instrument, where it is more. */
  readonly areaWeight?: number
  /**
   * `read` has no effect at the venue and may be repeated; `never` is an order, be it a test, or a cancel: sent at most
   * once.
   */
  readonly retry: 'read' | 'never'
  readonly fields: readonly Field[]
  /** What the fields can not say one by one; null when all is well. */
  readonly check?: (params: Params<E>, dialect: Dialect) => Message | null
  /** What else goes out because the venue wants it. */
  readonly extra?: (params: Params<E>, dialect: Dialect) => Extra
  /** The row that asks what this one can not; null: this one can. */
  readonly instead?: (params: Params<E>) => Row<E> | null
  /** What this interface can not be asked without, though another can: `notSupported` without it. */
  readonly needs?: 'symbol' | 'contract' | 'orderId'
  readonly decode: (reply: Json, quarantine: Quarantine, params: Params<E>) => Reply<E>
  /** What the reply says of the key besides; null: nothing. */
  readonly rights?: (reply: Json) => KeyRights | null
}

/** Parameters and headers that only some venues want. */
interface Extra {
  readonly fields?: readonly Field[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The rows of one area. */
export type Rows<A extends Area> = { readonly [E in EndpointName & `${A}.${string}`]: Row<E> }

/** The rows of an interface that lacks some. */
export type SomeRows<A extends Area> = Partial<Rows<A>>

/** What a row has in common with others of its sort. */
type Sort = Pick<Row<EndpointName>, 'area' | 'method' | 'path' | 'security' | 'limit' | 'weight' | 'retry'>

/** Calls in 2 s, or in another window, and the weight of one. */
interface Rate {
  readonly per2s?: number
  readonly limit?: Limit
  readonly weight?: number
}

/** The sorts of rows there are in an area. Where no limit is published we keep to the strictest of those that are. */
export function sorts(area: Area) {
  const sort =
    (method: Sort['method'], security: Sort['security'], retry: Sort['retry']) =>
    (path: string, { per2s = 20, limit = { count: per2s, windowMs: 2000 }, weight = 1 }: Rate = {}): Sort => {
      return { area, method, path, security, retry, weight, limit }
    }
  return {
    /** Anybody may ask. */
    open: sort('GET', 'NONE', 'read'),
    read: sort('GET', 'TRADE', 'read'),
    /** A read that is asked for with a body. */
    search: sort('POST', 'TRADE', 'read'),
    account: sort('GET', 'USER_DATA', 'read'),
    write: sort('POST', 'TRADE', 'never'),
    /** Takes an order back. */
    remove: sort('DELETE', 'TRADE', 'never'),
    /** Should have no effect, and there are venues that carry it out. */
    test: sort('POST', 'TRADE', 'never'),
  }
}

export const side = word({ buy: 'BUY', sell: 'SELL' })
export const orderType = word({ limit: 'LIMIT', market: 'MARKET' })
export const LEVELS: Field = ['limit', 'limit', levels, 'optional']
export const limitUpTo = (max: number): Field => ['limit', 'limit', upTo(max), 'optional']

/**
 * A limit order without a price would be one at whatever price the venue makes of it,
 * and the reverse is no market order.
 */
export function priceProblem(order: { readonly type: 'limit' | 'market'; readonly price?: Decimal }): Message | null {
  if (order.type === 'limit') return order.price === undefined ? expected(message('expected.limitPrice')) : null
  return order.price === undefined ? null : expected(message('expected.noMarketPrice'))
}

/** What a call should have been. */
export function expected(what: Message): Message {
  return message('expected.only', { what })
}
