/**
 * Which Plimsolls open the journal, each in a small file beside it that is there before the lock is asked for. A locked
 * journal without one is held by another program, such as a backup or a virus scanner, which must not keep a trader from
 * an exit.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '../../sqlite/alive.ts'

/** Names this process; returns how to undo that. */
export function claim(path: string): () => void {
  const id = randomUUID()
  const file = `${path}-owner-${id}`
  try {
    for (const other of claimsOf(path)) if (!isRunning(other)) remove(other)
    // There at once with what it says.
    writeFileSync(`${path}-claim-${id}`, `${process.pid} ${hostname()}`, { mode: 0o600 })
    renameSync(`${path}-claim-${id}`, file)
  } catch {
    // A full disk. The lock of the journal itself still keeps another Plimsoll out.
  }
  return () => remove(file)
}

/** Whether a Plimsoll has it open, or is opening it. One on another machine counts as running: that can not be checked. */
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
    // It names a process that has ended.
  }
}
