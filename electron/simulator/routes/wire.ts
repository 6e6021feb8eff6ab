import { roundTo, toText } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Candle } from '../market/candles.ts'

/** What JSON.stringify writes verbatim: numbers with more digits than float64 has. TypeScript does not know it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

const PLACES = 16

/** A bare JSON number with exactly the digits of the amount, rounded to 16 places. */
export function bare(amount: Decimal): unknown {
  return rawJSON(toText(roundTo(amount, PLACES, 'half-even')))
}

/** A bare JSON number the way the venue's database prints it: 16 places, and zero as 0E-16. */
export function bare16(amount: Decimal): unknown {
  return rawJSON(amount.isZero() ? '0E-16' : amount.toFixed(PLACES))
}

/** A 64-bit id as a bare JSON number: more than a float64 can hold. */
export function bareId(digits: string): unknown {
  return rawJSON(digits)
}

/** An amount as JSON text, with at least `places` digits after the point. */
export function padded(amount: Decimal, places: number): string {
  return amount.dp() > places ? toText(amount) : amount.toFixed(places)
}

/** Local time of the venue (UTC+8) as text without a zone, as it prints position times. */
export function localText(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)
}

/** A candle, the same in both areas. */
export function candleRow(candle: Candle, pricePrecision: number): unknown {
  const price = (value: number) => value.toFixed(pricePrecision)
  return {
    idx: candle.idx,
    open: price(candle.open),
    close: price(candle.close),
    high: price(candle.high),
    low: price(candle.low),
    vol: candle.volume.toFixed(1),
  }
}

/** The reply's text. */
export function toJson(body: unknown): string {
  return JSON.stringify(body)
}

/**
 * A request's JSON, with every number kept as its own text (ids and prices do not fit float64); null if it is not an object.
 */
export function readBody(text: string): Readonly<Record<string, unknown>> | null {
  if (text === '') return {}
  try {
    const parsed: unknown = JSON.parse(text, keepNumberText)
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

function keepNumberText(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' && context ? context.source : value
}
