import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createHmac } from 'node:crypto'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { Credentials, VenueClient } from '#electron/venue/port.ts'
import { DEADLINE_MS } from '#electron/venue/http/transport.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ok } from '#shared/domain/result.ts'

/** One request with the exact bytes that arrived. */
export interface Arrival {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connection: number
}

/** How the server handles a request. Every answer is written by hand, byte for byte. */
export type Behaviour = (socket: Socket, arrival: Arrival) => void

export interface VenueServer {
  readonly baseUrl: string
  /** Every complete request, without calls for the time. */
  readonly arrivals: Arrival[]
  /** How many times the time was requested. */
  timeReads: number
  /** Whether requests for the time get no answer. */
  isTimeSilent: boolean
  behave: Behaviour
  stop(): Promise<void>
}

export const KEY = 'canary-key-7f3a9b'
export const SECRET = 'canary-secret-51c0de'

export const credentials: Credentials = {
  apiKey: KEY,
  sign: (text) => Promise.resolve(ok(createHmac('sha256', SECRET).update(text).digest('hex'))),
}

export function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (socket) => socket.write(`HTTP/1.1 ${String(status)} Status\r\n${head}\r\n${body}`)
}

/**
 * Writes `chunk` as long as the reader accepts it. A write that failed is the last one: Node calls back before it marks
 * the socket as destroyed, and a write from there would be queued and fail again, for ever.
 */
export function feed(socket: Socket, chunk: string | Buffer): void {
  if (!socket.destroyed) socket.write(chunk, (error) => (error ? undefined : feed(socket, chunk)))
}

/** A venue on a bare socket. It answers the time by itself and everything else as the test says. */
export async function startVenueServer(): Promise<VenueServer> {
  const arrivals: Arrival[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8')
      for (;;) {
        const arrival = parse(received, connection)
        if (!arrival) return
        received = received.slice(arrival.length)
        if (arrival.target.endsWith('/v1/time')) {
          venue.timeReads++
          if (venue.isTimeSilent) continue
          answer(200, `{"timezone":"UTC","serverTime":${String(systemClock.wall())}}`)(socket, arrival)
          continue
        }
        arrivals.push(arrival)
        venue.behave(socket, arrival)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const venue: VenueServer = {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrivals,
    timeReads: 0,
    isTimeSilent: false,
    behave: answer(200, '{}'),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return venue
}

function parse(received: string, connection: number): (Arrival & { length: number }) | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [requestLine = '', ...lines] = received.slice(0, headEnd).split('\r\n')
  const [method = '', target = ''] = requestLine.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length =
    headEnd + 4 + (headers['content-length'] === undefined ? 0 : Number.parseInt(headers['content-length'], 10))
  if (received.length < length) return null
  return { method, target, headers, body: received.slice(headEnd + 4, length), connection, length }
}

export function connect(venue: VenueServer, clock: Clock = systemClock): VenueClient {
  return createVenueClient({ spotBaseUrl: venue.baseUrl, contractBaseUrl: venue.baseUrl, credentials, clock })
}

/**
 * The system clock, except that the deadlines of all pending exchanges, clock reads among them, can be triggered at
 * once.
 */
export class ImpatientClock implements Clock {
  readonly #deadlines = new Set<() => void>()
  mono = (): number => systemClock.mono()
  wall = (): number => systemClock.wall()

  after(ms: number, task: () => void): () => void {
    const cancel = systemClock.after(ms, task)
    if (ms !== DEADLINE_MS) return cancel
    this.#deadlines.add(task)
    return () => {
      this.#deadlines.delete(task)
      cancel()
    }
  }

  fireDeadlines(): void {
    for (const task of [...this.#deadlines]) task()
  }
}
