import { contextBridge, ipcRenderer } from 'electron'
import type { CommandName, EventName } from '#shared/ipc/contract.ts'

/** The names of the two tables of shared/ipc/contract.ts, which the build writes here: their schemas stay in main. */
declare const COMMAND_NAMES: readonly CommandName[]
declare const EVENT_NAMES: readonly EventName[]

/** The method of one command; a page can name neither another channel nor add to what is sent. */
function ask(name: CommandName) {
  return (args?: unknown): Promise<unknown> => ipcRenderer.invoke(name, args ?? {})
}

function listenTo(name: EventName) {
  return (listener: (payload: unknown) => void) => {
    // Handed on without the event: it would give the page a way to answer.
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
