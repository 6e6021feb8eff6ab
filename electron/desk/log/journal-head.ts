/**
 * The number and hash of the newest journal row, in a separate file. An old copy of the journal has a perfect chain;
 * only a witness outside the file shows that rows are missing at its end.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

export interface Tip {
  readonly seq: number
  readonly hash: string
}

const LINE = /^(\d{16}) ([0-9a-f]{64})$/
const LENGTH = 16 + 1 + 64

/** The witness file, created if missing and readable only by its owner. If it is unreadable, it counts as absent. */
export class Head {
  readonly #path: string
  readonly #handle: number
  readonly #known: Tip | null
  #isOpen = true

  constructor(path: string) {
    // Created first: `r+` can write at a position, unlike `a+`, but does not create a file.
    closeSync(openSync(path, 'a', 0o600))
    this.#path = path
    this.#handle = openSync(path, 'r+')
    this.#known = readTip(this.#handle)
  }

  /** Why a journal that ends in `last` is not the one that was being written; null: it is. */
  contradicts(last: Tip, hashOf: (seq: number) => string | null): Message | null {
    const known = this.#known
    if (known === null || hashOf(known.seq) === known.hash) return null
    return message('storage.journal.rowMissing', { row: known.seq, last: last.seq })
  }

  /** Why a journal that ends in row `seq` may have lost rows although nothing contradicts it; null: it has not. */
  doubt({ seq }: Tip): Message | null {
    const [path, known] = [this.#path, this.#known]
    if (seq === 0) return null
    if (known === null) return message('storage.journal.headMissing', { path })
    // A process killed between the two writes may have written one more row.
    return known.seq < seq - 1 ? message('storage.journal.headOld', { path, row: known.seq, last: seq }) : null
  }

  /**
   * Stores the newest row without a flush: the witness may lag behind the journal, but is never ahead of it. A failed
   * write leaves an older witness, which is still true.
   */
  write(tip: Tip): void {
    if (!this.#isOpen) return
    try {
      writeSync(this.#handle, lineOf(tip), 0)
    } catch {
      // An older witness stays, or a torn one that reads as absent; the journal itself is safe.
    }
  }

  /**
   * Like `write`, but the row is on disk when this returns; throws otherwise. Call it before deleting rows that the
   * witness may name.
   */
  flush(tip: Tip): void {
    writeSync(this.#handle, lineOf(tip), 0)
    fsyncSync(this.#handle)
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#handle)
    this.#isOpen = false
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
