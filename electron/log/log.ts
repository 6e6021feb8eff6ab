/**
 * The log: JSON lines in files of bounded size. Nothing here throws. Lines that cannot be written are counted, and the
 * next line that can be written reports how many.
 */
import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cleanLine, isGrave, logLine, type LogEvent, type LogFields } from './line.ts'

const MOST_BYTES = 2 * 1024 * 1024
const FILES = 5
/** More lines per second are only counted. */
const LINES_PER_SECOND = 50

export interface Log {
  write(event: LogEvent, fields?: LogFields): void
  /** The stored lines, oldest first, as far as they can be read. */
  lines(): readonly string[]
}

export function openLog(options: {
  /** null: nothing is stored. */
  readonly folder: string | null
  /** Wall clock ms. */
  readonly wall: () => number
  /** Also receives each line of level warn or error. */
  readonly echo: (line: string) => void
}): Log {
  const { folder, wall, echo } = options
  let bytes: number | null = null
  let lost = 0
  let second = { start: -Infinity, lines: 0 }

  function isTooMany(now: number): boolean {
    if (now < second.start || now >= second.start + 1_000) second = { start: now, lines: 0 }
    second.lines += 1
    return second.lines > LINES_PER_SECOND
  }

  function put(line: string): boolean {
    if (folder === null) return true
    try {
      if (bytes === null) bytes = prepare(folder)
      if (bytes + line.length > MOST_BYTES) bytes = rotate(folder)
      appendFileSync(fileOf(folder, 0), `${line}\n`, { mode: 0o600 })
      bytes += line.length + 1
      return true
    } catch {
      bytes = null
      return false
    }
  }

  function write(event: LogEvent, fields: LogFields): void {
    const now = wall()
    if (isTooMany(now)) {
      lost += 1
      return
    }
    if (lost > 0 && put(logLine(now, 'linesLost', { count: lost }))) lost = 0
    const line = logLine(now, event, fields)
    if (!put(line)) lost += 1
    if (isGrave(event)) echo(line)
  }

  return {
    write(event, fields = {}) {
      try {
        write(event, fields)
      } catch {
        // A getter that throws, or a closed pipe: only this line is lost.
        lost += 1
      }
    },
    lines() {
      if (folder === null) return []
      const newestLast = Array.from({ length: FILES }, (_, index) => fileOf(folder, FILES - 1 - index))
      return newestLast.flatMap((file) => linesIn(file).flatMap((line) => cleanLine(line) ?? []))
    },
  }
}

function fileOf(folder: string, age: number): string {
  return join(folder, age === 0 ? 'plimsoll.log' : `plimsoll.${age}.log`)
}

/** The size of the newest file. */
function prepare(folder: string): number {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  return statSync(fileOf(folder, 0), { throwIfNoEntry: false })?.size ?? 0
}

function rotate(folder: string): number {
  rmSync(fileOf(folder, FILES - 1), { force: true })
  for (let age = FILES - 2; age >= 0; age -= 1) {
    const file = fileOf(folder, age)
    if (statSync(file, { throwIfNoEntry: false })) renameSync(file, fileOf(folder, age + 1))
  }
  return 0
}

function linesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
