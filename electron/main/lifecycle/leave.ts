import type { App, BrowserWindow } from 'electron'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** Longer than the desk waits for writes in flight; what is still open then is left to the journal. */
const LEAVE_WITHIN_MS = 8_000

const BUTTONS = ['main.leave.stay', 'main.leave.anyway'] as const satisfies readonly Code[]
const STAY = BUTTONS.indexOf('main.leave.stay')

/** Whether the trader prefers to stay. A native box, because a trader also leaves when the page hangs. */
async function stays(
  boxes: Boxes,
  what: 'plimsoll' | 'account',
  lines: readonly Message[],
  signal?: AbortSignal,
): Promise<boolean> {
  const asked = showBox(boxes, {
    type: 'warning',
    title: message(`main.leave.${what}`),
    message: message(`main.leave.${what}Why`),
    lines,
    buttons: BUTTONS.map((code) => message(code)),
    cancelId: STAY,
    ...(signal && { signal }),
  })
  // A box that could not be shown was not answered, so the next attempt asks again.
  return (await asked.catch(() => STAY)) === STAY
}

/**
 * Asks whether the trader leaves the open account for another while `lines` are in progress on it. Once `signal` aborts,
 * the trader stays.
 */
export async function leavesAccount(boxes: Boxes, lines: readonly Message[], signal: AbortSignal): Promise<boolean> {
  return !(await stays(boxes, 'account', lines, signal))
}

export interface Leave {
  readonly app: Pick<App, 'quit' | 'exit' | 'on'>
  /** Its `shutdown` event, which Electron's types lack, waits for a listener that prevents it. */
  readonly powerMonitor: Pick<NodeJS.EventEmitter, 'on'>
  readonly boxes: Boxes
  readonly window: BrowserWindow
  readonly accounts: Pick<Accounts, 'leaving' | 'noteLeft' | 'close'>
  readonly clock: Clock
  readonly process: Pick<NodeJS.Process, 'platform' | 'on'>
}

/**
 * How Plimsoll is left. A trader who closes the window is shown what would continue unattended, and may stay. A signal,
 * a shutdown of the machine and `app.exit` are never held up. Requests in flight get a moment to be answered, even if a
 * second signal comes. Returns the two ways to leave: at once, and with the question first.
 */
export function guardLeaving({ app, powerMonitor, boxes, window, accounts, clock, process }: Leave) {
  /** No more questions: the trader answered, or a signal or shutdown decided. */
  let isDecided = false
  let asking: Promise<boolean> | null = null
  let isLeaving = false

  /** Holds this attempt up and asks the trader first, unless it is already decided. Returns whether it was held up. */
  function holdUp(event: Pick<Event, 'preventDefault'>): boolean {
    if (isDecided || accounts.leaving().isQuiet) return false
    event.preventDefault()
    void leaveAsked()
    return true
  }

  async function ask(lines: readonly Message[]): Promise<boolean> {
    const isStaying = await stays(boxes, 'plimsoll', lines)
    asking = null
    if (!isStaying) accounts.noteLeft(lines)
    return !isStaying
  }

  /** `before`: runs once it is decided; false: Plimsoll is not left after all. @returns whether it is being left. */
  async function leaveAsked(before = (): boolean => true): Promise<boolean> {
    const { lines, isQuiet } = accounts.leaving()
    if (!isDecided && !isQuiet && !(await (asking ??= ask(lines)))) return false
    if (!before()) return false
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
    // A second signal, or the second quit of a shutdown. `app.exit` does not come through here.
    if (isLeaving) return event.preventDefault()
    // On macOS a trader can quit without closing the window. Elsewhere only a signal gets here.
    if (process.platform === 'darwin' && holdUp(event)) return
    isLeaving = true
    event.preventDefault()
    void Promise.race([accounts.close(), wait(clock, LEAVE_WITHIN_MS)]).finally(() => app.exit(0))
  })
  // Linux and macOS wait for a listener that prevents it.
  powerMonitor.on('shutdown', (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    leaveNow()
  })
  // Windows does not wait. Only what happens at once still counts, and that includes the end of all sending.
  window.on('session-end', leaveNow)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leaveNow)
  return { leaveNow, leaveAsked }
}
