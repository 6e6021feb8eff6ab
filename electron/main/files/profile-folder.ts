import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** The permissions of all other users of this computer. */
const OTHERS = 0o077

/**
 * Creates the profile folder, or removes the permissions of all other users. On Windows a user's folder is already
 * private. If the permissions cannot be changed they stay as they are: Plimsoll must open anyway.
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
