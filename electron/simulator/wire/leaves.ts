/**
 * The leaves of replies and requests. A reply is plain data whose amounts, ids, times and states know their default
 * format; the dialect decides the final one (spell-leaves.ts).
 */
import { decimal, roundTo, toText, type Decimal } from '#shared/domain/decimal.ts'
import type { OrderStatus, SimOrder } from '../exchange/account/sim-order.ts'
import type { Candle } from '../exchange/market/candles.ts'

const PLACES = 16

export class Amount {
  readonly text: string
  /** How it is written: bare, as text, or bare with 16 places and zero as 0E-16. */
  readonly style: 'number' | 'string' | 'padded'

  constructor(text: string, style: Amount['style']) {
    this.text = text
    this.style = style
  }
}

/** An id. The id of a new order has its own format. */
export class Id {
  readonly digits: string
  readonly style: 'number' | 'string'
  readonly isNew: boolean

  constructor(digits: string, style: 'number' | 'string', isNew = false) {
    this.digits = digits
    this.style = style
    this.isNew = isNew
  }
}

/**
 * A time, ms since 1970. A dialect may write candles in seconds, and every time except the server's in another zone.
 */
export class Time {
  readonly ms: number
  readonly of: 'row' | 'candle' | 'server'

  constructor(ms: number, of: Time['of'] = 'row') {
    this.ms = ms
    this.of = of
  }
}

export class Status {
  /** The kind of reply that a state is in, which decides its words. */
  readonly place: 'created' | 'spot' | 'canceled' | 'contract' | 'binance'
  readonly status: OrderStatus
  readonly hasFills: boolean
  /** The matching has not looked at the order yet. */
  readonly isFresh: boolean

  constructor(place: Status['place'], { status, executed }: SimOrder, isFresh = false) {
    this.place = place
    this.status = status
    this.hasFills = executed.gt(0)
    this.isFresh = isFresh
  }
}

/** A bare number with exactly the digits of the amount, rounded to 16 places. */
export function bare(amount: Decimal): Amount {
  return new Amount(toText(roundTo(amount, PLACES, 'half-even')), 'number')
}

/** A bare number as written by the venue's database: 16 places, and zero as 0E-16. */
export function bare16(amount: Decimal): Amount {
  return new Amount(toText(roundTo(amount, PLACES, 'half-even')), 'padded')
}

export function asText(amount: Decimal): Amount {
  return new Amount(toText(amount), 'string')
}

/** Text with at least `places` decimal places. */
export function padded(amount: Decimal, places: number): Amount {
  return new Amount(amount.dp() > places ? toText(amount) : amount.toFixed(places), 'string')
}

/** A float (a statistic) as text with `places` decimals. */
export function fixed(value: number, places: number): Amount {
  return new Amount(value.toFixed(places), 'string')
}

/** JSON.stringify writes these verbatim: numbers with more digits than float64 has. TypeScript does not know it yet. */
export const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON: (text: string) => unknown
  isRawJSON: (value: unknown) => value is { readonly rawJSON: string }
}

export function writeNumber(text: string, style: Amount['style']): unknown {
  if (style === 'string') return text
  if (style === 'number') return rawJSON(text)
  const amount = decimal(text)
  return rawJSON(amount.isZero() ? '0E-16' : amount.toFixed(PLACES))
}

/** Local time of the venue (UTC+8) as text without a zone, the format of position times. */
export function localText(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)
}

/** A candle, the same in both areas. */
export function candleRow(candle: Candle, pricePrecision: number): unknown {
  const price = (value: number) => fixed(value, pricePrecision)
  return {
    idx: new Time(candle.idx, 'candle'),
    open: price(candle.open),
    close: price(candle.close),
    high: price(candle.high),
    low: price(candle.low),
    vol: fixed(candle.volume, 1),
  }
}

/** A number in a request's JSON, kept as text because float64 would lose digits. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A request's JSON, with every number as a `JsonNumber`; null if it is not an object. */
export function readBody(text: string): Readonly<Record<string, unknown>> | null {
  if (text === '') return {}
  try {
    const parsed: unknown = JSON.parse(text, keepNumberText)
    const isObject = parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)
    return isObject && !(parsed instanceof JsonNumber) ? { ...parsed } : null
  } catch {
    return null
  }
}

function keepNumberText(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' && context ? new JsonNumber(context.source) : value
}
