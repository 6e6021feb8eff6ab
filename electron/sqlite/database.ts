/** What our SQLite files have in common: who may read them, what errors mean, and how a damaged one is set aside. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { backup, type DatabaseSync } from 'node:sqlite'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

/** The error code while another process holds the file. */
export const SQLITE_BUSY = 5
/** The error code for a full disk. */
export const SQLITE_FULL = 13
/** CORRUPT, NOTADB, and ERROR (our tables are missing): the content is wrong, not just unreachable. */
const BAD_FILE_CODES: ReadonlySet<unknown> = new Set([11, 26, 1])

/**
 * Creates the file if missing, for this user only. Done here and not by SQLite, because its WAL takes the same mode.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** The value of a setting, which may differ from what was set (because of the build or the file system). */
export function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** The version of the tables; 0 for a new file. */
export function userVersion(db: DatabaseSync): number {
  const found = pragma(db, 'user_version')
  return typeof found === 'number' ? found : 0
}

/** What is wrong with the pages of a file; null: nothing. */
export function pageDamage(db: DatabaseSync): Message | null {
  const pages = pragma(db, 'integrity_check')
  return pages === 'ok' ? null : message('storage.pages', { found: String(pages) })
}

/** The number SQLite gives an error; null for any other. */
export function sqliteCode(cause: unknown): unknown {
  return cause instanceof Error && 'errcode' in cause ? cause.errcode : null
}

/** Whether an error means that the content differs from what was written. */
export function isDamage(cause: unknown): boolean {
  return BAD_FILE_CODES.has(sqliteCode(cause))
}

/** The message of an error, or the text of anything else that was thrown. */
export function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Does all of `work` or nothing of it; throws what it throws. Others cannot write meanwhile. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const done = work()
    db.exec('COMMIT')
    return done
  } catch (cause) {
    // After some errors, such as a full disk, SQLite has ended the transaction itself.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw cause
  }
}

/** Copies an open database to a new file, consistently even while it is written to. */
export async function copyOpen(db: DatabaseSync, to: string): Promise<void> {
  await backup(db, to)
}

/** The suffixes of a file ('') and of the files that SQLite and we keep beside it. */
const BESIDE = ['', '-wal', '-shm', '-head']

/**
 * Copies a file that was not closed properly, with those beside it: opening changes them, and if they are damaged only
 * the copy shows how. Without disk space there is no copy.
 */
export function copyUnclean(path: string): void {
  try {
    dropCopy(path)
    if (!statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) return
    for (const suffix of BESIDE) {
      if (!existsSync(path + suffix)) continue
      makePrivate(copyOf(path) + suffix)
      copyFileSync(path + suffix, copyOf(path) + suffix, constants.COPYFILE_FICLONE)
    }
  } catch {
    dropCopy(path)
  }
}

/** Deletes the copy of a file that turned out sound. */
export function dropCopy(path: string): void {
  try {
    for (const suffix of BESIDE) rmSync(copyOf(path) + suffix, { force: true })
  } catch {
    // It does no harm, and the next copy overwrites it.
  }
}

/** Restores a closed file to its state before it was opened. */
export function undoOpening(path: string): void {
  try {
    if (existsSync(copyOf(path))) move(copyOf(path), path)
  } catch {
    // The file has the same rows as before, in other bytes.
  }
}

/** Renames a closed file, in its state before it was opened, and those beside it. */
export function setAside(path: string, aside: string): void {
  const hasCopy = existsSync(copyOf(path))
  move(hasCopy ? copyOf(path) : path, aside)
  if (hasCopy) for (const suffix of BESIDE) rmSync(path + suffix, { force: true })
}

function copyOf(path: string): string {
  return `${path}.unopened`
}

function move(from: string, to: string): void {
  for (const suffix of BESIDE) {
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
    else rmSync(to + suffix, { force: true })
  }
}
