import { ONE, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { walkByMoney, walkByQuantity, type Level } from '../market/books.ts'
import { SPOT_FEE, type PairSpec } from '../market/specs.ts'
import { keep, OrderHistory } from './order-history.ts'
import { matchResting, metByTaker } from './matching.ts'
import {
  expectLeft,
  isByMoney,
  isLive,
  limitOf,
  newOrder,
  remaining,
  type Fill,
  type SpotOrder,
  type SpotTicket,
} from './sim-order.ts'
import { RestingOrders } from './resting-orders.ts'
import { opposite } from './sim-position.ts'
import { firstRefusal, refusal, type Refusal } from './refusal.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * The spot side of the account: balances, orders and fills. The house is the counterparty of every trade and takes the
 * fees, so for each asset account + house never changes. The locked amount is what the open orders can still cost.
 */
export class SpotArea {
  readonly fills: Fill[] = []
  readonly #around: Surroundings
  readonly #holdings = new Map<string, { free: Decimal; locked: Decimal }>()
  readonly #house = new Map<string, Decimal>()
  readonly #history = new OrderHistory<SpotOrder>()
  readonly #open = new RestingOrders<SpotOrder>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Live orders and the newest done ones, by id. */
  get orders(): ReadonlyMap<string, SpotOrder> {
    return this.#history.byId
  }

  /** The orders that were given this client id, oldest first. */
  named(clientOrderId: string): readonly SpotOrder[] {
    return this.#history.named(clientOrderId)
  }

  deposit(asset: string, amount: Decimal): void {
    const holding = this.#holding(asset)
    holding.free = holding.free.plus(amount)
  }

  balances(): { asset: string; free: Decimal; locked: Decimal }[] {
    return [...this.#holdings].map(([asset, { free, locked }]) => ({ asset, free, locked }))
  }

  /** What the account gained from the house, negated. Together with `balances` it always sums to the deposits. */
  house(asset: string): Decimal {
    return this.#house.get(asset) ?? ZERO
  }

  /** Oldest first. */
  openOrders(): SpotOrder[] {
    return this.#open.all()
  }

  /** Open orders of one pair, bids before offers, each in trading order. */
  openOrdersOf(spec: PairSpec): SpotOrder[] {
    return [...this.#open.queue(spec, 'BUY'), ...this.#open.queue(spec, 'SELL')]
  }

  /** What is wrong with a ticket, or null: the venue's checks before an order exists. */
  check(ticket: SpotTicket): Refusal | null {
    const { spec, price, volume } = ticket
    const byMoney = isByMoney(ticket)
    // An empty order book has no price, so the order finds nothing and ends.
    const each = price ?? this.#around.books.levels(spec, ticket.side, 1)[0]?.price
    const money = byMoney ? volume : each && volume.times(each)
    const volumePlaces = byMoney ? 8 : spec.quantityPrecision
    return firstRefusal([
      () => (price && price.dp() > spec.pricePrecision ? refusal(-1111, `price of ${spec.symbol}`) : null),
      () => (volume.dp() > volumePlaces ? refusal(-1111, `volume of ${spec.symbol}`) : null),
      () => (!byMoney && volume.lt(spec.minVolume) ? refusal(-1136) : null),
      () => (money?.lt(spec.minMoney) ? refusal(-2029) : null),
      () =>
        this.#holding(paidWith(ticket)).free.lt(ticket.side === 'BUY' ? (money ?? ZERO) : volume)
          ? refusal(-2017)
          : null,
    ])
  }

  place(ticket: SpotTicket): Result<SpotOrder, Refusal> {
    const refused = this.check(ticket)
    if (refused) return err(refused)
    const order: SpotOrder = { area: 'spot', ...ticket, ...newOrder(this.#around) }
    this.#history.add(order)
    for (const slice of this.#take(order)) this.#trade(order, slice, false)
    if (order.type === 'MARKET') this.#end(order, isServed(order) ? 'FILLED' : 'CANCELED')
    else if (remaining(order).isZero()) this.#end(order, 'FILLED')
    else this.#rest(order)
    return ok(order)
  }

  cancel(order: SpotOrder): Result<SpotOrder, Refusal> {
    if (!isLive(order)) return err(refusal(-1145))
    this.#release(order, remaining(order))
    this.#end(order, 'CANCELED')
    return ok(order)
  }

  /** Fills the resting orders that the market has reached, as far as its volume allows. */
  match(): void {
    for (const queue of this.#open.queues()) {
      matchResting(queue, this.#around.books, (order, quantity) => this.fillResting(order, quantity))
    }
  }

  /** Trades `quantity` of a resting order at its own price. */
  fillResting(order: SpotOrder, quantity: Decimal): void {
    expectLeft(order, quantity)
    this.#release(order, quantity)
    this.#trade(order, { price: limitOf(order), quantity }, true)
    if (remaining(order).isZero()) this.#end(order, 'FILLED')
  }

  /** What a new order takes from the order book. Own orders in its way are cancelled. */
  #take(order: SpotOrder): Level[] {
    const { spec, side, volume } = order
    const offers = this.#around.books.offers(spec, side)
    const slices = isByMoney(order)
      ? walkByMoney(offers, volume, spec.quantityPrecision)
      : walkByQuantity(offers, side, volume, order.price)
    for (const own of metByTaker(order, slices, this.#open.queue(spec, opposite(side)))) this.cancel(own)
    this.#around.books.eat(spec, side, sum(slices.map((slice) => slice.quantity)))
    return slices
  }

  #rest(order: SpotOrder): void {
    const holding = this.#holding(paidWith(order))
    const cost = lockFor(order, remaining(order))
    holding.free = holding.free.minus(cost)
    holding.locked = holding.locked.plus(cost)
    this.#open.add(order)
    if (order.executed.gt(0)) order.status = 'PART_FILLED'
  }

  #release(order: SpotOrder, quantity: Decimal): void {
    const holding = this.#holding(paidWith(order))
    const cost = lockFor(order, quantity)
    holding.free = holding.free.plus(cost)
    holding.locked = holding.locked.minus(cost)
  }

  #trade(order: SpotOrder, { price, quantity }: Level, isMaker: boolean): void {
    const { base, quote } = order.spec
    const money = price.times(quantity)
    const rate = isMaker ? SPOT_FEE.maker : SPOT_FEE.taker
    const [paid, cost, got, gain] =
      order.side === 'BUY' ? [quote, money, base, quantity] : [base, quantity, quote, money]
    const fee = gain.times(rate)
    this.#move(paid, cost.negated())
    this.#move(got, gain.times(ONE.minus(rate)))
    order.executed = order.executed.plus(quantity)
    order.executedMoney = order.executedMoney.plus(money)
    order.fees = order.fees.plus(fee)
    if (isMaker && order.status === 'NEW') order.status = 'PART_FILLED'
    const at = this.#around.now()
    const tradeId = this.#around.nextTradeId()
    const counterId = this.#around.nextOrderId()
    keep(this.fills, { tradeId, order, counterId, price, quantity, fee, feeCoin: got, isMaker, at })
  }

  /** Moves an amount from the house to the account's free balance. */
  #move(asset: string, amount: Decimal): void {
    const holding = this.#holding(asset)
    holding.free = holding.free.plus(amount)
    this.#house.set(asset, this.house(asset).minus(amount))
  }

  #end(order: SpotOrder, status: 'FILLED' | 'CANCELED'): void {
    order.status = status
    this.#open.remove(order)
    this.#history.retire(order)
  }

  #holding(asset: string) {
    const held = this.#holdings.get(asset)
    if (held) return held
    const empty = { free: ZERO, locked: ZERO }
    this.#holdings.set(asset, empty)
    return empty
  }
}

/** The asset an order pays with, which it locks while it rests. */
function paidWith({ side, spec }: Pick<SpotTicket, 'side' | 'spec'>): string {
  return side === 'BUY' ? spec.quote : spec.base
}

/** Whether a market order counts as filled: an order by money always keeps a remainder that buys nothing. */
function isServed(order: SpotOrder): boolean {
  return isByMoney(order) ? order.executed.gt(0) : order.executed.eq(order.volume)
}

/** The most that `quantity` of a resting order can cost. */
export function lockFor(order: SpotOrder, quantity: Decimal): Decimal {
  return order.side === 'BUY' ? quantity.times(limitOf(order)) : quantity
}
