import type { App } from 'electron'

/** With these, another program could control Plimsoll and trade with it. */
const DEBUGGING = ['inspect', 'inspect-brk', 'inspect-port', 'remote-debugging-port', 'remote-debugging-pipe']

/** What must be settled before the lock is asked for and Chromium starts. */
export function settleBeforeReady(app: Pick<App, 'isPackaged' | 'commandLine' | 'getPath' | 'setPath'>): void {
  if (app.isPackaged) {
    for (const name of DEBUGGING) app.commandLine.removeSwitch(name)
    return
  }
  // A run from source is a program of its own beside the installed one, with its own accounts, journal and lock.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', `${app.getPath('userData')}-source`)
}
