import type { EndpointName, Interval, Params, Reply } from '../endpoints/calls.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import { ENDPOINTS } from '../endpoints/table.ts'

/** The family has two words for hourly candles. A venue that does not know the word answers with an empty list. */
const HOUR: Interval = '60min'
const OTHER_HOUR = '1h'
/** Every venue accepts this limit for a list of open orders. */
const FEW = 100

/**
 * Another way to ask after a read that was not understood: the symbol in the other case, fewer open orders at once, or
 * the other word for hourly candles. null: there is no other way, or the answer was understood.
 */
export function otherSpelling<E extends EndpointName>(
  endpoint: E,
  params: Params<E>,
  answer: Result<{ readonly value: Reply<E> }, Failure>,
  dialect: Dialect,
): ((dialect: Dialect) => Dialect) | null {
  const { area } = ENDPOINTS[endpoint]
  if (!answer.ok) {
    if (isAskedForMany(endpoint, answer.error, dialect)) return (other) => ({ ...other, openOrdersLimit: FEW })
    const isUnknown = answer.error.venue?.code === '-1121' && dialect.symbolCase === 'verbatim'
    return isUnknown && 'symbol' in params ? inOtherCase(params.symbol) : null
  }
  if (!isEmptyList(answer.value.value) || !('interval' in params) || params.interval !== HOUR) return null
  const word = dialect.intervals[area][HOUR] === OTHER_HOUR ? HOUR : OTHER_HOUR
  return ({ intervals, ...rest }) => ({
    ...rest,
    intervals: { ...intervals, [area]: { ...intervals[area], [HOUR]: word } },
  })
}

/** Whether the venue may have refused the limit: some list at most a hundred open orders. */
function isAskedForMany(endpoint: EndpointName, { kind, venue }: Failure, { openOrdersLimit }: Dialect): boolean {
  return endpoint === 'spot.openOrders' && kind === 'rejected' && venue?.code !== '-1121' && openOrdersLimit > FEW
}

function inOtherCase(symbol: string): ((dialect: Dialect) => Dialect) | null {
  const symbolCase = symbol === symbol.toLowerCase() ? 'upper' : 'lower'
  const other = symbolCase === 'upper' ? symbol.toUpperCase() : symbol.toLowerCase()
  return other === symbol ? null : (dialect) => ({ ...dialect, symbolCase })
}

/**
 * Whether the venue understood the other spelling. An empty list of open orders counts: an account may really have
 * none.
 */
export function isUnderstood(endpoint: EndpointName, answer: Result<{ readonly value: unknown }, Failure>): boolean {
  return answer.ok && (endpoint === 'spot.openOrders' || !isEmptyList(answer.value.value))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
