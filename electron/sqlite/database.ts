/**
 * What our SQLite files have in common: who may read them, what their errors mean,
 * and how a bad one is put out of the way.
 */
import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

/** The number of an error while somebody else holds the file. */
export const SQLITE_BUSY = 5
/** The number of an error for want of space. */
export const SQLITE_FULL = 13
/** CORRUPT, NOTADB, and ERROR (our tables are not in it): the bytes are wrong, as opposed to out of reach. */
const BAD_FILE_CODES: ReadonlySet<unknown> = new Set([11, 26, 1])

/** Makes the file if there is none, for this user alone. Here and not by SQLite: its WAL takes the same mode. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** What a setting is: SQLite may take one without following it (a build, a file system). */
export function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** What the tables are said to be of: 0 for a file nobody wrote yet. */
export function userVersion(db: DatabaseSync): number {
  const found = pragma(db, 'user_version')
  return typeof found === 'number' ? found : 0
}

/** What is wrong with the pages of a file, or null. */
export function pageDamage(db: DatabaseSync): Message | null {
  const pages = pragma(db, 'integrity_check')
  return pages === 'ok' ? null : message('storage.pages', { found: String(pages) })
}

/** The number SQLite gives an error; null for any other. */
export function sqliteCode(cause: unknown): unknown {
  return cause instanceof Error && 'errcode' in cause ? cause.errcode : null
}

/** Whether an error says that the file is not what was written. */
export function isDamage(cause: unknown): boolean {
  return BAD_FILE_CODES.has(sqliteCode(cause))
}

/** What an error says of itself, in the system’s own words; of anything else that was thrown, its text. */
export function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Renames a closed file and those beside it that have one of `suffixes` behind its name. */
export function setAside(path: string, aside: string, suffixes: readonly string[]): void {
  for (const suffix of ['', '-wal', ...suffixes]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
}
