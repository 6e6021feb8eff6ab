/**
 * The simplest venue for a desk: two contracts and a pair, with positions and orders in memory, and a ledger of what
 * arrived and what took effect. It does not limit a CLOSE to the position, so that a desk that sends too much is
 * noticed.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Balance, Position } from '#shared/domain/account.ts'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import { isTerminal, remaining } from '#shared/domain/order.ts'
import type { Order } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import type { Answer, CallOptions, EndpointName, Params, Reply, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { LaggingList } from '#test/support/lagging-list.ts'
import { anonymous, COIN, failure, found, levelAt, refused, turned } from '#test/support/model-replies.ts'
import type { Fate, NewOrder, Reads, Writes } from '#test/support/model-replies.ts'
import { balance, contract, pair, position } from '#test/support/portfolio-fixtures.ts'

export const FINE: Fate = { reply: 'ok', effectAfterMs: 0, fillPercent: 100 }

export const CONTRACT = contract('BTC', 'USDT', { multiplier: '0.001', maxMarketVolume: 10 })
export const OTHER_CONTRACT = contract('ETH', 'USDT', { multiplier: '0.01', maxMarketVolume: 10 })
export const PAIR = pair('BTC', 'USDT')
/** The model's default position. It closes in three slices of at most ten contracts. */
export const POSITION = position(CONTRACT, { volume: 25 })
export const OTHER_POSITION = position(OTHER_CONTRACT, { volume: 15 })

/** One round trip, ms. */
export const ANSWER_MS = 20
const GIVE_UP_MS = 800

interface Pending {
  readonly at: number
  readonly apply: () => void
}

export class ModelVenue {
  readonly clock: Clock
  /** Fates of the next writes, in order. Later writes succeed. */
  fates: Fate[] = []
  /** How many of the next reads fail. */
  failingReads = 0
  /** The best ask and bid of both contracts; null: that side of the order book is empty. */
  ask: Decimal | null = null
  bid: Decimal | null = null
  /** Endpoints this venue does not have. */
  missing: ReadonlySet<EndpointName> = new Set()
  /** How the venue takes a closing market order. */
  marketClose: 'market' | 'limitIoc' = 'market'
  /** The mark of both contracts; null: the mark of the fixtures. */
  mark: Decimal | null = null
  /** Orders whose cancel is accepted but never takes effect. */
  readonly stuck = new Set<string>()
  /** Open orders that the venue's list of open orders leaves out. */
  readonly unlisted = new Set<string>()
  /** Further positions of the account. */
  others: readonly Position[] = []
  /** Balance of the pair's base asset, all of it free. */
  coins = ZERO
  /** How many reads arrived. */
  reads = 0
  /**
   * One entry for each order or cancel that arrived: the client order id, the id of the order to cancel, or the purpose
   * of the conditional order.
   */
  readonly arrivals: string[] = []
  /** Endpoints of the writes that arrived. */
  readonly writes: EndpointName[] = []
  /** Conditional orders that took effect, each as its purpose's trigger. */
  readonly armed: string[] = []
  readonly #orders = new Map<string, Order>()
  readonly #trades: Fill[] = []
  readonly #volumes: Map<string, Decimal>
  /** The positions as the venue lists them, which may lag. */
  readonly #listed = new LaggingList<Position>()
  #pending: Pending[] = []
  #lastId = 9_007_199_254_740_993n

  constructor(clock: Clock, volume = POSITION.volume, otherVolume = ZERO) {
    this.clock = clock
    this.#volumes = new Map([
      [CONTRACT.name, volume],
      [OTHER_CONTRACT.name, otherVolume],
    ])
  }

  /** Adds a resting order that opens. It locks nothing. */
  rest(instrument = CONTRACT.name, quantity = decimal(3)): Order {
    return this.#rest({ area: 'contract', instrument, side: 'buy', action: 'open', quantity })
  }

  /** Adds a resting order that closes `quantity` of the position. It locks that quantity until it fills. */
  restClosing(quantity: Decimal, instrument = CONTRACT.name): Order {
    return this.#rest({ area: 'contract', instrument, side: 'sell', action: 'close', quantity })
  }

  /** Adds a resting buy on Spot. */
  restSpot(quantity = decimal(2)): Order {
    return this.#rest({ area: 'spot', instrument: PAIR.symbol, side: 'buy', action: null, quantity })
  }

  #rest(made: Pick<Order, 'area' | 'instrument' | 'side' | 'action' | 'quantity'>): Order {
    const order = this.#newOrder({ ...made, type: 'limit', price: decimal(1), clientOrderId: null })
    this.#orders.set(order.orderId, order)
    return order
  }

  /** Fills a resting order that is still open: completely, or by at most `quantity`. */
  fill(orderId: string, quantity: Decimal | null = null): void {
    const order = this.order(orderId)
    if (order === undefined || isTerminal(order.status)) return
    const left = remaining(order)
    const filled = quantity?.lt(left) ? quantity : left
    const executed = order.executed.plus(filled)
    const status = executed.eq(order.quantity) ? 'filled' : order.status === 'new' ? 'partially-filled' : order.status
    this.#orders.set(orderId, { ...order, executed, status })
    this.#trade(order, filled)
  }

  /** Lists an order again that the venue had cancelled. */
  reopen(orderId: string): void {
    const order = this.order(orderId)
    if (order !== undefined) this.#orders.set(orderId, { ...order, status: 'new' })
  }

  /** Another program changes the position. */
  trade(volume: Decimal, instrument = CONTRACT.name): void {
    this.#volumes.set(instrument, this.volumeOf(instrument).plus(volume))
  }

  get volume(): Decimal {
    return this.volumeOf(CONTRACT.name)
  }

  volumeOf(instrument: string): Decimal {
    this.#happen()
    return this.#volumes.get(instrument) ?? ZERO
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
    const held = [POSITION, OTHER_POSITION].flatMap((kind) => {
      const volume = this.volumeOf(kind.contract)
      const closing = this.openOrders('contract', kind.contract).filter((order) => order.action === 'close')
      const pendingCloseVolume = closing.reduce((total, order) => total.plus(remaining(order)), ZERO)
      const markPrice = this.mark ?? kind.markPrice
      if (volume.lt(0)) return [{ ...turned(kind), volume: volume.negated(), pendingCloseVolume: ZERO, markPrice }]
      return volume.isZero() ? [] : [{ ...kind, volume, pendingCloseVolume, markPrice }]
    })
    return [...held, ...this.others]
  }

  /** How far the list of positions lags behind the orders, ms. */
  set lagMs(ms: number) {
    this.#listed.lagMs = ms
  }

  #listPositions(): readonly Position[] {
    const now = this.clock.mono()
    this.#listed.change(now, this.positions())
    return this.#listed.at(now)
  }

  /** All open orders, or those of one instrument. */
  openOrders(area?: Order['area'], instrument?: string): readonly Order[] {
    this.#happen()
    return [...this.#orders.values()].filter(
      (order) =>
        !isTerminal(order.status) &&
        (area === undefined || order.area === area) &&
        order.instrument === (instrument ?? order.instrument),
    )
  }

  balances(): readonly Balance[] {
    const locked = this.openOrders('spot').reduce((total, order) => total.plus(remaining(order)), ZERO)
    return [balance('USDT', 1_000, locked), ...(this.coins.gt(0) ? [balance(PAIR.baseAsset, this.coins)] : [])]
  }

  /** A separate client of the shared venue, on the clock of whoever holds it. */
  client(clock: Clock = this.clock): VenueClient {
    return {
      areas: AREAS,
      call: (endpoint, params, options = {}) => this.#call(clock, endpoint, params, options),
      syncClock: async () => ok({ offsetMs: 0, uncertaintyMs: 1, roundTripMs: 2 }),
      clock: () => null,
      venueTime: () => this.clock.mono(),
      budget: () => ({ pools: [], hosts: [] }),
      offers: () => true,
      dialect: () => DEFAULT_DIALECT,
      readWith: () => undefined,
      readingFailure: () => null,
      tradingFailure: () => null,
      close: async () => undefined,
    }
  }

  async #call<E extends EndpointName>(
    clock: Clock,
    endpoint: E,
    params: Params<E>,
    { signal, whyNot }: CallOptions,
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    const sentAt = this.clock.mono()
    const isWrite = Object.hasOwn(this.#writes, endpoint)
    const why = isWrite && signal?.aborted === true ? message('failure.calledOff') : (whyNot?.() ?? null)
    if (why !== null) return err(localFailure('closed', endpoint, why))
    const outcome = isWrite ? this.#write(endpoint, params) : this.#read(endpoint, params)
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

  readonly #reads: Reads = {
    'contract.account': () => ok({ marginAccounts: [COIN], positions: this.#listPositions() }),
    'spot.account': () => ok(this.balances()),
    // The contract side does not echo client order ids.
    'contract.openOrders': ({ contract }) =>
      ok(this.openOrders('contract', contract).filter(this.#isListed).map(anonymous)),
    'spot.openOrders': ({ symbol }) => ok(this.openOrders('spot', symbol)),
    'contract.order': ({ orderId }) =>
      orderId === undefined
        ? err(localFailure('notSupported', 'contract.order', verbatim('no order is asked for by its client id here')))
        : found('contract.order', this.order(orderId), anonymous),
    'spot.order': ({ orderId, clientOrderId }) =>
      found('spot.order', orderId === undefined ? this.placed(clientOrderId ?? '') : this.order(orderId), (one) => one),
    'contract.orderHistory': ({ contract }) => {
      this.#happen()
      const ended = [...this.#orders.values()].filter((one) => one.instrument === contract && isTerminal(one.status))
      return ok(ended.map(anonymous))
    },
    'contract.myTrades': ({ contract }) => {
      this.#happen()
      return ok(this.#trades.filter((trade) => trade.instrument === contract))
    },
    'spot.myTrades': ({ symbol }) => {
      this.#happen()
      return ok(this.#trades.filter((trade) => trade.instrument === symbol))
    },
    'contract.depth': ({ contract }) =>
      ok({ area: 'contract', instrument: contract, bids: levelAt(this.bid), asks: levelAt(this.ask) }),
  }

  #read<E extends EndpointName>(endpoint: E, params: Params<E>): Result<Reply<E>, Failure> {
    this.reads += 1
    if (this.failingReads > 0) {
      this.failingReads -= 1
      return err(failure(endpoint, 'network', 'unknown'))
    }
    const read = this.missing.has(endpoint) ? undefined : this.#reads[endpoint]
    return read === undefined ? err(failure(endpoint, 'notSupported', 'rejected')) : read(params)
  }

  readonly #writes: Writes = {
    'contract.placeOrder': (params, fate) => {
      const { contract: instrument, volume: quantity, clientOrderId, side, action, type } = params
      const price = params.type === 'limit' ? params.price : null
      const rests = params.type === 'limit' && params.timeInForce === undefined
      const order = { area: 'contract', instrument, side, action, type, quantity, clientOrderId, price } as const
      return this.#place('contract.placeOrder', order, rests, fate)
    },
    'spot.placeOrder': (params, fate) => {
      const { symbol: instrument, side, type, clientOrderId } = params
      const quantity = 'quantity' in params ? params.quantity : params.amount
      const price = params.type === 'limit' ? params.price : null
      const order = { area: 'spot', instrument, side, action: null, type, quantity, clientOrderId, price } as const
      return this.#place('spot.placeOrder', order, type === 'limit', fate)
    },
    'contract.conditionOrder': ({ trigger }, fate) => {
      this.arrivals.push(trigger)
      const answer = this.#let('contract.conditionOrder', fate, () => this.armed.push(trigger))
      return answer ?? ok({ triggerId: this.#newId() })
    },
    'contract.cancelOrder': ({ orderId }, fate) => this.#cancelOne('contract.cancelOrder', orderId, fate),
    'spot.cancelOrder': ({ orderId }, fate) => this.#cancelOne('spot.cancelOrder', orderId, fate),
    'spot.batchCancel': ({ orderIds }, fate) => {
      this.arrivals.push(...orderIds)
      const live = orderIds.filter((orderId) => this.#isLive(orderId))
      const answer = this.#let('spot.batchCancel', fate, () => {
        for (const orderId of live) this.#cancel(orderId)
      })
      const outcomeOf = (orderId: string) => (live.includes(orderId) ? 'accepted' : 'refused')
      return answer ?? ok(orderIds.map((orderId) => ({ orderId, outcome: outcomeOf(orderId) })))
    },
  }

  #write<E extends EndpointName>(endpoint: E, params: Params<E>): Result<Reply<E>, Failure> {
    const fate = this.fates.shift() ?? FINE
    const write = this.#writes[endpoint]
    if (fate.reply === 'notSent' || write === undefined) return err(failure(endpoint, 'closed', 'notSent'))
    this.writes.push(endpoint)
    return write(params, fate)
  }

  #place(endpoint: EndpointName, made: NewOrder & { readonly clientOrderId: string }, rests: boolean, fate: Fate) {
    this.arrivals.push(made.clientOrderId)
    const order = this.#newOrder(made)
    const apply = rests ? () => this.#orders.set(order.orderId, order) : () => this.#execute(order, fate)
    const answer = this.#let(endpoint, fate, apply)
    return answer ?? ok({ orderId: order.orderId, clientOrderId: null })
  }

  #cancelOne(endpoint: EndpointName, orderId: string, fate: Fate) {
    this.arrivals.push(orderId)
    if (!this.#isLive(orderId)) return refused(endpoint, fate)
    const answer = this.#let(endpoint, fate, () => this.#cancel(orderId))
    return answer ?? ok({ orderId, status: 'canceling' as const })
  }

  /** Schedules the effect of a write. Returns the failure to report, or null when the reply is good. */
  #let(endpoint: EndpointName, fate: Fate, apply: () => void): Result<never, Failure> | null {
    if (fate.reply === 'rejected') return refused(endpoint, fate)
    if (fate.effectAfterMs !== null) this.#pending.push({ at: this.clock.mono() + fate.effectAfterMs, apply })
    return fate.reply === 'lost' ? refused(endpoint, fate) : null
  }

  #isLive(orderId: string): boolean {
    const order = this.order(orderId)
    return order !== undefined && !isTerminal(order.status)
  }

  #execute(order: Order, { fillPercent }: Fate): void {
    const executed = order.quantity.times(fillPercent).div(100).floor()
    const status = executed.eq(order.quantity) ? 'filled' : 'canceled'
    this.#orders.set(order.orderId, { ...order, executed, status })
    if (executed.gt(0)) this.#trade(order, executed)
  }

  #trade({ area, instrument, orderId, side }: Order, quantity: Decimal): void {
    const tradeId = this.#newId()
    const time = this.clock.mono()
    const costs = { price: decimal(1), fee: ZERO, feeCoin: null, isMaker: null }
    this.#trades.push({ area, instrument, tradeId, orderId, side, quantity, time, ...costs })
    if (area === 'spot' && side === 'sell') this.coins = this.coins.minus(quantity)
    if (area === 'contract') {
      const held = this.#volumes.get(instrument) ?? ZERO
      this.#volumes.set(instrument, side === 'sell' ? held.minus(quantity) : held.plus(quantity))
    }
  }

  readonly #isListed = ({ orderId }: Order): boolean => !this.unlisted.has(orderId)

  /** Another program cancels an order. */
  cancelElsewhere(orderId: string): void {
    this.#change(orderId, (order) => ({ ...order, status: 'canceled' }))
  }

  #cancel(orderId: string): void {
    if (this.stuck.has(orderId)) return
    this.#change(orderId, (order) => (isTerminal(order.status) ? order : { ...order, status: 'canceling' }))
    const done = () => this.#change(orderId, (o) => (o.status === 'canceling' ? { ...o, status: 'canceled' } : o))
    this.#pending.push({ at: this.clock.mono() + 300, apply: done })
  }

  /** Applies every effect that is due. */
  #happen(): void {
    for (;;) {
      const due = this.#pending.find(({ at }) => at <= this.clock.mono())
      if (due === undefined) return
      this.#pending = this.#pending.filter((other) => other !== due)
      due.apply()
      this.#listed.change(due.at, this.positions())
    }
  }

  #change(orderId: string, next: (order: Order) => Order): void {
    const order = this.#orders.get(orderId)
    if (order !== undefined) this.#orders.set(orderId, next(order))
  }

  #newId(): string {
    this.#lastId += 1n
    return String(this.#lastId)
  }

  #newOrder(made: NewOrder): Order {
    const orderId = this.#newId()
    return { ...made, orderId, executed: ZERO, averagePrice: null, status: 'new', createdAt: this.clock.mono() }
  }
}
