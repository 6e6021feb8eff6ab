/**
 * The number and hash of the newest journal row, kept in a file of its own. A whole journal put back from a backup has
 * a perfect chain; only a witness outside it can tell that rows are missing at its end.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

export interface Tip {
  readonly seq: number
  readonly hash: string
}

export interface Head {
  /** Why a journal that ends in `last` is not the one that was being written; null when it is. */
  contradicts(last: Tip, hashOf: (seq: number) => string | null): Message | null
  /** Why a journal that ends in `last`, and is contradicted by nothing, may have lost rows all the same; null: it has not. */
  doubt(last: Tip): Message | null
  /**
   * Remembers the newest row. Not flushed to disk: it may lag behind the journal, which proves nothing, but is never
   * ahead of it. Failing to write leaves an older witness, which is still true.
   */
  write(tip: Tip): void
  /** The same, and on disk when it returns: before the rows it may be a witness of are let go of. Throws where it is not. */
  flush(tip: Tip): void
  close(): void
}

const LINE = /^(\d{16}) ([0-9a-f]{64})$/
const LENGTH = 16 + 1 + 64

/** Opens or makes the witness file, readable by its owner only. One that can not be read counts as absent. */
export function openHead(path: string): Head {
  // Made first: `r+` writes at a position, which `a+` can not, but does not create.
  closeSync(openSync(path, 'a', 0o600))
  const handle = openSync(path, 'r+')
  const known = readTip(handle)
  let isOpen = true
  return {
    contradicts(last, hashOf) {
      if (known === null || hashOf(known.seq) === known.hash) return null
      return message('storage.journal.rowMissing', { row: known.seq, last: last.seq })
    },
    doubt({ seq }) {
      if (seq === 0) return null
      if (known === null) return message('storage.journal.headMissing', { path })
      // A process that was killed between the two may have written one row more.
      return known.seq < seq - 1 ? message('storage.journal.headOld', { path, row: known.seq, last: seq }) : null
    },
    write({ seq, hash }) {
      if (!isOpen) return
      try {
        writeSync(handle, lineOf({ seq, hash }), 0)
      } catch {
        // The older witness stays, or a torn one that reads as absent; the journal itself is safe on disk.
      }
    },
    flush(tip) {
      writeSync(handle, lineOf(tip), 0)
      fsyncSync(handle)
    },
    close() {
      if (isOpen) closeSync(handle)
      isOpen = false
    },
  }
}

function lineOf({ seq, hash }: Tip): string {
  return `${String(seq).padStart(16, '0')} ${hash}`
}

function readTip(handle: number): Tip | null {
  const bytes = Buffer.alloc(LENGTH)
  const line = bytes.toString('latin1', 0, readSync(handle, bytes, 0, LENGTH, 0))
  const [, digits, hash] = LINE.exec(line) ?? []
  if (digits === undefined || hash === undefined) {
    ftruncateSync(handle, 0)
    return null
  }
  return { seq: Number.parseInt(digits, 10), hash }
}
