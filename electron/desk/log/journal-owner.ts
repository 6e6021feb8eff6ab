/**
 * Which Plimsoll has the journal open, in a small file beside it. A locked journal without that file is held by another
 * program, such as a backup or a virus scanner, which must not keep a trader from an exit.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from '../../sqlite/alive.ts'

/** Names this process as the owner; returns how to undo that. */
export function claim(path: string): () => void {
  try {
    writeFileSync(ownerOf(path), `${process.pid} ${hostname()}`, { mode: 0o600 })
  } catch {
    // A full disk. The lock of the file itself still keeps another Plimsoll out.
  }
  return () => {
    try {
      rmSync(ownerOf(path), { force: true })
    } catch {
      // It will name a process that has ended.
    }
  }
}

/** Whether a Plimsoll has it open. One on another machine counts as running, as that can not be checked. */
export function isClaimed(path: string): boolean {
  let owner: string
  try {
    owner = readFileSync(ownerOf(path), 'utf8')
  } catch {
    return false
  }
  const [pid = '', host] = owner.split(' ')
  return host !== hostname() || isAlive(Number.parseInt(pid, 10))
}

function ownerOf(path: string): string {
  return `${path}-owner`
}
