/**
 * Keeps a journal file short. Its rows move to an archive beside it, and its first row then carries the state they led
 * to. The hash chain continues from archive to file. An interruption loses nothing: the file keeps its rows until the
 * archive is on disk and checked, and then deletes them in one transaction.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, makePrivate } from '../../sqlite/database.ts'
import { answersIn } from './answers.ts'
import { VERSION } from './migrations.ts'
import type { Head } from './journal-head.ts'
import { cellsOf, chainHash, type Replayed, type Row } from './replay.ts'
import { ARCHIVED, encodeSnapshot, type ArchiveRef } from './archived-row.ts'
import { walkFile } from './walk.ts'

export const TABLES = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    account TEXT NOT NULL,
    intent TEXT NOT NULL,
    leg INTEGER,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX answered_once ON event (account, intent) WHERE leg IS NULL AND kind IN ('accepted', 'denied');
  CREATE UNIQUE INDEX sent_once ON event (account, intent, leg) WHERE kind = 'journalled';
  CREATE TRIGGER no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'append-only'); END;`

export const NO_DELETE = `
  CREATE TRIGGER no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'append-only'); END;`

export const INSERT = 'INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)'

/** The steps in order. Tests kill the process after each. */
export type ArchiveStep = 'copied' | 'named' | 'cut' | 'shrunk'

export interface Archiving {
  readonly db: DatabaseSync
  readonly path: string
  readonly head: Head
  /** All rows of the file, as replayed. */
  readonly replayed: Replayed
  /** Wall clock ms. */
  readonly at: number
  readonly onStep?: (step: ArchiveStep) => void
}

/** Moves all rows to the archive. Returns the contents of the file afterwards. Throws if the disk refuses. */
export function moveToArchive(archiving: Archiving): Replayed {
  const { db, path, head, replayed, at, onStep = () => undefined } = archiving
  const archive = copyRows(db, path, replayed, onStep)
  // The file is about to lose these rows: a head that names an earlier one would contradict it.
  head.flush(replayed.tip)
  onStep('named')
  const accounts = new Map(
    [...replayed.accounts].map(([id, { state, answers }]) => [
      id,
      { state, answers: new Map([...answers, ...answersIn(db, id)]) },
    ]),
  )
  const about = { seq: archive.seq + 1, at, account: '', intent: '', leg: null, kind: ARCHIVED }
  const row: Row = { ...about, body: encodeSnapshot(archive, accounts) }
  const hash = chainHash(archive.hash, row)
  inTransaction(db, () => {
    db.exec('DROP TRIGGER no_delete; DELETE FROM event')
    db.prepare(INSERT).run(...cellsOf(row), hash)
    db.exec(`${NO_DELETE} PRAGMA user_version = ${VERSION}`)
  })
  onStep('cut')
  const tip = { seq: row.seq, hash }
  head.write(tip)
  shrink(db)
  onStep('shrunk')
  return { tip, archive, accounts }
}

/** Shrinks the file. A failure does no harm. */
function shrink(db: DatabaseSync): void {
  try {
    db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The disk has no room for it.
  }
}

/** A copy of the file under its own name, flushed to disk and read back. A draft left by an earlier try is replaced. */
function copyRows(db: DatabaseSync, path: string, { tip }: Replayed, onStep: (step: ArchiveStep) => void): ArchiveRef {
  // The name has the hash too: archives of a file that was set aside stay beside it.
  const file = `${basename(path)}.archive-${tip.seq}-${tip.hash.slice(0, 8)}`
  const target = join(dirname(path), file)
  const draft = `${target}.draft`
  rmSync(draft, { force: true })
  makePrivate(draft)
  db.prepare('VACUUM INTO ?').run(draft)
  flush(draft)
  if (walkFile(draft).tip.hash !== tip.hash) throw new Error('the copy is not what was written')
  onStep('copied')
  renameSync(draft, target)
  flush(dirname(path))
  return { file, ...tip }
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
