/**
 * Opens the journal's SQLite file: locked to this process, flushed at every commit, brought up to date, and checked.
 */
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
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
import type { Row } from './entries.ts'
import { openHead } from './journal-head.ts'
import type { Head, Tip } from './journal-head.ts'
import { createPast } from './past.ts'
import type { Past } from './past.ts'

export interface OpenFailure {
  /**
   * `damaged`: not the rows that were written. `outdated`: an older version's file. `unavailable`: the disk, the
   * folder, or a newer version's file.
   */
  readonly kind: 'inUse' | 'unavailable' | 'damaged' | 'outdated'
  readonly message: string
}

/** A file that passed every check; `tip` is its newest row. */
export interface JournalFile {
  readonly db: DatabaseSync
  readonly head: Head
  readonly tip: Tip
  readonly past: Past
  close(): void
}

/**
 * What `user_version` says of the tables and of what their rows hold. There is no way from one version to the next:
 * what an older Plimsoll was still doing is to be looked up at the venue,
 * not guessed at from words that meant something else.
 */
const VERSION = 2

const TABLES = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    account TEXT NOT NULL,
    intent TEXT NOT NULL,
    leg INTEGER,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX answered_once ON event (account, intent) WHERE leg IS NULL AND kind IN ('accepted', 'denied');
  CREATE UNIQUE INDEX sent_once ON event (account, intent, leg) WHERE kind = 'journalled';
  CREATE TRIGGER no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;`

export function openJournalFile(path: string): Result<JournalFile, OpenFailure> {
  const closers: (() => void)[] = []
  const close = (): void => {
    for (const undo of closers.splice(0)) undo()
  }
  try {
    makePrivate(path)
    const db = new DatabaseSync(path)
    closers.push(() => db.close())
    const version = lockAndMake(db)
    if (version !== VERSION) {
      close()
      return err(otherVersion(version))
    }
    const head = openHead(`${path}-head`)
    closers.push(() => head.close())
    const tip = lastRow(db)
    const past = createPast()
    const damage = damageOf(db, past) ?? head.contradicts(tip, (seq) => hashOf(db, seq))
    if (damage === null) return ok({ db, head, tip, past, close })
    close()
    return err({ kind: 'damaged', message: damage })
  } catch (cause) {
    close()
    return err(openFailure(path, cause))
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
  db.exec(`BEGIN; ${TABLES}; PRAGMA user_version = ${VERSION}; COMMIT`)
  return VERSION
}

const SYNCHRONOUS_FULL = 2

/** SQLite may take a setting without following it (a build, a file system): what it says afterwards counts. */
function expectPragma(db: DatabaseSync, name: string, expected: string | number): void {
  const found = pragma(db, name)
  if (found !== expected) throw new Error(`expected ${name} to be ${expected}, was ${String(found)}`)
}

/** The hash of a row, bound to every row before it; `previous` is '' for the first. */
export function chain(previous: string, { seq, at, account, intent, leg, kind, body }: Row): string {
  return hash('sha256', `${previous}\n${JSON.stringify([seq, at, account, intent, leg, kind, body])}`)
}

/** What is wrong with the rows, or null. Every byte is looked at; `past` takes the rows in and reads those it keeps. */
function damageOf(db: DatabaseSync, past: Past): string | null {
  const pages = pageDamage(db)
  if (pages !== null) return pages
  let previous = ''
  let count = 0
  for (const [seq, at, account, intent, leg, kind, body, written] of storedRows(db)) {
    const row = { seq, at, account, intent, leg, kind, body }
    count += 1
    previous = chain(previous, row)
    if (seq !== count || written !== previous) return `row ${count} is not the one that was written`
    past.take(row)
  }
  const unreadable = past.settle()
  return unreadable === null ? null : `row ${unreadable} can not be read`
}

/** In the order of the columns, the hash last. A STRICT table holds the types it was declared with. */
type StoredRow = readonly [number, number, string, string, number | null, string, string, string]

/** All rows. There may be very many: arrays, and many at a time, are read twice as fast as objects one by one. */
function* storedRows(db: DatabaseSync): Iterable<StoredRow> {
  const some = db.prepare('SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT 500')
  some.setReturnArrays(true)
  let newest = -Infinity
  for (;;) {
    const rows = some.all(newest) as unknown as readonly StoredRow[]
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    newest = last[0]
  }
}

function lastRow(db: DatabaseSync): Tip {
  const row = db.prepare('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1').get() as Tip | undefined
  return row ?? { seq: 0, hash: '' }
}

function hashOf(db: DatabaseSync, seq: number): string | null {
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq) as { hash: string } | undefined
  return row?.hash ?? null
}
