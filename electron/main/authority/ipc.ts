import { ipcMain } from 'electron'
import type { BrowserWindow } from 'electron'
import type { EventName, EventPayload } from '#shared/ipc/contract.ts'
import { gatesOf } from './gate.ts'

/** The only gate between the window and main. No other file listens on a channel of the page. */
export function openGate(...args: Parameters<typeof gatesOf>): void {
  for (const [name, answer] of gatesOf(...args)) ipcMain.handle(name, answer)
}

/** Sends an event to the window, if there is one. */
export function tell<K extends EventName>(window: BrowserWindow | null, name: K, payload: EventPayload<K>): void {
  if (window && !window.isDestroyed()) window.webContents.send(name, payload)
}
