/**
 * The desk's memory: one SQLite file of append-only rows. Each row is on disk before the call that writes it returns,
 * and carries the hash of the row before. The file itself refuses a second answer to an intent and a second sending of
 * a leg. Rows that it cannot take, because of a full disk or any other reason, wait in the reserve; until they are
 * written, only ways out are sent.
 */
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { isWayOut } from '#shared/desk/action.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message, type Code } from '#shared/words/message.ts'
import { setAside, wordsOf } from '../../sqlite/database.ts'
import { NOTHING_KNOWN, type DeskState } from '../state/desk-state.ts'
import { intentOf, legOf } from '../state/select.ts'
import { answerIn } from './answers.ts'
import type { CarriedState } from './archived-row.ts'
import { encodeEntry, type Entry } from './entry.ts'
import { openJournalFile, type JournalFile, type OpenFailure } from './journal-file.ts'
import { JournalRows, type OpenedFile } from './journal-rows.ts'
import { journalTable } from './journal-table.ts'
import { readAsItIs } from './read-as-it-is.ts'
import type { Row } from './replay.ts'
import { openReserve } from './reserve.ts'

export type Journal = ReturnType<typeof journalOver>

/** The notice shown when an old file is set aside and a new one started. */
const SET_ASIDE = {
  damaged: 'storage.journal.damaged',
  outdated: 'storage.journal.outdated',
} as const satisfies { readonly [K in OpenFailure['kind']]?: Code }

/** With this many rows in the reserve, denials are no longer kept: exits need the room. */
const ROWS_FOR_REFUSALS = 500

/**
 * Opens the journal at `path`, creating it if there is none. A file that fails its checks (pages, hash chain, a missing
 * row that is known to have been written) or is of an older version is kept beside it under another name, and a new one
 * is started. A file that cannot be opened, or is of a newer version, is read as far as possible and left alone; the
 * rows of this run then go to the reserve. Fails if another Plimsoll has it open.
 */
export function openJournal(path: string, clock: Clock): Result<Journal, Message> {
  const found = openOrReplace(path, clock)
  if (!found.ok) return found
  const { reserve, aside } = openReserve(`${path}-reserve`, `${path}-reserve.damaged-${Math.trunc(clock.wall())}`)
  const notice = found.value.notice ?? (aside === null ? null : message('storage.journal.reserveDamaged', { aside }))
  return ok(journalOver(notice, new JournalRows({ ...found.value, reserve, path, clock }), clock))
}

function openOrReplace(path: string, clock: Clock): Result<OpenedFile, Message> {
  const opened = (file: JournalFile, notice: Message | null): Result<OpenedFile, never> => {
    const table = journalTable(file, path, clock)
    return ok({ table, readable: table, notice })
  }
  const unopened = (notice: Message): Result<OpenedFile, never> =>
    ok({ table: null, readable: readAsItIs(path, clock), notice })
  const first = openJournalFile(path, clock)
  if (first.ok) return opened(first.value, first.value.notice)
  const { kind, message: why } = first.error
  if (kind === 'inUse') return err(why)
  if (kind === 'unavailable') return unopened(why)
  const aside = `${path}.${kind}-${Math.trunc(clock.wall())}`
  try {
    setAside(path, aside)
  } catch (cause) {
    return unopened(message('storage.journal.notSetAside', { path, cause: wordsOf(cause) }))
  }
  const second = openJournalFile(path, clock)
  if (second.ok) return opened(second.value, message(SET_ASIDE[kind], { why, aside }))
  const { kind: again, message: what } = second.error
  if (again === 'inUse') return err(what)
  // A new file that already fails its checks was not stored as written.
  return unopened(again === 'unavailable' ? what : message('storage.journal.untrusted', { path, why: what }))
}

function journalOver(notice: Message | null, rows: JournalRows, clock: Clock) {
  let isClosed = false
  /** The answer to this intent, in this run or an earlier one; null: there is none, or the file is closed. */
  const answer = (accountId: string, intentId: string): SubmitAnswer | null =>
    isClosed ? null : rows.answer(accountId, intentId)
  return {
    /** Set when the old file could not be opened or trusted. Show it to the user. */
    notice,

    /** Writes one row, which is on disk or in the reserve when this returns ok. `at`: wall clock ms, default now. */
    append(account: string, intent: string, entry: Entry, at = Math.trunc(clock.wall())): Result<null, Message> {
      if (isClosed) return err(message('storage.journal.closed'))
      const known = rows.accounts().get(account)
      const isAnswered = answerIn(intent, entry) !== null && answer(account, intent) !== null
      if (isAnswered || wasSent(known, intent, entry)) return err(message('storage.journal.twice'))
      const row = rowOf(entry, { seq: 0, at, account, intent })
      if (rows.write({ row, entry })) return ok(null)
      const isFlood = entry.kind === 'denied' && rows.size().reserved >= ROWS_FOR_REFUSALS
      if (isFlood || !mayGoOn(known, intent, entry))
        return err(message('storage.emergency.onlyExits', { why: rows.trouble() ?? message('storage.journal.closed') }))
      rows.reserve(row, entry)
      return ok(null)
    },

    /** Why rows go to the reserve, so that only ways out are sent, and what to do; null: they go to the file. */
    emergency(): Message | null {
      const why = rows.trouble()
      return why && message(`storage.emergency.${rows.isReserveSaved() ? 'reserve' : 'memory'}`, { why })
    },

    answer,
    /** Copies the file, without rows that only the reserve has. Rejects if the file is not open. */
    copyTo: (to: string) => rows.copyTo(to),
    /** The number of rows in the file with its archives, and of rows that only the reserve has. */
    size: () => rows.size(),
    /** Everything known of one account, from the rows of all runs. */
    state: (accountId: string): DeskState => rows.accounts().get(accountId)?.state ?? NOTHING_KNOWN,

    /** Closes the file. Appending afterwards returns an error and loses nothing. */
    close(): void {
      if (isClosed) return
      isClosed = true
      rows.close()
    },
  }
}

/** Whether an entry may go to the reserve alone: only what has already happened, and ways out. */
function mayGoOn(known: CarriedState | undefined, intentId: string, entry: Entry): boolean {
  const isSending =
    entry.kind === 'accepted' ||
    (entry.kind === 'extended' && entry.legs.length > 0) ||
    (entry.kind === 'leg' && entry.record.state === 'journalled')
  if (!isSending) return true
  const action = entry.kind === 'accepted' ? entry.plan.action : known && intentOf(known.state, intentId)?.action
  return action !== undefined && isWayOut(action)
}

function rowOf(entry: Entry, about: Pick<Row, 'seq' | 'at' | 'account' | 'intent'>): Row {
  const isLeg = entry.kind === 'leg'
  const what = isLeg ? { leg: entry.leg, kind: entry.record.state } : { leg: null, kind: entry.kind }
  return { ...about, ...what, body: encodeEntry(entry) }
}

/** Whether this would send a leg a second time, even if the first sending is in the archive. */
function wasSent(known: CarriedState | undefined, intentId: string, entry: Entry): boolean {
  if (entry.kind !== 'leg' || entry.record.state !== 'journalled') return false
  return known === undefined || legOf(known.state, { intentId, index: entry.leg })?.record.state !== 'planned'
}
