import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { COMMANDS } from '#shared/ipc/contract.ts'
import type { CommandName, EventName, EventPayload } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import { gateOf, refuse } from './gate.ts'
import type { Handlers } from './gate.ts'
import { APP_ORIGIN } from '../window/window.ts'

/**
 * The one gate between the window and main: trusted sender, then rate, then strict parse, then handler, then `Result`.
 * No exception leaves it, and no other file listens on a channel of the page.
 */
export function openGate(
  handlers: Handlers,
  options: { clock: Clock; log: Log; window: () => BrowserWindow | null },
): void {
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const pass = gateOf(name, handlers[name], options.clock, options.log)
    ipcMain.handle(name, async (event, args: unknown): Promise<unknown> => {
      if (!isOurs(event, options.window())) return refuse(name, message('main.notThisWindow'))
      return pass(args, event.sender.id)
    })
  }
}

/** Sends an event to the window, if there is one. */
export function tell<K extends EventName>(window: BrowserWindow | null, name: K, payload: EventPayload<K>): void {
  if (window && !window.isDestroyed()) window.webContents.send(name, payload)
}

/** Our own window, its top frame, on our own origin. An empty or `about:blank` frame is not ours. */
function isOurs(event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (!frame || !window || window.isDestroyed()) return false
  return event.sender.id === window.webContents.id && frame.parent === null && frame.origin === APP_ORIGIN
}
