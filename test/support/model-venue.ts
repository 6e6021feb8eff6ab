/**
 * A venue as simple as can be, for the desk: one contract, positions and orders in memory, and a ledger of what really
 * arrived and what really happened. It does not cap a CLOSE at the position, so that a desk that sends too much shows.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { isTerminal, remaining } from '#shared/domain/order.ts'
import type { Order } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Answer, EndpointName, Params, Reply, VenueClient } from '#electron/venue/client.ts'
import { DEFAULT_DIALECT } from '#electron/venue/dialect.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

/** How a write goes: what the desk hears, and what the venue does when. */
export interface Fate {
  readonly reply: 'ok' | 'rejected' | 'lost' | 'notSent'
  /** null: it never takes effect. Otherwise ms after arrival. */
  readonly effectAfterMs: number | null
  /** Percent of a market order that fills; the rest is canceled. */
  readonly fillPercent: number
}

export const FINE: Fate = { reply: 'ok', effectAfterMs: 0, fillPercent: 100 }

export const CONTRACT = contract('BTC', 'USDT', { multiplier: '0.001', maxMarketVolume: 10 })
/** The position the model starts with, unless told: three slices of at most ten. */
export const POSITION = position(CONTRACT, { volume: 25 })

const ANSWER_MS = 20
const GIVE_UP_MS = 800

export class ModelVenue {
  readonly clock: Clock
  /** Fates of the writes to come, in order; then all goes well. */
  fates: Fate[] = []
  /** How many of the next reads fail. */
  failingReads = 0
  /** Other positions of the account. */
  others: readonly Position[] = []
  /** How many reads arrived. */
  reads = 0
  /** Who sent what: client order ids and the ids of cancelled orders, once per arrival. */
  readonly arrivals: string[] = []
  readonly #orders = new Map<string, Order>()
  #volume: Decimal
  #pending: { at: number; apply: () => void }[] = []
  #lastId = 9_007_199_254_740_993n

  constructor(clock: Clock, volume = POSITION.volume) {
    this.clock = clock
    this.#volume = volume
  }

  /** Adds a resting order that opens; it locks nothing. */
  rest(): Order {
    return this.#rest('buy', 'open', decimal(3))
  }

  /** Adds a resting order that closes `quantity` of the position when it is filled, and locks it until then. */
  restClosing(quantity: Decimal): Order {
    return this.#rest('sell', 'close', quantity)
  }

  #rest(side: Order['side'], action: Order['action'], quantity: Decimal): Order {
    const order = this.#newOrder({ side, action, type: 'limit', quantity, clientOrderId: null })
    this.#orders.set(order.orderId, order)
    return order
  }

  /** The market fills a resting order that is still open: all of it, or at most `quantity`. */
  fill(orderId: string, quantity: Decimal | null = null): void {
    const order = this.order(orderId)
    if (order === undefined || isTerminal(order.status)) return
    const left = remaining(order)
    const filled = quantity?.lt(left) ? quantity : left
    const executed = order.executed.plus(filled)
    const status = executed.eq(order.quantity) ? 'filled' : order.status === 'new' ? 'partially-filled' : order.status
    this.#orders.set(orderId, { ...order, executed, status })
    if (order.action === 'close') this.#volume = this.#volume.minus(filled)
  }

  /** Somebody else changes the position. */
  trade(volume: Decimal): void {
    this.#volume = this.#volume.plus(volume)
  }

  get volume(): Decimal {
    this.#happen()
    return this.#volume
  }

  order(orderId: string): Order | undefined {
    this.#happen()
    return this.#orders.get(orderId)
  }

  placed(clientOrderId: string): Order | undefined {
    this.#happen()
    return [...this.#orders.values()].find((order) => order.clientOrderId === clientOrderId)
  }

  positions(): readonly Position[] {
    if (this.volume.isZero()) return this.others
    const closing = this.openOrders().filter((order) => order.action === 'close')
    const pendingCloseVolume = closing.reduce((total, order) => total.plus(remaining(order)), ZERO)
    return [{ ...POSITION, volume: this.#volume, pendingCloseVolume }, ...this.others]
  }

  openOrders(): readonly Order[] {
    this.#happen()
    return [...this.#orders.values()].filter((order) => !isTerminal(order.status))
  }

  /** A client of its own on the shared venue, with the clock of whoever holds it. */
  client(clock: Clock = this.clock): VenueClient {
    return {
      call: (endpoint, params) => this.#call(clock, endpoint, params),
      syncClock: async () => ok({ offsetMs: 0, uncertaintyMs: 1, roundTripMs: 2 }),
      clock: () => null,
      venueTime: () => this.clock.mono(),
      budget: () => ({ pools: [], hosts: [] }),
      dialect: () => DEFAULT_DIALECT,
      close: async () => undefined,
    }
  }

  async #call<E extends EndpointName>(clock: Clock, endpoint: E, params: Params<E>) {
    const sentAt = this.clock.mono()
    const isWrite = endpoint.endsWith('placeOrder') || endpoint.endsWith('cancelOrder')
    const outcome = isWrite ? this.#write(endpoint, params as never) : this.#read(endpoint, params as never)
    await wait(clock, isWrite && !outcome.ok && outcome.error.outcome === 'unknown' ? GIVE_UP_MS : ANSWER_MS)
    if (!outcome.ok) return err({ ...outcome.error, timestamp: isWrite ? sentAt : null })
    const answer: Answer<Reply<E>> = {
      value: outcome.value,
      sentAt,
      answeredAt: this.clock.mono(),
      timestamp: sentAt,
      quarantined: [],
    }
    return ok(answer)
  }

  #read(endpoint: EndpointName, { orderId }: { orderId: string }) {
    this.reads += 1
    if (this.failingReads > 0) {
      this.failingReads -= 1
      return err(failure(endpoint, 'network', 'unknown'))
    }
    if (endpoint === 'contract.account') return ok({ marginAccounts: [], positions: this.positions() })
    // The contract side does not echo client order ids.
    if (endpoint.endsWith('openOrders'))
      return ok(this.openOrders().map((order) => ({ ...order, clientOrderId: null })))
    const order = this.order(orderId)
    return order ? ok({ ...order, clientOrderId: null }) : err(failure(endpoint, 'notFound', 'rejected'))
  }

  #write(endpoint: EndpointName, params: Params<'contract.placeOrder'> & Params<'contract.cancelOrder'>) {
    const fate = this.fates.shift() ?? FINE
    if (fate.reply === 'notSent') return err(failure(endpoint, 'closed', 'notSent'))
    const isPlacing = endpoint.endsWith('placeOrder')
    this.arrivals.push(isPlacing ? params.clientOrderId : params.orderId)
    const order = isPlacing ? this.#newOrder({ ...params, quantity: params.volume }) : this.order(params.orderId)
    const canDo = order !== undefined && (isPlacing || !isTerminal(order.status))
    if (fate.reply === 'rejected' || !canDo) {
      const refused = fate.reply === 'lost' ? 'unknown' : 'rejected'
      return err(failure(endpoint, refused === 'unknown' ? 'timeout' : 'rejected', refused))
    }
    if (fate.effectAfterMs !== null) {
      const apply = isPlacing ? () => this.#execute(order, fate) : () => this.#cancel(order.orderId)
      this.#pending.push({ at: this.clock.mono() + fate.effectAfterMs, apply })
    }
    if (fate.reply === 'lost') return err(failure(endpoint, 'timeout', 'unknown'))
    return ok({ orderId: order.orderId, clientOrderId: null, status: 'canceling' as const })
  }

  #execute(order: Order, { fillPercent }: Fate): void {
    const executed = order.quantity.times(fillPercent).div(100).floor()
    const status = executed.eq(order.quantity) ? 'filled' : 'canceled'
    this.#orders.set(order.orderId, { ...order, executed, status })
    this.#volume = this.#volume.minus(executed)
  }

  #cancel(orderId: string): void {
    this.#change(orderId, (order) => (isTerminal(order.status) ? order : { ...order, status: 'canceling' }))
    const done = () => this.#change(orderId, (o) => (o.status === 'canceling' ? { ...o, status: 'canceled' } : o))
    this.#pending.push({ at: this.clock.mono() + 300, apply: done })
  }

  /** Lets everything that is due happen. */
  #happen(): void {
    for (;;) {
      const due = this.#pending.find(({ at }) => at <= this.clock.mono())
      if (due === undefined) return
      this.#pending = this.#pending.filter((other) => other !== due)
      due.apply()
    }
  }

  #change(orderId: string, next: (order: Order) => Order): void {
    const order = this.#orders.get(orderId)
    if (order !== undefined) this.#orders.set(orderId, next(order))
  }

  #newOrder(made: Pick<Order, 'side' | 'action' | 'type' | 'quantity' | 'clientOrderId'>): Order {
    this.#lastId += 1n
    return {
      area: 'contract',
      instrument: CONTRACT.name,
      orderId: String(this.#lastId),
      side: made.side,
      action: made.action,
      type: made.type,
      quantity: made.quantity,
      clientOrderId: made.clientOrderId,
      price: null,
      executed: ZERO,
      averagePrice: null,
      status: 'new',
      createdAt: this.clock.mono(),
    }
  }
}

function failure(operation: string, kind: Failure['kind'], outcome: Failure['outcome']): Failure {
  const message = `the model says ${kind}`
  return { kind, operation, outcome, retry: 'never', message, venue: null, httpStatus: null, timestamp: null }
}
