/** Reads the rows of a journal file: checks each against the row before, and applies it to the state of its account. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { reduce, type Moment } from '../state/reduce.ts'
import { NOTHING_KNOWN } from '../state/desk-state.ts'
import { refusalOf } from '../state/transitions.ts'
import { decodeEntry, type Entry } from './entry.ts'
import type { Tip } from './journal-head.ts'
import { ARCHIVED, decodeSnapshot, type ArchiveRef, type CarriedState } from './archived-row.ts'

/** An entry as stored. The hash of a row covers the row and the hash of the row before. */
export interface Row {
  readonly seq: number
  /** Wall clock ms. */
  readonly at: number
  readonly account: string
  readonly intent: string
  /** The leg that changed; null: the row is about the intent. */
  readonly leg: number | null
  /** The kind of the entry, or the new state for an entry about a leg. */
  readonly kind: string
  /** The entry, encoded. */
  readonly body: string
}

export interface Replayed {
  readonly tip: Tip
  /** Where the earlier rows are; null: this file has them all. */
  readonly archive: ArchiveRef | null
  readonly accounts: Map<string, CarriedState>
}

/**
 * Converts wall times of earlier runs to moments. Only the wall clock gives their age, and it may have been set back
 * since.
 */
export function momentsBy(clock: Clock): (at: number) => Moment {
  const [wall, mono] = [clock.wall(), clock.mono()]
  return (at) => ({ at, mono: mono - Math.max(0, wall - at) })
}

/** The hash of a row, bound to every row before it. `previous` is '' for the first row. */
export function chainHash(previous: string, row: Row): string {
  return hash('sha256', `${previous}\n${JSON.stringify(cellsOf(row))}`)
}

/** In the order of the table's columns, without the last one, the hash. */
export function cellsOf({ seq, at, account, intent, leg, kind, body }: Row) {
  return [seq, at, account, intent, leg, kind, body] as const
}

/**
 * The replayed rows, or what is wrong with them. `supplement`: entries that earlier versions did not write, by the
 * number of the row that each follows.
 */
export function replay(
  db: DatabaseSync,
  momentOf: (at: number) => Moment,
  supplement: ReadonlyMap<number, Entry>,
): Result<Replayed, Message> {
  let tip: Tip = { seq: 0, hash: '' }
  let archive: ArchiveRef | null = null
  let accounts = new Map<string, CarriedState>()
  for (const { row, written } of storedRows(db)) {
    if (tip.seq === 0 && row.kind === ARCHIVED) {
      const carried = decodeSnapshot(row.body, momentOf)
      if (carried === null) return err(message('storage.journal.rowUnread', { row: row.seq }))
      archive = carried.archive
      accounts = new Map(carried.accounts)
      tip = archive
    }
    const { seq } = row
    const linked = chainHash(tip.hash, row)
    if (seq !== tip.seq + 1 || written !== linked)
      return err(message('storage.journal.rowChanged', { row: tip.seq + 1 }))
    tip = { seq, hash: linked }
    if (row.kind === ARCHIVED && archive?.seq === seq - 1) continue
    const entry = decodeEntry(row.body)
    if (entry === null) return err(message('storage.journal.rowUnread', { row: seq }))
    take(accounts, row, entry, momentOf(row.at))
    const added = supplement.get(seq)
    const { state } = accounts.get(row.account) ?? NOTHING_CARRIED
    if (added && refusalOf(state, row.intent, added) === null) take(accounts, row, added, momentOf(row.at))
  }
  return ok({ tip, archive, accounts })
}

const NOTHING_CARRIED: CarriedState = { state: NOTHING_KNOWN, answers: new Map() }

export function take(
  accounts: Map<string, CarriedState>,
  { account, intent: intentId }: Pick<Row, 'account' | 'intent'>,
  entry: Entry,
  moment: Moment,
): void {
  const { state, answers } = accounts.get(account) ?? NOTHING_CARRIED
  accounts.set(account, { state: reduce(state, { intentId, entry, ...moment }), answers })
}

/** All rows. There may be very many: reading arrays in batches is twice as fast as reading single objects. */
export function* storedRows(db: DatabaseSync): Iterable<{ readonly row: Row; readonly written: string }> {
  const some = db.prepare('SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT 500')
  some.setReturnArrays(true)
  let newest = -Infinity
  for (;;) {
    // A STRICT table holds the declared types.
    const rows = some.all(newest) as unknown as readonly (readonly [...ReturnType<typeof cellsOf>, string])[]
    for (const [seq, at, account, intent, leg, kind, body, written] of rows) {
      yield { row: { seq, at, account, intent, leg, kind, body }, written }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    newest = last[0]
  }
}
