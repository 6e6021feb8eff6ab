/**
 * What our SQLite files have in common: who may read them, what their errors mean,
 * and how a bad one is put out of the way.
 */
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

/** Copies an open database to a new file, whole, whatever is written to it meanwhile. */
export async function copyOpen(db: DatabaseSync, to: string): Promise<void> {
  await backup(db, to)
}

/** What SQLite keeps beside a file, and we do: '' is the file itself. */
const BESIDE = ['', '-wal', '-shm', '-head']

/**
 * Copies a file that was not closed in order, and what is beside it: to open it changes all of them, and if it is damaged
 * only the copy shows how. Where there is no room it is opened without.
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

/** The file is sound: its copy is of no more use. */
export function dropCopy(path: string): void {
  try {
    for (const suffix of BESIDE) rmSync(copyOf(path) + suffix, { force: true })
  } catch {
    // It is in nobody's way, and written over by the next.
  }
}

/** Puts a closed file back as it was before it was opened. */
export function undoOpening(path: string): void {
  try {
    if (existsSync(copyOf(path))) move(copyOf(path), path)
  } catch {
    // It says the same as before, in other bytes.
  }
}

/** Gives a closed file, as it was before it was opened, another name, and those beside it. */
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
