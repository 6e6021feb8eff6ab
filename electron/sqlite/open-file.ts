/** Opens a SQLite file of ours: for this process alone, brought up to date step by step, and checked. */
import { DatabaseSync } from 'node:sqlite'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { isDamage, makePrivate, pageDamage, userVersion, wordsOf } from './database.ts'

/** `damaged`: not what was written. `unavailable`: the disk, the folder, another process, or a newer version's file. */
export interface OpenFailure {
  readonly kind: 'damaged' | 'unavailable'
  readonly message: string
}

/** SQLite's name for a database that is nowhere on disk. */
const IN_MEMORY = ':memory:'

/** The file at `path`, made if there is none. `migrations`: each step takes a file of the version before it to its own. */
export function openDatabase(path: string, migrations: readonly string[]): Result<DatabaseSync, OpenFailure> {
  let db: DatabaseSync | null = null
  try {
    makePrivate(path)
    db = new DatabaseSync(path)
    // What is lost with the power is the last moment, which the venue still shows: NORMAL, not FULL.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // The lock is taken by the first write, not by the pragma.
    db.exec('BEGIN EXCLUSIVE; COMMIT')
    const problem = migrate(db, migrations) ?? damageOf(db)
    if (problem === null) return ok(db)
    db.close()
    return err(problem)
  } catch (cause) {
    db?.close()
    return err({ kind: isDamage(cause) ? 'damaged' : 'unavailable', message: wordsOf(cause) })
  }
}

/** The same, kept nowhere. */
export function openInMemory(migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(IN_MEMORY)
  const problem = migrate(db, migrations)
  if (problem !== null) throw new Error(`expected an empty database in memory, was ${problem.message}`)
  return db
}

function migrate(db: DatabaseSync, migrations: readonly string[]): OpenFailure | null {
  const version = userVersion(db)
  if (version > migrations.length) {
    return { kind: 'unavailable', message: `it is of a newer Plimsoll (version ${version})` }
  }
  migrations.slice(version).forEach((step, index) => {
    db.exec(`BEGIN; ${step} PRAGMA user_version = ${version + index + 1}; COMMIT`)
  })
  return null
}

function damageOf(db: DatabaseSync): OpenFailure | null {
  const message = pageDamage(db)
  return message === null ? null : { kind: 'damaged', message }
}
