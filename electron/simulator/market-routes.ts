/** What both areas answer about the market: the same questions, asked about a pair or a contract. */
import { ONE, toFloat } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { MAX_LEVELS } from './book.ts'
import type { Candle } from './candles.ts'
import type { Exchange } from './exchange.ts'
import { limitUpTo, readFields, text } from './fields.ts'
import type { Field } from './fields.ts'
import type { InstrumentSpec, PairSpec } from './instruments.ts'
import { hashText, hashUniform } from './random.ts'
import type { Answer } from './route.ts'
import { candleRow } from './spot-wire.ts'

const DAY_MS = 86_400_000
/** A trade is about this share of a day's turnover. */
const TRADE_SHARE = 4e-6

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

/** Trades of others, made up: a few a second around the middle of the market, newest first. */
export function recentTrades(exchange: Exchange, spec: PairSpec, count: number): RecentTrade[] {
  const { market, time: venueTime } = exchange
  const chance = (what: number, at: number) => hashUniform(hashText(spec.symbol), market.steps - at, what)
  const middle = toFloat(market.price(spec))
  const size = (spec.turnover * TRADE_SHARE) / toFloat(market.usd(spec.base) ?? ONE)
  return Array.from({ length: count }, (_, at) => {
    const isBuy = chance(1, at) < 0.5
    return {
      price: (middle * (1 + (isBuy ? 1 : -1) * 0.0001 * chance(2, at))).toFixed(spec.pricePrecision),
      quantity: Math.max(size * -Math.log(1 - chance(3, at)), toFloat(spec.minVolume)).toFixed(spec.quantityPrecision),
      at: Math.floor(venueTime.now() - (at + chance(4, at)) * 700),
      side: isBuy ? 'BUY' : 'SELL',
    }
  })
}

export interface RecentTrade {
  readonly price: string
  readonly quantity: string
  readonly at: number
  readonly side: 'BUY' | 'SELL'
}
