/** The rows of an open journal file: appended, looked up and archived. */
import type { Clock } from '#shared/domain/clock.ts'
import { copyOpen, inTransaction } from '../../sqlite/database.ts'
import { answersBy } from './answers.ts'
import { INSERT, moveToArchive } from './archive.ts'
import type { Entry } from './entry.ts'
import { hashOf, MOST_ROWS, type JournalFile } from './journal-file.ts'
import { VERSION } from './migrations.ts'
import type { Readable } from './read-as-it-is.ts'
import { cellsOf, chainHash, momentsBy, take, type Replayed, type Row } from './replay.ts'

/** A row and its decoded body. */
export interface EntryRow {
  readonly row: Row
  readonly entry: Entry
}

export type JournalTable = ReturnType<typeof journalTable>

export function journalTable({ db, head, replayed: first, close }: JournalFile, path: string, clock: Clock) {
  let replayed = first
  const insert = db.prepare(INSERT)
  const answerIn = answersBy(db)

  /** Returns the tip of the chain after them. */
  function insertAll(rows: readonly EntryRow[]): Replayed['tip'] {
    let { tip } = replayed
    for (const given of rows) {
      const row = { ...given.row, seq: tip.seq + 1 }
      tip = { seq: row.seq, hash: chainHash(tip.hash, row) }
      insert.run(...cellsOf(row), tip.hash)
    }
    return tip
  }

  const readable: Readable = {
    accounts: () => replayed.accounts,
    hashOf: (seq) => (seq === replayed.archive?.seq ? replayed.archive.hash : hashOf(db, seq)),
    answer(account, intent) {
      if (!db.isOpen) return null
      return answerIn(account, intent) ?? replayed.accounts.get(account)?.answers.get(intent) ?? null
    },
    close,
  }

  return {
    ...readable,
    /** The replayed state and the newest row, even after the file is closed. */
    known: () => replayed,

    /** Numbers and appends rows in order, all or none. Throws on failure. */
    write(rows: readonly EntryRow[]): void {
      const several = (): Replayed['tip'] => {
        // Without rows, writing the version again tests whether the disk works.
        db.exec(`PRAGMA user_version = ${VERSION}`)
        return insertAll(rows)
      }
      // A single row is its own transaction.
      const tip = rows.length === 1 ? insertAll(rows) : inTransaction(db, several)
      const momentOf = momentsBy(clock)
      for (const { row, entry } of rows) take(replayed.accounts, row, entry, momentOf(row.at))
      replayed = { ...replayed, tip }
      head.write(tip)
    },

    /** Copies the whole file with SQLite's own backup. */
    copyTo: (to: string): Promise<void> => copyOpen(db, to),

    /** Archives the rows once there are many, if the disk allows. Throws if the outcome is unknown. */
    keepShort(at: number): void {
      if (replayed.tip.seq - (replayed.archive?.seq ?? 0) < MOST_ROWS) return
      try {
        replayed = moveToArchive({ db, path, head, replayed, at })
      } catch (cause) {
        // If the disk refused, the file just stays long. If the deletion broke off, we no longer know what the file
        // contains.
        if (db.isTransaction) throw cause
      }
    },
  }
}
