import type { App } from 'electron'

/** With these, another program could control Plimsoll and trade with it. */
const DEBUGGING = ['inspect', 'inspect-brk', 'inspect-port', 'remote-debugging-port', 'remote-debugging-pipe']

/** What must be settled before the lock is asked for and Chromium starts. `updateHost`: null where there are no updates. */
export function settleBeforeReady(
  app: Pick<App, 'isPackaged' | 'commandLine' | 'getPath' | 'setPath'>,
  updateHost: string | null,
): void {
  app.commandLine.appendSwitch('host-resolver-rules', networkOf(updateHost))
  if (app.isPackaged) {
    for (const name of DEBUGGING) app.commandLine.removeSwitch(name)
    return
  }
  // A run from source is a program of its own beside the installed one, with its own accounts, journal and lock.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', `${app.getPath('userData')}-source`)
}

/**
 * Chromium finds no host, by name or by address, but that of the updates: no page has a network, whatever it asks by. A
 * proxy that leads nowhere would let the names through that WebRTC looks up. Accounts do without Chromium: they are
 * reached by Node.
 */
function networkOf(updateHost: string | null): string {
  return updateHost === null ? 'MAP * ~NOTFOUND' : `MAP * ~NOTFOUND, EXCLUDE ${updateHost}`
}
