/** Reads a journal that must not be written: one of a newer version, or in a read-only folder. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Moment } from '../state/reduce.ts'
import { answersBy } from './answers.ts'
import { ARCHIVED, decodeSnapshot, type CarriedState } from './archived-row.ts'
import { decodeEntry } from './entry.ts'
import { momentsBy, storedRows, take } from './replay.ts'

/** Queries on the rows of a journal. */
export interface Readable {
  accounts(): ReadonlyMap<string, CarriedState>
  /** null: no such row. */
  hashOf(seq: number): string | null
  /** null: no such answer, or the journal is closed. */
  answer(account: string, intent: string): SubmitAnswer | null
  readonly close: () => void
}

/** Reads what it can of the file at `path` without checking or changing anything, so that exits stay possible. */
export function readAsItIs(path: string, clock: Clock): Readable {
  return readRows(path, clock) ?? readCopy(path, clock) ?? NOTHING_READ
}

const NOTHING_READ: Readable = {
  accounts: () => new Map(),
  hashOf: () => null,
  answer: () => null,
  close: () => undefined,
}

/** null: it cannot be read there. */
function readRows(path: string, clock: Clock): Readable | null {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path, { readOnly: true })
    const accounts = new Map<string, CarriedState>()
    readInto(accounts, db, momentsBy(clock))
    const [opened, answer] = [db, answersBy(db)]
    return {
      accounts: () => accounts,
      hashOf: () => null,
      answer: (account, intent) => (opened.isOpen ? answer(account, intent) : null),
      close: () => opened.isOpen && opened.close(),
    }
  } catch {
    db?.close()
    return null
  }
}

/** SQLite must create files beside a journal, so in a read-only folder a copy is read. */
function readCopy(path: string, clock: Clock): Readable | null {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-journal-'))
    const remove = (): void => rmSync(folder, { recursive: true, force: true })
    try {
      const copy = join(folder, 'journal.sqlite')
      for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
      const read = readRows(copy, clock)
      if (read === null) remove()
      return read && { ...read, close: () => (read.close(), remove()) }
    } catch (cause) {
      remove()
      throw cause
    }
  } catch {
    return null
  }
}

function readInto(accounts: Map<string, CarriedState>, db: DatabaseSync, momentOf: (at: number) => Moment): void {
  for (const { row } of storedRows(db)) {
    const carried = row.kind === ARCHIVED ? decodeSnapshot(row.body, momentOf) : null
    for (const [account, known] of carried?.accounts ?? []) accounts.set(account, known)
    const entry = carried === null ? decodeEntry(row.body) : null
    if (entry !== null) take(accounts, row, entry, momentOf(row.at))
  }
}
