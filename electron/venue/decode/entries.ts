import type { Json } from '../json.ts'
import { isList } from '../wire.ts'
import { Unreadable, row } from './fields.ts'
import type { Row } from './fields.ts'

/** Entries left out of a reply, with where and why: one bad entry never costs the whole reply. */
export type Quarantine = { readonly path: string; readonly reason: string }[]

/** The entries of a reply that is a list. */
export function rows(reply: Json, path: string): { readonly path: string; readonly items: readonly Json[] } {
  if (!isList(reply)) throw new Unreadable(path, 'expected a list')
  return { path, items: reply }
}

/**
 * Reads every entry of a list. What can not be read goes to `quarantine`, and so does every further entry under a key
 * already seen; lists are newest first, so the first of a kind stands. `read` returns null for an entry that means nothing.
 */
export function readEach<T>(
  source: { readonly path: string; readonly items: readonly Json[] },
  quarantine: Quarantine,
  read: (entry: Row) => T | null,
  keyOf?: (value: T) => string,
): T[] {
  const values: T[] = []
  const seen = new Set<string>()
  source.items.forEach((item, index) => {
    const path = `${source.path}[${String(index)}]`
    try {
      const value = read(row(item, path))
      if (value === null) return
      const key = keyOf?.(value) ?? path
      if (seen.has(key)) throw new Unreadable(path, `repeats ${key}`)
      seen.add(key)
      values.push(value)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      quarantine.push({ path: error.path, reason: error.reason })
    }
  })
  return values
}
