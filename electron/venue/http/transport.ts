/**
 * One HTTP exchange: explicit TLS checks, no redirects, no repeats, identity encoding, a bounded reply and one
 * deadline. It reports whether bytes may have been sent, which decides what a failed write means.
 */
import { createFetch } from 'ofetch'
import { Agent } from 'undici'
import type { Clock } from '#shared/domain/clock.ts'
import { Sending, type Ended, type WholeReply } from './send-once.ts'
import type { RetryAfter } from './retry-after.ts'

/** For the whole exchange, from connecting to the last byte of the answer. */
export const DEADLINE_MS = 10_000
const MAX_REPLY_BYTES = 8 * 1024 * 1024
/** Idle sockets are closed before the venue's own timer can close them under a request. */
const KEEP_ALIVE_MS = 4_000
/** A larger step of the wall clock against the monotonic clock means that the machine slept or its clock was set. */
const SLEEP_GAP_MS = 2_000

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** null except on POST. */
  readonly body: string | null
}

/** Times are monotonic ms. `sentAt` is when the request was handed to the socket. */
export type Exchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly bytes: Buffer
      /** The Retry-After header, with the Date of the same answer; null: none. */
      readonly retryAfter: RetryAfter | null
      /** What the body is instead of a reply, judged by headers and first bytes; null: nothing odd. */
      readonly oddity: Oddity | null
      /** The longest time that a cache on the way may have kept it, ms; 0: no cache says so. */
      readonly keptMs: number
      readonly sentAt: number
      readonly answeredAt: number
    }
  | {
      readonly kind: 'failed'
      readonly cause: Ended | 'network' | 'tls' | 'notTls' | 'notHttp'
      /** Node's error code ("ECONNREFUSED"), never text from the network; null: none. */
      readonly code: string | null
      /** null: no byte was sent. */
      readonly sentAt: number | null
      /** The status, if the status line arrived. */
      readonly status: number | null
    }

/** Replies that did not come from the venue's own service. */
export type Oddity = 'compressed' | 'html'

export class Transport {
  readonly #clock: Clock
  #reads = keptAlive()
  // Each write gets a new socket. A reused socket may be closing, and then we could not tell whether the order arrived.
  readonly #writes = new Agent({ ...AGENT, pipelining: 0 })

  /** Wall clock minus monotonic clock at the newest request. */
  #wallAheadMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#wallAheadMs = clock.wall() - clock.mono()
  }

  /** Sends `request` at most once, and only if `mayLeave` allows it once there is a socket. Never rejects. */
  async exchange(
    request: HttpRequest,
    isWrite: boolean,
    signal: AbortSignal,
    mayLeave: () => boolean,
  ): Promise<Exchange> {
    this.#dropAfterSleep()
    const agent = isWrite ? this.#writes : this.#reads
    const sending = new Sending(agent, MAX_REPLY_BYTES, () => this.#clock.mono(), mayLeave)
    // The listener is removed again: AbortSignal.any would keep every request alive on the client's signal.
    const onAbort = (): void => sending.end('aborted')
    const cancelDeadline = this.#clock.after(DEADLINE_MS, () => endUnlessArriving(sending))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    try {
      const { status, headers, body } = await send(request, sending)
      return {
        kind: 'answered',
        status,
        bytes: body,
        retryAfter: retryAfterOf(headers),
        oddity: oddityOf(headers, body),
        keptMs: keptMsOf(headers),
        // An answered request was sent, even if the hand-over was not seen.
        sentAt: sending.sentAt ?? this.#clock.mono(),
        answeredAt: this.#clock.mono(),
      }
    } catch (error) {
      const { sentAt, status, ended } = sending
      const code = errorCode(error)
      const cause = ended ?? causeOf(code, sentAt !== null)
      return { kind: 'failed', cause, code, sentAt, status }
    } finally {
      cancelDeadline()
      signal.removeEventListener('abort', onAbort)
    }
  }

  /**
   * Sockets from before a sleep are dead, and a read on one would wait until its deadline. Writes leave no socket open.
   */
  #dropAfterSleep(): void {
    const aheadMs = this.#clock.wall() - this.#clock.mono()
    if (Math.abs(aheadMs - this.#wallAheadMs) > SLEEP_GAP_MS) {
      void this.#reads.destroy()
      this.#reads = keptAlive()
    }
    this.#wallAheadMs = aheadMs
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.destroy(), this.#writes.destroy()])
  }
}

/**
 * Ends the exchange at its deadline, unless data is still coming in: while main was blocked, an answer may have arrived
 * unread. A reply that never ends stops at the size limit.
 */
function endUnlessArriving(sending: Sending): void {
  const before = sending.arrived
  setImmediate(() => {
    if (sending.arrived === before) sending.end('timeout')
    else endUnlessArriving(sending)
  })
}

function keptAlive(): Agent {
  return new Agent({ ...AGENT, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS })
}

// Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment turns the default off.
const AGENT: Agent.Options = {
  connect: { rejectUnauthorized: true, timeout: DEADLINE_MS },
  // Our own deadline covers the whole exchange.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/**
 * Sends a request through ofetch. `sending.fetch` does what ofetch cannot do for an order (ADR 0007):
 *
 * - Record when the first byte may have left. To ofetch, a lost answer and a request that was never sent look the same.
 * - Ask at the connected socket whether the request may still be sent.
 * - Send once. `retry: 0` turns off only ofetch's repeats; undici's `fetch` repeats after a 421 and on a dead socket.
 * - Refuse redirects and compression, and stop at a size limit. `fetch` follows and decompresses before we see it.
 * - Use our clock. ofetch's timeout has its own timer.
 */
async function send(request: HttpRequest, sending: Sending): Promise<WholeReply> {
  // The standard types require more than ofetch uses.
  const ofetch = createFetch({
    fetch: sending.fetch as unknown as typeof globalThis.fetch,
    Headers: PlainHeaders as unknown as typeof globalThis.Headers,
  })
  const response = await ofetch.raw(request.url, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'cache-control': 'no-cache',
      ...request.headers,
    },
    body: request.body,
    retry: 0,
    responseType: 'stream',
    ignoreResponseError: true,
  })
  return response as unknown as WholeReply
}

/** Headers without the checks and sorting of the standard class, because undici checks them again. */
class PlainHeaders extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super(Object.entries(headers))
  }
}

function retryAfterOf(headers: WholeReply['headers']): RetryAfter | null {
  const text = headers.get('retry-after')
  return text === null ? null : { text, date: headers.get('date') }
}

/** A cache must give the age of its answer in whole seconds (RFC 9111, 5.1). */
function keptMsOf(headers: WholeReply['headers']): number {
  const text = headers.get('age')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? parseInt(text, 10) : 0
  return seconds > 0 ? (seconds + 1) * 1_000 : 0
}

const GZIP = Buffer.from([0x1f, 0x8b])
/** How much white space may precede the first tag of a page. */
const SNIFFED_BYTES = 256

/** No reply of the interface begins with a tag, and we never ask for compression. */
function oddityOf(headers: WholeReply['headers'], body: Buffer): Oddity | null {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' || body.subarray(0, GZIP.length).equals(GZIP)) return 'compressed'
  const start = body.toString('latin1', 0, SNIFFED_BYTES).replace('\u00ef\u00bb\u00bf', '').trimStart()
  return start.startsWith('<') ? 'html' : null
}

function causeOf(code: string | null, hasLeft: boolean) {
  if (code === null) return 'network'
  if (code.startsWith('HPE_')) return 'notHttp'
  if (hasLeft || !TLS_CODE.test(code)) return 'network'
  return NOT_TLS.has(code) ? 'notTls' : 'tls'
}

/** The other side does not speak TLS. */
const NOT_TLS: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_RECORD_LAYER_FAILURE',
])

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/

/** The innermost error code: ofetch wraps the socket's error. */
function errorCode(error: unknown): string | null {
  for (let inner: unknown = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++) {
    if ('code' in inner && typeof inner.code === 'string' && /^[A-Z\d_]{3,48}$/.test(inner.code)) return inner.code
  }
  return null
}
