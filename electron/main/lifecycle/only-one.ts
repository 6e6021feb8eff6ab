/** Whether this start is the only one on its profile. */
import { accessSync, constants, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import { isAlive } from '../../sqlite/alive.ts'

/**
 * Takes the lock of the profile. In a folder that can not be written there is none to be taken, and that must not keep a
 * trader from the way out: there this start goes on, unless the one that holds the lock still runs.
 */
export function isOnlyOne(app: Pick<App, 'requestSingleInstanceLock' | 'getPath'>): boolean {
  if (app.requestSingleInstanceLock()) return true
  const folder = app.getPath('userData')
  return !isWritable(folder) && !isHeld(folder)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium's own lock: a link that names the machine and the process. Windows has none, and is not told apart. */
function isHeld(folder: string): boolean {
  if (process.platform === 'win32') return true
  let owner: string
  try {
    owner = readlinkSync(join(folder, 'SingletonLock'))
  } catch {
    return false
  }
  const dash = owner.lastIndexOf('-')
  return owner.slice(0, dash) !== hostname() || isAlive(Number.parseInt(owner.slice(dash + 1), 10))
}
