import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Faults } from '../testing/faults.ts'
import type { Ledger, LedgerEntry } from '../testing/ledger.ts'
import { HOST, close, listen, readAll } from './listening.ts'
import { questionOf } from './query-signing.ts'
import type { Reply } from './answer.ts'
import { send } from './send.ts'
import type { Venue } from './request-handler.ts'

/** Longer than any client keeps an idle socket: the venue is not the one to close it under a request. */
const KEEP_ALIVE_MS = 120_000

/** Makes another answer of a good one: that of `endpoint`, asked for by `url`. */
export type Alter = (endpoint: string, url: string, json: unknown) => unknown

interface ServerParts {
  readonly clock: Clock
  readonly venue: Venue
  readonly ledger: Ledger
  readonly faults: Faults
  /** What becomes of a good answer before it goes out; null: nothing. */
  readonly alter: Alter | null
  /** Added to every answer. */
  readonly latencyMs: number
  /** PEM; null serves plain HTTP. */
  readonly tls: { readonly key: string; readonly cert: string } | null
}

interface RunningServer {
  /** Without a gateway's prefix. */
  readonly origin: string
  close(): Promise<void>
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
export async function serve(parts: ServerParts, port: number): Promise<RunningServer> {
  const connections = new Connections()
  const options = { keepAliveTimeout: KEEP_ALIVE_MS }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    void respond(parts, connections, request, response)
  }
  const server = parts.tls ? createTlsServer({ ...options, ...parts.tls }, onRequest) : createServer(options, onRequest)
  server.on('connection', (socket: Socket) => connections.add(socket))
  const listening = await listen(server, port)
  return { origin: `${parts.tls ? 'https' : 'http'}://${HOST}:${listening}`, close: () => close(server) }
}

async function respond(
  parts: ServerParts,
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, venue, ledger, faults } = parts
  const arrivedAt = clock.mono()
  const { method = 'GET', url = '/' } = request
  const path = url.split('?', 1)[0] ?? '/'
  const target = venue.targetOf(method, path)
  const endpoint = target.route?.name ?? null
  const verdict = venue.admit(target, arrivedAt)
  const met = faults.take(endpoint)
  const fault = met?.fault ?? null
  const entry = ledger.add({
    ...{ method, path, url, arrivedAt, endpoint, area: target.route?.area ?? null, fault: fault?.kind ?? null },
    ...connections.count(request.socket),
  })
  const connection = connections.under(request.socket)
  if (fault?.kind === 'resetBeforeRead') return void connection.resetAndDestroy()
  const body = await readAll(request)
  if (body === null) return void request.socket.destroy()
  note(entry, request, body)
  const arrived = { method, url: url.slice(target.prefix), body, headers: request.headers }
  const answer = venue.answer(arrived, target, entry, { verdict, fault })
  // The answer to a request that is executed late does not wait for it.
  const reply = fault?.kind === '504ExecutedLate' ? { status: 504, text: '' } : altered(await answer, parts, entry)
  if (parts.latencyMs > 0) await wait(clock, parts.latencyMs)
  const { random } = faults
  const tongue = venue.tongueFor(request.headers)
  await send(response, reply, {
    area: target.area,
    url: questionOf(url),
    tongue,
    random,
    met,
    entry,
    clock,
    connection,
  })
}

function altered(reply: Reply, { alter }: ServerParts, { endpoint, executed, url }: LedgerEntry): Reply {
  return alter && executed && endpoint !== null
    ? { ...reply, json: alter(endpoint, questionOf(url), reply.json) }
    : reply
}

function note(entry: LedgerEntry, request: IncomingMessage, body: Buffer): void {
  const stamp = request.headers['x-ch-ts']
  entry.body = body.toString()
  entry.timestamp = typeof stamp === 'string' ? stamp : null
}

/**
 * Numbers sockets, and the requests on each; and knows the TCP connection under a TLS one, which alone can be reset.
 */
class Connections {
  readonly #seen = new WeakMap<Socket, { socketId: number; numberOnSocket: number }>()
  readonly #byPort = new Map<number, Socket>()
  #count = 0

  add(socket: Socket): void {
    const { remotePort } = socket
    if (remotePort === undefined) return
    this.#byPort.set(remotePort, socket)
    socket.once('close', () => {
      if (this.#byPort.get(remotePort) === socket) this.#byPort.delete(remotePort)
    })
  }

  under(socket: Socket): Socket {
    return this.#byPort.get(socket.remotePort ?? 0) ?? socket
  }

  count(socket: Socket): { socketId: number; numberOnSocket: number } {
    const seen = this.#seen.get(socket) ?? { socketId: (this.#count += 1), numberOnSocket: 0 }
    const next = { ...seen, numberOnSocket: seen.numberOnSocket + 1 }
    this.#seen.set(socket, next)
    return next
  }
}
