/** Notes what happens to the computer in the account's event log, and reacts to it. */
import type { Net } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { MachineCode } from '#shared/events/event.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** The system does not report network changes to programs, so it is polled. */
const ASK_EVERY_MS = 1_000

export function watchMachine(
  powerMonitor: Pick<NodeJS.EventEmitter, 'on'>,
  net: Pick<Net, 'isOnline'>,
  clock: Pick<Clock, 'wall' | 'after'>,
  accounts: Pick<Accounts, 'wake' | 'readAgain' | 'noteMachine'>,
): void {
  /** Since when the machine sleeps, is locked or has no network, wall clock ms. */
  const since = new Map<'sleep' | 'lock' | 'outage', number>()

  function began(what: 'sleep' | 'lock' | 'outage', code: MachineCode): void {
    // Some systems report it twice.
    if (since.has(what)) return
    since.set(what, clock.wall())
    accounts.noteMachine(code, clock.wall())
  }

  function ended(what: 'sleep' | 'lock' | 'outage', code: MachineCode): void {
    accounts.noteMachine(code, since.get(what) ?? clock.wall())
    since.delete(what)
  }

  // Also noted before the sleep, because a timer that is due may run before the machine reports that it is awake.
  powerMonitor.on('suspend', () => {
    accounts.wake()
    began('sleep', 'suspended')
  })
  powerMonitor.on('resume', () => {
    accounts.wake()
    ended('sleep', 'resumed')
  })
  powerMonitor.on('lock-screen', () => {
    began('lock', 'screenLocked')
  })
  powerMonitor.on('unlock-screen', () => {
    ended('lock', 'screenUnlocked')
    accounts.readAgain()
  })

  function askForNetwork(): void {
    const isLost = since.has('outage')
    if (isLost === net.isOnline()) {
      if (isLost) {
        ended('outage', 'networkFound')
        accounts.readAgain()
      } else began('outage', 'networkLost')
    }
    clock.after(ASK_EVERY_MS, askForNetwork)
  }
  askForNetwork()
}
