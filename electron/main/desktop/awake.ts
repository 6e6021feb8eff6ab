import type { PowerSaveBlocker } from 'electron'
import type { Workspace } from '../accounts/workspace.ts'

/**
 * Keeps the system from suspending Plimsoll while a plan runs; on macOS while an account is open, because App Nap slows the
 * timers of hidden windows. Returns a function to call with what is known, whenever that changes.
 */
export function keepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, platform: NodeJS.Platform) {
  let id: number | null = null
  return ({ isLive, isRunning }: ReturnType<Workspace['activity']>): void => {
    const isWanted = isRunning || (isLive && platform === 'darwin')
    if (isWanted) id ??= blocker.start('prevent-app-suspension')
    else if (id !== null) {
      blocker.stop(id)
      id = null
    }
  }
}
