import type { App, BrowserWindow, Dialog, PowerMonitor } from 'electron'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { Workspace } from './workspace.ts'

/** Longer than the desk waits for writes in flight, so that it is the desk that decides what is left to the journal. */
const LEAVE_WITHIN_MS = 8_000

const BUTTONS = ['main.leave.stay', 'main.leave.anyway'] as const satisfies readonly Code[]
const STAY = BUTTONS.indexOf('main.leave.stay')

/** Boxes of the desktop, and what says messages in the trader's language. */
export interface Boxes {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly say: (message: Message) => string
}

/**
 * Whether the trader would rather stay. A box of the desktop, not of the page: it is there even when the page hangs,
 * which is when one wants to leave.
 */
async function stays(
  { dialog, say }: Boxes,
  window: BrowserWindow,
  what: 'plimsoll' | 'account',
  lines: readonly Message[],
): Promise<boolean> {
  const asked = dialog.showMessageBox(window, {
    type: 'warning',
    title: say(message(`main.leave.${what}`)),
    message: say(message(`main.leave.${what}Why`)),
    detail: lines.map((line) => `• ${say(line)}`).join('\n'),
    buttons: BUTTONS.map((code) => say(message(code))),
    defaultId: STAY,
    cancelId: STAY,
    noLink: true,
  })
  // A box that could not be shown was not answered: the next attempt asks again.
  const button = await asked.then(
    ({ response }) => response,
    () => STAY,
  )
  return button === STAY
}

/** Whether the account that is open is left for another although `lines` are under way on it. */
export async function leavesAccount(boxes: Boxes, window: BrowserWindow, lines: readonly Message[]): Promise<boolean> {
  return !(await stays(boxes, window, 'account', lines))
}

export interface WayOut {
  /** What of the desktop has a say in it. */
  readonly desktop: {
    readonly app: Pick<App, 'quit' | 'exit' | 'on'>
    readonly powerMonitor: Pick<PowerMonitor, 'on'>
  }
  readonly boxes: Boxes
  readonly window: BrowserWindow
  readonly workspace: Pick<Workspace, 'leaving' | 'noteLeft' | 'close'>
  readonly clock: Clock
  readonly process: Pick<NodeJS.Process, 'platform' | 'on'>
}

/**
 * The way out. A trader who closes the window is told what would go on unattended and may stay; a signal, a shutdown of
 * the machine and our own `app.exit` are never held up. Whoever leaves, what is under way gets a moment to be answered.
 * Gives the way to leave without being asked.
 */
export function guardTheWayOut({ desktop, boxes, window, workspace, clock, process }: WayOut): () => void {
  const { app, powerMonitor } = desktop
  /** Nothing is asked any more: it was answered, or there is nobody to ask. */
  let isDecided = false
  let isAsking = false
  let isLeaving = false

  /** Whether somebody is asked first; then this attempt ends here. */
  function holdUp(event: { preventDefault(): void }): boolean {
    if (isDecided) return false
    const { lines, isQuiet } = workspace.leaving()
    if (isQuiet) return false
    event.preventDefault()
    if (!isAsking) void ask(lines)
    return true
  }

  async function ask(lines: readonly Message[]): Promise<void> {
    isAsking = true
    const isStaying = await stays(boxes, window, 'plimsoll', lines)
    isAsking = false
    if (isStaying) return
    workspace.noteLeft(lines)
    leaveNow()
  }

  function leaveNow(): void {
    isDecided = true
    app.quit()
  }

  window.on('close', (event) => void holdUp(event))
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (isLeaving) return
    // Only on macOS does somebody quit without closing the window; elsewhere it is a signal that comes this way.
    if (process.platform === 'darwin' && holdUp(event)) return
    isLeaving = true
    event.preventDefault()
    void Promise.race([workspace.close(), wait(clock, LEAVE_WITHIN_MS)]).finally(() => app.exit(0))
  })
  powerMonitor.on('shutdown', leaveNow)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leaveNow)
  return leaveNow
}
