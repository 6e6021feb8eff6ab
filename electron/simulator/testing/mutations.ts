/**
 * How an untidy venue changes the JSON of a good answer. Each mutation is one kind of change at a place that a target
 * names.
 */
import { decimal, toText } from '#shared/domain/decimal.ts'
import { fromJson, isNumeric, isRow, leafText, OTHER_TYPES, sameKind, type Row } from './odd-data.ts'
import { hashText } from '../exchange/market/random.ts'

/** Where in an answer: each number picks one of what is there, so that every number is valid. */
export interface Target {
  /** Picks among the lists of objects in an answer, outermost first. */
  readonly list: number
  /** 0: every entry; odd: one per list; even: about half. The number and the entry names decide which. */
  readonly row: number
  /** Picks among the keys of an entry; or the key itself, anywhere in the answer. */
  readonly key: number | string
  /** Picks among the values that a kind can insert. */
  readonly value: number
}

const HUGE = ['999999999999999999999999', '1e30', '123456789012345678901234567890.5', '9223372036854775807']
const STATES = '"NEW" "FILLED" "CANCELED" "PARTIALLY_FILLED" "EXPIRED" "REJECTED" "HALTED" 2 9'.split(' ')
const FOREIGN = ['E-NOPE-USDT', 'E-ADA-USDT', 'nopeusdt', 'NOPE']
/** Fields that identify the subject of an entry. */
const NAMES = ['contractName', 'symbol', 'marginCoin', 'asset']
const IDENTITIES = ['orderId', ...NAMES, 'id', 'tradeId']

/** Changes of one field of an entry. */
const OF_FIELDS = {
  gone: (entry, key) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key)),
  null: (entry, key) => ({ ...entry, [key]: null }),
  otherType: (entry, key, { value }) => ({ ...entry, [key]: fromJson(pick(OTHER_TYPES, value)) }),
  renamed: (entry, key, { value }) =>
    Object.fromEntries(
      Object.entries(entry).map(([name, held]) => [name === key ? respelled(name, value) : name, held]),
    ),
  zero: (entry, key) => number(entry, key, () => '0'),
  huge: (entry, key, { value }) => number(entry, key, () => pick(HUGE, value)),
  twiceAsMuch: (entry, key) => number(entry, key, (digits) => toText(decimal(digits).times(2))),
  negative: (entry, key) => number(entry, key, (digits) => (digits.startsWith('-') ? digits.slice(1) : `-${digits}`)),
  state: (entry, _key, { value }) => ('status' in entry ? { ...entry, status: fromJson(pick(STATES, value)) } : entry),
} as const satisfies Readonly<Record<string, (entry: Row, key: string, target: Target) => Row>>

/** Changes of list entries. */
const OF_ENTRIES = {
  twice: (entry: Row) => [entry, entry],
  missing: () => [],
  foreign: (entry: Row, { value }: Target) => {
    const name = NAMES.find((each) => each in entry)
    return [name === undefined ? entry : { ...entry, [name]: pick(FOREIGN, value) }]
  },
} as const

/** Changes of a whole list. */
const OF_LISTS = {
  empty: () => [],
  cut: (list: readonly unknown[]) => list.slice(0, Math.floor(list.length / 2)),
  object: (list: readonly unknown[]) => Object.fromEntries(list.entries()),
  nullList: () => null,
} as const

export const FIELD_KINDS = Object.keys(OF_FIELDS) as (keyof typeof OF_FIELDS)[]
export const ENTRY_KINDS = Object.keys(OF_ENTRIES) as (keyof typeof OF_ENTRIES)[]
export const LIST_KINDS = Object.keys(OF_LISTS) as (keyof typeof OF_LISTS)[]

/** The list and field of a target. Found once, so that they stay the same in later answers. */
export interface Place {
  readonly path: string
  readonly key: string | null
}

/** null: there is no such place in this answer. */
export function placeIn(json: unknown, kind: string, target: Target): Place | null {
  const lists = listsIn(json)
  if (isOf(OF_LISTS, kind)) {
    const list = pick([...lists.keys()], target.list)
    return lists.size === 0 ? null : { path: list, key: null }
  }
  const { key } = target
  const filled = [...lists].filter(
    ([, entries]) => entries[0] !== undefined && (typeof key === 'number' || Object.hasOwn(entries[0], key)),
  )
  const [path, entries] = filled[target.list % filled.length] ?? []
  if (path === undefined || entries?.[0] === undefined) return null
  if (kind === 'state') return { path, key: 'status' }
  return { path, key: typeof key === 'string' ? key : pick(Object.keys(entries[0]), key) }
}

/** The answer with this change. */
export function mutated(json: unknown, kind: string, place: Place, target: Target): unknown {
  if (isOf(OF_LISTS, kind)) return inList(json, place.path, OF_LISTS[kind])
  return inList(json, place.path, (list) => {
    const meant = meantOf(list, target.row)
    return list.flatMap((entry) => {
      if (!isRow(entry) || !meant(entry)) return [entry]
      if (isOf(OF_ENTRIES, kind)) return OF_ENTRIES[kind](entry, target)
      return isOf(OF_FIELDS, kind) ? [OF_FIELDS[kind](entry, place.key ?? '', target)] : [entry]
    })
  })
}

function isOf<T extends object>(table: T, kind: string): kind is Extract<keyof T, string> {
  return Object.hasOwn(table, kind)
}

/** Every list that may hold objects, by path. An answer that is an object counts as a list of one. */
function listsIn(json: unknown): Map<string, Row[]> {
  const lists = new Map<string, Row[]>()
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      const rows = value.filter(isRow)
      if (rows.length < value.length) return
      lists.set(path, [...(lists.get(path) ?? []), ...rows])
      for (const row of rows) visitRow(row, `${path}[]`)
    } else if (isRow(value)) visitRow(value, path)
  }
  const visitRow = (row: Row, path: string): void => {
    for (const [key, value] of Object.entries(row)) visit(value, path === '' ? key : `${path}.${key}`)
  }
  if (isRow(json)) lists.set('.', [json])
  visit(json, '')
  return lists
}

function inList(json: unknown, wanted: string, change: (list: readonly unknown[]) => unknown): unknown {
  if (wanted === '.') {
    const changed = change([json])
    return Array.isArray(changed) && changed.length > 0 ? changed[0] : {}
  }
  const visit = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      const inner = value.map((entry): unknown => (isRow(entry) ? visitRow(entry, `${path}[]`) : entry))
      return path === wanted ? change(inner) : inner
    }
    return isRow(value) ? visitRow(value, path) : value
  }
  const visitRow = (row: Row, path: string): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, visit(value, path === '' ? key : `${path}.${key}`)]),
    )
  return visit(json, '')
}

function meantOf(list: readonly unknown[], salt: number): (entry: Row) => boolean {
  if (salt === 0) return () => true
  if (salt % 2 === 0) return (entry) => rank(entry, salt) % 2 === 0
  const ranks = list.filter(isRow).map((entry) => rank(entry, salt))
  const least = Math.min(...ranks)
  return (entry) => rank(entry, salt) === least
}

function rank(entry: Row, salt: number): number {
  const name = IDENTITIES.find((each) => each in entry)
  return hashText(`${salt} ${name === undefined ? '' : leafText(entry[name])}`)
}

function number(entry: Row, key: string, change: (digits: string) => string): Row {
  const value = entry[key]
  return isNumeric(value) ? { ...entry, [key]: sameKind(value, change(leafText(value))) } : entry
}

function respelled(name: string, way: number): string {
  const ways = [
    name.toUpperCase(),
    name.toLowerCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]
  return pick(ways, way)
}

function pick<T>(items: readonly T[], at: number): T {
  return items[at % items.length] as T
}
