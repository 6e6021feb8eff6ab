/** A list of items with ids, in a small JSON file that is read anew for each call. */
import { z } from 'zod'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { NEWER_VERSION, newestAside, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

/**
 * The list `name` in `file`, oldest first, readable only by this user (0600 in a folder of 0700). In a newer Plimsoll's
 * file, fields that `item` does not know are dropped. Every failure is of kind `storage`.
 */
export function openListFile<T extends { readonly id: string }>(
  file: string,
  name: 'accounts' | 'scenarios',
  item: z.ZodType<T> & { strip(): z.ZodType<T> },
) {
  const items = z.array(item).refine((each) => new Set(each.map(({ id }) => id)).size === each.length)
  // A computed key loses its type.
  const schema = z
    .strictObject({ version: z.literal(1), [name]: items })
    .transform((content) => content[name] as readonly T[])

  /** null: there is no file. */
  function read(): Result<readonly T[] | null, Failure> {
    const found = readJsonFile(file, schema)
    if (!found.ok) return err(failure('read', message(`storage.${name}.unread`, { file, cause: found.error })))
    if (!found.value.exists) return ok(null)
    const { content, newer } = found.value
    if (newer !== null) return ok(readableIn(newer.json))
    if (content !== null) return ok(content)
    const aside = setAside(file)
    if (aside.ok) return err(damaged(aside.value))
    return err(failure('read', message(`storage.${name}.notSetAside`, { file, cause: aside.error })))
  }

  function readableIn(json: object): readonly T[] {
    const rows: unknown = name in json ? json[name as keyof object] : []
    const readable = Array.isArray(rows) ? rows.flatMap((each: unknown) => item.strip().safeParse(each).data ?? []) : []
    return [...new Map(readable.map((each) => [each.id, each])).values()]
  }

  const failure = (operation: string, why: Message): Failure => localFailure('storage', `${name}.${operation}`, why)
  const damaged = (aside: string): Failure => failure('read', message(`storage.${name}.damaged`, { aside }))
  const ofNewer = (): Failure => failure('write', message(`storage.${name}.newer`, { file }))

  return {
    /**
     * The list to show. A damaged file is set aside and never overwritten. The list is then a failure that says where
     * the file is, in later runs too, until something is written. Of a newer Plimsoll's file, the list is what can be
     * read.
     */
    list: (): Result<readonly T[], Failure> => {
      const items = read()
      if (!items.ok) return items
      const aside = items.value ? null : newestAside(file)
      return aside === null ? ok(items.value ?? []) : err(damaged(aside))
    },

    /** The list for a change: empty after a damaged file was set aside. */
    forChange(): Result<readonly T[], Failure> {
      const items = read()
      return items.ok ? ok(items.value ?? []) : items
    },

    /** Refused if a newer Plimsoll wrote the file. */
    write(items: readonly T[]): Result<readonly T[], Failure> {
      const written = writeJsonFile(file, { version: 1, [name]: items })
      if (written.ok) return ok(items)
      if (written.error === NEWER_VERSION) return err(ofNewer())
      return err(failure('write', message(`storage.${name}.unwritten`, { file, cause: written.error })))
    },

    /** Fails if a newer Plimsoll wrote the file. */
    mayChange: (): Result<null, Failure> => {
      const found = readJsonFile(file, schema)
      return found.ok && found.value.exists && found.value.newer !== null ? err(ofNewer()) : ok(null)
    },
  }
}
