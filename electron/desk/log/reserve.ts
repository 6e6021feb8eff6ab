/**
 * Keeps the rows that the journal file does not take: a full or failing disk must not keep a trader from an exit. A
 * file of fixed size is created beside the journal while there is room. Rows that it cannot take either stay in memory
 * and are written as soon as possible.
 * The first line of the file names the journal row that the first row of the reserve follows. Then comes one line per
 * row, chained by hashes like the journal. Anything after the last row is old content: no chain leads to it.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { z } from 'zod'
import { parsedJson } from '#shared/domain/json.ts'
import { VERSION } from './migrations.ts'
import type { Tip } from './journal-head.ts'
import { cellsOf, chainHash, type Row } from './replay.ts'

/** A few times what a flatten of several hundred orders needs. */
const RESERVED_BYTES = 4 * 1024 * 1024

export interface ChainedRow {
  readonly row: Row
  /** Covers this row and, through it, all rows before. */
  readonly hash: string
}

const FREE = 'free\n'
const headSchema = z.object({ version: z.number(), seq: z.number(), hash: z.string() })
const [number, text] = [z.number(), z.string()]
const cellsAndHash = z.tuple([number, number, text, text, number.nullable(), text, text, text])

type Found =
  | { readonly kind: 'none' | 'free' | 'unreadable' | 'newer' }
  | { readonly kind: 'rows'; readonly follows: Tip; readonly rows: readonly ChainedRow[]; readonly end: number }

/**
 * Opens the reserve at `path`, creating it if there is room; without a file it is in memory only. `aside`: the new name
 * of an unreadable reserve file; null: there was none.
 */
export function openReserve(path: string, asideAs: string): { reserve: Reserve; aside: string | null } {
  const found = read(path)
  const isAside = found.kind === 'unreadable' && isMoved(path, asideAs)
  if (found.kind === 'none' || isAside) make(path)
  // Rows of a newer Plimsoll are left for it to read: nothing is written over them.
  const mayWrite = found.kind !== 'newer' && (found.kind !== 'unreadable' || isAside)
  return { reserve: new Reserve(mayWrite ? path : null, found), aside: isAside ? asideAs : null }
}

export class Reserve {
  /** null: nothing is written. */
  readonly #path: string | null
  readonly #rows: ChainedRow[]
  #follows: Tip | null
  #saved: number
  /** Offset of the next row, in bytes. */
  #end: number

  constructor(path: string | null, found: Found) {
    const { rows, follows, end } = found.kind === 'rows' ? found : { rows: [], follows: null, end: 0 }
    this.#path = path
    this.#rows = [...rows]
    this.#follows = follows
    this.#saved = rows.length
    this.#end = end
  }

  /** Rows that are not in the journal yet, oldest first, from this run and earlier ones. */
  rows(): readonly ChainedRow[] {
    return this.#rows
  }

  /** The newest row, which the next row follows; null: the reserve is empty, so the next row follows the journal. */
  tip(): Tip | null {
    const last = this.#rows.at(-1)
    return last === undefined ? null : { seq: last.row.seq, hash: last.hash }
  }

  /** `follows`: the journal row that the first row of the reserve follows. */
  add(row: ChainedRow, follows: Tip): void {
    this.#follows ??= follows
    this.#rows.push(row)
    this.save()
  }

  /** Tries again to write the rows that are only in memory. */
  save(): void {
    if (this.#path === null || this.#follows === null || this.isSaved()) return
    const start = this.#saved === 0 ? 0 : this.#end
    const head = this.#saved === 0 ? `${JSON.stringify({ version: VERSION, ...this.#follows })}\n` : ''
    const bytes = Buffer.from(head + this.#rows.slice(this.#saved).map(lineOf).join(''))
    try {
      writeAt(this.#path, bytes, start)
      this.#end = start + bytes.length
      this.#saved = this.#rows.length
    } catch {
      // The rows stay in memory; the next try overwrites a torn line.
    }
  }

  /** All of it is on disk. */
  isSaved(): boolean {
    return this.#saved === this.#rows.length
  }

  /** Deletes all rows, as the journal now has them. Throws if the disk refuses. */
  clear(): void {
    if (this.#saved > 0 && this.#path !== null) {
      writeAt(this.#path, Buffer.from(FREE), 0)
      if (statSync(this.#path).size !== RESERVED_BYTES) make(this.#path)
    }
    this.#rows.length = 0
    this.#follows = null
    this.#saved = this.#end = 0
  }
}

/** The bytes are on disk when this returns. */
function writeAt(path: string, bytes: Buffer, at: number): void {
  // `r+` can write at a position, unlike `a+`, but does not create a file.
  const handle = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600)
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done, bytes.length - done, at + done)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Random bytes, as a file system may allocate nothing for zeros. Without room for all of it there is no reserve. */
function make(path: string): void {
  try {
    remove(path)
    const bytes = randomBytes(RESERVED_BYTES)
    bytes.write(FREE)
    writeAt(path, bytes, 0)
  } catch {
    remove(path)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder is read-only: nothing of ours is in it.
  }
}

function isMoved(path: string, aside: string): boolean {
  try {
    renameSync(path, aside)
    return true
  } catch {
    return false
  }
}

function lineOf({ row, hash }: ChainedRow): string {
  return `${JSON.stringify([...cellsOf(row), hash])}\n`
}

/** Whether a reserve has no rows. */
export function isFree(path: string): boolean {
  const { kind } = read(path)
  return kind === 'free' || kind === 'none'
}

function read(path: string): Found {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    const isThere = !(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
    return { kind: isThere ? 'unreadable' : 'none' }
  }
  if (bytes.length === 0) return { kind: 'none' }
  if (bytes.toString('latin1', 0, FREE.length) === FREE) return { kind: 'free' }
  const first = bytes.indexOf('\n')
  const head = headSchema.safeParse(parsedJson(bytes.toString('utf8', 0, Math.max(first, 0))))
  if (!head.success) return { kind: 'unreadable' }
  const { version, seq, hash } = head.data
  return version > VERSION ? { kind: 'newer' } : rowsAfter(bytes, first + 1, { seq, hash })
}

/** The rows from `start` on, up to the first one that breaks the chain. */
function rowsAfter(bytes: Buffer, start: number, follows: Tip): Found {
  const rows: ChainedRow[] = []
  let tip = follows
  let end = start
  for (;;) {
    const next = bytes.indexOf('\n', end)
    const cell = next < 0 ? null : cellsAndHash.safeParse(parsedJson(bytes.toString('utf8', end, next))).data
    if (!cell) break
    const [seq, at, account, intent, leg, kind, body, hash] = cell
    const row = { seq, at, account, intent, leg, kind, body }
    if (seq !== tip.seq + 1 || chainHash(tip.hash, row) !== hash) break
    rows.push({ row, hash })
    tip = { seq, hash }
    end = next + 1
  }
  return { kind: 'rows', follows, rows, end }
}
