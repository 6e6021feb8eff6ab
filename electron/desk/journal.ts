/**
 * The desk's memory: one SQLite file of append-only rows, each on disk before the call that wrote it returns, each
 * carrying the hash of the one before. The file also refuses, by itself, a second answer to an intent and a second
 * sending of a leg.
 */
import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SubmitAnswer } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { decodeEntry, encodeEntry, type Entry } from './entries.ts'
import { openHead, type Head } from './journal-head.ts'

export interface JournalRow {
  readonly intentId: string
  /** Wall clock ms. */
  readonly at: number
  readonly entry: Entry
}

export interface JournalFailure {
  /** `inUse`: another Plimsoll has it open. `unavailable`: the disk, the folder or the file's version. */
  readonly kind: 'inUse' | 'unavailable'
  readonly message: string
}

export interface Journal {
  /** Set when the old file could not be trusted and a new one was started: say it to the user. */
  readonly notice: string | null
  /** Writes one row. On disk when this returns ok; the error is a sentence. */
  append(accountId: string, intentId: string, entry: Entry): Result<null, string>
  /** What this intent was answered, in this run or an earlier one; null if it was never asked. */
  answer(accountId: string, intentId: string): SubmitAnswer | null
  /** Every row of one account, oldest first. */
  rows(accountId: string): readonly JournalRow[]
  /** Lets go of the file. Appending afterwards is an error, never a loss. */
  close(): void
}

/** One statement list per version; `user_version` says how many have run. Never edit one that has shipped. */
const MIGRATIONS = [
  `CREATE TABLE event (
     seq INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     account TEXT NOT NULL,
     intent TEXT NOT NULL,
     leg INTEGER,
     kind TEXT NOT NULL,
     body TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX answered_once ON event (account, intent) WHERE leg IS NULL;
   CREATE UNIQUE INDEX sent_once ON event (account, intent, leg) WHERE kind = 'journalled';
   CREATE TRIGGER no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
   CREATE TRIGGER no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;`,
]

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** CORRUPT and NOTADB: the bytes are wrong, as opposed to out of reach. */
const BAD_FILE_CODES: ReadonlySet<unknown> = new Set([11, 26])

/**
 * Opens the journal at `path`, making it if there is none. A file that fails its checks (pages, hash chain, a row
 * missing that is known to have been written) is kept beside it under another name and a new one is started.
 */
export function openJournal(path: string, clock: Clock): Result<Journal, JournalFailure> {
  const first = open(path, clock, null)
  if (first.ok || first.error.kind !== 'damaged') return narrow(first)
  const aside = `${path}.damaged-${Math.trunc(clock.wall())}`
  try {
    for (const suffix of ['', '-wal', '-head']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
    }
  } catch (cause) {
    return err({ kind: 'unavailable', message: `The damaged trading journal can not be set aside: ${words(cause)}.` })
  }
  const notice =
    `The trading journal was damaged (${first.error.message}) and is kept as ${aside}; a new one was started. ` +
    'Check your open orders and positions: what earlier runs were still doing is not known.'
  return narrow(open(path, clock, notice))
}

type OpenFailure = JournalFailure | { readonly kind: 'damaged'; readonly message: string }

function narrow(opened: Result<Journal, OpenFailure>): Result<Journal, JournalFailure> {
  if (opened.ok) return opened
  const { kind, message } = opened.error
  return err({ kind: kind === 'damaged' ? 'unavailable' : kind, message })
}

function open(path: string, clock: Clock, notice: string | null): Result<Journal, OpenFailure> {
  let db: DatabaseSync | undefined
  let head: Head | undefined
  try {
    // Made here and not by SQLite, so that it is never readable by others; its WAL takes the same mode.
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    db = new DatabaseSync(path)
    const version = prepare(db)
    if (version !== MIGRATIONS.length) {
      db.close()
      return err({ kind: 'unavailable', message: `The trading journal is of a newer Plimsoll (version ${version}).` })
    }
    head = openHead(`${path}-head`)
    const damage = integrity(db) ?? head.contradicts(lastRow(db), (seq) => hashOf(db, seq))
    if (damage === null) return ok(journalOver(db, head, clock, notice))
    head.close()
    db.close()
    return err({ kind: 'damaged', message: damage })
  } catch (cause) {
    head?.close()
    if (db?.isOpen) db.close()
    return err(openFailure(path, cause))
  }
}

function openFailure(path: string, cause: unknown): OpenFailure {
  const code = sqliteCode(cause)
  if (code === SQLITE_BUSY) {
    return { kind: 'inUse', message: 'Another Plimsoll is using the trading journal; only one may trade. Close it.' }
  }
  if (BAD_FILE_CODES.has(code)) return { kind: 'damaged', message: words(cause) }
  return { kind: 'unavailable', message: `The trading journal ${path} can not be opened: ${words(cause)}.` }
}

/** Locks the file for this process, makes every commit reach the disk, and brings the tables up to date. */
function prepare(db: DatabaseSync): number {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
  expectPragma(db, 'locking_mode', 'exclusive')
  expectPragma(db, 'journal_mode', 'wal')
  expectPragma(db, 'synchronous', 2)
  // The lock is taken by the first write, not by the pragma.
  db.exec('BEGIN EXCLUSIVE; COMMIT')
  let version = Number(pragma(db, 'user_version'))
  for (; version < MIGRATIONS.length; version++) {
    db.exec(`BEGIN; ${MIGRATIONS[version]} PRAGMA user_version = ${version + 1}; COMMIT`)
  }
  return version
}

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function expectPragma(db: DatabaseSync, name: string, expected: string | number): void {
  const found = pragma(db, name)
  if (found !== expected) throw new Error(`expected ${name} to be ${expected}, was ${String(found)}`)
}

interface Row {
  readonly seq: number
  readonly at: number
  readonly account: string
  readonly intent: string
  readonly leg: number | null
  readonly kind: string
  readonly body: string
}

const FIRST_HASH = ''

function chain(previous: string, { seq, at, account, intent, leg, kind, body }: Row): string {
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify([seq, at, account, intent, leg, kind, body])}`)
    .digest('hex')
}

/** What is wrong with the file, or null. */
function integrity(db: DatabaseSync): string | null {
  const pages = pragma(db, 'integrity_check')
  if (pages !== 'ok') return `integrity check: ${String(pages)}`
  let previous = FIRST_HASH
  let seq = 0
  for (const row of db.prepare('SELECT * FROM event ORDER BY seq').iterate() as Iterable<unknown>) {
    // STRICT tables hold the types they were declared with.
    const { hash, ...fields } = row as Row & { hash: string }
    seq += 1
    previous = chain(previous, fields)
    if (fields.seq !== seq || hash !== previous) return `row ${seq} is not the one that was written`
    if (decodeEntry(fields.body) === null) return `row ${seq} can not be read`
  }
  return null
}

interface Tip {
  readonly seq: number
  readonly hash: string
}

function lastRow(db: DatabaseSync): Tip {
  const row = db.prepare('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1').get() as Tip | undefined
  return row ?? { seq: 0, hash: FIRST_HASH }
}

function hashOf(db: DatabaseSync, seq: number): string | null {
  const row = db.prepare('SELECT hash FROM event WHERE seq = ?').get(seq) as { hash: string } | undefined
  return row?.hash ?? null
}

function journalOver(db: DatabaseSync, head: Head, clock: Clock, notice: string | null): Journal {
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const answers = db.prepare('SELECT body FROM event WHERE account = ? AND intent = ? AND leg IS NULL')
  const all = db.prepare('SELECT intent, at, body FROM event WHERE account = ? ORDER BY seq')
  let tip = lastRow(db)
  let broken: string | null = null

  function append(account: string, intent: string, entry: Entry): Result<null, string> {
    if (broken !== null) return err(broken)
    const seq = tip.seq + 1
    const leg = entry.kind === 'leg' ? entry.leg : null
    const kind = entry.kind === 'leg' ? entry.record.state : entry.kind
    const row: Row = { seq, at: Math.trunc(clock.wall()), account, intent, leg, kind, body: encodeEntry(entry) }
    const hash = chain(tip.hash, row)
    try {
      insert.run(seq, row.at, account, intent, leg, kind, row.body, hash)
    } catch (cause) {
      const sentence = `The trading journal can not be written: ${words(cause)}.`
      // A full disk refuses cleanly and may have room later. After any other failure what is on disk is not known, and
      // only opening the file anew can tell.
      if (sqliteCode(cause) !== SQLITE_FULL) broken = sentence
      return err(sentence)
    }
    tip = { seq, hash }
    head.write(tip)
    return ok(null)
  }

  return {
    notice,
    append,
    answer(accountId, intentId) {
      const row = answers.get(accountId, intentId) as { body: string } | undefined
      const entry = row === undefined ? null : decodeEntry(row.body)
      if (entry === null || entry.kind === 'leg') return null
      return entry.kind === 'accepted' ? { kind: 'accepted', intentId } : { kind: 'denied', denial: entry.denial }
    },
    rows(accountId) {
      return (all.all(accountId) as unknown as { intent: string; at: number; body: string }[]).map((row) => {
        const entry = decodeEntry(row.body)
        if (entry === null) throw new Error('expected a row that was readable when the journal was opened')
        return { intentId: row.intent, at: row.at, entry }
      })
    },
    close() {
      broken ??= 'The trading journal is closed.'
      if (db.isOpen) db.close()
      head.close()
    },
  }
}

function sqliteCode(cause: unknown): unknown {
  return cause instanceof Error && 'errcode' in cause ? cause.errcode : null
}

function words(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
