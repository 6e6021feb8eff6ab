/**
 * Where tests observe and disturb requests (testing/request-hook.ts); the Demo has `NO_HOOK`. The server has no other
 * way to misbehave.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Area } from '#shared/domain/instrument.ts'
import type { SimOrder } from '../exchange/account/sim-order.ts'
import type { Route } from '../routes/route.ts'
import { sendReply, type Reply } from './answer.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { Params } from './request-params.ts'
import type { ReceivedRequest } from './signing.ts'

/** A request whose header has been read. */
export interface RequestHead {
  readonly method: string
  readonly path: string
  /** Path and query, with a gateway's prefix. */
  readonly url: string
  /** null for a path without an endpoint. */
  readonly area: Area | null
  readonly endpoint: string | null
  /** null: it names none. */
  readonly apiKey: string | null
  /** Monotonic ms. */
  readonly arrivedAt: number
  readonly socket: Socket
}

export interface Hook {
  /** A TCP connection was made. Under TLS its requests have another socket. */
  connected(connection: Socket): void
  /** A request arrived and was counted towards its limit. null: the hook closed the connection. */
  arrived(arrival: RequestHead): RequestHook | null
}

/** One request, from its header to its answer. */
export interface RequestHook {
  /** Whether the venue acts on the request. */
  readonly acts: boolean
  /** The venue answers at once and acts this many ms later; null: it acts first, then answers. */
  readonly lateMs: number | null
  /** Whether reads know no order at all. */
  readonly forgets: boolean
  /** Its body was read. */
  read(request: ReceivedRequest): void
  /** Its parameters; null: unreadable. */
  asked(route: Route, params: Params | null): void
  /** It is within its limit. */
  admitted(): void
  /** It made or named an order. */
  ordered(route: Route, order: SimOrder): void
  /** The venue has executed it. */
  done(): void
  /** Writes the answer. */
  send(
    response: ServerResponse,
    reply: Reply,
    to: { readonly area: Area; readonly style: SimDialect },
  ): void | Promise<void>
}

const UNTOUCHED: RequestHook = {
  acts: true,
  lateMs: null,
  forgets: false,
  read() {},
  asked() {},
  admitted() {},
  ordered() {},
  done() {},
  send: sendReply,
}

export const NO_HOOK: Hook = { connected() {}, arrived: () => UNTOUCHED }
