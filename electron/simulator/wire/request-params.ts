import { parseDecimal, type Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import { JsonNumber } from './leaves.ts'

/** Request parameters: query strings, or JSON values with numbers as `JsonNumber`. */
export type Params = Readonly<Record<string, unknown>>

/** Reads one parameter. `text`: undefined if missing or empty. `given`: as sent. */
export type Field<T> = (text: string | undefined, name: string, given: unknown) => Result<T, Refusal>

/** The values that the fields of a table return. */
export type Read<S> = { [K in keyof S]: S[K] extends Field<infer T> ? T : never }

/** Reads the parameters in a table of fields. The first wrong one refuses the request. */
export function readFields<S extends Readonly<Record<string, Field<unknown>>>>(
  params: Params,
  fields: S,
): Result<Read<S>, Refusal> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const given = params[name]
    const read = field(paramText(given), name, given)
    if (!read.ok) return read
    values[name] = read.value
  }
  return ok(values as Read<S>)
}

/** The price of a limit order; null for a market order, whose price is ignored. */
export function limitPrice(
  params: Params,
  type: 'LIMIT' | 'MARKET',
  field: Field<Decimal>,
): Result<Decimal | null, Refusal> {
  return type === 'MARKET' ? ok(null) : field(paramText(params['price']), 'price', params['price'])
}

/** Text or a number as its text; undefined for anything else and for empty text. */
export function paramText(given: unknown): string | undefined {
  if (given instanceof JsonNumber) return given.text
  return typeof given === 'string' && given !== '' ? given : undefined
}

export const text: Field<string> = (given, name) => (given === undefined ? missing(name) : ok(given))

/** An order id, or a list of one, as the document calls it an array. */
export const orderId: Field<string> = (given, name, whole) => {
  const id = Array.isArray(whole) && whole.length === 1 ? paramText(whole[0]) : given
  return id === undefined ? missing(name) : ok(id)
}

/** null: the parameter was not sent at all. */
export function optional<T>(field: Field<T>): Field<T | null> {
  return (given, name, whole) => (given === undefined && !Array.isArray(whole) ? ok(null) : field(given, name, whole))
}

/** An id: digits only. */
export const digits: Field<string> = (given, name) =>
  given !== undefined && /^\d{1,20}$/.test(given) ? ok(given) : missing(name)

/** A number above zero. */
export const positive: Field<Decimal> = (given, name) => {
  const value = given === undefined ? null : parseDecimal(given)
  return value?.gt(0) ? ok(value) : missing(name)
}

/** A number above zero of the JSON type given by `kind`. */
export function amount(kind: 'any' | 'number' | 'string'): Field<Decimal> {
  return (given, name, whole) => (isKind(whole, kind) ? positive(given, name, whole) : missing(name))
}

export function isKind(given: unknown, kind: 'any' | 'number' | 'string'): boolean {
  return kind === 'any' || (kind === 'number') === given instanceof JsonNumber
}

/** One of the words, or a refusal with `code`. */
export function oneOf<const W extends string>(words: readonly W[], code = -1102): Field<W> {
  return (given, name) => {
    const word = words.find((candidate) => candidate === given)
    return word === undefined ? err(refusal(code, name)) : ok(word)
  }
}

/** A whole number from 1 to `max`, or `fallback` if it was not sent. More than `max` counts as `max`. */
export function limitUpTo(max: number, fallback: number): Field<number> {
  return (given, name) => {
    if (given === undefined) return ok(fallback)
    if (!/^[1-9]\d{0,8}$/.test(given)) return missing(name)
    return ok(Math.min(max, parseInt(given, 10)))
  }
}

export function missing(name: string): Result<never, Refusal> {
  return err(refusal(-1102, `Parameter: ${name}.`))
}
