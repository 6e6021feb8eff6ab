import { contextBridge, ipcRenderer } from 'electron'
import type { CommandName, EventName } from '#shared/ipc/contract.ts'

/**
 * The names in the two tables of shared/ipc/contract.ts. The build inserts them here, as their schemas stay in main.
 */
declare const COMMAND_NAMES: readonly CommandName[]
declare const EVENT_NAMES: readonly EventName[]

/** The method of one command. A page can neither name another channel nor add to what is sent. */
function ask(name: CommandName) {
  return (args?: unknown): Promise<unknown> => ipcRenderer.invoke(name, args ?? {})
}

function listenTo(name: EventName) {
  return (listener: (payload: unknown) => void) => {
    // The event is not passed on: it would give the page a way to answer.
    const relay = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(name, relay)
    return () => {
      ipcRenderer.removeListener(name, relay)
    }
  }
}

contextBridge.exposeInMainWorld(
  'plimsoll',
  Object.fromEntries<unknown>([
    ...COMMAND_NAMES.map((name) => [name, ask(name)] as const),
    ...EVENT_NAMES.map((name) => [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, listenTo(name)] as const),
  ]),
)

// Chromium lets a script close its window only while that has a single entry of history, and Electron then sends no
// `close` event, so main could not ask what may continue unattended. A page can not remove an entry.
history.pushState(null, '')
