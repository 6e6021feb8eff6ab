/**
 * Which Plimsoll has the journal open, in a small file beside it. A journal that is held without one is held by something
 * else, such as a backup or a virus scanner, and that is no reason to keep a trader from the way out.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from '../../sqlite/alive.ts'

/** Says that it is this process, until the function that is given is called. */
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
      // It names a process that is gone.
    }
  }
}

/** Whether a Plimsoll has it open. Of another machine that can not be told, so it counts as one that runs. */
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
