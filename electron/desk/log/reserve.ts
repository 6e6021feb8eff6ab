/**
 * Where rows go that the journal's file does not take: a full or failing disk must not stand between a trader and an
 * exit. A file of a fixed size is made beside the journal while there is room, so that its blocks are there when there is
 * none; what even that does not take stays in memory, and is written as soon as it can be.
 *
 * The file is one line that says what its rows follow on, then a line for each row, chained by hashes as the journal's
 * are. Behind the last of them stands what was there before: no chain leads to it.
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

export interface Reserve {
  /** Rows that are not in the journal yet, oldest first: of this run and of earlier ones. */
  rows(): readonly ChainedRow[]
  /** What a next row follows on; null: there is none yet, so it follows on the journal. */
  tip(): Tip | null
  /** `follows`: what the first row follows on. */
  add(row: ChainedRow, follows: Tip): void
  /** Tries again to write what is in memory only. */
  save(): void
  /** All of it is on disk. */
  isSaved(): boolean
  /** The journal has all of it now. Throws where the disk does not let go of it. */
  clear(): void
  close(): void
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
  return { reserve: reserveOver(mayWrite ? path : null, found), aside: isAside ? asideAs : null }
}

function reserveOver(path: string | null, found: Found): Reserve {
  const rows: ChainedRow[] = found.kind === 'rows' ? [...found.rows] : []
  let follows: Tip | null = found.kind === 'rows' ? found.follows : null
  let saved = rows.length
  /** Where the next row goes, in bytes. */
  let end = found.kind === 'rows' ? found.end : 0

  function save(): void {
    if (path === null || follows === null || saved === rows.length) return
    const head = saved === 0 ? `${JSON.stringify({ version: VERSION, ...follows })}\n` : ''
    const bytes = Buffer.from(head + rows.slice(saved).map(lineOf).join(''))
    try {
      writeAt(path, bytes, saved === 0 ? 0 : end)
      end = (saved === 0 ? 0 : end) + bytes.length
      saved = rows.length
    } catch {
      // It stays in memory; the line that was torn off is written over by the next try.
    }
  }

  return {
    rows: () => rows,
    tip() {
      const last = rows.at(-1)
      return last === undefined ? null : { seq: last.row.seq, hash: last.hash }
    },
    add(row, first) {
      follows ??= first
      rows.push(row)
      save()
    },
    save,
    isSaved: () => saved === rows.length,
    clear() {
      if (saved > 0 && path !== null) {
        writeAt(path, Buffer.from(FREE), 0)
        if (statSync(path).size !== RESERVED_BYTES) make(path)
      }
      rows.length = 0
      ;[follows, saved, end] = [null, 0, 0]
    },
    close: save,
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

/** Random bytes: a file system may keep none for zeros. Where there is no room for all of it there is no reserve. */
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
    // A folder that can not be written: nothing of ours is in it.
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

/** Whether a reserve has no rows, so that nothing is lost with it. */
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
