import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Faults } from '../faults.ts'
import type { Ledger, LedgerEntry } from '../ledger.ts'
import { send } from './send.ts'
import type { Gate, Venue } from './venue.ts'

const HOST = '127.0.0.1'
const MAX_BODY = 1024 * 1024
/** Longer than any client keeps an idle socket: the venue is not the one to close it under a request. */
const KEEP_ALIVE_MS = 120_000

export interface ServerParts {
  readonly clock: Clock
  readonly venue: Venue
  readonly ledger: Ledger
  readonly faults: Faults
  /** Added to every answer. */
  readonly latencyMs: number
}

export interface RunningServer {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
export async function serve(parts: ServerParts, port: number): Promise<RunningServer> {
  const sockets = new SocketNumbers()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void respond(parts, sockets, request, response)
  })
  await listen(server, port)
  const address = server.address() as AddressInfo
  return {
    baseUrl: `http://${HOST}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

async function respond(
  parts: ServerParts,
  sockets: SocketNumbers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, venue, ledger, faults } = parts
  const arrivedAt = clock.mono()
  const method = request.method ?? 'GET'
  const url = request.url ?? '/'
  const path = url.split('?', 1)[0] ?? '/'
  const route = venue.routeOf(method, path)
  const gate: Gate = {
    verdict: route ? venue.admit(route, arrivedAt) : 'pass',
    fault: faults.take(route?.name ?? null),
  }
  const entry = ledger.add({
    ...{ method, path, url, arrivedAt, area: route?.area ?? null, endpoint: route?.name ?? null },
    ...sockets.of(request.socket),
  })
  if (gate.fault?.kind === 'resetBeforeRead') return void request.socket.resetAndDestroy()
  const body = await readAll(request)
  if (body === null) return void request.socket.destroy()
  note(entry, request, body)
  const answer = venue.answer({ method, url, body, headers: request.headers }, route, entry, gate)
  // The answer to a request that is executed late does not wait for it.
  const reply = gate.fault?.kind === '504ExecutedLate' ? { status: 504, body: '' } : await answer
  if (parts.latencyMs > 0) await wait(clock, parts.latencyMs)
  await send(response, reply, { area: route?.area ?? 'spot', fault: gate.fault, entry, clock })
}

function note(entry: LedgerEntry, request: IncomingMessage, body: string): void {
  const stamp = request.headers['x-ch-ts']
  entry.body = body
  entry.timestamp = typeof stamp === 'string' ? stamp : null
}

/** The body as text; null when it is too long or the client went away. */
async function readAll(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BODY) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Numbers sockets, and the requests on each. */
class SocketNumbers {
  readonly #seen = new WeakMap<Socket, { socketId: number; numberOnSocket: number }>()
  #count = 0

  of(socket: Socket): { socketId: number; numberOnSocket: number } {
    const seen = this.#seen.get(socket) ?? { socketId: (this.#count += 1), numberOnSocket: 0 }
    const next = { ...seen, numberOnSocket: seen.numberOnSocket + 1 }
    this.#seen.set(socket, next)
    return next
  }
}
