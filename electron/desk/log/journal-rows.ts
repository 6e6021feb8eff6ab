/** Keeps the journal's rows: in its file or, while the file takes none, in the reserve. */
import { randomBytes } from 'node:crypto'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { SQLITE_FULL, sqliteCode, wordsOf } from '../../sqlite/database.ts'
import { NOTHING_KNOWN } from '../state/desk-state.ts'
import type { Moment } from '../state/reduce.ts'
import { refusalOf } from '../state/transitions.ts'
import { answerIn } from './answers.ts'
import type { CarriedState } from './archived-row.ts'
import { decodeEntry, type Entry } from './entry.ts'
import { openJournalFile } from './journal-file.ts'
import type { Tip } from './journal-head.ts'
import { journalTable, type EntryRow, type JournalTable } from './journal-table.ts'
import type { Readable } from './read-as-it-is.ts'
import { chainHash, momentsBy, take, type Row } from './replay.ts'
import type { ChainedRow, Reserve } from './reserve.ts'

/** Pause between tries to write to a file that failed, ms: the first one, and the limit as it doubles. */
const RETRY_MS = 5_000
const RETRY_AT_MOST_MS = 60_000

/**
 * `table` null: the file must not be written. Then `notice` says why, and `readable` gives what can be read from it.
 */
export interface OpenedFile {
  readonly table: JournalTable | null
  readonly readable: Readable
  readonly notice: Message | null
}

interface RowsOptions extends OpenedFile {
  readonly reserve: Reserve
  readonly path: string
  readonly clock: Clock
}

export class JournalRows {
  readonly #options: RowsOptions
  #table: JournalTable | null
  /** Why the file does not take rows; null: it does. */
  #trouble: Message | null
  /** Set when the file must be reopened to learn what is on disk. */
  #isDoubted = false
  /** While no file is open, the first row of the reserve is chained to this, which matches no real row. */
  readonly #nowhere: Tip = { seq: 0, hash: randomBytes(32).toString('hex') }
  #cancelRetry: () => void = () => undefined
  /** The accounts including the rows of the reserve; null: the reserve is empty. */
  #ahead: ReadonlyMap<string, CarriedState> | null = null

  /** Takes over the rows that an earlier run left in the reserve. */
  constructor(options: RowsOptions) {
    const { table, notice, reserve, clock } = options
    this.#options = options
    this.#table = table
    this.#trouble = table === null ? notice : null
    if (reserve.rows().length > 0) {
      this.#ahead = missingFrom(this.#base(), reserve.rows(), clock).accounts
      this.#tryAgain((each) => this.#merge(each))
    }
    if (this.#trouble !== null) this.#retryIn(RETRY_MS)
  }

  accounts(): ReadonlyMap<string, CarriedState> {
    return this.#ahead ?? this.#base().accounts()
  }

  answer(accountId: string, intentId: string): SubmitAnswer | null {
    return this.#base().answer(accountId, intentId) ?? this.#ahead?.get(accountId)?.answers.get(intentId) ?? null
  }

  /** Why the file does not take rows; null: it does. */
  trouble(): Message | null {
    return this.#trouble
  }

  isReserveSaved(): boolean {
    return this.#options.reserve.isSaved()
  }

  size(): { readonly rows: number; readonly reserved: number } {
    return { rows: this.#table?.known().tip.seq ?? 0, reserved: this.#options.reserve.rows().length }
  }

  async copyTo(path: string): Promise<void> {
    if (this.#table === null) throw new Error('expected an open journal')
    await this.#table.copyTo(path)
  }

  /** Writes to the file and returns whether it has the row. Rows in the reserve must be written first. */
  write(written: EntryRow): boolean {
    if (this.#table === null || this.#isDoubted || this.#options.reserve.rows().length > 0) return false
    const wasWell = this.#trouble === null
    this.#tryAgain((each) => {
      if (written.entry.kind === 'accepted') each.keepShort(written.row.at)
      each.write([written])
    })
    if (this.#trouble !== null && wasWell) this.#retryIn(RETRY_MS)
    return this.#trouble === null
  }

  /** Puts the row into the reserve. */
  reserve(row: Row, entry: Entry): void {
    const { reserve, clock } = this.#options
    const follows = reserve.tip() ?? this.#table?.known().tip ?? this.#nowhere
    const placed = { ...row, seq: follows.seq + 1 }
    reserve.add({ row: placed, hash: chainHash(follows.hash, placed) }, follows)
    this.#ahead = withRow(new Map(this.accounts()), placed, entry, { at: row.at, mono: clock.mono() })
  }

  close(): void {
    this.#cancelRetry()
    this.#options.reserve.save()
    this.#table?.close()
    this.#options.readable.close()
  }

  #base(): Readable {
    return this.#table ?? this.#options.readable
  }

  /** Appends the rows of the reserve to the file. Throws if the file does not take them. */
  #merge(into: JournalTable): void {
    const { reserve, clock } = this.#options
    into.write(missingFrom(into, reserve.rows(), clock).rows)
    reserve.clear()
    this.#ahead = null
  }

  #tryAgain(work: (table: JournalTable) => void): void {
    const why = this.#isDoubted && this.#table !== null ? this.#reopen(this.#table) : null
    if (why !== null) this.#trouble = why
    if (why !== null || this.#table === null) return
    try {
      work(this.#table)
      this.#trouble = null
    } catch (cause) {
      this.#trouble = message('storage.journal.unwritable', { cause: wordsOf(cause) })
      // A full disk refuses cleanly. After any other failure, only reopening the file shows what is on disk.
      if (sqliteCode(cause) !== SQLITE_FULL) this.#isDoubted = true
    }
  }

  /** Why the file can no longer be written; null: it can. */
  #reopen(doubted: JournalTable): Message | null {
    const { path, clock, reserve } = this.#options
    doubted.close()
    const file = openJournalFile(path, clock)
    if (!file.ok) return file.error.message
    const found = journalTable(file.value, path, clock)
    const { tip } = found.known()
    // The file may already have the row whose write failed.
    const isOurs = tip.hash === doubted.known().tip.hash || reserve.rows().some(({ hash }) => hash === tip.hash)
    if (!isOurs) {
      found.close()
      return message('storage.journal.changed', { path })
    }
    this.#table = found
    this.#isDoubted = false
    return null
  }

  #retryIn(ms: number): void {
    const { reserve, clock } = this.#options
    this.#cancelRetry()
    this.#cancelRetry = clock.after(ms, () => {
      reserve.save()
      this.#tryAgain((each) => (reserve.rows().length > 0 ? this.#merge(each) : each.write([])))
      if (this.#trouble !== null) this.#retryIn(Math.min(2 * ms, RETRY_AT_MOST_MS))
    })
  }
}

/** The rows of the reserve that `store` lacks, in order, and the accounts including them. */
function missingFrom(
  store: Readable,
  rows: readonly ChainedRow[],
  clock: Clock,
): { readonly rows: readonly EntryRow[]; readonly accounts: ReadonlyMap<string, CarriedState> } {
  const momentOf = momentsBy(clock)
  const accounts = new Map(store.accounts())
  const missing: EntryRow[] = []
  for (const { row, hash } of rows) {
    const entry = decodeEntry(row.body)
    if (entry === null || store.hashOf(row.seq) === hash) continue
    const { account, intent } = row
    // An earlier try may have written these rows and been interrupted right after.
    const isAnswered = answerIn(intent, entry) !== null && store.answer(account, intent) !== null
    if (isAnswered || refusalOf(accounts.get(account)?.state ?? NOTHING_KNOWN, intent, entry) !== null) continue
    missing.push({ row, entry })
    withRow(accounts, row, entry, momentOf(row.at))
  }
  return { rows: missing, accounts }
}

/** Applies a row and keeps its answer in memory, because the file has neither. */
function withRow(
  accounts: Map<string, CarriedState>,
  row: Row,
  entry: Entry,
  moment: Moment,
): ReadonlyMap<string, CarriedState> {
  take(accounts, row, entry, moment)
  const known = accounts.get(row.account)
  const answer = answerIn(row.intent, entry)
  if (known && answer)
    accounts.set(row.account, { ...known, answers: new Map([...known.answers, [row.intent, answer]]) })
  return accounts
}
