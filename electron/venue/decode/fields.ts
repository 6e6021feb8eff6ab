/**
 * Reads typed fields out of venue objects. Whatever is missing or malformed raises `Unreadable` with its path; the list
 * reader turns that into a quarantined entry, the client into a failed call. Nothing is ever filled in.
 */
import { parseDecimal } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Json, JsonObject } from '../json.ts'
import { isList, isObject, own } from '../wire.ts'

/** An entry that can not be read, where and why. Raised and caught inside `venue/` only. */
export class Unreadable extends Error {
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.path = path
    this.reason = reason
  }
}

/** An object of a reply and where it stands ("account[0].positionVos[2]"). */
export interface Row {
  readonly path: string
  readonly object: JsonObject
}

/** Any script's letters and digits: no control, direction or zero-width characters, nothing that could pass for another name. */
const NAME = /^[\p{L}\p{N}._:/-]{1,64}$/u
const ID = /^\d{1,20}$/
/** Magnitudes no price, amount or rate has; keeps 1e400 out of statistics and 4000-digit texts off the wire. */
const EXPONENTS = { min: -40, max: 30 }
/** Ten-digit times are seconds: 10^12 ms was in 2001. */
const MILLISECONDS_FROM = 1e12
const MAX_TIME = 1e14

export function row(value: Json, path: string): Row {
  // Some replies wrap a single object in a list of one.
  const object = isList(value) && value.length === 1 ? value[0] : value
  if (object === undefined || !isObject(object))
    throw new Unreadable(path, `expected an object, was ${describe(value)}`)
  return { path, object }
}

/** The list under one of `names`; a missing one is unreadable, not empty. */
export function list(from: Row, ...names: string[]): { readonly path: string; readonly items: readonly Json[] } {
  const found = required(from, names)
  if (!isList(found.value)) throw unexpected(found, 'a list')
  return { path: found.path, items: found.value }
}

/** An instrument's or a coin's name: 1 to 64 visible characters, compared by code unit. */
export function name(from: Row, ...names: string[]): string {
  const found = required(from, names)
  if (typeof found.value !== 'string' || !NAME.test(found.value)) throw unexpected(found, 'a name')
  return found.value
}

/** Any short text; null when absent, null or empty. */
export function optionalText(from: Row, ...names: string[]): string | null {
  const found = present(from, names)
  return typeof found?.value === 'string' && found.value !== '' && found.value.length <= 64 ? found.value : null
}

/** An id as digits: venues send int64 as number, text, or a list of one text. */
export function id(from: Row, ...names: string[]): string {
  const found = required(from, names)
  const value = isList(found.value) && found.value.length === 1 ? found.value[0] : found.value
  if (typeof value !== 'string' || !ID.test(value)) throw unexpected(found, 'an id of up to 20 digits')
  return value
}

/** A signed amount. */
export function amount(from: Row, ...names: string[]): Decimal {
  return toDecimal(required(from, names))
}

/** A signed amount, null when the venue does not say. Present but malformed is unreadable. */
export function optionalAmount(from: Row, ...names: string[]): Decimal | null {
  const found = present(from, names)
  return found === null ? null : toDecimal(found)
}

/** An amount that can not be below zero. */
export function quantity(from: Row, ...names: string[]): Decimal {
  const found = required(from, names)
  const value = toDecimal(found)
  if (value.lt(0)) throw unexpected(found, 'an amount not below zero')
  return value
}

/** A price that must be there. */
export function price(from: Row, ...names: string[]): Decimal {
  const found = required(from, names)
  const value = toDecimal(found)
  if (value.lte(0)) throw unexpected(found, 'a price above zero')
  return value
}

/** A price or limit that may be absent; venues write 0 (or below: an unreachable liquidation) for "none". */
export function optionalPrice(from: Row, ...names: string[]): Decimal | null {
  const value = optionalAmount(from, ...names)
  return value === null || value.lte(0) ? null : value
}

/** A whole number from 0 to `max`. */
export function integer(from: Row, max: number, ...names: string[]): number {
  const found = required(from, names)
  const value = toDecimal(found)
  if (!value.isInteger() || value.lt(0) || value.gt(max)) throw unexpected(found, `a whole number up to ${String(max)}`)
  return value.toNumber()
}

/** A moment in ms; written as ms or, by some venues, in seconds. */
export function time(from: Row, ...names: string[]): number {
  const found = required(from, names)
  const value = typeof found.value === 'string' ? toTime(found.value) : null
  if (value === null) throw unexpected(found, 'a time')
  return value
}

/** A moment in ms, null when absent or written in a way that does not name one (local text without a zone). */
export function optionalTime(from: Row, ...names: string[]): number | null {
  const found = present(from, names)
  return typeof found?.value === 'string' ? toTime(found.value) : null
}

/** One of the listed words, whatever its case. */
export function oneOf<T>(from: Row, words: ReadonlyMap<string, T>, ...names: string[]): T {
  const found = required(from, names)
  const value = typeof found.value === 'string' ? words.get(found.value.toUpperCase()) : undefined
  if (value === undefined) throw unexpected(found, `one of ${[...words.keys()].join(', ')}`)
  return value
}

interface Found {
  readonly path: string
  readonly value: Json
}

function present(from: Row, names: readonly string[]): Found | null {
  for (const candidate of names) {
    const value = own(from.object, candidate)
    if (value !== undefined && value !== null) return { path: `${from.path}.${candidate}`, value }
  }
  return null
}

function required(from: Row, names: readonly string[]): Found {
  const found = present(from, names)
  if (found === null) throw new Unreadable(`${from.path}.${names.join('|')}`, 'is missing')
  return found
}

function toDecimal(found: Found): Decimal {
  const value = typeof found.value === 'string' ? parseDecimal(found.value) : null
  if (value === null) throw unexpected(found, 'a decimal')
  if (!value.isZero() && (value.e > EXPONENTS.max || value.e < EXPONENTS.min)) {
    throw unexpected(found, 'an amount of a size that exists')
  }
  return value
}

function toTime(text: string): number | null {
  const value = parseDecimal(text)?.toNumber()
  if (value === undefined || !Number.isInteger(value) || value <= 0 || value > MAX_TIME) return null
  return value < MILLISECONDS_FROM ? value * 1000 : value
}

function unexpected(found: Found, expected: string): Unreadable {
  return new Unreadable(found.path, `expected ${expected}, was ${describe(found.value)}`)
}

/** Numbers are shown, texts are not: a reply may hold anything, and reasons are logged. */
function describe(value: Json): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return /^[-+.\deE]{1,40}$/.test(value) ? value : 'text'
  if (typeof value === 'boolean') return String(value)
  return isList(value) ? `a list of ${String(value.length)}` : 'an object'
}
