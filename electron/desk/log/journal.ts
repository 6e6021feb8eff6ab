/**
 * The desk's memory: one SQLite file of append-only rows, each on disk before the call that wrote it returns, each
 * carrying the hash of the one before. The file itself refuses a second answer to an intent and a second sending of a
 * leg. What it does not take, for a full disk or any other reason, is kept in the reserve until it does; then nothing
 * is sent but ways out.
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
import type { Carried } from './archived-row.ts'
import type { Entry } from './entry.ts'
import { encodeEntry } from './entry-text.ts'
import { openJournalFile, type JournalFile, type OpenFailure } from './journal-file.ts'
import { JournalRows, type OpenedFile } from './journal-rows.ts'
import { journalTable } from './journal-table.ts'
import { readAsItIs } from './read-as-it-is.ts'
import type { Row } from './replay.ts'
import { openReserve } from './reserve.ts'

export interface Journal {
  /** Set when the old file could not be opened or trusted: say it to the user. */
  readonly notice: Message | null
  /** Writes one row. On disk, or in the reserve, when this returns ok. `at`: wall clock ms; now, unless told. */
  append(accountId: string, intentId: string, entry: Entry, at?: number): Result<null, Message>
  /** Why rows go into the reserve, so that only ways out are sent, and what to do; null: they go into the file. */
  emergency(): Message | null
  /**
   * What this intent was answered, in this run or an earlier one; null if it was never asked, or the file is closed.
   */
  answer(accountId: string, intentId: string): SubmitAnswer | null
  /** All that is known of one account, by the rows of this run and of earlier ones. */
  state(accountId: string): DeskState
  /** How many rows the file and its archives have, and how many only the reserve has. */
  size(): { readonly rows: number; readonly reserved: number }
  /** Copies the file, without what only the reserve has. Rejects where it is not open. */
  copyTo(path: string): Promise<void>
  /** Lets go of the file. Appending afterwards is an error, never a loss. */
  close(): void
}

/** Why an old file is set aside and a new one started: how the file is named then, and what is said. */
const SET_ASIDE = {
  damaged: 'storage.journal.damaged',
  outdated: 'storage.journal.outdated',
} as const satisfies { readonly [K in OpenFailure['kind']]?: Code }

/** From so many rows in the reserve on, refusals are not kept: they must not take the room of exits. */
const ROWS_FOR_REFUSALS = 500

/**
 * Opens the journal at `path`, making it if there is none. A file that fails its checks (pages, hash chain, a row
 * missing that is known to have been written) or is of an older version is kept beside it under another name and a new
 * one is started. One that can not be opened, or is of a newer version, is read as far as it can be and left alone; the
 * rows of this run go into the reserve. An error: another Plimsoll has it open.
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
  // Where it is damaged, the new file is not what was just written.
  return unopened(again === 'unavailable' ? what : message('storage.journal.untrusted', { path, why: what }))
}

function journalOver(notice: Message | null, rows: JournalRows, clock: Clock): Journal {
  let isClosed = false
  const answer = (accountId: string, intentId: string): SubmitAnswer | null =>
    isClosed ? null : rows.answer(accountId, intentId)
  return {
    notice,

    append(account, intent, entry, at = Math.trunc(clock.wall())) {
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

    emergency() {
      const why = rows.trouble()
      return why && message(`storage.emergency.${rows.isReserveSaved() ? 'reserve' : 'memory'}`, { why })
    },

    answer,
    copyTo: (to) => rows.copyTo(to),
    size: () => rows.size(),
    state: (accountId) => rows.accounts().get(accountId)?.state ?? NOTHING_KNOWN,

    close() {
      if (isClosed) return
      isClosed = true
      rows.close()
    },
  }
}

/** Whether an entry may be taken where only the reserve takes it: what has happened, and what leads out. */
function mayGoOn(known: Carried | undefined, intentId: string, entry: Entry): boolean {
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

/** A second sending, also of a leg whose first is in the archive. */
function wasSent(known: Carried | undefined, intentId: string, entry: Entry): boolean {
  if (entry.kind !== 'leg' || entry.record.state !== 'journalled') return false
  return known === undefined || legOf(known.state, { intentId, index: entry.leg })?.record.state !== 'planned'
}
