import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** The permissions of all other users of this computer. */
const OTHERS = 0o077

/**
 * Makes the profile folder, or takes its permissions away from all other users. On Windows a user's folder is private
 * already. A folder whose permissions can not be changed stays as it is: Plimsoll must open all the same.
 */
export function keepToOwner(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode } = statSync(folder)
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) chmodSync(folder, mode & ~OTHERS)
  } catch {
    return
  }
}
