/**
 * The desk's memory: one SQLite file of append-only rows, each on disk before the call that wrote it returns, each
 * carrying the hash of the one before. The file itself refuses a second answer to an intent and a second sending of a
 * leg.
 */
import type { SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { setAside, SQLITE_FULL, sqliteCode, wordsOf } from '../../sqlite/database.ts'
import { decodeEntry, encodeEntry } from './entries.ts'
import type { Entry, Row } from './entries.ts'
import { chain, openJournalFile } from './journal-file.ts'
import type { JournalFile, OpenFailure } from './journal-file.ts'
import type { AccountPast } from './past.ts'

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
  /**
   * What this intent was answered, in this run or an earlier one; null if it was never asked, or the file is closed.
   */
  answer(accountId: string, intentId: string): SubmitAnswer | null
  /** What of one account has to be known to go on from where it was left, in this run or an earlier one. */
  past(accountId: string): AccountPast
  /** Lets go of the file. Appending afterwards is an error, never a loss. */
  close(): void
}

/** Why an old file is set aside and a new one started: how the file is named then, and what is said. */
const SET_ASIDE: { readonly [K in OpenFailure['kind']]?: (why: string) => string } = {
  damaged: (why) => `The trading journal was damaged (${why})`,
  outdated: (why) => `The trading journal was written by an older Plimsoll (${why})`,
}

/**
 * Opens the journal at `path`, making it if there is none. A file that fails its checks (pages, hash chain, a row
 * missing that is known to have been written) or is of an older version is kept beside it under another name and a new
 * one is started.
 */
export function openJournal(path: string, clock: Clock): Result<Journal, JournalFailure> {
  const first = openJournalFile(path)
  if (first.ok) return ok(journalOver(first.value, clock, null))
  const { kind, message } = first.error
  const what = SET_ASIDE[kind]?.(message)
  if (what === undefined) return err(asFailure(first.error))
  const aside = `${path}.${kind}-${Math.trunc(clock.wall())}`
  try {
    setAside(path, aside, ['-head'])
  } catch (cause) {
    return err({ kind: 'unavailable', message: `${what}, and can not be set aside: ${wordsOf(cause)}.` })
  }
  const notice =
    `${what} and is kept as ${aside}; a new one was started. ` +
    'Check your open orders and positions: what earlier runs were still doing is not known.'
  const second = openJournalFile(path)
  return second.ok ? ok(journalOver(second.value, clock, notice)) : err(asFailure(second.error))
}

/** A file that should have been set aside says that the disk can not be trusted. */
function asFailure({ kind, message }: OpenFailure): JournalFailure {
  return { kind: kind === 'inUse' ? kind : 'unavailable', message }
}

function journalOver(file: JournalFile, clock: Clock, notice: string | null): Journal {
  const { db, head, past } = file
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const answers = db.prepare(
    "SELECT body FROM event WHERE account = ? AND intent = ? AND leg IS NULL AND kind IN ('accepted', 'denied')",
  )
  const newer = db.prepare('SELECT * FROM event WHERE seq > ? ORDER BY seq')
  let tip = file.tip
  /** The newest row that `past` took in. */
  let taken = tip.seq
  let broken: string | null = null

  return {
    notice,

    append(account, intent, entry) {
      if (broken !== null) return err(broken)
      const leg = entry.kind === 'leg' ? entry.leg : null
      const kind = entry.kind === 'leg' ? entry.record.state : entry.kind
      const at = Math.trunc(clock.wall())
      const row: Row = { seq: tip.seq + 1, at, account, intent, leg, kind, body: encodeEntry(entry) }
      const hash = chain(tip.hash, row)
      try {
        insert.run(row.seq, row.at, account, intent, leg, kind, row.body, hash)
      } catch (cause) {
        const sentence = `The trading journal can not be written: ${wordsOf(cause)}.`
        // A full disk refuses cleanly and may have room later. After any other failure it is not known what is on
        // disk, and only opening the file anew can tell.
        if (sqliteCode(cause) !== SQLITE_FULL) broken = sentence
        return err(sentence)
      }
      tip = { seq: row.seq, hash }
      head.write(tip)
      return ok(null)
    },

    answer(accountId, intentId) {
      if (!db.isOpen) return null
      const row = answers.get(accountId, intentId) as { body: string } | undefined
      const entry = row === undefined ? null : decodeEntry(row.body)
      if (entry?.kind === 'accepted') return { kind: 'accepted', intentId }
      return entry?.kind === 'denied' ? { kind: 'denied', denial: entry.denial } : null
    },

    past(accountId) {
      for (const row of newer.iterate(taken)) past.take(row as unknown as Row)
      taken = tip.seq
      return past.of(accountId)
    },

    close() {
      broken ??= 'The trading journal is closed.'
      file.close()
    },
  }
}
