import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { reaches, walkByQuantity, type Side, type Level } from '../market/books.ts'
import { CONTRACT_FEE, type ContractSpec } from '../market/specs.ts'
import { checkContractTicket } from './contract-check.ts'
import { keep, OrderHistory } from './order-history.ts'
import { booked, valueAt } from './contract-maths.ts'
import { matchResting, metByTaker } from './matching.ts'
import {
  expectLeft,
  isLive,
  limitOf,
  newOrder,
  remaining,
  type ContractOrder,
  type ContractTicket,
  type Fill,
  type PositionType,
} from './sim-order.ts'
import { RestingOrders } from './resting-orders.ts'
import { opposite, orderLock, positionSide, type SimPosition } from './sim-position.ts'
import { Positions } from './positions.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { ContractSurroundings } from './surroundings.ts'
import type { Wallet } from './wallet.ts'

/** The contract side of the account: orders that lock money, and the positions made by their trades (positions.ts). */
export class ContractArea {
  readonly fills: Fill[] = []
  readonly held: Positions
  readonly #around: ContractSurroundings
  readonly #history = new OrderHistory<ContractOrder>()
  readonly #open = new RestingOrders<ContractOrder>()

  constructor(around: ContractSurroundings) {
    this.#around = around
    this.held = new Positions(around)
  }

  /** Live orders and the newest finished ones, by id. */
  get orders(): ReadonlyMap<string, ContractOrder> {
    return this.#history.byId
  }

  get wallet(): Wallet {
    return this.held.wallet
  }

  /** The orders with this client id, oldest first. */
  named(clientOrderId: string): readonly ContractOrder[] {
    return this.#history.named(clientOrderId)
  }

  positions(): SimPosition[] {
    return this.held.all()
  }

  /** Oldest first. */
  openOrders(): ContractOrder[] {
    return this.#open.all()
  }

  /** Open orders of one contract, bids before offers, each in trading order. */
  openOrdersOf(spec: ContractSpec): ContractOrder[] {
    return [...this.#open.queue(spec, 'BUY'), ...this.#open.queue(spec, 'SELL')]
  }

  /** Contracts in open closing orders of a position. */
  pendingCloseVolume({ spec, positionType, side }: SimPosition): Decimal {
    return sum(this.#closing(spec, positionType, side).map(remaining))
  }

  place(ticket: ContractTicket): Result<ContractOrder, Refusal> {
    const refused = checkContractTicket(ticket, this, this.#around.books)
    if (refused) return err(refused)
    const order: ContractOrder = { area: 'contract', ...ticket, ...newOrder(this.#around) }
    this.#history.add(order)
    for (const slice of this.#take(order)) this.#trade(order, slice, false)
    this.#settleNew(order)
    return ok(order)
  }

  cancel(order: ContractOrder): Result<ContractOrder, Refusal> {
    if (!isLive(order)) return err(refusal(-1145))
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
  fillResting(order: ContractOrder, quantity: Decimal): void {
    expectLeft(order, quantity)
    if (order.status === 'NEW') order.status = 'PART_FILLED'
    this.#trade(order, { price: limitOf(order), quantity }, true)
    if (remaining(order).isZero()) this.#end(order, 'FILLED')
  }

  /**
   * Closes `volume` of a position by force at `price`. Its closing orders are cancelled first, then the venue places
   * its own order, which is listed like any other.
   */
  forceClose(position: SimPosition, volume: Decimal, price: Decimal): void {
    const { spec, positionType } = position
    for (const own of this.#closing(spec, positionType, position.side)) this.#end(own, 'CANCELED')
    const order: ContractOrder = {
      area: 'contract',
      spec,
      side: opposite(position.side),
      action: 'CLOSE',
      positionType,
      type: 'MARKET',
      price: null,
      volume,
      timeInForce: 'GTC',
      clientOrderId: null,
      ...newOrder(this.#around),
    }
    this.#history.add(order)
    this.#execute(order, { price, quantity: volume }, this.held.forcedFee(position, volume, price), false)
    this.#end(order, 'FILLED')
  }

  cancelAll(coin: string): void {
    for (const order of this.openOrders()) if (order.spec.marginCoin === coin) this.#end(order, 'CANCELED')
  }

  /**
   * What a new order takes from the order book. Own orders in its way are cancelled. Nothing if its terms forbid
   * taking.
   */
  #take(order: ContractOrder): Level[] {
    const { books } = this.#around
    const slices = walkByQuantity(books.offers(order.spec, order.side), order.side, order.volume, order.price)
    const offered = sum(slices.map((slice) => slice.quantity))
    if (order.timeInForce === 'POST_ONLY' || (order.timeInForce === 'FOK' && offered.lt(order.volume))) return []
    const facing = this.#open.queue(order.spec, opposite(order.side))
    for (const own of metByTaker(order, slices, facing)) this.#end(own, 'CANCELED')
    books.eat(order.spec, order.side, offered)
    return slices
  }

  /** A new order that has taken from the order book is filled, rests, or is cancelled by its own terms. */
  #settleNew(order: ContractOrder): void {
    if (remaining(order).isZero()) return this.#end(order, 'FILLED')
    if (!this.#mayRest(order)) {
      order.endedAtOnce = true
      return this.#end(order, 'CANCELED')
    }
    if (order.executed.gt(0)) order.status = 'PART_FILLED'
    this.wallet.lock(order.spec.marginCoin, orderLock(order))
    this.#open.add(order)
  }

  #mayRest(order: ContractOrder): boolean {
    if (order.type === 'MARKET') return false
    return order.timeInForce === 'GTC' || (order.timeInForce === 'POST_ONLY' && !this.#wouldTake(order))
  }

  #wouldTake(order: ContractOrder): boolean {
    const { spec, side } = order
    const own = this.#open.queue(spec, opposite(side)).slice(0, 1)
    const prices = [this.#around.books.best(spec, side), ...own.map(limitOf)]
    return prices.some((price) => reaches(side, limitOf(order), price))
  }

  #trade(order: ContractOrder, slice: Level, isMaker: boolean): void {
    const rate = isMaker ? CONTRACT_FEE.maker : CONTRACT_FEE.taker
    const lockedBefore = isMaker ? orderLock(order) : ZERO
    const fee = booked(valueAt(order.spec, slice.quantity, slice.price).times(rate))
    this.#execute(order, slice, fee, isMaker)
    if (isMaker) this.wallet.lock(order.spec.marginCoin, orderLock(order).minus(lockedBefore))
  }

  #execute(order: ContractOrder, slice: Level, fee: Decimal, isMaker: boolean): void {
    order.executed = order.executed.plus(slice.quantity)
    order.executedMoney = order.executedMoney.plus(slice.quantity.times(slice.price))
    order.fees = order.fees.plus(fee)
    this.held.apply(order, { ...slice, fee })
    if (order.action === 'OPEN') this.#trimClosing(order)
    const around = this.#around
    const ids = { tradeId: around.nextTradeId(), counterId: around.nextOrderId() }
    keep(this.fills, { ...ids, order, ...slice, fee, feeCoin: order.spec.marginCoin, isMaker, at: around.now() })
  }

  /**
   * In one-way mode an opening trade may reduce a position below its closing orders, and then the newest are cancelled.
   */
  #trimClosing({ spec, positionType, side }: ContractOrder): void {
    if (this.#around.positionMode === 'hedge') return
    const reduced = opposite(side)
    const volume = this.held.find(spec, positionType, reduced)?.volume ?? ZERO
    const closing = this.#closing(spec, positionType, reduced)
    while (sum(closing.map(remaining)).gt(volume)) {
      const newest = closing.pop()
      if (newest) this.#end(newest, 'CANCELED')
    }
  }

  #end(order: ContractOrder, status: 'FILLED' | 'CANCELED'): void {
    if (this.#open.remove(order)) this.wallet.lock(order.spec.marginCoin, orderLock(order).negated())
    order.status = status
    this.#history.retire(order)
  }

  /** Open orders that close the position of this contract, mode and side, oldest first. */
  #closing(spec: ContractSpec, positionType: PositionType, side: Side): ContractOrder[] {
    return this.#open
      .queue(spec, opposite(side))
      .filter(
        (order) => order.action === 'CLOSE' && order.positionType === positionType && positionSide(order) === side,
      )
      .toSorted((a, b) => a.sequence - b.sequence)
  }
}
