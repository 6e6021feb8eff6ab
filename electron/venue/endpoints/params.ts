/**
 * The kinds of parameters. Each kind checks a value against the published bounds and writes it for the wire. The check
 * comes before sending: a mistake of ours then costs no rate budget, and it is certain that nothing was sent.
 */
import { isDecimal, toText } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Interval } from './calls.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { WireParams, WireValue } from '../http/envelopes.ts'

/** A wrong value. `path`: its place inside the field ("[2].price"); empty: the field itself. */
export interface BadValue {
  readonly path: string
  readonly problem: Message
}

/** Checks one value and writes it for the wire. */
type ParamKind = (value: unknown, context: WireContext) => Result<WireValue, BadValue>

/** The area and dialect that a value is written for. */
export interface WireContext {
  readonly area: Area
  readonly dialect: Dialect
}

/** The venue's own name for an instrument, sent back verbatim. */
export const instrument: ParamKind = (value) =>
  typeof value === 'string' && /^[\p{L}\p{N}._:/-]{1,64}$/u.test(value)
    ? ok(value)
    : refuse(message('expected.instrument'), value)

const CASED = {
  verbatim: (text: string) => text,
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
} as const

/** A Spot symbol, in the case that the venue wants. */
export const symbol: ParamKind = (value, context) => {
  const checked = instrument(value, context)
  return checked.ok && typeof checked.value === 'string'
    ? ok(CASED[context.dialect.symbolCase](checked.value))
    : checked
}

/** The id of an order or trade. Digits as text, because ids exceed the range of a number. */
export const id: ParamKind = (value) =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) ? ok(value) : refuse(message('expected.orderId'), value)

/** An id that a body contains as a bare number. */
export const idNumber: ParamKind = (value, context) => {
  const checked = id(value, context)
  return checked.ok && typeof checked.value === 'string' ? ok({ literal: checked.value }) : checked
}

/** An id in a batch cancel, as the dialect writes it. */
export const batchId: ParamKind = (value, context) =>
  (context.dialect.batchIds === 'number' ? idNumber : id)(value, context)

/** Contract venues want fewer than 32 characters; the same bound keeps Spot safe. */
export const clientOrderId: ParamKind = (value) =>
  typeof value === 'string' && /^[\w-]{1,31}$/.test(value)
    ? ok(value)
    : refuse(message('expected.clientOrderId'), value)

/** A whole number from 1 to `max`: a number of entries, or a duration. */
export function upTo(max: number, as: 'number' | 'text' = 'number'): ParamKind {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
      ? ok(as === 'text' ? String(value) : { literal: String(value) })
      : refuse(message('expected.whole', { least: '1', most: String(max) }), value)
}

/** A moment, ms. */
export const moment: ParamKind = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0
    ? ok({ literal: String(value) })
    : refuse(message('expected.ms'), value)

/** The depth of an order book request, at most what the venue allows. */
export const levels: ParamKind = (value, context) => {
  const most = context.dialect.depthLimit[context.area]
  return upTo(100)(typeof value === 'number' && value <= 100 ? Math.min(value, most) : value, context)
}

/** The same for a venue that serves only some depths: the smallest allowed one with at least as many levels. */
export function levelsOf(sizes: readonly number[]): ParamKind {
  return (value, context) => {
    const checked = levels(value, context)
    if (!checked.ok) return checked
    const served = sizes.filter((size, at) => at === 0 || size <= context.dialect.depthLimit[context.area])
    const size = served.find((one) => typeof value === 'number' && one >= value) ?? served.at(-1)
    return ok({ literal: String(size) })
  }
}

/** An amount or price: above zero, exact. */
export const positive: ParamKind = (value, { area, dialect }) => {
  if (!isDecimal(value) || !value.isFinite() || value.lte(0)) return refuse(message('expected.above0'), value)
  const text = toText(value)
  return ok(dialect.numericEncoding[area] === 'string' ? text : { literal: text })
}

/** The same, but always as text. */
export const positiveText: ParamKind = (value, context) => {
  const written = positive(value, context)
  return written.ok && isDecimal(value) ? ok(toText(value)) : written
}

/** A number of contracts. */
export const wholeContracts: ParamKind = (value, context) =>
  isDecimal(value) && value.isInteger() ? positive(value, context) : refuse(message('expected.contracts'), value)

/** One of our words. The table has the venue's word or number for each. */
export function word(words: Readonly<Record<string, WireValue>>): ParamKind {
  return spokenWord(() => words)
}

/** The same if the venue's words depend on its dialect. */
export function spokenWord(wordsOf: (dialect: Dialect) => Readonly<Record<string, WireValue>>): ParamKind {
  return (value, { dialect }) => {
    const words = wordsOf(dialect)
    const known = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
    return known === undefined ? refuse(message('expected.oneOf', { words: Object.keys(words) }), value) : ok(known)
  }
}

/** A list of 1 to `max` values of one kind. */
export function listOf(max: number, kind: ParamKind): ParamKind {
  return (value, context) => {
    const items: readonly unknown[] | null = Array.isArray(value) ? value : null
    if (items === null || items.length < 1 || items.length > max) {
      return refuse(message('expected.entries', { least: 1, most: max }), items ?? value)
    }
    const written: WireValue[] = []
    for (const [index, item] of items.entries()) {
      const one = kind(item, context)
      if (!one.ok) return err(under(`[${String(index)}]`, one.error))
      written.push(one.value)
    }
    return ok({ list: written })
  }
}

/** An object with its own fields. */
export function objectOf(fields: readonly Field[]): ParamKind {
  return (value, context) => {
    if (typeof value !== 'object' || value === null) return refuse(message('expected.object'), value)
    const members = writeFields(fields, value as Readonly<Record<string, unknown>>, context)
    return members.ok ? ok({ members: members.value }) : members
  }
}

/** One parameter: our name, the venue's name, its kind, and whether it is optional. */
export type Field = readonly [param: string, wire: string, kind: ParamKind, optional?: 'optional']

/** Writes the fields of one table. An error names the field, the expected value and the actual one. */
export function writeFields(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  context: WireContext,
): Result<WireParams, BadValue> {
  const written: WireParams[number][] = []
  for (const [param, wire, kind, optional] of fields) {
    const value = values[param]
    if (value === undefined && optional) continue
    const encoded = kind(value, context)
    if (!encoded.ok) return err(under(param, encoded.error))
    written.push([wire, encoded.value])
  }
  return ok(written)
}

export const INTERVALS: ReadonlySet<string> = new Set<Interval>([
  ...(['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1month'] as const),
])

export const interval: ParamKind = (value, { area, dialect }) =>
  isInterval(value)
    ? ok(dialect.intervals[area][value] ?? value)
    : refuse(message('expected.oneOf', { words: [...INTERVALS] }), value)

/** The same in an interface's own words. An interval without a word is not served. */
export function intervalIn(words: Readonly<Partial<Record<Interval, string>>>): ParamKind {
  return (value, { area, dialect }) => {
    const word = isInterval(value) ? (dialect.intervals[area][value] ?? words[value]) : undefined
    return word === undefined ? refuse(message('expected.oneOf', { words: Object.keys(words) }), value) : ok(word)
  }
}

function isInterval(value: unknown): value is Interval {
  return typeof value === 'string' && INTERVALS.has(value)
}

function refuse(what: Message, value: unknown): Result<never, BadValue> {
  return err({ path: '', problem: message('expected.but', { what, was: shown(value) }) })
}

function shown(value: unknown): Fact {
  if (value === undefined) return message('expected.nothing')
  if (Array.isArray(value)) return message('expected.listOf', { count: value.length })
  return (isDecimal(value) ? toText(value) : JSON.stringify(value)).slice(0, 80)
}

/** The same problem, with `name` added to the front of its path. */
function under(name: string, { path, problem }: BadValue): BadValue {
  return { path: `${name}${path === '' || path.startsWith('[') ? '' : '.'}${path}`, problem }
}
