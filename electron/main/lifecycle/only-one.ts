/** Whether this start is the only one on its profile. */
import { accessSync, constants, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import { isAlive } from '../../sqlite/alive.ts'

/**
 * Takes the lock of the profile. In an unwritable folder no lock can be taken, but the way out must stay open: this
 * start then continues, unless the process that holds the lock is still running.
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

/**
 * Chromium's lock is a link that names the machine and process. Windows has no such link, so there it counts as held.
 */
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
