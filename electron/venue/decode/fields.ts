/**
 * Reads typed fields of venue objects. A missing or malformed field throws `Unreadable` with its path. The list reader
 * then quarantines the entry, or the client fails the call. No default is ever filled in.
 */
import type { Gap } from '#shared/domain/gap.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { VENUE_NAME } from '#shared/domain/instrument.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Json, JsonObject } from '../json/reader.ts'
import { isList, isObject } from '../http/envelopes.ts'

/** An entry that cannot be read: where, and why. Thrown and caught only inside `venue/`. */
export class Unreadable extends Error {
  readonly path: string
  readonly reason: Message

  constructor(path: string, reason: Message) {
    super(path)
    this.path = path
    this.reason = reason
  }
}

/** A complete list lacks the requested entry. Thrown and caught only inside `venue/`. */
export class NotListed extends Error {}

/** An object of a reply, and its place ("account[0].positionVos[2]"), whose text is built only when it is read. */
export interface Row {
  readonly path: string
  readonly object: JsonObject
}

/** The name of a field, or several, tried in order. */
export type Names = string | readonly string[]

/** A list of a reply, and its place. */
export interface Listed {
  readonly path: string
  readonly items: readonly Json[]
}

/** Characters that break a line, change text direction or are invisible. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u
const ID = /^\d{1,20}$/
/**
 * The range of real prices, amounts and rates. It keeps 1e400 out of the statistics and 4000-digit texts out of
 * messages.
 */
const EXPONENTS = { min: -40, max: 30 }
/** A time below this is in seconds: 10^12 ms was in 2001. */
const MILLISECONDS_FROM = 1e12
const MAX_TIME = 1e14

export function row(value: Json, path: string): Row {
  return { path, object: only(value, { path }) }
}

/** The object at `place`. Some replies wrap a single object in a list. */
export function only(value: Json, place: Pick<Row, 'path'>): JsonObject {
  const object = isList(value) && value.length === 1 ? value[0] : value
  if (object === undefined || !isObject(object)) {
    throw new Unreadable(place.path, found(message('expected.object'), value))
  }
  return object
}

/**
 * Reads the fields of a row one by one, with the readers of this file, so that one odd field does not hide the row. An
 * unreadable field is null, and the reason goes to `gaps` under our name of the field.
 */
export function fieldsOf(
  from: Row,
  gaps: Gap[],
): <T>(field: string, read: (from: Row, names: Names) => T, names: Names) => T | null {
  return (field, read, names) => {
    try {
      return read(from, names)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      gaps.push({
        field,
        reason: message('expected.at', { path: error.path.slice(from.path.length + 1), problem: error.reason }),
      })
      return null
    }
  }
}

/** The list under one of `names`. A missing list is unreadable, not empty. */
export function list(from: Row, names: Names): Listed {
  const place = required(from, names)
  const items = from.object.at(place)
  if (!isList(items)) throw unexpected(from, names, message('expected.list'))
  return new ListUnder(from, names, items)
}

class ListUnder implements Listed {
  readonly items: readonly Json[]
  readonly #from: Row
  readonly #names: Names

  constructor(from: Row, names: Names, items: readonly Json[]) {
    this.items = items
    this.#from = from
    this.#names = names
  }

  get path(): string {
    return pathOf(this.#from, this.#names)
  }
}

/** The name of an instrument or coin: 1 to 64 visible characters, compared by code unit. */
export function name(from: Row, names: Names): string {
  const value = from.object.at(required(from, names))
  if (typeof value !== 'string' || !isName(value)) throw unexpected(from, names, message('expected.name'))
  return value
}

function isName(text: string): boolean {
  let at = 0
  while (at < text.length && IN_ASCII_NAME[text.charCodeAt(at)] === true) at++
  return at > 0 && at === text.length && at <= 64 ? true : VENUE_NAME.test(text)
}
const IN_ASCII_NAME = Array.from({ length: 128 }, (_, code) => /[\w.:/-]/.test(String.fromCharCode(code)))

/** Short visible text on one line; null: absent, null or empty. */
export function optionalText(from: Row, names: Names): string | null {
  const place = find(from, names)
  const value = place === ABSENT ? null : from.object.at(place)
  return typeof value === 'string' && value !== '' && value.length <= 64 && !HIDDEN.test(value) ? value : null
}

/** An id as digits. Venues send int64 as a number, as text, or as a list of one text. */
export function id(from: Row, names: Names): string {
  const found = from.object.at(required(from, names))
  const value = isList(found) && found.length === 1 ? found[0] : found
  if (typeof value !== 'string' || !ID.test(value)) throw unexpected(from, names, message('expected.id'))
  return value
}

/** A signed amount. */
export function amount(from: Row, names: Names): Decimal {
  return decimalAt(from, required(from, names), names)
}

/** A signed amount; null: the venue does not give it. Present but malformed is unreadable. */
export function optionalAmount(from: Row, names: Names): Decimal | null {
  const place = find(from, names)
  return place === ABSENT ? null : decimalAt(from, place, names)
}

/** An amount that cannot be negative. */
export function quantity(from: Row, names: Names): Decimal {
  const value = decimalAt(from, required(from, names), names)
  if (isBelowZero(value)) throw unexpected(from, names, message('expected.notBelow0'))
  return value
}

/** A required price. */
export function price(from: Row, names: Names): Decimal {
  const value = decimalAt(from, required(from, names), names)
  if (!isAboveZero(value)) throw unexpected(from, names, message('expected.price'))
  return value
}

/** An optional price or limit. Venues write 0 for "none", or a negative price for a liquidation out of reach. */
export function optionalPrice(from: Row, names: Names): Decimal | null {
  const place = find(from, names)
  const value = place === ABSENT ? null : decimalAt(from, place, names)
  return value !== null && isAboveZero(value) ? value : null
}

/** A whole number from 0 to `max`. */
export function integer(from: Row, max: number, names: Names): number {
  const value = decimalAt(from, required(from, names), names)
  if (!value.isInteger() || isBelowZero(value) || value.gt(max)) {
    throw unexpected(from, names, message('expected.wholeUpTo', { most: max }))
  }
  return value.toNumber()
}

/** A moment in ms; some venues write seconds. */
export function time(from: Row, names: Names): number {
  const value = timeAt(from, required(from, names))
  if (value === null) throw unexpected(from, names, message('expected.time'))
  return value
}

/** A moment in ms; null: absent, or not a moment (local text without a zone). */
export function optionalTime(from: Row, names: Names): number | null {
  const place = find(from, names)
  return place === ABSENT ? null : timeAt(from, place)
}

/** Maps the venue's words to ours, for `oneOf`: `{ buy: 'BUY', sell: 'SELL' }`. */
export function spellings<T extends string>(words: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  return new Map(
    (Object.entries(words) as [T, string][]).flatMap(([ours, theirs]) =>
      theirs.split(' ').map((word) => [word, ours] as const),
    ),
  )
}

/** One of the listed words, in any case. A number among them may be written 2.0. */
export function oneOf<T>(from: Row, words: ReadonlyMap<string, T>, names: Names): T {
  const text = from.object.at(required(from, names))
  const value = typeof text === 'string' ? (words.get(text) ?? words.get(wholeText(text).toUpperCase())) : undefined
  if (value === undefined) throw unexpected(from, names, message('expected.oneOf', { words: [...words.keys()] }))
  return value
}

/** Yes or no; null: absent. Anything else is unreadable. */
export function optionalFlag(from: Row, field: string): boolean | null {
  const value = from.object.get(field) ?? null
  if (value === null || typeof value === 'boolean') return value
  if (value === 'true' || value === 'false') return value === 'true'
  throw new Unreadable(`${from.path}.${field}`, message('expected.only', { what: message('expected.yesOrNo') }))
}

/** "2.0" as "2": some venues write whole numbers that way. */
export function wholeText(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}

const ABSENT = -1

function allOf(names: Names): readonly string[] {
  return typeof names === 'string' ? [names] : names
}

/** The place of the first of `names` that is present and not null; `ABSENT`: none. */
function find(from: Row, names: Names): number {
  if (typeof names === 'string') return from.object.find(names)
  for (const candidate of names) {
    const place = from.object.find(candidate)
    if (place !== ABSENT) return place
  }
  return ABSENT
}

function required(from: Row, names: Names): number {
  const place = find(from, names)
  if (place === ABSENT) throw new Unreadable(`${from.path}.${allOf(names).join('|')}`, message('expected.missing'))
  return place
}

function decimalAt(from: Row, place: number, names: Names): Decimal {
  const value = from.object.decimalAt(place)
  if (value === null) throw unexpected(from, names, message('expected.decimal'))
  if ((value.e > EXPONENTS.max || value.e < EXPONENTS.min) && !value.isZero()) {
    throw unexpected(from, names, message('expected.size'))
  }
  return value
}

function isBelowZero(value: Decimal): boolean {
  return value.isNegative() && !value.isZero()
}

function isAboveZero(value: Decimal): boolean {
  return value.isPositive() && !value.isZero()
}

function timeAt(from: Row, place: number): number | null {
  const value = from.object.wholeAt(place) ?? from.object.decimalAt(place)?.toNumber()
  if (value === undefined || !Number.isInteger(value) || value <= 0) return null
  const ms = value < MILLISECONDS_FROM ? value * 1000 : value
  return ms <= MAX_TIME ? ms : null
}

/** The path of the first of `names` that is present. */
function pathOf(from: Row, names: Names): string {
  return `${from.path}.${allOf(names).find((candidate) => from.object.find(candidate) !== ABSENT) ?? ''}`
}

function unexpected(from: Row, names: Names, expected: Message): Unreadable {
  return new Unreadable(pathOf(from, names), found(expected, from.object.at(find(from, names))))
}

function found(what: Message, value: Json): Message {
  return message('expected.but', { what, was: describe(value) })
}

/**
 * Describes a value for a reason. Numbers are shown, text is not: reasons are logged, and a reply may hold anything.
 */
function describe(value: Json): Fact {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return /^[-+.\deE]{1,40}$/.test(value) ? value : message('expected.text')
  return isList(value) ? message('expected.listOf', { count: value.length }) : message('expected.object')
}
