/** Opens one of our SQLite files: for this process only, migrated and checked; in memory if that fails. */
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
  setAside,
  undoOpening,
  userVersion,
  wordsOf,
} from './database.ts'

/**
 * `damaged`: not the content that was written. `unavailable`: the disk, the folder, another process, or a newer
 * version.
 */
interface OpenFailure {
  readonly kind: 'damaged' | 'unavailable'
  readonly message: Message
}

export interface Opened {
  readonly db: DatabaseSync
  /** What was wrong with the file; null: nothing. */
  readonly notice: Message | null
}

/**
 * The file at `path`, created if missing. A damaged one is kept beside it under another name, and a new one is started.
 * `name`: its contents, for messages. `migrations`: each step migrates a file of the version before it.
 */
export function openOrReplace(
  name: 'history' | 'events',
  path: string,
  migrations: readonly string[],
  clock: Pick<Clock, 'wall'>,
): Opened {
  const inMemory = (notice: Message): Opened => ({ db: openInMemory(migrations), notice })
  const first = openDatabase(path, migrations)
  if (first.ok) return { db: first.value, notice: null }
  const { kind, message: why } = first.error
  if (kind === 'unavailable') return inMemory(message(`storage.${name}.unopened`, { path, why }))
  const aside = `${path}.damaged-${Math.trunc(clock.wall())}`
  try {
    setAside(path, aside)
  } catch (cause) {
    return inMemory(message(`storage.${name}.notSetAside`, { path, why, cause: wordsOf(cause) }))
  }
  const second = openDatabase(path, migrations)
  return second.ok
    ? { db: second.value, notice: message(`storage.${name}.replaced`, { why, aside }) }
    : inMemory(message(`storage.${name}.notReplaced`, { path, why: second.error.message }))
}

function openDatabase(path: string, migrations: readonly string[]): Result<DatabaseSync, OpenFailure> {
  let db: DatabaseSync | null = null
  try {
    makePrivate(path)
    copyUnclean(path)
    db = new DatabaseSync(path)
    // A power failure loses the last moment, which the venue still shows, so NORMAL is enough.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // The first write takes the lock, not the pragma.
    db.exec('BEGIN EXCLUSIVE; COMMIT')
    const problem = migrate(db, migrations) ?? damageOf(db)
    if (problem === null) {
      dropCopy(path)
      return ok(db)
    }
    db.close()
    if (problem.kind === 'unavailable') undoOpening(path)
    return err(problem)
  } catch (cause) {
    db?.close()
    return err({ kind: isDamage(cause) ? 'damaged' : 'unavailable', message: verbatim(wordsOf(cause)) })
  }
}

/** The same tables, only in memory. */
export function openInMemory(migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const problem = migrate(db, migrations)
  if (problem !== null) throw new Error(`expected an empty database in memory, was ${problem.message.code}`)
  return db
}

function migrate(db: DatabaseSync, migrations: readonly string[]): OpenFailure | null {
  const version = userVersion(db)
  if (version > migrations.length) {
    return { kind: 'unavailable', message: message('storage.newer', { version }) }
  }
  migrations.slice(version).forEach((step, index) => {
    db.exec(`BEGIN; ${step} PRAGMA user_version = ${version + index + 1}; COMMIT`)
  })
  return null
}

function damageOf(db: DatabaseSync): OpenFailure | null {
  const damage = pageDamage(db)
  return damage === null ? null : { kind: 'damaged', message: damage }
}
