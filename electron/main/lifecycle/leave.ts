import type { App, BrowserWindow } from 'electron'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'
import type { Workspace } from '../accounts/workspace.ts'

/** Longer than the desk waits for writes in flight, so that it is the desk that decides what is left to the journal. */
const LEAVE_WITHIN_MS = 8_000

const BUTTONS = ['main.leave.stay', 'main.leave.anyway'] as const satisfies readonly Code[]
const STAY = BUTTONS.indexOf('main.leave.stay')

/**
 * Whether the trader would rather stay. A box of the desktop, not of the page: it is there even when the page hangs,
 * which is when one wants to leave.
 */
async function stays(boxes: Boxes, what: 'plimsoll' | 'account', lines: readonly Message[]): Promise<boolean> {
  const { say } = boxes
  const asked = showBox(boxes, {
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
  return (await asked.catch(() => STAY)) === STAY
}

/** Whether the account that is open is left for another although `lines` are under way on it. */
export async function leavesAccount(boxes: Boxes, lines: readonly Message[]): Promise<boolean> {
  return !(await stays(boxes, 'account', lines))
}

export interface Leave {
  /** What of the desktop has a say in it. */
  readonly desktop: {
    readonly app: Pick<App, 'quit' | 'exit' | 'on'>
    /** Waits with a shutdown for those who prevent it. Electron's own types leave the event out. */
    readonly powerMonitor: Pick<NodeJS.EventEmitter, 'on'>
  }
  readonly boxes: Boxes
  readonly window: BrowserWindow
  readonly workspace: Pick<Workspace, 'leaving' | 'noteLeft' | 'close'>
  readonly clock: Clock
  readonly process: Pick<NodeJS.Process, 'platform' | 'on'>
}

interface Preventable {
  preventDefault(): void
}

/**
 * How Plimsoll is left. A trader who closes the window is told what would go on unattended and may stay; a signal, a
 * shutdown of the machine and our own `app.exit` are never held up. What is under way gets a moment to be answered,
 * however often it is asked to hurry. Gives the two ways to leave: at once, and with the question first.
 */
export function guardLeaving({ desktop, boxes, window, workspace, clock, process }: Leave) {
  const { app, powerMonitor } = desktop
  /** Nothing is asked any more: it was answered, or there is nobody to ask. */
  let isDecided = false
  let asking: Promise<boolean> | null = null
  let isLeaving = false

  /** Whether somebody is asked first; then this attempt ends here. */
  function holdUp(event: Preventable): boolean {
    if (isDecided || workspace.leaving().isQuiet) return false
    event.preventDefault()
    void leaveAsked()
    return true
  }

  async function ask(lines: readonly Message[]): Promise<boolean> {
    const isStaying = await stays(boxes, 'plimsoll', lines)
    asking = null
    if (isStaying) return false
    workspace.noteLeft(lines)
    leaveNow()
    return true
  }

  /** @returns whether Plimsoll is being left. */
  async function leaveAsked(): Promise<boolean> {
    const { lines, isQuiet } = workspace.leaving()
    if (!isDecided && !isQuiet) return (asking ??= ask(lines))
    leaveNow()
    return true
  }

  function leaveNow(): void {
    isDecided = true
    app.quit()
  }

  window.on('close', (event) => void holdUp(event))
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    // `app.exit` does not come this way: it is a second signal, or the second quit of a shutdown.
    if (isLeaving) return event.preventDefault()
    // Only on macOS does somebody quit without closing the window; elsewhere it is a signal that comes this way.
    if (process.platform === 'darwin' && holdUp(event)) return
    isLeaving = true
    event.preventDefault()
    void Promise.race([workspace.close(), wait(clock, LEAVE_WITHIN_MS)]).finally(() => app.exit(0))
  })
  // Linux and macOS wait for those who prevent it.
  powerMonitor.on('shutdown', (event: Preventable) => {
    event.preventDefault()
    leaveNow()
  })
  // Windows waits for nobody from here on: what leaving does at once, which ends all sending, is all that is done.
  window.on('session-end', leaveNow)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leaveNow)
  return { leaveNow, leaveAsked }
}
