/**
 * Opens the journal's SQLite file: locked to this process, flushed at every commit, brought up to date, and checked.
 */
import { createHash } from 'node:crypto'
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
import { decodeEntry } from './entries.ts'
import { openHead } from './journal-head.ts'
import type { Head, Tip } from './journal-head.ts'

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
  close(): void
}

/** What the hash of a row covers, besides the hash of the row before it. */
export interface Row {
  readonly seq: number
  /** Wall clock ms. */
  readonly at: number
  readonly account: string
  readonly intent: string
  /** Which leg changed; null for the answer to the intent. */
  readonly leg: number | null
  readonly kind: string
  readonly body: string
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
    const damage = damageOf(db) ?? head.contradicts(tip, (seq) => hashOf(db, seq))
    if (damage === null) return ok({ db, head, tip, close })
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
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify([seq, at, account, intent, leg, kind, body])}`)
    .digest('hex')
}

/** What is wrong with the rows, or null. */
function damageOf(db: DatabaseSync): string | null {
  const pages = pageDamage(db)
  if (pages !== null) return pages
  let previous = ''
  let seq = 0
  for (const row of db.prepare('SELECT * FROM event ORDER BY seq').iterate()) {
    // A STRICT table holds the types it was declared with.
    const { hash, ...fields } = row as unknown as Row & { hash: string }
    seq += 1
    previous = chain(previous, fields)
    if (fields.seq !== seq || hash !== previous) return `row ${seq} is not the one that was written`
    if (decodeEntry(fields.body) === null) return `row ${seq} can not be read`
  }
  return null
}

function lastRow(db: DatabaseSync): Tip {
  const row = db.prepare('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1').get() as Tip | undefined
  return row ?? { seq: 0, hash: '' }
}

function hashOf(db: DatabaseSync, seq: number): string | null {
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq) as { hash: string } | undefined
  return row?.hash ?? null
}
