import type { Dispatcher } from 'undici'

/** A reply with its whole body: what `ofetch` uses of a Response. */
export interface WholeReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Buffer
}

/** Why a request was ended from this side. */
export type Ended = 'redirect' | 'timeout' | 'tooLarge' | 'aborted'

interface Letter {
  readonly method: string
  readonly headers: Iterable<[string, string]>
  readonly body: string | null
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * One request on its way to the socket, and its reply on the way back. Its `fetch` lets one request through, once. It
 * follows no redirect, sends nothing again, inflates nothing and holds no more than it was told to; `send` in
 * transport.ts says why ofetch needs it.
 */
export class Sending implements Dispatcher.DispatchHandler {
  /** Monotonic ms of the hand-over to a live socket; from then on bytes may have left. null: none did. */
  sentAt: number | null = null
  /** The HTTP status, as soon as its line was read. */
  status: number | null = null
  ended: Ended | null = null

  readonly #dispatcher: Dispatcher
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #mayLeave: () => boolean
  readonly #outcome = Promise.withResolvers<WholeReply>()
  #isDispatched = false
  #abort: ((reason: Error) => void) | null = null
  #headers: Readonly<Record<string, string | string[] | undefined>> = {}
  #chunks: Buffer[] = []
  #bytes = 0

  /** `mayLeave`: asked when there is a live socket; where it says no, no byte leaves. */
  constructor(dispatcher: Dispatcher, maxBytes: number, now: () => number, mayLeave: () => boolean) {
    this.#dispatcher = dispatcher
    this.#maxBytes = maxBytes
    this.#now = now
    this.#mayLeave = mayLeave
    // Ended before anybody waits for it, it is no error of the program.
    this.#outcome.promise.catch(() => undefined)
  }

  readonly fetch = async (address: string, { method, headers, body }: Letter): Promise<WholeReply> => {
    if (this.#isDispatched) throw new Error('refused to send a request twice')
    this.#isDispatched = true
    const { origin, pathname, search } = new URL(address)
    if (this.ended === null) this.#dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, this)
    return this.#outcome.promise
  }

  /** Ends it, whatever it is at. What is not on its way yet never leaves. */
  end(why: Ended): void {
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
    // "Wait", "hints are": not yet the answer.
    if (status < 200) return
    this.status = status
    this.#headers = headers
    if (REDIRECTS.has(status)) this.end('redirect')
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) return this.end('tooLarge')
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
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
