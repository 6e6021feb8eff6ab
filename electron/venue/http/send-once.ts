import type { Dispatcher } from 'undici'

/** A reply with its whole body: the part of Response that `ofetch` uses. */
export interface WholeReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Buffer
}

/** Why we ended a request. */
export type Ended = 'redirect' | 'timeout' | 'tooLarge' | 'aborted'

interface Letter {
  readonly method: string
  readonly headers: Iterable<[string, string]>
  readonly body: string | null
}

/** How many interim responses (1xx) one request may get: more would hold the client up. */
const MOST_INTERIM = 20

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * One request and its reply. Its `fetch` sends one request, once: no redirect is followed, nothing is repeated or
 * decompressed, and a reply over `maxBytes` is cut off. `send` in transport.ts says why ofetch needs it.
 */
export class Sending implements Dispatcher.DispatchHandler {
  /** Monotonic ms when it was handed to a live socket, after which bytes may have been sent; null: none were. */
  sentAt: number | null = null
  /** The HTTP status, once the status line was read. */
  status: number | null = null
  ended: Ended | null = null
  /** Increases whenever something arrives. */
  arrived = 0

  readonly #dispatcher: Dispatcher
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #mayLeave: () => boolean
  readonly #outcome = Promise.withResolvers<WholeReply>()
  #isDispatched = false
  #isOver = false
  #abort: ((reason: Error) => void) | null = null
  #headers: Readonly<Record<string, string | string[] | undefined>> = {}
  #chunks: Buffer[] = []
  #bytes = 0
  #interim = 0

  /** `mayLeave` is asked at the live socket. If it returns false, no byte is sent. */
  constructor(dispatcher: Dispatcher, maxBytes: number, now: () => number, mayLeave: () => boolean) {
    this.#dispatcher = dispatcher
    this.#maxBytes = maxBytes
    this.#now = now
    this.#mayLeave = mayLeave
    // It may fail before it is awaited, which must not count as an unhandled rejection.
    this.#outcome.promise.catch(() => undefined)
  }

  readonly fetch = async (address: string, { method, headers, body }: Letter): Promise<WholeReply> => {
    if (this.#isDispatched) throw new Error('refused to send a request twice')
    this.#isDispatched = true
    const { origin, pathname, search } = new URL(address)
    if (this.ended === null) this.#dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, this)
    return this.#outcome.promise
  }

  /**
   * Ends the request at any point; if it is already over, nothing changes. If it was not sent yet, it never will be.
   */
  end(why: Ended): void {
    if (this.#isOver) return
    this.ended ??= why
    const reason = new Error(why)
    this.#outcome.reject(reason)
    this.#abort?.(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abort !== null) return controller.abort(new Error('refused to send a request twice'))
    if (this.ended === null && !this.#mayLeave()) this.end('aborted')
    if (this.ended !== null) return controller.abort(new Error(this.ended))
    this.#abort = (reason) => controller.abort(reason)
    this.sentAt = this.#now()
  }

  onResponseStart(_: unknown, status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.arrived += 1
    // An interim response is not the answer yet.
    if (status < 200) {
      this.#interim += 1
      if (this.#interim > MOST_INTERIM) this.end('tooLarge')
      return
    }
    this.status = status
    this.#headers = headers
    if (REDIRECTS.has(status)) this.end('redirect')
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.arrived += 1
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) return this.end('tooLarge')
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#isOver = true
    const header = (name: string): string | null => {
      const value = this.#headers[name]
      return typeof value === 'string' ? value : null
    }
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
    this.#outcome.resolve({ status: this.status ?? 0, headers: { get: header }, body })
  }

  onResponseError(_: unknown, error: Error): void {
    this.#outcome.reject(error)
  }
}
