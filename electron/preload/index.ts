import { contextBridge, ipcRenderer } from 'electron'
import type { CommandName, EventName } from '#shared/ipc/contract.ts'
import { isPlain } from '#shared/ipc/plain.ts'

/**
 * From the two tables of shared/ipc/contract.ts: each command with the size of its largest arguments, and the names of
 * the events. The build inserts them here, as the schemas stay in main.
 */
declare const LARGEST_ARGUMENTS: Readonly<Record<CommandName, number>>
declare const EVENT_NAMES: readonly EventName[]

/**
 * The method of one command. A page can neither name another channel nor add to what is sent. Arguments that main would
 * refuse for their size are not sent: main would have to hold them whole before it could. It refuses the null instead.
 */
function ask(name: CommandName, largest: number) {
  return (args: unknown = {}): Promise<unknown> => ipcRenderer.invoke(name, isPlain(args, largest) ? args : null)
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

const COMMANDS = Object.entries(LARGEST_ARGUMENTS) as [CommandName, number][]

contextBridge.exposeInMainWorld(
  'plimsoll',
  Object.fromEntries<unknown>([
    ...COMMANDS.map(([name, largest]) => [name, ask(name, largest)] as const),
    ...EVENT_NAMES.map((name) => [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, listenTo(name)] as const),
  ]),
)

// Chromium lets a script close its window only while that has a single entry of history, and Electron then sends no
// `close` event, so main could not ask what may continue unattended. A page cannot remove an entry.
history.pushState(null, '')
