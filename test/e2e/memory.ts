// Reads the memory of another process. Works only on Linux, as root or as the owner of the process.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const STEP = 16 * 1024 * 1024

/**
 * How many times `text` occurs in the writable memory of `pid`, as bytes or as the two-byte characters of script
 * engines.
 */
export function hitsIn(pid: number, text: string): number {
  const wanted = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  const overlap = Math.max(...wanted.map(({ length }) => length)) - 1
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const chunk = Buffer.alloc(STEP + overlap)
  let hits = 0
  try {
    for (const [start, end] of writableIn(pid))
      for (let at = start; at < end; at += STEP) {
        const length = readAt(memory, chunk, at, Math.min(STEP + overlap, end - at))
        for (const each of wanted) hits += countIn(chunk.subarray(0, length), each, STEP)
      }
  } finally {
    closeSync(memory)
  }
  return hits
}

function writableIn(pid: number): readonly (readonly [number, number])[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    return from === '' ? [] : [[parseInt(from, 16), parseInt(to, 16)] as const]
  })
}

/** Returns 0 when the region is gone or not backed by memory. */
function readAt(file: number, into: Buffer, at: number, length: number): number {
  try {
    return readSync(file, into, 0, length, at)
  } catch {
    return 0
  }
}

/** Counts matches that begin before `limit`. Later ones are found again at the start of the next chunk. */
function countIn(bytes: Buffer, wanted: Buffer, limit: number): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1 && at < limit; at = bytes.indexOf(wanted, at + 1)) count += 1
  return count
}
