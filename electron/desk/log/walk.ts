/** Walks the chain of hashes of a journal file that is not being written, and of its archives. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Tip } from './journal-head.ts'
import { chain, storedRows } from './replay.ts'
import { ARCHIVED, decodeSnapshot, type ArchiveRef } from './archived-row.ts'

interface Walked {
  readonly rows: number
  readonly tip: Tip
  /** Where the rows before the first one are; null: this file has them all. */
  readonly archive: ArchiveRef | null
}

/** The rows of one file, or what is wrong with them. */
export function walkFile(path: string): Result<Walked, Message> {
  if (!existsSync(path)) return err(message('storage.journal.fileGone', { path }))
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return walkRows(db)
  } finally {
    db.close()
  }
}

function walkRows(db: DatabaseSync): Result<Walked, Message> {
  let archive: ArchiveRef | null = null
  let tip: Tip = { seq: 0, hash: '' }
  let rows = 0
  for (const { row, written } of storedRows(db)) {
    if (rows === 0 && row.kind === ARCHIVED) {
      archive = archiveIn(row.body)
      tip = archive ?? tip
    }
    const hash = chain(tip.hash, row)
    if (row.seq !== tip.seq + 1 || written !== hash) {
      return err(message('storage.journal.rowChanged', { row: tip.seq + 1 }))
    }
    tip = { seq: row.seq, hash }
    rows += 1
  }
  return ok({ rows, tip, archive })
}

function archiveIn(body: string): ArchiveRef | null {
  return decodeSnapshot(body, (at) => ({ at, mono: 0 }))?.archive ?? null
}

/** The whole chain, newest file first: how many rows it has, or where it breaks. */
export function walkChain(path: string): Result<number, Message> {
  let rows = 0
  let file: string | null = path
  let expected: Tip | null = null
  while (file !== null) {
    const walked = walkFile(file)
    if (!walked.ok) return walked
    const { tip, archive } = walked.value
    if (expected !== null && (tip.seq !== expected.seq || tip.hash !== expected.hash)) {
      return err(message('storage.journal.endsElsewhere', { path: file, row: expected.seq }))
    }
    rows += walked.value.rows
    expected = archive
    file = archive === null ? null : join(dirname(path), archive.file)
  }
  return ok(rows)
}
