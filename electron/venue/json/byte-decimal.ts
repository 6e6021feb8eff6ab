/**
 * Reads amounts directly from the bytes of a reply. One poll has thousands of them, and this is ten times as fast as
 * decimal.js, because it makes no text in between. It is frozen with the reader that uses it. All other code calls
 * `parseDecimal`.
 */
import { parseDecimal, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'

const POINT = 0x2e
const MINUS = 0x2d
const ZERO_DIGIT = 0x30
/** The constructor of every `Decimal`. */
const MAKER = ZERO.constructor
/** No venue prints longer numbers. */
const MOST_CHARACTERS = 64
/** decimal.js keeps a number as words of seven digits, counted from the point. */
const WORD_DIGITS = 7
const WORD = 10 ** WORD_DIGITS
const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
/** float64 holds this many digits exactly: two words. */
const MAX_WHOLE_DIGITS = 2 * WORD_DIGITS
/** Fewer than 40 digits. A number with more is left to `parseDecimal`. */
const MAX_WORDS = 5
/** The words of the number being read. A new list per number would grow word by word and keep its spare room. */
const WORDS = Array.from({ length: MAX_WORDS }, () => 0)

/**
 * The decimal that starts at byte `from`, if it is written plainly ("-12.50", without exponent or plus) and is followed
 * by a byte whose entry in `ends` is 1. null: only `parseDecimal` can tell what the text is.
 */
export function plainDecimal(bytes: Uint8Array, from: number, ends: Uint8Array): Decimal | null {
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

/** Copies the first words to a list of their own. A literal is made twice as fast as a slice. */
function firstWords(count: number): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = WORDS
  if (count === 1) return [a]
  if (count === 2) return [a, b]
  if (count === 3) return [a, b, c]
  return count === 4 ? [a, b, c, d] : WORDS.slice(0, count)
}

/** The digit at `at`; a negative number if there is none. */
function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO_DIGIT
  return digit <= 9 ? digit : -1
}

/** Makes a decimal from its parts, exactly as decimal.js would from its text. decimal.js documents all four members. */
function Assembled(this: Record<string, unknown>, s: number, e: number, d: number[]): void {
  this['constructor'] = MAKER
  this['s'] = s
  this['e'] = e
  this['d'] = d
}
Assembled.prototype = MAKER.prototype as object
const assemble = (s: number, e: number, d: number[]): Decimal =>
  new (Assembled as unknown as new (s: number, e: number, d: number[]) => Decimal)(s, e, d)

/** Space for the bytes of one text, followed by a zero. */
const BYTES = new Uint8Array(64)
const AFTER_TEXT = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 1 : 0))

/** Copies `text` to `BYTES`. False: the text does not fit or is not ASCII. */
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

/** Returns the same as `parseDecimal`, only faster. */
export function decimalIn(text: string): Decimal | null {
  const plain = copyToBytes(text) ? plainDecimal(BYTES, 0, AFTER_TEXT) : null
  return plain ?? parseDecimal(text)
}
