/**
 * Where rows go that the journal's file does not take: a full or failing disk must not keep a trader from an exit. A
 * file of a fixed size is created beside the journal while there is room; rows that it can not take either stay in
 * memory, and are written as soon as possible.
 *
 * The file has one line with the row its first row follows, then a line for each row, chained by hashes as the
 * journal's are. What follows the last row is old content: no chain leads to it.
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
import { parsedJson } from './entry-text.ts'
import { VERSION } from './migrations.ts'
import type { Tip } from './journal-head.ts'
import { cellsOf, chain, type Row } from './replay.ts'

/** What a flatten of several hundred orders comes to, a few times over. */
const RESERVED_BYTES = 4 * 1024 * 1024

export interface ChainedRow {
  readonly row: Row
  /** Of this row and, through it, of all before. */
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
 * Opens the reserve at `path`, and makes it where there is room; without a file it is in memory. `aside`: the name that
 * one that can not be read was given; null: there was none.
 */
export function openReserve(path: string, asideAs: string): { reserve: Reserve; aside: string | null } {
  const found = read(path)
  const isAside = found.kind === 'unreadable' && isMoved(path, asideAs)
  if (found.kind === 'none' || isAside) make(path)
  // Rows of a newer Plimsoll are its own to read: nothing is written over them.
  const mayWrite = found.kind !== 'newer' && (found.kind !== 'unreadable' || isAside)
  return { reserve: new Reserve(mayWrite ? path : null, found), aside: isAside ? asideAs : null }
}

export class Reserve {
  /** null: nothing is written. */
  readonly #path: string | null
  readonly #rows: ChainedRow[]
  #follows: Tip | null
  #saved: number
  /** Where the next row goes, in bytes. */
  #end: number

  constructor(path: string | null, found: Found) {
    const { rows, follows, end } = found.kind === 'rows' ? found : { rows: [], follows: null, end: 0 }
    this.#path = path
    this.#rows = [...rows]
    this.#follows = follows
    this.#saved = rows.length
    this.#end = end
  }

  /** Rows that are not in the journal yet, oldest first: of this run and of earlier ones. */
  rows(): readonly ChainedRow[] {
    return this.#rows
  }

  /** Its newest row, which the next one follows; null: it is empty, so the next one follows the journal. */
  tip(): Tip | null {
    const last = this.#rows.at(-1)
    return last === undefined ? null : { seq: last.row.seq, hash: last.hash }
  }

  /** `follows`: the row that the first row follows. */
  add(row: ChainedRow, follows: Tip): void {
    this.#follows ??= follows
    this.#rows.push(row)
    this.save()
  }

  /** Tries again to write what is only in memory. */
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
      // It stays in memory; the next try overwrites a torn line.
    }
  }

  /** All of it is on disk. */
  isSaved(): boolean {
    return this.#saved === this.#rows.length
  }

  /** Deletes all rows: the journal has them now. Throws where the disk refuses. */
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

/** On disk when it returns. */
function writeAt(path: string, bytes: Buffer, at: number): void {
  // `r+` writes at a position, which `a+` can not, but makes no file.
  const handle = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600)
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done, bytes.length - done, at + done)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Random bytes: a file system may allocate nothing for zeros. Without room for all of it there is no reserve. */
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
    // A read-only folder: nothing of ours is in it.
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

/** The rows from `start` on, up to the first that does not follow on the one before. */
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
    if (seq !== tip.seq + 1 || chain(tip.hash, row) !== hash) break
    rows.push({ row, hash })
    tip = { seq, hash }
    end = next + 1
  }
  return { kind: 'rows', follows, rows, end }
}
