import { describe, expect, it } from 'vitest'
import { UNKNOWN_COIN } from '#shared/domain/gap.ts'
import { isDecimal } from '#shared/domain/decimal.ts'
import { VENUE_FIXTURES, readAs } from '#test/support/venue-fixtures.ts'

/** A document as it was written: every number is kept as its text. */
type Json = null | boolean | string | readonly Json[] | { readonly [name: string]: Json }

function documentOf(text: string): Json {
  const asWritten = (_: string, value: unknown, { source }: { source: string }): unknown =>
    typeof value === 'number' ? source : value
  return JSON.parse(text, asWritten as (name: string, value: unknown) => unknown) as Json
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Replacements for every member and element of every fixture in turn: nothing, or a wrong value. */
const JUNK: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  {},
  [],
  [[]],
  '',
  '1e400',
  '1e-400',
  'NaN',
  'Infinity',
  '\u202e',
  'constructor',
  '__proto__',
  'toString',
  { toString: '1', length: '1' },
]
type Path = readonly (string | number)[]

function pathsOf(value: Json, path: Path = []): Path[] {
  if (isList(value)) return value.flatMap((item, index) => [[...path, index], ...pathsOf(item, [...path, index])])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...pathsOf(member, [...path, name])])
}

/** `value` with the value at `path` replaced; removed for undefined. */
function replaced(value: Json, [first, ...rest]: Path, junk: Json | undefined): Json {
  const inner = (member: Json): Json | undefined => (rest.length === 0 ? junk : replaced(member, rest, junk))
  if (isList(value)) return value.map((item, index) => (index === first ? inner(item) : item)).filter(isGiven)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const put = name === first ? inner(member) : member
      return put === undefined ? [] : [[name, put]]
    }),
  )
}

function isGiven(value: Json | undefined): value is Json {
  return value !== undefined
}

/** Our words for a value that the venue did not give in a known form. */
const NOT_STATED: readonly unknown[] = [null, 'unknown', 'other', 'mixed', 'canceling', UNKNOWN_COIN]

/** What is assumed of an unreadable value: a contract may be tradable. */
const MAY_BE: ReadonlyMap<string, unknown> = new Map([['tradable', true]])

/**
 * What may be read instead of `was`: the same, an unknown, or an inserted text, but never another amount, time or id.
 */
function isFaithful(was: unknown, is: unknown, junk: unknown): boolean {
  if (NOT_STATED.includes(is)) return true
  if (isDecimal(is)) return isDecimal(was) && is.isFinite() && is.eq(was)
  if (typeof is === 'number') return Number.isFinite(is) && is === was
  // Names and client ids are text, and so is the inserted value. A position's key contains a name.
  if (typeof is === 'string') return is === was || (typeof junk === 'string' && junk !== '' && is.includes(junk))
  if (Array.isArray(is)) return Array.isArray(was) && isFaithfulList(was, is, junk)
  if (typeof is !== 'object' || typeof was !== 'object' || was === null || is === null) return is === was
  const members = was as Readonly<Record<string, unknown>>
  return Object.entries(is).every(
    ([name, member]) =>
      name === 'gaps' ||
      MAY_BE.get(name) === member ||
      (Object.hasOwn(was, name) && isFaithful(members[name], member, junk)),
  )
}

/** Entries may be missing because they are quarantined. The others are the same, in the same order. */
function isFaithfulList(was: readonly unknown[], is: readonly unknown[], junk: unknown): boolean {
  let at = 0
  return is.every((item) => {
    while (at < was.length && !isFaithful(was[at], item, junk)) at++
    return at++ < was.length
  })
}

function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || isDecimal(value)) return 0
  const members = Object.entries(value).flatMap(([name, member]): unknown[] => (name === 'gaps' ? [] : [member]))
  return (Array.isArray(value) ? value.length : 0) + members.reduce((sum: number, member) => sum + entriesOf(member), 0)
}

function at(value: Json, [first, ...rest]: Path): Json | undefined {
  const member = (value as Readonly<Record<string | number, Json>>)[first ?? '']
  return rest.length === 0 || member === undefined ? member : at(member, rest)
}

/** Replies in which two names hold different values, to show which one counts. Without that name the other counts. */
const TWO_VALUES = [
  'contract.contracts.enveloped',
  'contract.index.enveloped',
  'spot.batchCancel.contradiction',
  'spot.batchOrders.documented',
  'spot.placeOrder.documented',
]

const FIXTURES = VENUE_FIXTURES.map(({ name, endpoint, text }) => {
  const good = readAs(endpoint, text)
  if (good.kind !== 'value') throw new Error(`expected ${name} to be readable`)
  return { name, endpoint, document: documentOf(text), good }
})

/** Every way to spoil one place of a document: the value there, its replacement, and the spoilt text. */
function* spoilt(
  document: Json,
): Generator<{ path: Path; was: Json | undefined; junk: Json | undefined; text: string }> {
  for (const path of pathsOf(document)) {
    const was = at(document, path)
    for (const junk of JUNK) {
      // Either boolean is a valid one. Without one element of a list, the later ones move up, which gives another valid
      // list.
      if (typeof junk === 'boolean' && (typeof was === 'boolean' || was === null)) continue
      if (junk === undefined && typeof path.at(-1) === 'number') continue
      yield { path, was, junk, text: JSON.stringify(replaced(document, path, junk)) }
    }
  }
}

describe('a reply with one thing wrong', () => {
  it.each(FIXTURES)('$name is read the same, with less, or not at all', ({ name, endpoint, document, good }) => {
    // When entries were already left out, or one name may replace another, a different reading may be equally good.
    const isWhole = good.quarantined.length === 0 && !TWO_VALUES.includes(name)
    for (const { path, was, junk, text } of spoilt(document)) {
      const reply = readAs(endpoint, text)
      if (reply.kind === 'error') expect(path).toEqual(['code'])
      if (reply.kind !== 'value') continue
      const isRight = isFaithful(isWhole ? good.value : reply.value, reply.value, junk)
      // Nothing is lost silently: an entry is missing only with its list, or is quarantined.
      const isLost = isWhole && entriesOf(reply.value) < entriesOf(good.value)
      const isReported = reply.quarantined.length > 0 || isList(was) || isList(junk) || path.at(-1) === 'data'
      if (isRight && (!isLost || isReported)) continue
      expect.fail(`${path.join('.')} = ${JSON.stringify(junk)}: ${JSON.stringify(reply.value)}`)
    }
  })
})

const HOSTILE = [
  '<img src=x onerror="alert(1)">',
  '\u202e\u2066E-BTC-USDT',
  'E-BTC\u200b-USDT',
  'W'.repeat(10_000),
  'E-BTC-USDT\r\nCancelled.',
  'E-BTC\u0000-USDT',
  '\ud800',
  '__proto__',
]
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u
/** A position's key is a name of up to 64 characters and two words of ours. A code with its reason is a sentence. */
const LONGEST = 200

/** Every text in a reading, including the names of members. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || isDecimal(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
}

describe('hostile text', () => {
  it.each(FIXTURES)('in any field of $name is left out, or short and on one line', ({ endpoint, document }) => {
    for (const path of pathsOf(document))
      for (const junk of HOSTILE) {
        const reply = readAs(endpoint, JSON.stringify(replaced(document, path, junk)))
        // A venue's error text is cleaned where the error is classified.
        if (reply.kind === 'error') continue
        const unfit = textsIn(reply).filter((text) => text.length > LONGEST || HIDDEN.test(text))
        if (unfit.length > 0) expect.fail(`${path.join('.')} = ${junk.slice(0, 40)}: ${unfit[0]?.slice(0, 80) ?? ''}`)
      }
  })
})
