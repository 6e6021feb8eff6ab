/**
 * Locks Plimsoll when the trader is away: the computer sleeps, its screen is locked, or there was no input for a while.
 */
import type { PowerMonitor } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { AppLock } from './app-lock.ts'

const LOOK_EVERY_MS = 5_000

export function watchAbsence(needs: {
  readonly powerMonitor: Pick<NodeJS.EventEmitter, 'on'> & Pick<PowerMonitor, 'getSystemIdleTime'>
  readonly clock: Pick<Clock, 'mono' | 'after'>
  readonly lock: Pick<AppLock, 'view' | 'lock'>
}): void {
  const { powerMonitor, clock, lock } = needs
  // Also after sleep, as not every system reports it before.
  for (const event of ['suspend', 'resume', 'lock-screen', 'user-did-resign-active'])
    powerMonitor.on(event, () => {
      if (lock.view().settings?.onSleep) lock.lock()
    })

  let openSince = clock.mono()
  function look(): void {
    const { isLocked, settings, waysOut } = lock.view()
    // A page's lock leaves the ways out, so an absence must still be able to lock fully.
    const isShut = isLocked && waysOut === settings?.waysOut
    if (!isShut && settings !== null && settings.idleMinutes !== null) {
      // If the system misses some kind of input, at least Plimsoll does not lock again right after it was unlocked.
      const openMs = isLocked ? Infinity : clock.mono() - openSince
      const idleMs = Math.min(powerMonitor.getSystemIdleTime() * 1_000, openMs)
      if (idleMs >= settings.idleMinutes * 60_000) lock.lock()
    }
    if (isLocked) openSince = clock.mono()
    clock.after(LOOK_EVERY_MS, look)
  }
  look()
}
