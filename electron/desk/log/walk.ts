import { DatabaseSync } from 'node:sqlite'
import type { Tip } from './journal-head.ts'
import { chainHash, storedRows } from './replay.ts'
import { ARCHIVED, decodeSnapshot, type ArchiveRef } from './archived-row.ts'

/**
 * Follows the hash chain of a journal file that nothing writes to. Throws if it breaks. `archive`: where the earlier
 * rows are; null: this file has them all.
 */
export function walkFile(path: string) {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return walkRows(db)
  } finally {
    db.close()
  }
}

function walkRows(db: DatabaseSync) {
  let archive: ArchiveRef | null = null
  let tip: Tip = { seq: 0, hash: '' }
  let rows = 0
  for (const { row, written } of storedRows(db)) {
    if (rows === 0 && row.kind === ARCHIVED) {
      archive = archiveIn(row.body)
      tip = archive ?? tip
    }
    const hash = chainHash(tip.hash, row)
    if (row.seq !== tip.seq + 1 || written !== hash) throw new Error(`row ${tip.seq + 1} was changed`)
    tip = { seq: row.seq, hash }
    rows += 1
  }
  return { rows, tip, archive }
}

function archiveIn(body: string): ArchiveRef | null {
  return decodeSnapshot(body, (at) => ({ at, mono: 0 }))?.archive ?? null
}
