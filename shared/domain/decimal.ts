/**
 * Exact decimal amounts. The one file that knows decimal.js: money, prices, volumes and rates that decide anything are
 * `Decimal`; on a wire and over IPC they are `DecimalText`. float64 is for statistics and charts only (`toFloat`).
 */
import { Decimal as DecimalJs } from 'decimal.js'
import { oncePer } from './once-per.ts'

// A constructor of our own: decimal.js keeps its settings on the constructor, and the global one is everybody's.
// 40 significant digits: venues print up to 26, and an inverse leg (1 / price) must keep 34.
const Exact = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_EVEN, toExpNeg: -64, toExpPos: 64 })

export type Decimal = DecimalJs

declare const decimalText: unique symbol
/** A decimal number as plain text ("-0.00000012"), never with an exponent; how a `Decimal` crosses a wire. */
export type DecimalText = string & { readonly [decimalText]: true }

/** Rounding directions with a meaning for money. `down` is toward zero: the smaller order, the smaller claim. */
export type Rounding = 'down' | 'up' | 'half-even'

const ROUNDING: Record<Rounding, DecimalJs.Rounding> = {
  down: DecimalJs.ROUND_DOWN,
  up: DecimalJs.ROUND_UP,
  'half-even': DecimalJs.ROUND_HALF_EVEN,
}

const NUMERIC = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i
/** No venue prints more, and calculations keep no more: refused before anything looks closer. */
const MOST_CHARACTERS = 64
const MOST_DIGITS = 40

/**
 * The decimal written in `text` (plain or with an exponent, as venues print 0E-16), or null if it is not one of up to 64
 * characters and 40 significant digits.
 */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > MOST_CHARACTERS) return null
  const plain = copyToBytes(text) ? parsePlainDecimal(BYTES, 0, AFTER_TEXT) : null
  if (plain !== null) return plain
  if (!NUMERIC.test(text)) return null
  const value = new Exact(text)
  return value.isFinite() && value.precision() <= MOST_DIGITS ? value : null
}

const POINT = 0x2e
const MINUS = 0x2d
const ZERO_DIGIT = 0x30
/** decimal.js keeps a number as words of seven digits, counted from the point. */
const WORD_DIGITS = 7
const WORD = 10 ** WORD_DIGITS
const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
/** What float64 holds exactly: two words. */
const MAX_WHOLE_DIGITS = 2 * WORD_DIGITS
/** Fewer than 40 digits; what has more is counted digit by digit. */
const MAX_WORDS = 5
/** Room for the words of one number: a list of its own would grow word by word, and keep its room. */
const WORDS = Array.from({ length: MAX_WORDS }, () => 0)

/**
 * The decimal that starts at byte `from` when it is written plainly: "-12.50", with no exponent and no plus, and before
 * one of the bytes that are 1 in `ends`. null says nothing about the text but that `parseDecimal` must be asked. For
 * the thousands of amounts of one poll: ten times as fast, and without a text in between.
 */
export function parsePlainDecimal(bytes: Uint8Array, from: number, ends: Uint8Array): Decimal | null {
  const start = bytes[from] === MINUS ? from + 1 : from
  const end = from + MOST_CHARACTERS
  let at = start
  let whole = 0
  for (let digit = digitAt(bytes, at); digit >= 0 && at <= end; digit = digitAt(bytes, ++at)) whole = whole * 10 + digit
  if (at === start || at - start > MAX_WHOLE_DIGITS) return null
  let count = 0
  if (whole >= WORD) {
    const high = Math.floor(whole / WORD)
    WORDS[count++] = high
    WORDS[count++] = whole - high * WORD
  } else if (whole > 0) WORDS[count++] = whole

  let exponent = whole >= WORD ? WORD_DIGITS : whole > 0 ? 0 : -WORD_DIGITS
  if (bytes[at] === POINT) {
    const point = at++
    let word = 0
    let lacking = WORD_DIGITS
    for (let digit = digitAt(bytes, at); digit >= 0 && at <= end; digit = digitAt(bytes, ++at)) {
      word = word * 10 + digit
      if (--lacking > 0) continue
      if (count === MAX_WORDS - 1) return null
      if (count > 0 || word > 0) WORDS[count++] = word
      else exponent -= WORD_DIGITS
      word = 0
      lacking = WORD_DIGITS
    }
    if (at === point + 1) return null
    if (word > 0) WORDS[count++] = word * (POWERS[lacking] ?? 1)
  }
  if (at > end || ends[bytes[at] ?? 0] !== 1) return null

  while (count > 0 && WORDS[count - 1] === 0) count--
  const sign = start === from ? 1 : -1
  if (count === 0) return assemble(sign, 0, [0])
  const first = WORDS[0] ?? 0
  for (let digits = 1; digits < WORD_DIGITS && first >= (POWERS[digits] ?? 0); digits++) exponent++
  return assemble(sign, exponent, firstWords(count))
}

/** A list of its own: a literal is made twice as fast as a slice. */
function firstWords(count: number): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = WORDS
  if (count === 1) return [a]
  if (count === 2) return [a, b]
  if (count === 3) return [a, b, c]
  return count === 4 ? [a, b, c, d] : WORDS.slice(0, count)
}

/** The digit at `at`; below zero for everything else. */
function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO_DIGIT
  return digit <= 9 ? digit : -1
}

/** A decimal from its parts, the same as `new Exact` makes out of its text; decimal.js documents all four. */
function Assembled(this: Record<string, unknown>, s: number, e: number, d: number[]): void {
  this['constructor'] = Exact
  this['s'] = s
  this['e'] = e
  this['d'] = d
}
Assembled.prototype = Exact.prototype
const assemble = (s: number, e: number, d: number[]): Decimal =>
  new (Assembled as unknown as new (s: number, e: number, d: number[]) => Decimal)(s, e, d)

/** Room for one text, with a zero behind it. */
const BYTES = new Uint8Array(64)
const AFTER_TEXT = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 1 : 0))

/** Copies `text` to `BYTES`; false when it does not fit there. */
function copyToBytes(text: string): boolean {
  if (text.length >= BYTES.length) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0 || code > 0x7f) return false
    BYTES[at] = code
  }
  BYTES[text.length] = 0
  return true
}

/**
 * The decimal for a literal or trusted text. Throws on anything that is not a finite number: for code, not for input.
 */
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

/** The digits before the point in threes, for people: "1,234,567.5". */
export function groupThousands(text: string): string {
  return text.replace(/\d+/, (whole) => {
    const first = whole.length % 3
    const threes = whole.slice(first).match(/\d{3}/g) ?? []
    return [...(first > 0 ? [whole.slice(0, first)] : []), ...threes].join(',')
  })
}

/** float64 for statistics and charts. One way: a float never becomes an order quantity again. */
export function toFloat(value: Decimal): number {
  const { s: sign, e: exponent, d: words } = value
  if (!value.isFinite() || words.length > 3 || (words.length === 3 && (words[0] ?? 0) >= MAX_HIGH_WORD)) {
    return value.toNumber()
  }
  let whole = 0
  for (const word of words) whole = whole * WORD + word
  // Both are exact in float64, so this rounds once: the same number as the text of it would give, and ten times as
  // fast.
  const shift = Math.floor(exponent / WORD_DIGITS) + 1 - words.length
  const scale = WORD_SCALES[Math.abs(shift)]
  if (scale === undefined) return value.toNumber()
  return shift < 0 ? (sign * whole) / scale : sign * whole * scale
}

/** Three words are exact in float64, below 2^53, where the first of them is less. */
const MAX_HIGH_WORD = 90
/** The powers of a word that are exact in float64. */
const WORD_SCALES = [1, 1e7, 1e14, 1e21]

/** n of a positive value of 10ⁿ up to 10ⁿ⁺¹, NaN of any other: far cheaper than a comparison. */
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

/** The same shape with every `Decimal` written as text: what a value becomes on a wire. */
export type Encoded<T> = T extends DecimalJs ? DecimalText : T extends object ? { [K in keyof T]: Encoded<T[K]> } : T

/** Writes every `Decimal` inside plain data (objects, arrays, scalars) as text. */
export function encode<T>(value: T): Encoded<T> {
  return encodeUnknown(value) as Encoded<T>
}

/** `encode`, once for each object: of data that are replaced and never changed. */
export function encodeOnce<T extends object>(value: T): Encoded<T> {
  return encodings(value) as Encoded<T>
}

const encodings = oncePer((value: object): object => encode(value))

function encodeUnknown(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (isDecimal(value)) return toText(value)
  if (Array.isArray(value)) return value.map(encodeUnknown)
  const encoded = copyOf(value)
  for (const key of Object.keys(encoded)) encoded[key] = encodeUnknown(encoded[key])
  return encoded
}

/** A copy has its members before they are written, so that none of them is a setter, whatever it is called. */
function copyOf(value: object): Record<string, unknown> {
  return { ...value }
}
