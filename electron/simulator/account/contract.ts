import { roundTo, sum, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { reaches, walkByQuantity } from '../market/book.ts'
import type { Side, Slice } from '../market/book.ts'
import { CONTRACT_FEE } from '../market/instruments.ts'
import type { ContractSpec } from '../market/instruments.ts'
import { checkContractTicket } from './contract-check.ts'
import { booked, valueAt } from './margin.ts'
import { isLive, newOrder, remaining } from './order.ts'
import type { ContractOrder, Fill, PositionType } from './order.ts'
import {
  emptyPosition,
  enlarge,
  initialMargin,
  isolatedEquity,
  positionSide,
  reduce,
  signOf,
  unrealized,
} from './position.ts'
import type { SimPosition } from './position.ts'
import { refusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { ContractSurroundings } from './surroundings.ts'
import type { ContractTicket } from './ticket.ts'
import { Wallet } from './wallet.ts'

/**
 * The contract side of the account: one wallet per margin coin, orders that lock margin, hedged positions (a long and a short
 * per contract may both exist). For each coin wallet + locked + isolated margins + booked profits + house never changes.
 */
export class ContractArea {
  readonly orders = new Map<string, ContractOrder>()
  readonly fills: Fill[] = []
  readonly wallet = new Wallet()
  /** Positions that were closed, newest last. */
  readonly closed: SimPosition[] = []
  readonly #around: ContractSurroundings
  readonly #open = new Map<string, ContractOrder>()
  #positions: SimPosition[] = []

  constructor(around: ContractSurroundings) {
    this.#around = around
  }

  positions(): SimPosition[] {
    return [...this.#positions]
  }

  openOrders(): ContractOrder[] {
    return [...this.#open.values()]
  }

  position(spec: ContractSpec, positionType: PositionType, side: Side): SimPosition | null {
    return (
      this.#positions.find((held) => held.spec === spec && held.positionType === positionType && held.side === side) ??
      null
    )
  }

  /** Contracts in closing orders of a position that are still open. */
  pendingCloseVolume(position: SimPosition): Decimal {
    return sum(this.#closing(position).map(remaining))
  }

  /** Equity that carries the cross positions of a coin; margin locked by orders stands outside it. */
  crossEquity(coin: string): Decimal {
    const booked = this.#inCoin(coin, 1).map((held) => held.realized.plus(unrealized(held, this.#mark(held))))
    return this.wallet.normal(coin).plus(sum(booked))
  }

  isolatedEquity(coin: string): Decimal {
    return sum(this.#inCoin(coin, 2).map((held) => isolatedEquity(held, this.#mark(held))))
  }

  /** What new orders of a coin can still lock: not more than the wallet, nor than what cross positions leave of the equity. */
  available(coin: string): Decimal {
    const used = sum(this.#inCoin(coin, 1).map((held) => held.margin))
    const spare = this.crossEquity(coin).minus(used)
    const wallet = this.wallet.normal(coin)
    return spare.lt(wallet) ? spare : wallet
  }

  place(ticket: ContractTicket): Result<ContractOrder, Refusal> {
    const refused = checkContractTicket(ticket, this, this.#around.books)
    if (refused) return err(refused)
    const order: ContractOrder = { area: 'contract', ...ticket, ...newOrder(this.#around) }
    this.orders.set(order.orderId, order)
    for (const slice of this.#take(order)) this.#trade(order, slice, CONTRACT_FEE.taker, false)
    this.#settleNew(order)
    return ok(order)
  }

  cancel(order: ContractOrder): Result<ContractOrder, Refusal> {
    if (!isLive(order)) return err(refusal(-1145))
    this.#end(order, 'CANCELED')
    return ok(order)
  }

  /** Lets resting orders trade that the book has come to; `share` says how much of what is left a fill takes (1 = all). */
  match(share: () => Decimal): void {
    for (const order of this.openOrders()) {
      const touch = this.#around.books.best(order.spec, order.side)
      if (reaches(order.side, limitOf(order), touch)) this.fillResting(order, share())
    }
  }

  /** Trades `share` of what is left of a resting order at its own price, at least one contract. */
  fillResting(order: ContractOrder, share: Decimal): void {
    const left = remaining(order)
    const part = roundTo(left.times(share), 0, 'down')
    const quantity = part.lt(order.spec.minVolume) ? left : part
    const lockedBefore = orderMargin(order)
    if (order.status === 'NEW') order.status = 'PART_FILLED'
    this.#trade(order, { price: limitOf(order), quantity }, CONTRACT_FEE.maker, true, lockedBefore)
    if (remaining(order).isZero()) this.#end(order, 'FILLED')
  }

  /** Puts a position in place as if it had been opened long ago: its margin comes out of the wallet, no fee is paid. */
  adopt(position: SimPosition): void {
    this.#positions.push(position)
    if (position.positionType === 2) this.wallet.invest(position.spec.marginCoin, position.margin)
  }

  /** Closes `volume` of a position by force at `price`, with the worst fee; its closing orders are cancelled first. */
  forceClose(position: SimPosition, volume: Decimal, price: Decimal): void {
    for (const order of this.#closing(position)) this.#end(order, 'CANCELED')
    const fee = booked(valueAt(position.spec, volume, price).times(position.spec.maxFeeRate))
    this.#shrink(position, { price, quantity: volume }, fee)
  }

  cancelAll(coin: string): void {
    for (const order of this.openOrders()) if (order.spec.marginCoin === coin) this.#end(order, 'CANCELED')
  }

  /** Pays funding: the rate times the value at mark, from longs to shorts when positive. The position books it. */
  payFunding(position: SimPosition, rate: Decimal): void {
    const value = valueAt(position.spec, position.volume, this.#mark(position))
    const flow = booked(value.times(rate).times(-signOf(position)))
    position.capitalFee = position.capitalFee.plus(flow)
    position.realized = position.realized.plus(flow)
    this.wallet.bookAgainstHouse(position.spec.marginCoin, flow)
  }

  #take(order: ContractOrder): Slice[] {
    const { books } = this.#around
    const levels = books.levels(order.spec, order.side)
    const slices = walkByQuantity(levels, order.side, order.volume, order.price)
    const offered = sum(slices.map((slice) => slice.quantity))
    if (order.timeInForce === 'POST_ONLY' || (order.timeInForce === 'FOK' && offered.lt(order.volume))) return []
    books.eat(order.spec, order.side, offered)
    return slices
  }

  /** What becomes of a new order after it took what the book offered: done, resting, or cancelled by its own terms. */
  #settleNew(order: ContractOrder): void {
    if (remaining(order).isZero()) return this.#end(order, 'FILLED')
    const wouldTake = reaches(order.side, order.price ?? ZERO, this.#around.books.best(order.spec, order.side))
    const rests = order.timeInForce === 'GTC' || (order.timeInForce === 'POST_ONLY' && !wouldTake)
    if (order.type === 'MARKET' || !rests) {
      order.status = 'CANCELED'
      return
    }
    if (order.executed.gt(0)) order.status = 'PART_FILLED'
    this.wallet.lock(order.spec.marginCoin, orderMargin(order))
    this.#open.set(order.orderId, order)
  }

  #trade(order: ContractOrder, slice: Slice, feeRate: Decimal, isMaker: boolean, lockedBefore = ZERO): void {
    const { spec } = order
    const fee = booked(valueAt(spec, slice.quantity, slice.price).times(feeRate))
    order.executed = order.executed.plus(slice.quantity)
    order.executedMoney = order.executedMoney.plus(slice.quantity.times(slice.price))
    order.fees = order.fees.plus(fee)
    if (isMaker) this.wallet.lock(spec.marginCoin, orderMargin(order).minus(lockedBefore))
    if (order.action === 'OPEN') this.#grow(order, slice, fee)
    else this.#shrink(this.#closable(order), slice, fee)
    const at = this.#around.now()
    const tradeId = this.#around.nextTradeId()
    const counterId = this.#around.nextOrderId()
    this.fills.push({ tradeId, order, counterId, ...slice, fee, feeCoin: spec.marginCoin, isMaker, at })
  }

  #grow(order: ContractOrder, { quantity, price }: Slice, fee: Decimal): void {
    const { spec, positionType } = order
    let position = this.position(spec, positionType, order.side)
    if (!position) {
      position = emptyPosition(order, this.#around.nextPositionId(), this.#around.now())
      this.#positions.push(position)
    }
    const margin = enlarge(position, quantity, price)
    if (positionType === 2) this.wallet.invest(spec.marginCoin, margin)
    this.#payFee(position, fee)
  }

  /** Takes contracts off a position and pays out: their profit, the margin of an isolated one, and at the end its funding. */
  #shrink(position: SimPosition, { quantity, price }: Slice, fee: Decimal): void {
    const coin = position.spec.marginCoin
    const { gain, freed } = reduce(position, quantity, price)
    this.wallet.bookAgainstHouse(coin, gain)
    const isFlat = position.volume.isZero()
    const funding = isFlat ? position.realized : ZERO
    const payout = gain.plus(funding).plus(position.positionType === 2 ? freed : ZERO)
    this.wallet.invest(coin, payout.negated())
    // An isolated position can lose its margin and no more: the house makes up the rest.
    if (position.positionType === 2 && payout.isNegative()) this.wallet.pay(coin, payout)
    this.#payFee(position, fee)
    if (isFlat) this.#dissolve(position)
  }

  #dissolve(position: SimPosition): void {
    const coin = position.spec.marginCoin
    position.realized = ZERO
    this.#positions = this.#positions.filter((held) => held !== position)
    this.closed.push(position)
    // Nobody owes the venue money: with no cross position left, the house makes up what is missing.
    const owed = this.wallet.normal(coin)
    if (owed.isNegative() && this.#inCoin(coin, 1).length === 0) this.wallet.pay(coin, owed)
  }

  #payFee(position: SimPosition, fee: Decimal): void {
    this.wallet.pay(position.spec.marginCoin, fee)
    position.tradeFee = position.tradeFee.minus(fee)
    position.changedAt = this.#around.now()
  }

  #end(order: ContractOrder, status: 'FILLED' | 'CANCELED'): void {
    if (this.#open.delete(order.orderId)) this.wallet.lock(order.spec.marginCoin, orderMargin(order).negated())
    order.status = status
  }

  #closable(order: ContractOrder): SimPosition {
    const position = this.position(order.spec, order.positionType, positionSide(order))
    if (!position) throw new Error(`expected a position for closing order ${order.orderId}`)
    return position
  }

  #closing(position: SimPosition): ContractOrder[] {
    return this.openOrders().filter(
      (order) =>
        order.action === 'CLOSE' &&
        order.spec === position.spec &&
        order.positionType === position.positionType &&
        positionSide(order) === position.side,
    )
  }

  #inCoin(coin: string, positionType: PositionType): SimPosition[] {
    return this.#positions.filter((held) => held.spec.marginCoin === coin && held.positionType === positionType)
  }

  #mark(position: SimPosition): Decimal {
    return this.#around.mark(position.spec)
  }
}

/** Margin an open order locks: only opening ones do. */
export function orderMargin(order: ContractOrder): Decimal {
  if (order.action === 'CLOSE') return ZERO
  return initialMargin(order.spec, remaining(order), limitOf(order))
}

function limitOf(order: ContractOrder): Decimal {
  if (!order.price) throw new Error(`expected a limit price on resting order ${order.orderId}`)
  return order.price
}
