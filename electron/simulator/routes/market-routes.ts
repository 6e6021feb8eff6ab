/** Market answers that both areas share, for a pair or a contract. */
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { MAX_LEVELS, type Side } from '../exchange/market/books.ts'
import { CONTRACTS, PAIRS, type InstrumentSpec } from '../exchange/market/specs.ts'
import { limitUpTo, missing, paramText, readFields, text, type Field, type Params } from '../wire/request-params.ts'
import type { Answer } from './route.ts'
import { candleRow, Time, type Amount } from '../wire/leaves.ts'

/** The family's intervals except hours. Other intervals have no candles. */
const INTERVALS: ReadonlySet<string> = new Set(['1min', '5min', '15min', '30min', '1day', '1week', '1month'])
/** The two words for an hour; a venue may know only one. */
const HOURS: ReadonlySet<string> = new Set(['60min', '1h'])

export const ping: Answer = () => ok({})

export const time: Answer = ({ serverTime }) =>
  ok({ timezone: 'GMT+08:00', serverTime: new Time(serverTime, 'server') })

/** How an area reads the instrument of a request: a pair or a contract. */
type InstrumentField = (exchange: Exchange, dialect: SimDialect) => Field<InstrumentSpec>

/** Depth of the instrument in the parameter `name`, read by `field`. `write` formats prices and quantities. */
export function depth(name: string, field: InstrumentField, write: (amount: Decimal) => Amount): Answer {
  return ({ exchange, dialect, params }) => {
    const asked = readFields(params, { limit: limitUpTo(MAX_LEVELS, MAX_LEVELS) })
    if (!asked.ok) return asked
    const { bookLevels, manyLevels, closedBook } = dialect
    if (asked.value.limit > bookLevels && manyLevels === 'refused') return missing('limit')
    const limit = Math.min(asked.value.limit, bookLevels)
    const spec = bookOf(readFields(params, { [name]: field(exchange, dialect) }), name, params, dialect)
    if (!spec.ok) return spec
    if (spec.value?.area === 'contract' && !spec.value.tradable && closedBook === 'refused') return err(refusal(-1146))
    const rows = (side: Side) =>
      spec.value === null
        ? []
        : exchange.books.levels(spec.value, side, limit).map(({ price, quantity }) => [write(price), write(quantity)])
    return ok({ time: new Time(exchange.time.now()), bids: rows('SELL'), asks: rows('BUY') })
  }
}

/** The instrument whose order book is shown; null: an empty book. */
function bookOf(
  read: Result<Readonly<Record<string, InstrumentSpec>>, Refusal>,
  name: string,
  params: Params,
  { unknownBook }: SimDialect,
): Result<InstrumentSpec | null, Refusal> {
  if (read.ok) return ok(read.value[name] ?? null)
  if (unknownBook === 'refused' || paramText(params[name]) === undefined) return read
  const [other = null] = unknownBook === 'empty' ? [] : name === 'symbol' ? PAIRS : CONTRACTS
  return ok(other)
}

/** Klines of the instrument in the parameter `name`, read by `field`. `intervals`: those served besides hours. */
export function klines(name: string, field: InstrumentField, intervals = INTERVALS): Answer {
  return ({ exchange, dialect, params }) => {
    const read = readFields(params, { [name]: field(exchange, dialect), interval: text, limit: limitUpTo(300, 100) })
    if (!read.ok) return read
    const spec = read.value[name] as InstrumentSpec
    const { interval, limit } = read.value as { interval: string; limit: number }
    const hour = spec.area === 'spot' ? dialect.spotHour : dialect.contractHour
    const isServed = HOURS.has(interval) ? hour === 'both' || hour === interval : intervals.has(interval)
    if (!isServed) return ok([])
    const candles = exchange.candles.list(spec, interval, limit, exchange.time.now())
    return ok(candles.map((candle) => candleRow(candle, spec.pricePrecision)))
  }
}
