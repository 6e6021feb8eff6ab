import type { App } from 'electron'

/** With these switches, another program could control Plimsoll and trade with it. */
const DEBUGGING = [
  ...['inspect', 'inspect-brk', 'inspect-brk-node', 'inspect-wait', 'inspect-port', 'inspect-publish-uid'],
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'js-flags'],
]

/** What must be settled before the lock is requested and Chromium starts. `updateHost` null: there are no updates. */
export function settleBeforeReady(
  app: Pick<App, 'isPackaged' | 'commandLine' | 'getPath' | 'setPath'>,
  updateHost: string | null,
): void {
  app.commandLine.appendSwitch('host-resolver-rules', networkOf(updateHost))
  if (app.isPackaged) {
    for (const name of DEBUGGING) app.commandLine.removeSwitch(name)
    return
  }
  // A run from source is separate from the installed program, with its own accounts, journal and lock.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', `${app.getPath('userData')}-source`)
}

/**
 * Chromium can resolve no host, by name or address, except that of the updates, so no page has a network, whatever API
 * it uses. A proxy that leads nowhere would let through the names that WebRTC looks up. Accounts do not need Chromium:
 * Node connects to them.
 */
function networkOf(updateHost: string | null): string {
  return updateHost === null ? 'MAP * ~NOTFOUND' : `MAP * ~NOTFOUND, EXCLUDE ${updateHost}`
}
