/**
 * Each Plimsoll that opens the journal names itself in a small file beside it, before it asks for the lock. A locked
 * journal without such a file is held by another program, such as a backup or a virus scanner, which must not keep a
 * trader from an exit.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '../../sqlite/alive.ts'

/** Names this process as an owner. The returned function undoes that. */
export function claim(path: string): () => void {
  const id = randomUUID()
  const file = `${path}-owner-${id}`
  try {
    for (const other of claimsOf(path)) if (!isRunning(other)) remove(other)
    // Renamed into place, so that the file never appears without its content.
    writeFileSync(`${path}-claim-${id}`, `${process.pid} ${hostname()}`, { mode: 0o600 })
    renameSync(`${path}-claim-${id}`, file)
  } catch {
    // The disk is full. The lock of the journal itself still keeps another Plimsoll out.
  }
  return () => remove(file)
}

/**
 * Whether a Plimsoll has the journal open or is opening it. One on another machine counts as running, as that cannot be
 * checked.
 */
export function isClaimed(path: string): boolean {
  try {
    return claimsOf(path).some(isRunning)
  } catch {
    return false
  }
}

function claimsOf(path: string): readonly string[] {
  const own = `${basename(path)}-owner`
  return readdirSync(dirname(path)).flatMap((name) => (name.startsWith(own) ? [join(dirname(path), name)] : []))
}

function isRunning(file: string): boolean {
  let owner: string
  try {
    owner = readFileSync(file, 'utf8')
  } catch {
    return false
  }
  const [pid = '', host] = owner.split(' ')
  return host !== hostname() || isAlive(Number.parseInt(pid, 10))
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The process that the file names has ended, so the file does no harm.
  }
}
