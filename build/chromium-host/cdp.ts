// Raw Chrome DevTools Protocol over Chromium's debugging pipe. One connection, one session per window, `root` for the browser.
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'
import * as cbor from './cbor.ts'

/** Typed by Playwright's own protocol types. Emits `close` when its target is gone. */
export type Session = Pick<CDPSession, 'send' | 'on' | 'once'>

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly sessionId?: string
}

interface Call {
  readonly sessionId: string
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

export class Cdp {
  readonly root: Session
  readonly closed: Promise<void>
  readonly #out: Writable
  readonly #calls = new Map<number, Call>()
  readonly #sessions = new Map<string, EventEmitter>()
  #isClosed = false
  #nextId = 1

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.#out = toBrowser
    this.root = this.session('')
    frames(fromBrowser, (bytes) => this.#dispatch(cbor.decode(bytes) as Message))
    this.closed = new Promise((resolve) => {
      const close = (): void => {
        this.#isClosed = true
        this.#rejectCalls(() => true, 'browser closed')
        resolve()
      }
      fromBrowser.on('close', close).on('error', close)
      toBrowser.on('error', close)
    })
  }

  session(id: string): Session {
    const emitter = this.#sessions.get(id) ?? new EventEmitter()
    this.#sessions.set(id, emitter)
    const send = (method: string, params: object = {}): Promise<unknown> => this.#send(id, method, params)
    return Object.assign(emitter, { send }) as unknown as Session
  }

  #send(sessionId: string, method: string, params: object): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: browser closed`))
    const id = this.#nextId++
    this.#out.write(cbor.encode(sessionId ? { id, sessionId, method, params } : { id, method, params }))
    return new Promise((resolve, reject) => this.#calls.set(id, { sessionId, method, resolve, reject }))
  }

  #dispatch(message: Message): void {
    if (message.id === undefined) return this.#event(message)
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`))
    else call?.resolve(message.result)
  }

  #event({ method, params, sessionId = '' }: Message): void {
    if (method === 'Target.detachedFromTarget') {
      const gone = (params as { sessionId: string }).sessionId
      this.#rejectCalls((call) => call.sessionId === gone, 'target closed')
      this.#sessions.get(gone)?.emit('close')
      this.#sessions.delete(gone)
    }
    if (method) this.#sessions.get(sessionId)?.emit(method, params)
  }

  #rejectCalls(chosen: (call: Call) => boolean, why: string): void {
    for (const [id, call] of this.#calls) {
      if (!chosen(call)) continue
      this.#calls.delete(id)
      call.reject(new Error(`${call.method}: ${why}`))
    }
  }
}

/** Cuts a byte stream into messages, joining chunks only when a whole message is there. */
function frames(stream: Readable, onMessage: (bytes: Buffer) => void): void {
  let chunks: Buffer[] = []
  let have = 0
  let want = 0
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    have += chunk.length
    while (have > 0 && have >= want) {
      const [first, ...more] = chunks
      const bytes = first && more.length === 0 ? first : Buffer.concat(chunks)
      chunks = [bytes]
      want = cbor.messageLength(bytes)
      if (have < want) {
        if (want === Infinity) want = 0
        return
      }
      onMessage(bytes.subarray(0, want))
      have -= want
      chunks = have > 0 ? [bytes.subarray(want)] : []
      want = 0
    }
  })
}
