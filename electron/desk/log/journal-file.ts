/** Opens the journal's SQLite file: locked to this process, flushed at every commit, migrated and checked. */
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import {
  copyUnclean,
  dropCopy,
  isDamage,
  makePrivate,
  pageDamage,
  pragma,
  SQLITE_BUSY,
  sqliteCode,
  undoOpening,
  userVersion,
  wordsOf,
} from '../../sqlite/database.ts'
import { moveToArchive, NO_DELETE, TABLES, type Archiving } from './archive.ts'
import { Head } from './journal-head.ts'
import { claim, isClaimed } from './journal-owner.ts'
import { areRowsComplete, missingFrom, OLDEST_VERSION, VERSION } from './migrations.ts'
import { momentsBy, replay, type Replayed } from './replay.ts'

export interface OpenFailure {
  /**
   * `damaged`: the rows are not those that were written. `outdated`: the file of an older version. `unavailable`: the
   * disk or folder fails, or the file is of a newer version. The messages of `damaged` and `outdated` are parts of a
   * sentence.
   */
  readonly kind: 'inUse' | 'unavailable' | 'damaged' | 'outdated'
  readonly message: Message
}

/** A file that passed every check, and its contents. */
export interface JournalFile {
  readonly db: DatabaseSync
  readonly head: Head
  readonly replayed: Replayed
  /** Why rows may be missing at its end; null: none are. */
  readonly notice: Message | null
  readonly close: () => void
}

/** A longer file is archived: reading its rows takes time at every start. */
export const MOST_ROWS = 10_000

export function openJournalFile(path: string, clock: Clock): Result<JournalFile, OpenFailure> {
  const closers: (() => void)[] = []
  const close = (): void => {
    for (const undo of closers.splice(0).reverse()) undo()
  }
  try {
    makePrivate(path)
    // Claim before locking: a process that finds the file locked must see by whom.
    closers.push(claim(path))
    copyUnclean(path)
    const { db, version } = openLocked(path)
    closers.push(() => db.close())
    if (version < OLDEST_VERSION || version > VERSION) {
      close()
      undoOpening(path)
      return err(otherVersion(version))
    }
    const head = new Head(`${path}-head`)
    closers.push(() => head.close())
    const rows = soundRows(db, head, clock, version)
    if (rows.ok) {
      const notice = head.doubt(rows.value.tip)
      const at = Math.trunc(clock.wall())
      const replayed = upToDate({ db, path, head, replayed: rows.value, at }, version)
      head.write(replayed.tip)
      dropCopy(path)
      return ok({ db, head, replayed, notice, close })
    }
    close()
    return err({ kind: 'damaged', message: rows.error })
  } catch (cause) {
    close()
    return err(openFailure(path, cause))
  }
}

/** The replayed rows, or what is wrong with the file. */
function soundRows(db: DatabaseSync, head: Head, clock: Clock, version: number): Result<Replayed, Message> {
  const pages = pageDamage(db)
  if (pages !== null) return err(pages)
  const replayed = replay(db, momentsBy(clock), missingFrom(db, version))
  if (!replayed.ok) return replayed
  const { tip, archive } = replayed.value
  const missing = head.contradicts(tip, (seq) => (seq === archive?.seq ? archive.hash : hashOf(db, seq)))
  return missing === null ? replayed : err(missing)
}

/** Archives the rows if an older version left them incomplete, or if there are too many. */
function upToDate(file: Archiving, version: number): Replayed {
  const { db, replayed } = file
  const { tip, archive } = replayed
  const isLong = tip.seq - (archive?.seq ?? 0) > MOST_ROWS
  try {
    if (tip.seq === 0 || (areRowsComplete(version) && !isLong)) {
      if (version !== VERSION) db.exec(`PRAGMA user_version = ${VERSION}`)
      return replayed
    }
    return moveToArchive(file)
  } catch (cause) {
    if (db.isTransaction) throw cause
    // Trading does not wait for disk space: the next start tries again.
    return replayed
  }
}

function otherVersion(version: number): OpenFailure {
  return version > VERSION
    ? { kind: 'unavailable', message: message('storage.journal.newer', { version }) }
    : { kind: 'outdated', message: message('storage.journal.otherVersion', { version, own: VERSION }) }
}

function openFailure(path: string, cause: unknown): OpenFailure {
  if (sqliteCode(cause) === SQLITE_BUSY) {
    return isClaimed(path)
      ? { kind: 'inUse', message: message('storage.journal.inUse') }
      : { kind: 'unavailable', message: message('storage.journal.held', { path }) }
  }
  if (isDamage(cause)) return { kind: 'damaged', message: verbatim(wordsOf(cause)) }
  return { kind: 'unavailable', message: message('storage.journal.unopened', { path, cause: wordsOf(cause) }) }
}

/** How often locking is tried, and the shortest pause between tries, ms. */
const LOCK_TRIES = 6
const LOCK_PAUSE_MS = 20

/**
 * Processes that start at the same moment can keep the lock from each other, so that none gets it. Each retries after a
 * pause of its own length. A process that still holds the lock after all tries is running.
 */
function openLocked(path: string): { readonly db: DatabaseSync; readonly version: number } {
  for (let tried = 1; ; tried++) {
    const db = new DatabaseSync(path)
    try {
      return { db, version: lockAndMake(db) }
    } catch (cause) {
      db.close()
      if (sqliteCode(cause) !== SQLITE_BUSY || tried === LOCK_TRIES) throw cause
      pause(LOCK_PAUSE_MS * (1 + (process.pid % 8)))
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Creates the tables if there are none. Returns the file's version. */
function lockAndMake(db: DatabaseSync): number {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  expectPragma(db, 'locking_mode', 'exclusive')
  expectPragma(db, 'journal_mode', 'wal')
  expectPragma(db, 'synchronous', SYNCHRONOUS_FULL)
  // The first write takes the lock, not the pragma.
  db.exec('BEGIN EXCLUSIVE; COMMIT')
  const version = userVersion(db)
  if (version !== 0) return version
  db.exec(`BEGIN; ${TABLES} ${NO_DELETE} PRAGMA user_version = ${VERSION}; COMMIT`)
  return VERSION
}

const SYNCHRONOUS_FULL = 2

/** SQLite may accept a setting without applying it (because of its build or the file system), so it is read back. */
function expectPragma(db: DatabaseSync, name: string, expected: string | number): void {
  const found = pragma(db, name)
  if (found !== expected) throw new Error(`expected ${name} to be ${expected}, was ${String(found)}`)
}

export function hashOf(db: DatabaseSync, seq: number): string | null {
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq) as { hash: string } | undefined
  return row?.hash ?? null
}
