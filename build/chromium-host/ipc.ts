// ipcMain, and the two directions of a message: what a page sent finds its handler, what main sends finds its page.
import { randomBytes } from 'node:crypto'
import type { IpcMainInvokeEvent } from 'electron'
import { createCodec } from './page/codec.ts'
import type { ToMain, ToPage } from './page/preload-world.ts'
import { refusingEmitter } from './refuse.ts'
import { appEvents } from './state.ts'

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

const codec = createCodec()
const key = randomBytes(8).toString('hex')

/** Random, so that no page can guess what carries messages. */
export const SEND_NAME = `__host_send_${key}`
export const RECEIVE_NAME = `__host_receive_${key}`

export class IpcMain extends refusingEmitter('ipcMain') {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    }
    this.#handlers.set(channel, handler)
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  _handler(channel: string): Handler | undefined {
    return this.#handlers.get(channel)
  }
}

export const ipcMain = new IpcMain()

/** One message of a page, which `own` handlers hear before those of `ipcMain`. `makeEvent` says who sent it, `answer` goes back to that document and no other. */
export async function receive(
  payload: string,
  own: IpcMain,
  makeEvent: () => IpcMainInvokeEvent,
  answer: (head: ToPage, text: string) => void,
): Promise<void> {
  const end = payload.indexOf('\n')
  const head = JSON.parse(payload.slice(0, end)) as ToMain
  const args = codec.decode(payload.slice(end + 1)) as unknown[]
  if (head.kind === 'key') {
    appEvents.emit('key', head.stroke, makeEvent().sender)
    return
  }
  if (head.kind === 'send') {
    own.emit(head.channel, makeEvent(), ...args)
    ipcMain.emit(head.channel, makeEvent(), ...args)
    return
  }
  try {
    const handler = own._handler(head.channel) ?? ipcMain._handler(head.channel)
    if (!handler) throw new Error(`No handler registered for '${head.channel}'`)
    const text = codec.encode(await handler(makeEvent(), ...args))
    answer({ kind: 'reply', id: head.id, ok: true }, text)
  } catch (error) {
    console.error(`Error occurred in handler for '${head.channel}':`, error)
    answer({ kind: 'reply', id: head.id, ok: false }, codec.encode(String(error)))
  }
}

export function encodeMessage(channel: string, args: unknown[]): [head: ToPage, text: string] {
  return [{ kind: 'message', channel }, codec.encode(args)]
}
