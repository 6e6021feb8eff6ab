/**
 * Exact decimal amounts. This is the only file that knows decimal.js. Money, prices, volumes and rates that decide
 * anything are `Decimal`; on a wire and over IPC they are `DecimalText`. float64 is only for statistics and charts
 * (`toFloat`).
 */
import type { Message } from './message.ts'
import { Decimal as DecimalJs } from 'decimal.js'
import type { DecimalText } from './decimal-text.ts'
import { memoise } from './memoise.ts'

export type { DecimalText }

// Our own constructor: decimal.js keeps its settings on the constructor, and every module shares the global one.
// 40 significant digits: venues print up to 26, and an inverse leg (1 / price) must keep 34.
const Exact = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_EVEN, toExpNeg: -64, toExpPos: 64 })

export type Decimal = DecimalJs

/** Rounding directions with a meaning for money. `down` is toward zero: the smaller order, the smaller claim. */
export type Rounding = 'down' | 'up' | 'half-even'

const ROUNDING: Record<Rounding, DecimalJs.Rounding> = {
  down: DecimalJs.ROUND_DOWN,
  up: DecimalJs.ROUND_UP,
  'half-even': DecimalJs.ROUND_HALF_EVEN,
}

const NUMERIC = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i
/** No venue prints longer numbers, and calculations keep no more digits. Longer text is not parsed. */
const MOST_CHARACTERS = 64
const MOST_DIGITS = 40

/**
 * The decimal written in `text` (plain or with an exponent, as venues print 0E-16), or null if it is not one of up to 64
 * characters and 40 significant digits.
 */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > MOST_CHARACTERS || !NUMERIC.test(text)) return null
  const value = new Exact(text)
  return value.isFinite() && value.precision() <= MOST_DIGITS ? value : null
}

/** The decimal of a literal or of trusted text. Throws on anything but a finite number: not for input. */
export function decimal(value: string | number | Decimal): Decimal {
  const result = new Exact(value)
  if (!result.isFinite()) throw new RangeError(`expected a finite decimal, was ${String(value)}`)
  return result
}

export const ZERO: Decimal = decimal(0)
export const ONE: Decimal = decimal(1)

export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Exact
}

/** Plain digits, never an exponent; the inverse of `decimal`. */
export function toText(value: Decimal): DecimalText {
  return value.toFixed() as DecimalText
}

/** float64 for statistics and charts. One way: a float never becomes an order quantity again. */
export function toFloat(value: Decimal): number {
  const { s: sign, e: exponent, d: words } = value
  if (!value.isFinite() || words.length > 3 || (words.length === 3 && (words[0] ?? 0) >= MAX_HIGH_WORD)) {
    return value.toNumber()
  }
  let whole = 0
  for (const word of words) whole = whole * WORD + word
  // Both factors are exact in float64, so the result is rounded once. It is the same number that the text would give,
  // ten times as fast.
  const shift = Math.floor(exponent / WORD_DIGITS) + 1 - words.length
  const scale = WORD_SCALES[Math.abs(shift)]
  if (scale === undefined) return value.toNumber()
  return shift < 0 ? (sign * whole) / scale : sign * whole * scale
}

/** decimal.js keeps a number as words of seven digits, counted from the point. */
const WORD_DIGITS = 7
const WORD = 10 ** WORD_DIGITS
/** Three words are exact in float64 (below 2^53) if the first of them is below this. */
const MAX_HIGH_WORD = 90
/** The powers of a word that are exact in float64. */
const WORD_SCALES = [1, 1e7, 1e14, 1e21]

/** n for a positive value from 10ⁿ up to 10ⁿ⁺¹, NaN for any other: far cheaper than a comparison. */
export function magnitudeOf(value: Decimal): number {
  return value.isPositive() && !value.isZero() ? value.e : NaN
}

/** `value` with at most `places` digits after the point. */
export function roundTo(value: Decimal, places: number, rounding: Rounding): Decimal {
  return value.toDecimalPlaces(places, ROUNDING[rounding])
}

/** The largest multiple of `step` that is not larger than `value` in size (toward zero). `step` must be positive. */
export function floorToStep(value: Decimal, step: Decimal): Decimal {
  if (step.lte(0)) throw new RangeError(`expected a positive step, was ${toText(step)}`)
  return value.div(step).trunc().times(step)
}

/** The exact sum; zero for an empty list. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total = ZERO
  for (const value of values) total = total.plus(value)
  return total
}

/** The exact sum; null if one of them is not known. */
export function sumIfKnown(values: readonly (Decimal | null)[]): Decimal | null {
  return values.every((value) => value !== null) ? sum(values) : null
}

export function smaller<D extends Decimal>(one: D, other: D): D {
  return one.lte(other) ? one : other
}

export function notNegative(amount: Decimal): Decimal {
  return amount.lt(0) ? ZERO : amount
}

/** The same shape with every `Decimal` written as text: what a value becomes on a wire. */
export type Encoded<T> = T extends DecimalJs
  ? DecimalText
  : T extends Message | string
    ? T
    : T extends object
      ? { [K in keyof T]: Encoded<T[K]> }
      : T

/** Writes every `Decimal` inside plain data (objects, arrays, scalars) as text. */
export function encode<T>(value: T): Encoded<T> {
  return encodeUnknown(value) as Encoded<T>
}

/** `encode`, once for each object: for data that is replaced and never changed. */
export function encodeOnce<T extends object>(value: T): Encoded<T> {
  return encodings(value) as Encoded<T>
}

const encodings = memoise((value: object): object => encode(value))

function encodeUnknown(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (isDecimal(value)) return toText(value)
  if (Array.isArray(value)) return value.map(encodeUnknown)
  const encoded = copyOf(value)
  for (const key of Object.keys(encoded)) encoded[key] = encodeUnknown(encoded[key])
  return encoded
}

/** The copy already has every member as data, so that no name (`__proto__`) calls a setter. */
function copyOf(value: object): Record<string, unknown> {
  return { ...value }
}
