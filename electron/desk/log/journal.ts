/**
 * The desk's memory: one SQLite file of append-only rows, each on disk before the call that wrote it returns, each
 * carrying the hash of the one before. The file itself refuses a second answer to an intent and a second sending of a
 * leg. What it does not take, for a full disk or any other reason, is kept in the reserve until it does; then nothing
 * is sent but ways out.
 */
import { randomBytes } from 'node:crypto'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { isWayOut } from '#shared/desk/action.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message, type Code } from '#shared/words/message.ts'
import { setAside, SQLITE_FULL, sqliteCode, wordsOf } from '../../sqlite/database.ts'
import { NOTHING_KNOWN, type DeskState } from '../state/desk-state.ts'
import type { Moment } from '../state/reduce.ts'
import { intentOf, legOf } from '../state/select.ts'
import { refusalOf } from '../state/transitions.ts'
import { answerIn } from './answers.ts'
import type { Carried } from './archived-row.ts'
import type { Entry } from './entry.ts'
import { decodeEntry, encodeEntry } from './entry-text.ts'
import { openJournalFile, type JournalFile, type OpenFailure } from './journal-file.ts'
import type { Tip } from './journal-head.ts'
import { journalTable, type EntryRow, type JournalTable } from './journal-table.ts'
import { readAsItIs, type Readable } from './read-as-it-is.ts'
import { chain, momentsBy, take, type Row } from './replay.ts'
import { openReserve, type ChainedRow, type Reserve } from './reserve.ts'

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

/** Between two tries to write to a file that failed, ms: at first and, as each fails, at most. */
const RETRY_MS = 5_000
const RETRY_AT_MOST_MS = 60_000

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
  return ok(journalOver({ ...found.value, notice, reserve, path, clock }))
}

/** `table` null: the file is not to be written; then `notice` says why, and `readable` is what can be read of it. */
interface OpenedFile {
  readonly table: JournalTable | null
  readonly readable: Readable
  readonly notice: Message | null
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

interface Parts extends OpenedFile {
  readonly reserve: Reserve
  readonly path: string
  readonly clock: Clock
}

type Accounts = ReadonlyMap<string, Carried>

function journalOver({ table: first, readable, notice, reserve, path, clock }: Parts): Journal {
  let table = first
  /** Why the file does not take rows; null: it does. */
  let trouble = table === null ? notice : null
  /** It is not known what is on disk before the file was opened anew. */
  let isDoubted = false
  let isClosed = false
  /** What the first row of the reserve follows on where no file is open: no row of any. */
  const nowhere: Tip = { seq: 0, hash: randomBytes(32).toString('hex') }
  let cancelRetry: () => void = () => undefined
  /** What is known with the rows of the reserve; null: it has none. */
  let ahead: Accounts | null = null
  const base = (): Readable => table ?? readable
  const accounts = (): Accounts => ahead ?? base().accounts()
  takeOver()

  /** The rows an earlier run left in the reserve. */
  function takeOver(): void {
    if (reserve.rows().length > 0) {
      ahead = missingFrom(base(), reserve.rows(), clock).accounts
      if (table !== null) tryAgain(merge)
    }
    if (trouble !== null) retryIn(RETRY_MS)
  }

  /** Writes what the reserve has behind the rows of the file. Throws where the file does not take it. */
  function merge(into: JournalTable): void {
    into.write(missingFrom(into, reserve.rows(), clock).rows)
    reserve.clear()
    ahead = null
  }

  function tryAgain(work: (table: JournalTable) => void): void {
    const why = isDoubted && table !== null ? reopen(table) : null
    if (why !== null) trouble = why
    if (why !== null || table === null) return
    try {
      work(table)
      trouble = null
    } catch (cause) {
      trouble = message('storage.journal.unwritable', { cause: wordsOf(cause) })
      // A full disk refuses cleanly. After any other failure only opening the file anew tells what is on disk.
      if (sqliteCode(cause) !== SQLITE_FULL) isDoubted = true
    }
  }

  /** Why it can not be written on; null: it can. */
  function reopen(doubted: JournalTable): Message | null {
    doubted.close()
    const file = openJournalFile(path, clock)
    if (!file.ok) return file.error.message
    const found = journalTable(file.value, path, clock)
    const { tip } = found.known()
    // It may have the row of which it was not known.
    const isOurs = tip.hash === doubted.known().tip.hash || reserve.rows().some(({ hash }) => hash === tip.hash)
    if (!isOurs) {
      found.close()
      return message('storage.journal.changed', { path })
    }
    table = found
    isDoubted = false
    return null
  }

  function retryIn(ms: number): void {
    cancelRetry()
    cancelRetry = clock.after(ms, () => {
      reserve.save()
      if (table !== null) tryAgain(reserve.rows().length > 0 ? merge : (each) => each.write([]))
      if (trouble !== null) retryIn(Math.min(2 * ms, RETRY_AT_MOST_MS))
    })
  }

  /** Whether the file has the row now. It takes none before those in the reserve. */
  function isWritten(written: EntryRow): boolean {
    if (table === null || isDoubted || reserve.rows().length > 0) return false
    const wasWell = trouble === null
    tryAgain((each) => {
      if (written.entry.kind === 'accepted') each.keepShort(written.row.at)
      each.write([written])
    })
    if (trouble !== null && wasWell) retryIn(RETRY_MS)
    return trouble === null
  }

  function keep(row: Row, entry: Entry): void {
    const follows = reserve.tip() ?? table?.known().tip ?? nowhere
    const placed = { ...row, seq: follows.seq + 1 }
    reserve.add({ row: placed, hash: chain(follows.hash, placed) }, follows)
    ahead = withRow(new Map(accounts()), placed, entry, { at: row.at, mono: clock.mono() })
  }

  function answer(accountId: string, intentId: string): SubmitAnswer | null {
    return isClosed
      ? null
      : (base().answer(accountId, intentId) ?? ahead?.get(accountId)?.answers.get(intentId) ?? null)
  }

  return {
    notice,

    append(account, intent, entry, at = Math.trunc(clock.wall())) {
      if (isClosed) return err(message('storage.journal.closed'))
      const known = accounts().get(account)
      const isAnswered = answerIn(intent, entry) !== null && answer(account, intent) !== null
      if (isAnswered || wasSent(known, intent, entry)) return err(message('storage.journal.twice'))
      const row = rowOf(entry, { seq: 0, at, account, intent })
      if (isWritten({ row, entry })) return ok(null)
      const isFlood = entry.kind === 'denied' && reserve.rows().length >= ROWS_FOR_REFUSALS
      if (isFlood || !mayGoOn(known, intent, entry))
        return err(message('storage.emergency.onlyExits', { why: trouble ?? message('storage.journal.closed') }))
      keep(row, entry)
      return ok(null)
    },

    emergency() {
      if (trouble === null) return null
      return message(`storage.emergency.${reserve.isSaved() ? 'reserve' : 'memory'}`, { why: trouble })
    },

    answer,

    async copyTo(to) {
      if (table === null) throw new Error('expected an open journal')
      await table.copyTo(to)
    },

    size: () => ({ rows: table?.known().tip.seq ?? 0, reserved: reserve.rows().length }),

    state: (accountId) => accounts().get(accountId)?.state ?? NOTHING_KNOWN,

    close() {
      if (isClosed) return
      cancelRetry()
      reserve.save()
      isClosed = true
      table?.close()
      readable.close()
    },
  }
}

/** Of rows of the reserve those that `store` lacks, in order, and what is known with them. */
function missingFrom(
  store: Readable,
  rows: readonly ChainedRow[],
  clock: Clock,
): { readonly rows: readonly EntryRow[]; readonly accounts: Accounts } {
  const momentOf = momentsBy(clock)
  const accounts = new Map(store.accounts())
  const missing: EntryRow[] = []
  for (const { row, hash } of rows) {
    const entry = decodeEntry(row.body)
    if (entry === null || store.hashOf(row.seq) === hash) continue
    const { account, intent } = row
    // An earlier try to write them may have been cut off right after it did.
    const isAnswered = answerIn(intent, entry) !== null && store.answer(account, intent) !== null
    if (isAnswered || refusalOf(accounts.get(account)?.state ?? NOTHING_KNOWN, intent, entry) !== null) continue
    missing.push({ row, entry })
    withRow(accounts, row, entry, momentOf(row.at))
  }
  return { rows: missing, accounts }
}

/** Takes a row in, its answer too: the file can not be asked for it. */
function withRow(accounts: Map<string, Carried>, row: Row, entry: Entry, moment: Moment): Accounts {
  take(accounts, row, entry, moment)
  const known = accounts.get(row.account)
  const answer = answerIn(row.intent, entry)
  if (known && answer)
    accounts.set(row.account, { ...known, answers: new Map([...known.answers, [row.intent, answer]]) })
  return accounts
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
