/** Opens the history's SQLite file: for this process alone, brought up to date step by step, and checked. */
import { DatabaseSync } from 'node:sqlite'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { isDamage, makePrivate, pageDamage, userVersion, wordsOf } from '../sqlite/database.ts'

/** `damaged`: not what was written. `unavailable`: the disk, the folder, another process, or a newer version's file. */
export interface OpenFailure {
  readonly kind: 'damaged' | 'unavailable'
  readonly message: string
}

/** Each step takes a file of the version before it to its own; the first makes an empty file ours. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    area TEXT NOT NULL,
    instrument TEXT NOT NULL,
    interval TEXT NOT NULL,
    UNIQUE (venue, area, instrument, interval)
  ) STRICT;
  CREATE TABLE candle (
    series INTEGER NOT NULL REFERENCES series,
    open_time INTEGER NOT NULL,
    open REAL NOT NULL,
    high REAL NOT NULL,
    low REAL NOT NULL,
    close REAL NOT NULL,
    volume REAL NOT NULL,
    PRIMARY KEY (series, open_time)
  ) STRICT, WITHOUT ROWID;`,
]

/** SQLite's name for a database that is nowhere on disk. */
const IN_MEMORY = ':memory:'

/** The file at `path`, made if there is none. */
export function openHistoryFile(path: string): Result<DatabaseSync, OpenFailure> {
  let db: DatabaseSync | null = null
  try {
    makePrivate(path)
    db = new DatabaseSync(path)
    // What is lost with the power is a minute of candles the venue still has: NORMAL, not FULL.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // The lock is taken by the first write, not by the pragma.
    db.exec('BEGIN EXCLUSIVE; COMMIT')
    const problem = migrate(db) ?? damageOf(db)
    if (problem === null) return ok(db)
    db.close()
    return err(problem)
  } catch (cause) {
    db?.close()
    return err({ kind: isDamage(cause) ? 'damaged' : 'unavailable', message: wordsOf(cause) })
  }
}

/** The same, kept nowhere. */
export function openHistoryInMemory(): DatabaseSync {
  const db = new DatabaseSync(IN_MEMORY)
  const problem = migrate(db)
  if (problem !== null) throw new Error(`expected an empty database in memory, was ${problem.message}`)
  return db
}

function migrate(db: DatabaseSync): OpenFailure | null {
  const version = userVersion(db)
  if (version > MIGRATIONS.length) {
    return { kind: 'unavailable', message: `it is of a newer Plimsoll (version ${version})` }
  }
  MIGRATIONS.slice(version).forEach((step, index) => {
    db.exec(`BEGIN; ${step} PRAGMA user_version = ${version + index + 1}; COMMIT`)
  })
  return null
}

function damageOf(db: DatabaseSync): OpenFailure | null {
  const message = pageDamage(db)
  return message === null ? null : { kind: 'damaged', message }
}
