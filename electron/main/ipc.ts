import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { commandSchemas } from '#shared/ipc/contract.ts'
import type { CommandArgs, CommandName, CommandResult, EventName, EventPayloads } from '#shared/ipc/contract.ts'
import { APP_ORIGIN } from './window.ts'

/** What main does for each command; a command without a handler does not compile. */
export type Handlers = { readonly [K in CommandName]: (args: CommandArgs<K>) => Promise<CommandResult<K>> }

/** Calls per second and channel that a window of ours never needs more of; the rest is dropped. */
const CALLS_PER_SECOND = 25

/**
 * The one gate between the window and main: trusted sender, then rate, then strict parse, then handler, then `Result`.
 * Nothing gets past it as an exception, and no other file listens on a channel.
 */
export function openGate(handlers: Handlers, options: { clock: Clock; window: () => BrowserWindow | null }): void {
  for (const name of Object.keys(commandSchemas) as CommandName[]) {
    const rate = new RateCap(options.clock, CALLS_PER_SECOND)
    ipcMain.handle(name, async (event, args: unknown): Promise<unknown> => {
      if (!isOurs(event, options.window())) return refuse(name, 'This window may not ask that.')
      if (!rate.take()) return refuse(name, 'Asked too often; wait a second.')
      const parsed = commandSchemas[name].safeParse(args)
      if (!parsed.success) return refuse(name, `Not understood: ${parsed.error.issues[0]?.message ?? 'bad arguments'}.`)
      try {
        // The table pairs each name with its own schema and handler; TypeScript can not follow that through a loop.
        const handle = handlers[name] as (args: unknown) => Promise<unknown>
        return await handle(parsed.data)
      } catch (error) {
        console.error(`command ${name} failed:`, error instanceof Error ? error.stack : 'no reason given')
        return refuse(name, 'Something went wrong inside Plimsoll. Nothing more was done.')
      }
    })
  }
}

/** Sends an event to the window if it is there to hear it. */
export function tell<K extends EventName>(window: BrowserWindow | null, name: K, payload: EventPayloads[K]): void {
  if (window && !window.isDestroyed()) window.webContents.send(name, payload)
}

function refuse(name: CommandName, message: string): Result<never, Failure> {
  return err(localFailure('invalidParameter', name, message))
}

/** Our own window, its top frame, on our own origin. An empty or `about:blank` frame is nobody. */
function isOurs(event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (!frame || !window || window.isDestroyed()) return false
  return event.sender.id === window.webContents.id && frame.parent === null && frame.origin === APP_ORIGIN
}

class RateCap {
  readonly #clock: Clock
  readonly #perSecond: number
  #tokens: number
  #filledAt: number

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#tokens = perSecond
    this.#filledAt = clock.mono()
  }

  take(): boolean {
    const now = this.#clock.mono()
    const earned = ((now - this.#filledAt) / 1_000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + earned)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
