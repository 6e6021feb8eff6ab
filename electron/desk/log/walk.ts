/** Walks the chain of hashes of a journal file that is not being written, and of its archives. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Tip } from './journal-head.ts'
import { chain, storedRows } from './replay.ts'
import { ARCHIVED, decodeSnapshot, type ArchiveRef } from './archived-row.ts'

interface Walked {
  readonly rows: number
  readonly tip: Tip
  /** Where the rows before the first one are; null: this file has them all. */
  readonly archive: ArchiveRef | null
}

/** The rows of one file; text: what is wrong with them. */
export function walkFile(path: string): Walked | string {
  if (!existsSync(path)) return `${path} is not there`
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return walkRows(db)
  } finally {
    db.close()
  }
}

function walkRows(db: DatabaseSync): Walked | string {
  let archive: ArchiveRef | null = null
  let tip: Tip = { seq: 0, hash: '' }
  let rows = 0
  for (const { row, written } of storedRows(db)) {
    if (rows === 0 && row.kind === ARCHIVED) {
      archive = archiveIn(row.body)
      tip = archive ?? tip
    }
    const hash = chain(tip.hash, row)
    if (row.seq !== tip.seq + 1 || written !== hash) return `row ${tip.seq + 1} is not the one that was written`
    tip = { seq: row.seq, hash }
    rows += 1
  }
  return { rows, tip, archive }
}

function archiveIn(body: string): ArchiveRef | null {
  return decodeSnapshot(body, (at) => ({ at, mono: 0 }))?.archive ?? null
}

/** The whole chain, newest file first: how many rows it has; text: where it breaks. */
export function walkChain(path: string): number | string {
  let rows = 0
  let file: string | null = path
  let expected: Tip | null = null
  while (file !== null) {
    const walked = walkFile(file)
    if (typeof walked === 'string') return walked
    const { tip, archive } = walked
    if (expected !== null && (tip.seq !== expected.seq || tip.hash !== expected.hash)) {
      return `${file} does not end in row ${expected.seq}`
    }
    rows += walked.rows
    expected = archive
    file = archive === null ? null : join(dirname(path), archive.file)
  }
  return rows
}
