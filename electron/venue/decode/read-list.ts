import { encode } from '#shared/domain/decimal.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { message } from '#shared/words/message.ts'
import type { Json, JsonObject } from '../json/reader.ts'
import { isList } from '../http/envelopes.ts'
import { Unreadable, only, type Listed, type Row } from './fields.ts'

/** Entries left out of a reply, with place and reason. One bad entry never costs the whole reply. */
export type Quarantine = Quarantined[]

/** What a row that is left out may hide. `entry` is null if the row is not an object. */
export type Hiding = (entry: Row | null) => Omit<Quarantined, 'path' | 'reason'>

/**
 * With more entries left out, or more unreadable fields, the whole reply counts as unreadable and reading stops. A
 * reply has room for millions of them, each takes main a moment, and an exit must not wait for that.
 */
const MOST_QUARANTINED = 1_000
const MOST_GAPS = 10_000

/** The entries of a reply that is a list. */
export function rows(reply: Json, path: string): Listed {
  if (!isList(reply)) throw new Unreadable(path, message('expected.only', { what: message('expected.list') }))
  return { path, items: reply }
}

/**
 * Reads every entry of a list. An unreadable entry goes to `quarantine`. So does a second entry with the same key:
 * lists are newest first, so the first one counts. A second entry with the same content hides nothing. `read` returns
 * null to skip an entry.
 */
export function readEach<T>(
  source: Listed,
  quarantine: Quarantine,
  read: (entry: Row) => T | null,
  keyOf?: (value: T) => string,
  hiding: Hiding = () => ({}),
): T[] {
  const values: T[] = []
  const seen = new Map<string, T>()

  function isNew(value: T, entry: Entry): boolean {
    if (!keyOf) return true
    const key = keyOf(value)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, value)
    else {
      const reason = message('expected.repeats', { key })
      quarantine.push({ path: entry.path, reason, ...(isSame(first, value) ? { hides: [] } : hiding(entry)) })
    }
    return first === undefined
  }

  source.items.forEach((item, index) => {
    let entry: Entry | null = null
    try {
      entry = new Entry(source, index, item)
      const value = read(entry)
      addGaps(value, quarantine)
      if (value !== null && isNew(value, entry)) values.push(value)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      quarantine.push({ path: error.path, reason: error.reason, ...hiding(entry) })
    }
    if (quarantine.length > MOST_QUARANTINED)
      throw new Unreadable(source.path, message('expected.tooManyUnread', { most: MOST_QUARANTINED }))
    if ((gapsOf.get(quarantine) ?? 0) > MOST_GAPS)
      throw new Unreadable(source.path, message('expected.tooManyGaps', { most: MOST_GAPS }))
  })
  return values
}

/** The number of unreadable fields in a reply so far, in all its lists. */
const gapsOf = new WeakMap<Quarantine, number>()

function addGaps(value: unknown, quarantine: Quarantine): void {
  if (typeof value !== 'object' || value === null || !('gaps' in value) || !Array.isArray(value.gaps)) return
  gapsOf.set(quarantine, (gapsOf.get(quarantine) ?? 0) + value.gaps.length)
}

/** Whether two entries have the same content. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(encode(one)) === JSON.stringify(encode(other))
}

class Entry implements Row {
  readonly object: JsonObject
  readonly #list: Listed
  readonly #index: number

  constructor(list: Listed, index: number, item: Json) {
    this.#list = list
    this.#index = index
    this.object = only(item, this)
  }

  get path(): string {
    return `${this.#list.path}[${String(this.#index)}]`
  }
}
