/** What both areas answer about the market: the same questions, asked about a pair or a contract. */
import { ok } from '#shared/domain/result.ts'
import type { Exchange } from '../exchange.ts'
import { MAX_LEVELS } from '../market/book.ts'
import type { Candle } from '../market/candles.ts'
import type { InstrumentSpec } from '../market/instruments.ts'
import { limitUpTo, readFields, text } from './fields.ts'
import type { Field } from './fields.ts'
import type { Answer } from './route.ts'
import { candleRow } from './wire.ts'

const DAY_MS = 86_400_000

export const ping: Answer = () => ok({})

export const time: Answer = ({ exchange }) => ok({ timezone: 'GMT+08:00', serverTime: exchange.time.now() })

/** Klines of the instrument that `field` reads from the parameter `name`. */
export function klines(name: string, field: (exchange: Exchange) => Field<InstrumentSpec>): Answer {
  return ({ exchange, params }) => {
    const read = readFields(params, { [name]: field(exchange), interval: text, limit: limitUpTo(300, 100) })
    if (!read.ok) return read
    const spec = read.value[name] as InstrumentSpec
    const { interval, limit } = read.value as { interval: string; limit: number }
    const candles = exchange.candles.list(spec, interval, limit, exchange.time.now())
    return ok(candles.map((candle) => candleRow(candle, spec.pricePrecision)))
  }
}

export const depthLimit = limitUpTo(MAX_LEVELS, MAX_LEVELS)

/** The last 24 hours as one candle. */
export function lastDay(exchange: Exchange, spec: InstrumentSpec): Candle {
  const now = exchange.time.now()
  return exchange.candles.candle(spec, now - DAY_MS, now)
}
