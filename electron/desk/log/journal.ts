/**
 * The desk's memory: one SQLite file of append-only rows, each on disk before the call that wrote it returns, each
 * carrying the hash of the one before. The file itself refuses a second answer to an intent and a second sending of a
 * leg.
 */
import type { SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message, type Code } from '#shared/words/message.ts'
import { setAside, SQLITE_FULL, sqliteCode, wordsOf } from '../../sqlite/database.ts'
import { legOf } from '../state/select.ts'
import { NOTHING_KNOWN, type DeskState } from '../state/desk-state.ts'
import { answersBy } from './answers.ts'
import { moveToArchive } from './archive.ts'
import type { Entry } from './entry.ts'
import { encodeEntry } from './entry-text.ts'
import { MOST_ROWS, openJournalFile } from './journal-file.ts'
import type { JournalFile, OpenFailure } from './journal-file.ts'
import type { Carried } from './archived-row.ts'
import { chain, take, type Row } from './replay.ts'

export interface JournalFailure {
  /** `inUse`: another Plimsoll has it open. `unavailable`: the disk, the folder or the file's version. */
  readonly kind: 'inUse' | 'unavailable'
  readonly message: Message
}

export interface Journal {
  /** Set when the old file could not be trusted and a new one was started: say it to the user. */
  readonly notice: Message | null
  /** Writes one row. On disk when this returns ok. `at`: wall clock ms; now, unless told. */
  append(accountId: string, intentId: string, entry: Entry, at?: number): Result<null, Message>
  /**
   * What this intent was answered, in this run or an earlier one; null if it was never asked, or the file is closed.
   */
  answer(accountId: string, intentId: string): SubmitAnswer | null
  /** All that is known of one account, by the rows of this run and of earlier ones. */
  state(accountId: string): DeskState
  /** Lets go of the file. Appending afterwards is an error, never a loss. */
  close(): void
}

/** Why an old file is set aside and a new one started: how the file is named then, and what is said. */
const SET_ASIDE = {
  damaged: 'storage.journal.damaged',
  outdated: 'storage.journal.outdated',
} as const satisfies { readonly [K in OpenFailure['kind']]?: Code }

/**
 * Opens the journal at `path`, making it if there is none. A file that fails its checks (pages, hash chain, a row
 * missing that is known to have been written) or is of an older version is kept beside it under another name and a new
 * one is started.
 */
export function openJournal(path: string, clock: Clock): Result<Journal, JournalFailure> {
  const first = openJournalFile(path, clock)
  if (first.ok) return ok(journalOver(first.value, path, clock, null))
  const { kind, message: why } = first.error
  if (kind === 'inUse' || kind === 'unavailable') return err({ kind, message: why })
  const aside = `${path}.${kind}-${Math.trunc(clock.wall())}`
  try {
    setAside(path, aside, ['-head'])
  } catch (cause) {
    return unavailable(message('storage.journal.notSetAside', { path, cause: wordsOf(cause) }))
  }
  const second = openJournalFile(path, clock)
  if (second.ok) return ok(journalOver(second.value, path, clock, message(SET_ASIDE[kind], { why, aside })))
  const { kind: again, message: what } = second.error
  if (again === 'inUse' || again === 'unavailable') return err({ kind: again, message: what })
  // The new file is not what was just written.
  return unavailable(message('storage.journal.untrusted', { path, why: what }))
}

function unavailable(why: Message): Result<never, JournalFailure> {
  return err({ kind: 'unavailable', message: why })
}

function journalOver(file: JournalFile, path: string, clock: Clock, notice: Message | null): Journal {
  const { db, head } = file
  let { replayed } = file
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const answerIn = answersBy(db)
  let broken: Message | null = null

  /** Where the disk does not let it the file stays as it is: it is only longer. */
  function keepShort(at: number): void {
    if (replayed.tip.seq - (replayed.archive?.seq ?? 0) < MOST_ROWS) return
    try {
      replayed = moveToArchive({ db, path, head, replayed, at })
    } catch (cause) {
      // The rows are in this file until the transaction that lets go of them is over.
      if (db.isTransaction) broken = unwritable(cause)
    }
  }

  function write(row: Row): Result<null, Message> {
    const hash = chain(replayed.tip.hash, row)
    try {
      insert.run(row.seq, row.at, row.account, row.intent, row.leg, row.kind, row.body, hash)
    } catch (cause) {
      const why = unwritable(cause)
      // A full disk refuses cleanly and may have room later. After any other failure it is not known what is on
      // disk, and only opening the file anew can tell.
      if (sqliteCode(cause) !== SQLITE_FULL) broken = why
      return err(why)
    }
    replayed = { ...replayed, tip: { seq: row.seq, hash } }
    head.write(replayed.tip)
    return ok(null)
  }

  return {
    notice,

    append(account, intent, entry, at = Math.trunc(clock.wall())) {
      if (entry.kind === 'accepted' && broken === null) keepShort(at)
      if (broken !== null) return err(broken)
      if (wasDone(replayed.accounts.get(account), intent, entry)) return err(message('storage.journal.twice'))
      const row = rowOf(entry, { seq: replayed.tip.seq + 1, at, account, intent })
      const written = write(row)
      if (written.ok) take(replayed.accounts, row, entry, { at, mono: clock.mono() })
      return written
    },

    answer(accountId, intentId) {
      if (!db.isOpen) return null
      return answerIn(accountId, intentId) ?? replayed.accounts.get(accountId)?.answers.get(intentId) ?? null
    },

    state: (accountId) => replayed.accounts.get(accountId)?.state ?? NOTHING_KNOWN,

    close() {
      broken ??= message('storage.journal.closed')
      file.close()
    },
  }
}

function rowOf(entry: Entry, about: Pick<Row, 'seq' | 'at' | 'account' | 'intent'>): Row {
  const isLeg = entry.kind === 'leg'
  const what = isLeg ? { leg: entry.leg, kind: entry.record.state } : { leg: null, kind: entry.kind }
  return { ...about, ...what, body: encodeEntry(entry) }
}

/** A second answer or sending, of an intent whose first is in the archive. The file itself refuses the others. */
function wasDone(carried: Carried | undefined, intentId: string, entry: Entry): boolean {
  if (entry.kind === 'accepted' || entry.kind === 'denied') return carried?.answers.has(intentId) === true
  if (entry.kind !== 'leg' || entry.record.state !== 'journalled') return false
  const leg = carried && legOf(carried.state, { intentId, index: entry.leg })
  return leg?.record.state !== 'planned'
}

function unwritable(cause: unknown): Message {
  return message('storage.journal.unwritable', { cause: wordsOf(cause) })
}
