import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** What others on this computer may do with a folder. */
const OTHERS = 0o077

/**
 * The profile is its owner's alone: made so, and mended where it is wider. On Windows the user's own folder is so by
 * itself. A folder that is not ours to change stays as it is: it must not keep Plimsoll from opening.
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
