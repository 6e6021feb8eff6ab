import type { PowerSaveBlocker } from 'electron'
import type { Accounts } from '../accounts/accounts.ts'

/**
 * Keeps the system from suspending Plimsoll while a plan runs; on macOS while an account is open, as App Nap slows
 * timers of hidden windows. Call the returned function with the state whenever it changes.
 */
export function keepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, platform: NodeJS.Platform) {
  let id: number | null = null
  return ({ isLive, isRunning }: ReturnType<Accounts['activity']>): void => {
    const isWanted = isRunning || (isLive && platform === 'darwin')
    if (isWanted) id ??= blocker.start('prevent-app-suspension')
    else if (id !== null) {
      blocker.stop(id)
      id = null
    }
  }
}
