/**
 * One HTTP exchange: explicit TLS checks, no redirect followed, nothing repeated, identity encoding, a bounded reply and
 * one deadline over all of it. Says whether bytes may have left, which is what a caller of a write needs to know.
 */
import { createFetch } from 'ofetch'
import type { FetchOptions } from 'ofetch'
import { Agent, Headers, fetch } from 'undici'
import type { Dispatcher } from 'undici'
import type { Clock } from '#shared/domain/clock.ts'
import { sendOnce } from './send-once.ts'
import type { Passage } from './send-once.ts'

/** From the hand-over to the last byte of the answer. */
export const DEADLINE_MS = 10_000
const MAX_REPLY_BYTES = 8 * 1024 * 1024
/** Idle sockets are let go before a venue's own timer can close them under a request. */
const KEEP_ALIVE_MS = 4_000

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** null on GET. */
  readonly body: string | null
}

/** Times are monotonic ms; `sentAt` is the hand-over to the socket. */
export type Exchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** What Retry-After asks for; 0 without one. */
      readonly retryAfterMs: number
      readonly sentAt: number
      readonly answeredAt: number
    }
  | {
      readonly kind: 'failed'
      readonly cause: FailureCause
      /** Node's code for it ("ECONNREFUSED"), never text from the network; null when there is none. */
      readonly code: string | null
      /** null: no byte left. */
      readonly sentAt: number | null
      /** The status line, if that much came back. */
      readonly status: number | null
    }

export type FailureCause = 'network' | 'tls' | 'redirect' | 'timeout' | 'tooLarge' | 'aborted'

export class Transport {
  readonly #clock: Clock
  readonly #fetch: ReturnType<typeof createFetch>
  readonly #reads = new Agent({
    ...AGENT,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
  // A write has a socket of its own: one reused may be dying, and then nobody knows whether the order arrived.
  readonly #writes = new Agent({ ...AGENT, pipelining: 0 })

  constructor(clock: Clock) {
    this.#clock = clock
    // The built-in fetch and undici's are the same code with types that do not know each other.
    this.#fetch = createFetch({
      fetch: fetch as unknown as typeof globalThis.fetch,
      Headers: Headers as unknown as typeof globalThis.Headers,
    })
  }

  /** Sends `request` at most once. Never rejects. */
  async exchange(request: HttpRequest, isWrite: boolean, signal: AbortSignal): Promise<Exchange> {
    const passage: Passage = { sentAt: null, status: null }
    // One controller per request: AbortSignal.any would hang every request ever made on the client's own signal.
    const stop = new AbortController()
    const onAbort = (): void => stop.abort('aborted')
    const cancelDeadline = this.#clock.after(DEADLINE_MS, () => stop.abort('timeout'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    const agent = isWrite ? this.#writes : this.#reads
    const dispatcher = agent.compose(sendOnce(passage, () => this.#clock.mono()))
    try {
      const response = await this.#fetch.raw(request.url, options(request, dispatcher, stop.signal))
      const text = await readText(response._data)
      if (text === null) return { kind: 'failed', cause: 'tooLarge', code: null, ...passage }
      const { sentAt, status } = passage
      // An answer to a request the guard did not see leave: whatever that is, it must not be called "not sent".
      if (sentAt === null) return { kind: 'failed', cause: 'network', code: null, sentAt: this.#clock.mono(), status }
      return {
        kind: 'answered',
        status: response.status,
        text,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
        sentAt,
        answeredAt: this.#clock.mono(),
      }
    } catch (error) {
      const code = errorCode(error)
      return { kind: 'failed', cause: causeOf(passage, code, stop.signal), code, ...passage }
    } finally {
      cancelDeadline()
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Drops every socket. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.destroy(), this.#writes.destroy()])
  }
}

// Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment turns the default off.
const AGENT: Agent.Options = {
  connect: { rejectUnauthorized: true, timeout: DEADLINE_MS },
  // Our own deadline covers the whole exchange.
  headersTimeout: 0,
  bodyTimeout: 0,
}

function options(request: HttpRequest, dispatcher: Dispatcher, signal: AbortSignal): FetchOptions<'stream'> {
  return {
    method: request.method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      ...request.headers,
    },
    body: request.body,
    redirect: 'error',
    retry: 0,
    responseType: 'stream',
    ignoreResponseError: true,
    signal,
    dispatcher,
  }
}

/** The whole body as text, null when it is too large. Bytes that are no UTF-8 become U+FFFD, which no id or amount allows. */
async function readText(body: ReadableStream<Uint8Array> | undefined): Promise<string | null> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream and with it the socket.
    if (bytes > MAX_REPLY_BYTES) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Seconds, the only form worth believing from a host whose clock may differ. */
function retryAfterMs(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number.parseInt(header, 10) * 1000 : 0
}

function causeOf(passage: Passage, code: string | null, stopped: AbortSignal): FailureCause {
  if (stopped.aborted) return stopped.reason === 'timeout' ? 'timeout' : 'aborted'
  if (passage.status !== null && passage.status >= 300 && passage.status < 400) return 'redirect'
  return passage.sentAt === null && code !== null && TLS_CODE.test(code) ? 'tls' : 'network'
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/

/** The innermost error code: fetch wraps what the socket said. */
function errorCode(error: unknown): string | null {
  for (let inner: unknown = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++) {
    if ('code' in inner && typeof inner.code === 'string' && /^[A-Z_]{3,40}$/.test(inner.code)) return inner.code
  }
  return null
}
