import { parseDecimal } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'

/** Request parameters: query strings, or JSON values with numbers as text. */
export type Params = Readonly<Record<string, unknown>>

/** Reads one parameter: `text` is undefined when it was not sent or was empty. */
export type Field<T> = (text: string | undefined, name: string) => Result<T, Refusal>

type Read<S> = { [K in keyof S]: S[K] extends Field<infer T> ? T : never }

/** Reads the parameters a table of fields names; the first one that is wrong refuses the request. */
export function readFields<S extends Readonly<Record<string, Field<unknown>>>>(
  params: Params,
  fields: S,
): Result<Read<S>, Refusal> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const given = params[name]
    const read = field(typeof given === 'string' && given !== '' ? given : undefined, name)
    if (!read.ok) return read
    values[name] = read.value
  }
  return ok(values as Read<S>)
}

export const text: Field<string> = (given, name) => (given === undefined ? missing(name) : ok(given))

/** An id: digits only. */
export const digits: Field<string> = (given, name) =>
  given !== undefined && /^\d{1,20}$/.test(given) ? ok(given) : missing(name)

/** A number above zero. */
export const positive: Field<Decimal> = (given, name) => {
  const value = given === undefined ? null : parseDecimal(given)
  return value?.gt(0) ? ok(value) : missing(name)
}

/** One of the words, or the refusal `code`. */
export function oneOf<const W extends string>(words: readonly W[], code = -1102): Field<W> {
  return (given, name) => {
    const word = words.find((candidate) => candidate === given)
    return word === undefined ? err(refusal(code, name)) : ok(word)
  }
}

/** A whole number from 1 to `max`, or `fallback` when it was not sent. More than `max` is served as `max`. */
export function limitUpTo(max: number, fallback: number): Field<number> {
  return (given, name) => {
    if (given === undefined) return ok(fallback)
    if (!/^[1-9]\d{0,8}$/.test(given)) return missing(name)
    return ok(Math.min(max, parseInt(given, 10)))
  }
}

/** Null when the parameter was not sent. */
export function optional<T>(field: Field<T>): Field<T | null> {
  return (given, name) => (given === undefined ? ok(null) : field(given, name))
}

function missing(name: string): Result<never, Refusal> {
  return err(refusal(-1102, `Parameter: ${name}.`))
}
