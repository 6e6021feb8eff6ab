/**
 * The venue of a soak, in its own process: the simulator, and beside it a witness that notes every order and cancel the
 * moment its header is read, before the simulator has looked at it. For each order it is asked about, it reports what
 * the witness and the exchange know of it, and cancels what is still open.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { SimOrder } from '#electron/simulator/testing/test-simulator.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Whereabouts } from '#test/support/desk-at-venue.ts'
import { heapInUse } from '#test/support/memory-in-use.ts'
import { CLOCK_SPEED, fateOf } from './plan.ts'

export interface Ready {
  readonly whereabouts: Whereabouts
}

/** A question about one order: the signatures under which it and its cancel may have arrived. */
export interface Inquiry {
  readonly clientOrderId: string
  readonly signatures: readonly string[]
}

/** What the venue knows of one order. */
export interface Evidence {
  /** For each signature the fates of the requests that came under it: more than one if it was sent more than once. */
  readonly arrivals: readonly (readonly string[])[]
  /** The orders the exchange made under this client id. */
  readonly orders: readonly { readonly orderId: string; readonly canceled: boolean }[]
}

export interface Findings {
  /** One for each inquiry. */
  readonly evidence: readonly Evidence[]
  /** Totals of the run so far. */
  readonly sum: {
    /**
     * Orders and cancels the witness saw, and those the simulator's own ledger has, with the same fault, at the same
     * place.
     */
    readonly witnessed: number
    readonly inLedger: number
    /** Signatures that arrived and were not asked about yet. */
    readonly unasked: number
    /** Connections to the address that redirects lead to. */
    readonly redirected: number
    /** Bytes in use; measured when there are no inquiries. */
    readonly heapBytes: number
  }
}

const PATHS: ReadonlySet<string> = new Set(['/sapi/v1/order', '/sapi/v1/cancel', '/fapi/v1/order', '/fapi/v1/cancel'])

const seed = parseInt(process.argv[2]!, 10)
const clock = scaledClock(realClock, CLOCK_SPEED)
const simulator = await startSimulator({ seed, clock, autoTick: false, life: false, limits: 'none' })
const { exchange, ledger, faults } = simulator
const port = parseInt(new URL(simulator.spotBaseUrl).port, 10)
const arrivals = new Map<string, string[]>()
let [witnessed, inLedger, redirected] = [0, 0, 0]

// Enough for every order that is open until it was asked about.
exchange.spot.deposit('USDT', decimal(1e9))

const elsewhere = createServer((socket) => {
  redirected += 1
  socket.destroy()
})
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/fapi/v1/order`

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  const { method, url = '', socket, headers } = request
  if (method !== 'POST' || socket.localPort !== port || !PATHS.has(url)) return
  const { name, fault } = fateOf(seed, witnessed)
  const signature = String(headers['x-ch-sign'])
  witnessed += 1
  arrivals.set(signature, [...(arrivals.get(signature) ?? []), name])
  // The simulator uses it for this request: it looks for a fault when this returns, and no other fault is waiting.
  if (fault) faults.inject({ match: '*', location, ...fault })
})

function answer(inquiries: readonly Inquiry[]): Findings {
  for (const { path, fault } of ledger.arrivals({ method: 'POST' })) {
    if (PATHS.has(path) && fault === (fateOf(seed, inLedger).fault?.kind ?? null)) inLedger += 1
  }
  ledger.clear()
  const evidence = inquiries.map(evidenceOf)
  const heapBytes = inquiries.length === 0 ? heapInUse() : 0
  return { evidence, sum: { witnessed, inLedger, unasked: arrivals.size, redirected, heapBytes } }
}

function evidenceOf({ clientOrderId, signatures }: Inquiry): Evidence {
  const orders: SimOrder[] = [...exchange.spot.named(clientOrderId), ...exchange.contracts.named(clientOrderId)]
  const evidence = {
    arrivals: signatures.map((signature) => arrivals.get(signature) ?? []),
    orders: orders.map(({ orderId, status }) => ({ orderId, canceled: status === 'CANCELED' })),
  }
  for (const signature of signatures) arrivals.delete(signature)
  for (const order of orders) exchange.withdraw(order)
  return evidence
}

process.on('message', (inquiries: readonly Inquiry[]) => process.send?.(answer(inquiries)))
process.once('disconnect', () => process.exit(0))
const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = simulator
process.send?.({ whereabouts: { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } } satisfies Ready)
