import { encode } from '#shared/domain/decimal.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { message } from '#shared/words/message.ts'
import type { Json, JsonObject } from '../json/reader.ts'
import { isList } from '../http/envelopes.ts'
import { Unreadable, only, type Listed, type Row } from './fields.ts'

/** Entries left out of a reply, where and why: one bad entry never costs the whole reply. */
export type Quarantine = Quarantined[]

/** What a row that is left out may hide. `entry` is null if the row is not an object. */
export type Hiding = (entry: Row | null) => Omit<Quarantined, 'path' | 'reason'>

/** With more unreadable entries the whole reply is unreadable, and the rest is not read. */
const MOST_QUARANTINED = 1_000

/** The entries of a reply that is a list. */
export function rows(reply: Json, path: string): Listed {
  if (!isList(reply)) throw new Unreadable(path, message('expected.only', { what: message('expected.list') }))
  return { path, items: reply }
}

/**
 * Reads every entry of a list. An unreadable entry goes to `quarantine`, and so does a second entry with the same key:
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
  source.items.forEach((item, index) => {
    let entry: Row | null = null
    try {
      entry = new Entry(source, index, item)
      const value = read(entry)
      if (value === null) return
      if (keyOf) {
        const key = keyOf(value)
        const first = seen.get(key)
        if (first !== undefined) {
          const { path } = entry
          const reason = message('expected.repeats', { key })
          quarantine.push({ path, reason, ...(isSame(first, value) ? { hides: [] } : hiding(entry)) })
          return
        }
        seen.set(key, value)
      }
      values.push(value)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      quarantine.push({ path: error.path, reason: error.reason, ...hiding(entry) })
      if (quarantine.length > MOST_QUARANTINED)
        throw new Unreadable(source.path, message('expected.tooManyUnread', { most: MOST_QUARANTINED }))
    }
  })
  return values
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
