/** How data faults change the JSON of an answer. Numbers written verbatim (`rawJSON`) count as numbers too. */
import { decimal } from '#shared/domain/decimal.ts'
import type { Fault, FaultKind } from './faults.ts'
import type { Random } from '../exchange/market/random.ts'
import { isRawJSON, rawJSON } from '../wire/leaves.ts'

export type Row = Record<string, unknown>

/** Invalid or untradable numbers, as JSON. */
const ODD_NUMBERS = [
  ...'1e400 -0 -1.5 "NaN" "Infinity" 1E+5 2.5e-7 0E-16 "1,234.5" ""'.split(' '),
  ...['12345678901234567890.123456789012', '0.00000000000000000000000000000001'],
]
/** Values of types that no field has. */
export const OTHER_TYPES = ['null', '{}', '[]', 'true', '"text"', '[1,2]', '{"value":"1"}', '-1']
const HOSTILE_TEXTS = [
  '<img src=x onerror="alert(1)">',
  'javascript:alert(1)',
  '\u202egnp.exe',
  'BTC\u200bUSDT',
  '\u0000\u0007\u001b[31m',
  'x'.repeat(10_000),
  '\ud800',
  '{{constructor.constructor("1")()}}',
]
const HOSTILE_KEYS = { constructor: { prototype: { polluted: true } }, toString: 'x', hasOwnProperty: 1 }
const LARGEST_ID = 2n ** 63n - 1n

const ID_KEY = /id$|ids$|idStr$|idString$|idsString$/i
const TIME_KEY = /time$|^idx$|^is$|timeMs$/i
const LAST_KEY = /^last(Price)?$/
const WORD_KEY = /^(status|side|type|action|open|timeInForce|openOrClose)$/
const SETTING_KEY = /precision|status|type|side|lever|freeze|code|version/i

export const ALTERATIONS: Readonly<
  Partial<Record<FaultKind, (json: unknown, fault: Fault, random: Random) => unknown>>
> = {
  maxIds: (json) => {
    let next = LARGEST_ID
    return mapLeaves(json, (value, key) =>
      ID_KEY.test(key) && isNumeric(value) ? sameKind(value, String(next--)) : value,
    )
  },
  oddNumbers: (json, { field, body }, random) =>
    mapLeaves(json, (value, key) => {
      if (!isNumeric(value) || (field === undefined ? isBookkeeping(key) : key !== field)) return value
      return fromJson(body ?? choose(ODD_NUMBERS, random))
    }),
  duplicates: (json) => mapLists(json, (list) => list.flatMap((entry) => [entry, entry])),
  conflicts: (json) => mapLists(json, (list) => list.flatMap((entry) => [entry, changed(entry)])),
  missingField: (json, { field }, random) =>
    mapRows(json, (row) => without(row, field ?? choose(Object.keys(row), random))),
  extraFields: (json) =>
    mapRows(json, (row) => ({ ...row, extra: 'x', nested: { list: [1, null] }, '': 0, data2: null })),
  emptyList: (json, { field }) =>
    field === undefined
      ? mapLists(json, () => [])
      : mapRows(json, (row) => (Array.isArray(row[field]) ? { ...row, [field]: [] } : row)),
  missingRow: (json, { field, body }) =>
    mapLists(json, (list) =>
      field === undefined
        ? list.filter((entry) => entry !== list.find(isRow))
        : list.filter((entry) => !isRow(entry) || leafText(entry[field]) !== body),
    ),
  renamed: (json, { field, body = '1701' }) =>
    mapLeaves(json, (value, key) =>
      typeof value === 'string' && (key === field || (field === undefined && !isNumeric(value))) ? value + body : value,
    ),
  wrongType: (json, { field, body }, random) =>
    mapRows(json, (row) => {
      const key = field ?? choose(Object.keys(row), random)
      return key in row ? { ...row, [key]: fromJson(body ?? choose(OTHER_TYPES, random)) } : row
    }),
  unknownWords: (json) => mapLeaves(json, (value, key) => (WORD_KEY.test(key) ? 'SOMETHING_NEW' : value)),
  protoKeys: (json) => mapRows(json, withHostileKeys),
  hostileText: (json, _fault, random) =>
    mapLeaves(json, (value, key) => (isFreeText(value, key) ? choose(HOSTILE_TEXTS, random) : value)),
  crossedBook: (json) =>
    mapRows(json, (row) => ('bids' in row && 'asks' in row ? { ...row, bids: row['asks'], asks: row['bids'] } : row)),
  unsortedBook: (json, _fault, random) =>
    mapRows(json, (row) => ({ ...row, ...shuffledKey(row, 'bids', random), ...shuffledKey(row, 'asks', random) })),
  farPrice: (json) =>
    mapLeaves(json, (value, key) => (LAST_KEY.test(key) && isNumeric(value) ? tenfold(value) : value)),
  scaledNumbers: (json, { field, body = '0.001' }) =>
    mapLeaves(json, (value, key) =>
      (field === undefined ? !isBookkeeping(key) : key === field) && isNumeric(value)
        ? sameKind(value, decimal(leafText(value)).times(body).toFixed())
        : value,
    ),
  timesInSeconds: (json) => mapTimes(json, (ms) => Math.floor(ms / 1000)),
  oldTimes: (json, { ms = 60_000 }) => mapTimes(json, (at) => at - ms),
}

/** Changes every value that is neither list nor object, with its key. List entries have the key of the list. */
function mapLeaves(json: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(json)) return json.map((entry) => mapLeaves(entry, change, key))
  if (!isRow(json)) return change(json, key)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapLeaves(value, change, name)]))
}

/** Changes every object that has keys, innermost first. */
function mapRows(json: unknown, change: (row: Row) => unknown): unknown {
  if (Array.isArray(json)) return json.map((entry) => mapRows(entry, change))
  if (!isRow(json)) return json
  const inner = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapRows(value, change)]))
  return Object.keys(inner).length === 0 ? inner : change(inner)
}

/** Changes every outermost object that has `where` among its own values, with everything in it. */
export function mapAt(json: unknown, where: string, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((entry) => mapAt(entry, where, change))
  if (!isRow(json)) return json
  const values = Object.entries(json)
  if (values.some(([, value]) => leafText(value) === where)) return change(json)
  return Object.fromEntries(values.map(([name, value]) => [name, mapAt(value, where, change)]))
}

/** Changes every list of objects. */
export function mapLists(json: unknown, change: (list: unknown[]) => unknown[]): unknown {
  if (Array.isArray(json)) {
    const inner = json.map((entry) => mapLists(entry, change))
    return inner.some(isRow) ? change(inner) : inner
  }
  if (!isRow(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapLists(value, change)]))
}

function mapTimes(json: unknown, change: (ms: number) => number): unknown {
  return mapLeaves(json, (value, key) => {
    if (!TIME_KEY.test(key) || !isNumeric(value)) return value
    return sameKind(value, String(change(parseInt(leafText(value), 10))))
  })
}

export function isRow(value: unknown): value is Row {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !isRawJSON(value)
}

/** Sets the values of `field`, in order, to those of the first answer of `url`, which `memory` keeps. */
export function frozen(json: unknown, field: string, memory: Map<string, unknown>, url: string): unknown {
  let place = 0
  return mapLeaves(json, (value, key) => {
    if (key !== field) return value
    const at = `${url} ${(place++).toString()}`
    if (!memory.has(at)) memory.set(at, value)
    return memory.get(at)
  })
}

/** Whether a value is a number, or text that is one. */
export function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' || isRawJSON(value) || (typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value))
  )
}

function isBookkeeping(key: string): boolean {
  return ID_KEY.test(key) || TIME_KEY.test(key) || SETTING_KEY.test(key)
}

function isFreeText(value: unknown, key: string): boolean {
  return typeof value === 'string' && !isNumeric(value) && !WORD_KEY.test(key) && !isBookkeeping(key)
}

export function leafText(value: unknown): string {
  return isRawJSON(value) ? value.rawJSON : String(value)
}

/** `digits` as a number or as text, like `value`. */
export function sameKind(value: unknown, digits: string): unknown {
  return typeof value === 'string' ? digits : rawJSON(digits)
}

/** rawJSON takes no objects or lists, and JSON.parse would put numbers through float64. */
export function fromJson(text: string): unknown {
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : rawJSON(text)
}

/** The same entry with its numbers times ten. Ids and settings stay. */
function changed(entry: unknown): unknown {
  return mapLeaves(entry, (value, key) => (isNumeric(value) && !isBookkeeping(key) ? tenfold(value) : value))
}

function tenfold(value: unknown): unknown {
  const text = leafText(value)
  return sameKind(value, /^-?\d+$/.test(text) ? `${text}0`.replace(/^(-?)0+(?=\d)/, '$1') : shifted(text))
}

/** A decimal text with its point moved one place to the right. */
function shifted(text: string): string {
  return text
    .replace(/\.(\d)/, '$1.')
    .replace(/\.$/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
}

function without(row: Row, key: string | undefined): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))
}

function withHostileKeys(row: Row): Row {
  const hostile: Row = { ...row, ...HOSTILE_KEYS }
  // An assignment would set the prototype, but JSON must carry the key.
  Object.defineProperty(hostile, '__proto__', {
    value: { polluted: true },
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return hostile
}

function shuffledKey(row: Row, key: string, random: Random): Row {
  const list = row[key]
  if (!Array.isArray(list)) return {}
  const drawn = (list as unknown[]).map((entry) => ({ entry, at: random.next() }))
  return { [key]: drawn.sort((one, other) => one.at - other.at).map(({ entry }) => entry) }
}

function choose(items: readonly string[], random: Random): string {
  return random.pick(items) ?? ''
}
