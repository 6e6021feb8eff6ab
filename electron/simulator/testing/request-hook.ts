/** What tests do with requests: each is recorded in the ledger, and meets the fault that waits for it. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Connections } from './connections.ts'
import { isExecuted, type Fault, type FaultKind, type Faults, type ActiveFault } from './faults.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { sendFaulty } from './send-faulty.ts'
import type { SimOrder } from '../exchange/account/sim-order.ts'
import type { Route } from '../routes/route.ts'
import type { Reply } from '../wire/answer.ts'
import type { Hook, RequestHook } from '../wire/hook.ts'
import { paramText, type Params } from '../wire/request-params.ts'
import type { ReceivedRequest } from '../wire/signing.ts'

/** Endpoints where a client id makes an order. */
const PLACING: ReadonlySet<string> = new Set(['spot.newOrder', 'spot.batchOrders', 'contract.newOrder'])
const CLIENT_ID_NAMES = ['newClientOrderId', 'newClientOrder', 'clientOrderId', 'origClientOrderId'] as const

/** Faults that hide their order from reads for `ms`. */
const HIDING: ReadonlySet<FaultKind | undefined> = new Set(['slowReads', 'lostAndHidden'])

/** Parameters that differ between requests for the same thing. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature'])

/** Changes a good answer of `endpoint` to a request for `url`. */
export type Alter = (endpoint: string, url: string, json: unknown) => unknown

interface HookParts {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly connections: Connections
  readonly faults: Faults
  /** Changes good answers before they are sent; null: it does not. */
  readonly alter: Alter | null
  /** Added to every answer. */
  readonly latencyMs: number
  /** The effect of a fault on the venue's clock. */
  readonly upsetClock: (fault: Fault) => void
  /** The effect of a fault on the account, once the answer is made. */
  readonly upsetAccount: (fault: Fault) => void
}

export function testHook(parts: HookParts): Hook {
  const { connections } = parts
  return {
    connected: (connection) => connections.add(connection),
    arrived({ socket, ...arrival }) {
      const met = parts.faults.take(arrival.endpoint, arrival.apiKey)
      const numbers = connections.count(socket)
      const entry = parts.ledger.add({ ...arrival, ...numbers, fault: met?.fault.kind ?? null })
      const connection = connections.under(socket)
      if (met?.fault.kind !== 'resetBeforeRead') return new TestedRequest(parts, entry, met, connection)
      connection.resetAndDestroy()
      return null
    },
  }
}

class TestedRequest implements RequestHook {
  readonly #parts: HookParts
  readonly #entry: LedgerEntry
  readonly #met: ActiveFault | null
  readonly #fault: Fault | null
  readonly #connection: Socket

  constructor(parts: HookParts, entry: LedgerEntry, met: ActiveFault | null, connection: Socket) {
    this.#parts = parts
    this.#entry = entry
    this.#met = met
    this.#fault = met?.fault ?? null
    this.#connection = connection
  }

  get acts(): boolean {
    return isExecuted(this.#fault)
  }

  get lateMs(): number | null {
    return this.#fault?.kind === '504ExecutedLate' ? (this.#fault.ms ?? 0) : null
  }

  get forgets(): boolean {
    return this.#fault?.kind === 'forgets'
  }

  read({ body, headers }: ReceivedRequest): void {
    const stamp = headers['x-ch-ts']
    this.#entry.body = body.toString()
    this.#entry.timestamp = typeof stamp === 'string' ? stamp : null
  }

  asked({ name }: Route, params: Params | null): void {
    this.#entry.timestamp ??= paramText(params?.['timestamp']) ?? null
    this.#parts.ledger.name(this.#entry, clientIdsOf(params ?? {}), PLACING.has(name))
  }

  admitted(): void {
    if (this.#fault) this.#parts.upsetClock(this.#fault)
  }

  ordered({ name }: Route, order: SimOrder): void {
    const { clock, ledger } = this.#parts
    this.#entry.orderId = order.orderId
    if (HIDING.has(this.#fault?.kind)) order.hiddenUntil = clock.mono() + (this.#fault?.ms ?? 0)
    if (order.clientOrderId !== null && PLACING.has(name)) ledger.made(order.clientOrderId)
  }

  done(): void {
    this.#entry.executed = true
  }

  async send(response: ServerResponse, reply: Reply, to: Parameters<RequestHook['send']>[2]): Promise<void> {
    const { clock, faults, alter, latencyMs } = this.#parts
    const { endpoint, executed } = this.#entry
    const url = questionOf(this.#entry.url)
    if (this.#fault && executed) this.#parts.upsetAccount(this.#fault)
    const isAltered = alter && executed && endpoint !== null && this.lateMs === null
    const altered = isAltered ? { ...reply, json: alter(endpoint, url, reply.json) } : reply
    if (latencyMs > 0) await wait(clock, latencyMs)
    const around = { ...to, url, clock, random: faults.random, entry: this.#entry, connection: this.#connection }
    await sendFaulty(response, altered, this.#met, around)
  }
}

/** A URL without time-dependent parameters. */
export function questionOf(url: string): string {
  const [path = '', ...queries] = url.split('?')
  const asked = queries
    .join('?')
    .split('&')
    .filter((param) => !OF_THE_MOMENT.has(param.split('=', 1)[0] ?? ''))
  return [path, ...(asked.join('&') === '' ? [] : [asked.join('&')])].join('?')
}

function clientIdsOf(params: Params): string[] {
  const own = CLIENT_ID_NAMES.map((name) => paramText(params[name]))
  const orders = params['orders']
  const inBatch = Array.isArray(orders)
    ? orders.map((entry) => paramText((entry as Params | null)?.['client_order_id']))
    : []
  return [...own, ...inBatch].filter((id) => id !== undefined)
}
