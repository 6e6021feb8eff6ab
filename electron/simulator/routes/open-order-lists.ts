/** How both areas list open orders. */
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { SimOrder } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { InstrumentSpec } from '../exchange/market/specs.ts'
import { missing, paramText, type Field } from '../wire/request-params.ts'
import type { Call } from './route.ts'
import { Id } from '../wire/leaves.ts'

const UNKNOWN_ORDER = -2013
/** Some venues refuse a higher limit. */
const MANY = 100

interface Listing {
  /** The instrument in the request; null: none. */
  readonly named: InstrumentSpec | null
  /** The instrument that `first` lists when none is named. */
  readonly first: InstrumentSpec | null
  readonly how: SimDialect['spotOpenOrders']
  readonly cap: number | null
}

/** The listed ones of `orders`, newest first. `orders` is oldest first. */
export function listOpen<O extends SimOrder>(
  orders: readonly O[],
  { named, first, how, cap }: Listing,
): Result<readonly O[], Refusal> {
  if (named === null && how === 'refused') return err(refusal(-1121))
  const only = how === 'unfiltered' ? null : (named ?? (how === 'first' ? first : null))
  const isNone = named === null && how === 'empty'
  const listed = orders.filter(({ spec }) => !isNone && (only === null || spec === only))
  return ok(listed.toReversed().slice(0, cap ?? undefined))
}

/** A dialect's answer for an unknown order. null is an empty object. */
export function orOther<O extends SimOrder>(
  found: Result<O, Refusal>,
  others: readonly O[],
  { dialect }: Pick<Call, 'dialect'>,
): Result<O | null, Refusal> {
  if (found.ok || found.error.code !== UNKNOWN_ORDER || dialect.unknownOrder === 'refused') return found
  return ok((dialect.unknownOrder === 'empty' ? null : others[0]) ?? null)
}

/** The row of an order, under the id of the request if the dialect invents orders. */
export function inventedRow(row: unknown, { dialect, params }: Pick<Call, 'dialect' | 'params'>): unknown {
  const asked = paramText(params['orderId'])
  return dialect.unknownOrder === 'invented' && asked !== undefined
    ? { ...(row as object), orderId: new Id(asked, 'string') }
    : row
}

/** Reads the limit, which a dialect may refuse. */
export function openLimit(field: Field<number>, { manyOpenOrders }: SimDialect): Field<number> {
  return (given, name, whole) => {
    const limit = field(given, name, whole)
    return limit.ok && limit.value > MANY && manyOpenOrders === 'refused' ? missing(name) : limit
  }
}
