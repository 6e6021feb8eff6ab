/**
 * Reads JSON without losing digits, and makes only the values that are asked for. One pass over the bytes checks the
 * whole document and notes where everything is. A member becomes a value only when it is asked for, and a number
 * becomes the text it was written with. So a 19-digit id or a 16-decimal amount never passes through float64. This
 * folder is frozen (ADR 0008): it changes if a result is wrong, never for speed or taste. Only the decoders and the
 * files that unwrap replies may import it, which eslint.config.js checks.
 */
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { decimalIn, plainDecimal } from './byte-decimal.ts'
import { Layout, emptyLayout } from './layout.ts'

/** Parsed JSON in which numbers are text: a reader cannot tell 1 from "1", and venues mix them anyway. */
export type Json = null | boolean | string | readonly Json[] | JsonObject

/** A member: its value; or, for a scalar that was not asked for yet, the offset at which it starts. */
type Member = number | Json

/**
 * Limits above anything in a venue's reply: nesting levels, values (20,000 orders have 360,000), members of one object,
 * bytes of a name, and names that are new at their place. A document beyond them is refused. So no document, whatever
 * its shape, costs more than one pass over its bytes plus this many values and names.
 */
const MOST = { levels: 64, values: 400_000, members: 10_000, nameBytes: 256, newNames: 10_000 }
/** float64 holds this many digits exactly. */
const MAX_WHOLE_DIGITS = 15

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const FIRST_OF_FALSE = 0x66
const FIRST_OF_NULL = 0x6e
const FIRST_OF_TRUE = 0x74
const LETTER_U = 0x75
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** How many further values a text with an escape counts as, because it is slower to read. */
const ESCAPED_TEXT_VALUES = 3

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** What a document has cost so far, besides the one pass over its bytes. */
export interface ParseCost {
  values: number
  newNames: number
}

/** A set of bytes: 1 for each byte in the set. */
type ByteSet = Uint8Array
const bytesWhere = (isIn: (byte: number) => boolean): ByteSet =>
  Uint8Array.from({ length: 256 }, (_, byte) => (isIn(byte) ? 1 : 0))
const bytesOf = (characters: string): ByteSet => bytesWhere((byte) => characters.includes(String.fromCharCode(byte)))
const BLANK = bytesOf(' \t\n\r')
const DIGIT = bytesOf('0123456789')
const IN_NUMBER = bytesOf('0123456789+-.eE')
const EXPONENT = bytesOf('eE')
const SIGN = bytesOf('+-')
const HEX = bytesOf('0123456789abcdefABCDEF')
const ESCAPED = bytesOf('"\\/bfnrtu')
const AFTER_TEXT = bytesOf('"')
const AFTER_NUMBER = bytesOf(',]} \t\n\r')
/** The bytes that stand for themselves inside a text. */
const PLAIN = bytesWhere((byte) => byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH)
const PLAIN_ASCII = bytesWhere((byte) => PLAIN[byte] === 1 && byte < 0x80)

/**
 * The document in `bytes`, or why it is not one. Accepts exactly what `JSON.parse` accepts, within the limits of
 * `MOST`, plus a byte order mark in front. `spent` counts the cost.
 */
export function parseJson(bytes: Buffer, spent: ParseCost = { values: 0, newNames: 0 }): Result<Json, Message> {
  const start = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const scan: Scan = { bytes, view, at: start, depth: 0, spent, root: emptyLayout() }
  try {
    const value = valueOf(scan, member(scan))
    if (endOf(BLANK, bytes, scan.at) !== bytes.length) throw refused(scan)
    return ok(value)
  } catch (error) {
    if (!(error instanceof NoJson)) throw error
    return err(error.why)
  }
}

/**
 * Thrown and caught in this file. It says where the fault is, but never quotes the reply: a reply may hold anything,
 * and faults are logged.
 */
class NoJson extends Error {
  readonly why: Message

  constructor(why: Message) {
    super(why.code)
    this.why = why
  }
}

/** An object of a document. It keeps the document's bytes in memory. Texts and amounts read from it do not. */
export class JsonObject {
  readonly #bytes: Buffer
  readonly #layout: Layout
  readonly #members: readonly Member[]

  constructor(bytes: Buffer, layout: Layout, members: readonly Member[]) {
    this.#bytes = bytes
    this.#layout = layout
    this.#members = members
  }

  names(): readonly string[] {
    return [...this.#layout.places().keys()]
  }

  /** The member called `name`. If there are several, the last one, as in `JSON.parse`. */
  get(name: string): Json | undefined {
    const place = this.#layout.places().get(name)
    return place === undefined ? undefined : this.at(place)
  }

  /** The position of the member called `name`, for `at` and `decimalAt`; -1 if it is missing or null. */
  find(name: string): number {
    const place = this.#layout.places().get(name)
    if (place === undefined) return -1
    const found = this.#members[place] ?? null
    const isNull = typeof found === 'number' ? this.#bytes[found] === FIRST_OF_NULL : found === null
    return isNull ? -1 : place
  }

  at(place: number): Json {
    const found = this.#members[place] ?? null
    return typeof found === 'number' ? scalarAt(this.#bytes, found) : found
  }

  /**
   * The number at `place`, whether written as a number or as text; null if it is not a number. This is faster than to
   * parse the text.
   */
  decimalAt(place: number): Decimal | null {
    const found = this.#members[place]
    if (typeof found === 'number') {
      const isText = this.#bytes[found] === QUOTE
      const plain = isText
        ? plainDecimal(this.#bytes, found + 1, AFTER_TEXT)
        : plainDecimal(this.#bytes, found, AFTER_NUMBER)
      if (plain !== null) return plain
    }
    const value = this.at(place)
    return typeof value === 'string' ? decimalIn(value) : null
  }

  /** The whole number of up to 15 digits at `place`, whether written as a number or as text; null for anything else. */
  wholeAt(place: number): number | null {
    const found = this.#members[place]
    if (typeof found !== 'number') return null
    const isText = this.#bytes[found] === QUOTE
    const start = isText ? found + 1 : found
    const end = endOf(DIGIT, this.#bytes, start)
    const isAll = (isText ? AFTER_TEXT : AFTER_NUMBER)[this.#bytes[end] ?? 0] === 1
    if (end === start || end - start > MAX_WHOLE_DIGITS || !isAll) return null
    let whole = 0
    for (let at = start; at < end; at++) whole = whole * 10 + (this.#bytes[at] ?? 0) - ZERO
    return whole
  }
}

/** An object made by us, for values that a reply holds in an unusual form. */
export function jsonObject(members: Readonly<Record<string, Json>>): JsonObject {
  const layout = Object.keys(members).reduce((before, name) => before.with(name), new Layout())
  return new JsonObject(NO_BYTES, layout, Object.values(members))
}

const NO_BYTES = Buffer.alloc(0)

/** The value that starts at `start` of a document that was already scanned. A text in it is a copy. */
function scalarAt(bytes: Buffer, start: number): Json {
  switch (bytes[start] ?? 0) {
    case QUOTE:
      return textAt(bytes, start)
    case FIRST_OF_TRUE:
      return true
    case FIRST_OF_FALSE:
      return false
    case FIRST_OF_NULL:
      return null
    default:
      return asciiText(bytes, start, endOf(IN_NUMBER, bytes, start))
  }
}

function textAt(bytes: Buffer, quote: number): string {
  const end = endOf(PLAIN_ASCII, bytes, quote + 1)
  return bytes[end] === QUOTE ? asciiText(bytes, quote + 1, end) : unusualText(bytes, quote)
}

/** Texts up to this length are kept for reuse. */
const SHORT = 20
/** For each hash, the short text that was read last. */
const RECENT = Array.from({ length: 4096 }, () => '')

/**
 * ASCII bytes as text. Short texts are kept for reuse: the same words, coins and instruments occur in every row, and
 * making a text from bytes is slow.
 */
function asciiText(bytes: Buffer, start: number, end: number): string {
  if (end - start > SHORT) return bytes.toString('latin1', start, end)
  let hash = 0
  for (let at = start; at < end; at++) hash = Math.imul(hash, 31) + (bytes[at] ?? 0)
  const slot = (hash ^ (hash >>> 12)) & (RECENT.length - 1)
  const recent = RECENT[slot] ?? ''
  return isWritten(recent, bytes, start, end) ? recent : (RECENT[slot] = bytes.toString('latin1', start, end))
}

function isWritten(text: string, bytes: Buffer, start: number, end: number): boolean {
  let at = 0
  while (at < text.length && text.charCodeAt(at) === bytes[start + at]) at++
  return at === text.length && at === end - start
}

/**
 * A text with escapes or with letters beyond ASCII. Bytes that are not UTF-8 become U+FFFD, which no id and no amount
 * allows.
 */
function unusualText(bytes: Buffer, start: number): string {
  let end = start + 1
  while (bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1
  return JSON.parse(bytes.toString('utf8', start, end + 1)) as string
}

/** The first position from `start` on whose byte is not in `set`. */
function endOf(set: ByteSet, bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && set[bytes[at] ?? 0] === 1) at++
  return at
}

/** The state of the one pass. Each function below starts at the first byte of its value and ends after the last one. */
interface Scan {
  readonly bytes: Buffer
  readonly view: DataView
  readonly root: Layout
  at: number
  depth: number
  readonly spent: ParseCost
}

/** Reads any value, including the white space before it. */
function member(scan: Scan): Member {
  if (++scan.spent.values > MOST.values) throw tooMany('values')
  const first = next(scan)
  const start = scan.at
  switch (first) {
    case QUOTE:
      text(scan)
      return start
    case OPEN_OBJECT:
      return object(scan)
    case OPEN_LIST:
      return list(scan)
    case FIRST_OF_TRUE:
      return word(scan, 'true')
    case FIRST_OF_FALSE:
      return word(scan, 'false')
    case FIRST_OF_NULL:
      return word(scan, 'null')
    default:
      number(scan, first)
      return start
  }
}

function valueOf(scan: Scan, found: Member): Json {
  return typeof found === 'number' ? scalarAt(scan.bytes, found) : found
}

function object(scan: Scan): JsonObject {
  enter(scan)
  const members: Member[] = []
  let layout = scan.root
  let first = next(scan)
  while (first !== CLOSE_OBJECT) {
    if (first !== QUOTE) throw refused(scan)
    layout = name(scan, layout)
    if (next(scan) !== COLON) throw refused(scan)
    scan.at++
    members.push(member(scan))
    if (members.length > MOST.members) throw tooMany('members')
    first = separator(scan, CLOSE_OBJECT)
  }
  leave(scan)
  return new JsonObject(scan.bytes, layout, members)
}

function list(scan: Scan): readonly Json[] {
  enter(scan)
  const items: Json[] = []
  let first = next(scan)
  while (first !== CLOSE_LIST) {
    items.push(valueOf(scan, member(scan)))
    first = separator(scan, CLOSE_LIST)
  }
  leave(scan)
  return items
}

/** Moves on after a member: to `close`, or past a comma to the next value, which must not be `close`. */
function separator(scan: Scan, close: number): number {
  const after = next(scan)
  if (after === close) return after
  if (after !== COMMA) throw refused(scan)
  scan.at++
  const first = next(scan)
  if (first === close) throw refused(scan)
  return first
}

function enter(scan: Scan): void {
  if (++scan.depth > MOST.levels) throw tooMany('levels')
  scan.at++
}

function leave(scan: Scan): void {
  scan.depth--
  scan.at++
}

/**
 * Reads a name. It is first compared with the name that was read here last, without making a text: rows of a list have
 * the same names.
 */
function name(scan: Scan, layout: Layout): Layout {
  const start = scan.at
  const likely = layout.likely
  if (likely?.isAt(scan.view, start) === true) {
    scan.at = start + likely.nameLength
    return likely
  }
  text(scan)
  if (scan.at - start > MOST.nameBytes) throw tooMany('nameBytes')
  const longer = layout.with(textAt(scan.bytes, start), scan.bytes, start, scan.at)
  if (longer.isNew && ++scan.spent.newNames > MOST.newNames) throw tooMany('newNames')
  longer.isNew = false
  return longer
}

function text(scan: Scan): void {
  const { bytes } = scan
  scan.at = endOf(PLAIN, bytes, scan.at + 1)
  // A text with an escape costs several times as much as another one.
  if (bytes[scan.at] === BACKSLASH) scan.spent.values += ESCAPED_TEXT_VALUES
  while (bytes[scan.at] === BACKSLASH) {
    escape(scan)
    scan.at = endOf(PLAIN, bytes, scan.at)
  }
  if (bytes[scan.at] !== QUOTE) throw refused(scan)
  scan.at++
}

function escape(scan: Scan): void {
  const letter = scan.bytes[scan.at + 1] ?? 0
  if (ESCAPED[letter] !== 1) throw refused(scan)
  scan.at += 2
  if (letter !== LETTER_U) return
  const end = scan.at + 4
  while (scan.at < end) if (HEX[scan.bytes[scan.at++] ?? 0] !== 1) throw refused(scan)
}

function number(scan: Scan, first: number): void {
  const { bytes } = scan
  if (first === MINUS) scan.at++
  if (bytes[scan.at] === ZERO) scan.at++
  else digits(scan)
  if (bytes[scan.at] === POINT) {
    scan.at++
    digits(scan)
  }
  if (EXPONENT[bytes[scan.at] ?? 0] === 1) {
    scan.at++
    if (SIGN[bytes[scan.at] ?? 0] === 1) scan.at++
    digits(scan)
  }
}

function digits(scan: Scan): void {
  let from = scan.at
  while (from + 4 <= scan.bytes.length && areDigits(scan.view.getInt32(from))) from += 4
  const end = endOf(DIGIT, scan.bytes, from)
  if (end === scan.at) throw refused(scan)
  scan.at = end
}

/** Whether all four bytes are digits: their upper halves are 3, and are still 3 after 6 is added. */
function areDigits(four: number): boolean {
  return (((four & 0xf0f0f0f0) ^ 0x30303030) | (((four + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030)) === 0
}

function word(scan: Scan, expected: 'true' | 'false' | 'null'): number {
  const start = scan.at
  scan.at += expected.length
  if (scan.bytes.toString('latin1', start, scan.at) !== expected) throw refused(scan)
  return start
}

/** Skips white space and returns the byte after it; 0 at the end. No value starts with 0. */
function next(scan: Scan): number {
  const byte = scan.bytes[scan.at] ?? 0
  if (byte > SPACE) return byte
  scan.at = endOf(BLANK, scan.bytes, scan.at)
  return scan.bytes[scan.at] ?? 0
}

function tooMany(what: keyof typeof MOST): NoJson {
  return new NoJson(message(`expected.most.${what}`, { most: MOST[what] }))
}

function refused(scan: Scan): NoJson {
  return new NoJson(message('expected.noJson', { at: String(scan.at) }))
}
