/**
 * Opens the journal's SQLite file: locked to this process, flushed at every commit, brought up to date, and checked.
 */
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import {
  isDamage,
  makePrivate,
  pageDamage,
  pragma,
  SQLITE_BUSY,
  sqliteCode,
  userVersion,
  wordsOf,
} from '../../sqlite/database.ts'
import { moveToArchive, NO_DELETE, TABLES } from './archive.ts'
import { openHead } from './journal-head.ts'
import type { Head } from './journal-head.ts'
import { missingFrom, OLDEST_VERSION, VERSION } from './migrations.ts'
import { momentsBy, replay, type Replayed } from './replay.ts'

export interface OpenFailure {
  /**
   * `damaged`: not the rows that were written. `outdated`: an older version's file. `unavailable`: the disk, the
   * folder, or a newer version's file.
   */
  readonly kind: 'inUse' | 'unavailable' | 'damaged' | 'outdated'
  readonly message: string
}

/** A file that passed every check, and what it says. */
export interface JournalFile {
  readonly db: DatabaseSync
  readonly head: Head
  readonly replayed: Replayed
  close(): void
}

/** A file of more rows is put into the archive: reading them takes time at every start. */
export const MOST_ROWS = 10_000

export function openJournalFile(path: string, clock: Clock): Result<JournalFile, OpenFailure> {
  const closers: (() => void)[] = []
  const close = (): void => {
    for (const undo of closers.splice(0)) undo()
  }
  try {
    makePrivate(path)
    const db = new DatabaseSync(path)
    closers.push(() => db.close())
    const version = lockAndMake(db)
    if (version < OLDEST_VERSION || version > VERSION) {
      close()
      return err(otherVersion(version))
    }
    const head = openHead(`${path}-head`)
    closers.push(() => head.close())
    const replayed = pageDamage(db) ?? replay(db, momentsBy(clock), missingFrom(db, version))
    const damage = typeof replayed === 'string' ? replayed : headDamage(db, head, replayed)
    if (damage === null && typeof replayed !== 'string') {
      return ok({ db, head, replayed: upToDate({ db, path, version, replayed, at: clock.wall() }, head), close })
    }
    close()
    return err({ kind: 'damaged', message: damage ?? '' })
  } catch (cause) {
    close()
    return err(openFailure(path, cause))
  }
}

function headDamage(db: DatabaseSync, head: Head, { tip, archive }: Replayed): string | null {
  return head.contradicts(tip, (seq) => (seq === archive?.seq ? archive.hash : hashOf(db, seq)))
}

interface Found {
  readonly db: DatabaseSync
  readonly path: string
  readonly version: number
  readonly replayed: Replayed
  readonly at: number
}

/** A file of an earlier version, or of many rows, goes into the archive. */
function upToDate({ db, path, version, replayed, at }: Found, head: Head): Replayed {
  const { tip, archive } = replayed
  const isLong = tip.seq - (archive?.seq ?? 0) > MOST_ROWS
  if (version === VERSION && !isLong) return replayed
  if (tip.seq === 0) db.exec(`PRAGMA user_version = ${VERSION}`)
  if (tip.seq === 0) return replayed
  try {
    return moveToArchive({ db, path, head, replayed, at: Math.trunc(at) })
  } catch (cause) {
    if (db.isTransaction) throw cause
    // Trading does not wait for room on the disk: the next start tries again.
    return replayed
  }
}

function otherVersion(version: number): OpenFailure {
  return version > VERSION
    ? { kind: 'unavailable', message: `The trading journal is of a newer Plimsoll (version ${version}).` }
    : { kind: 'outdated', message: `it is of version ${version}, this Plimsoll writes version ${VERSION}` }
}

function openFailure(path: string, cause: unknown): OpenFailure {
  if (sqliteCode(cause) === SQLITE_BUSY) {
    return { kind: 'inUse', message: 'Another Plimsoll is using the trading journal; only one may trade. Close it.' }
  }
  if (isDamage(cause)) return { kind: 'damaged', message: wordsOf(cause) }
  return { kind: 'unavailable', message: `The trading journal ${path} can not be opened: ${wordsOf(cause)}.` }
}

/** Makes the tables if there are none. Returns their version. */
function lockAndMake(db: DatabaseSync): number {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  expectPragma(db, 'locking_mode', 'exclusive')
  expectPragma(db, 'journal_mode', 'wal')
  expectPragma(db, 'synchronous', SYNCHRONOUS_FULL)
  // The lock is taken by the first write, not by the pragma.
  db.exec('BEGIN EXCLUSIVE; COMMIT')
  const version = userVersion(db)
  if (version !== 0) return version
  db.exec(`BEGIN; ${TABLES} ${NO_DELETE} PRAGMA user_version = ${VERSION}; COMMIT`)
  return VERSION
}

const SYNCHRONOUS_FULL = 2

/** SQLite may take a setting without following it (a build, a file system): what it says afterwards counts. */
function expectPragma(db: DatabaseSync, name: string, expected: string | number): void {
  const found = pragma(db, name)
  if (found !== expected) throw new Error(`expected ${name} to be ${expected}, was ${String(found)}`)
}

function hashOf(db: DatabaseSync, seq: number): string | null {
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq) as { hash: string } | undefined
  return row?.hash ?? null
}
