/** Which open orders a request is answered with: what the two areas have in common. */
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { SimOrder } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { InstrumentSpec } from '../exchange/market/specs.ts'
import { missing, paramText, type Field } from '../wire/request-params.ts'
import type { Call } from './route.ts'
import { Id } from '../wire/leaves.ts'

const UNKNOWN_ORDER = -2013
/** Orders asked for at once beyond which some venues refuse the question. */
const MANY = 100

interface Listing {
  /** The instrument that was named; null: none. */
  readonly named: InstrumentSpec | null
  /** The instrument that is meant where one must be and none is named. */
  readonly first: InstrumentSpec | null
  readonly how: SimDialect['spotOpenOrders']
  readonly cap: number | null
}

/** Those of `orders` (the oldest first) that are listed, the newest first. */
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

/** What is answered where no order was found: null is an object with nothing in it. */
export function orOther<O extends SimOrder>(
  found: Result<O, Refusal>,
  others: readonly O[],
  { dialect }: Pick<Call, 'dialect'>,
): Result<O | null, Refusal> {
  if (found.ok || found.error.code !== UNKNOWN_ORDER || dialect.unknownOrder === 'refused') return found
  return ok((dialect.unknownOrder === 'empty' ? null : others[0]) ?? null)
}

/** The row of an order, under the id that was asked for where the venue makes orders up. */
export function inventedRow(row: unknown, { dialect, params }: Pick<Call, 'dialect' | 'params'>): unknown {
  const asked = paramText(params['orderId'])
  return dialect.unknownOrder === 'invented' && asked !== undefined
    ? { ...(row as object), orderId: new Id(asked, 'string') }
    : row
}

/** Reads how many are asked for; as many as the dialect lets one ask for. */
export function openLimit(field: Field<number>, { manyOpenOrders }: SimDialect): Field<number> {
  return (given, name, whole) => {
    const limit = field(given, name, whole)
    return limit.ok && limit.value > MANY && manyOpenOrders === 'refused' ? missing(name) : limit
  }
}
