import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Clock } from '#shared/domain/clock.ts'
import type { Reply } from './answer.ts'
import type { Hook } from './hook.ts'
import { HOST, close, listen, readAll } from './listening.ts'
import type { RequestHandler } from './request-handler.ts'
import { keyOf } from './signing.ts'

/** Longer than any client keeps an idle socket, so that the venue never closes one under a request. */
const KEEP_ALIVE_MS = 120_000
const GATEWAY_TIMEOUT: Reply = { status: 504, text: '' }

interface ServerParts {
  readonly clock: Clock
  readonly handler: RequestHandler
  readonly hook: Hook
  /** PEM; null serves plain HTTP. */
  readonly tls: { readonly key: string; readonly cert: string } | null
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects if the port is taken. The origin has no gateway's prefix. */
export async function serve(
  parts: ServerParts,
  port: number,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const options = { keepAliveTimeout: KEEP_ALIVE_MS }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void respond(parts, request, response)
  const server = parts.tls ? createTlsServer({ ...options, ...parts.tls }, onRequest) : createServer(options, onRequest)
  server.on('connection', (connection: Socket) => parts.hook.connected(connection))
  const listening = await listen(server, port)
  return { origin: `${parts.tls ? 'https' : 'http'}://${HOST}:${listening}`, close: () => close(server) }
}

async function respond(
  { clock, handler, hook }: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAt = clock.mono()
  const { method = 'GET', url = '/', headers, socket } = request
  const path = url.split('?', 1)[0] ?? '/'
  const target = handler.targetOf(method, path)
  const { area, prefix } = target
  const verdict = handler.admit(target, arrivedAt)
  const { name: endpoint = null, area: served = null } = target.route ?? {}
  const own = hook.arrived({ method, path, url, area: served, endpoint, apiKey: keyOf(headers), arrivedAt, socket })
  if (!own) return
  const body = await readAll(request)
  if (body === null) return void socket.destroy()
  const arrived = { method, url: url.slice(prefix), body, headers }
  own.read(arrived)
  const answer = handler.answer(arrived, target, verdict, own)
  const reply = own.lateMs === null ? await answer : GATEWAY_TIMEOUT
  await own.send(response, reply, { area, style: handler.styleFor(headers) })
}
