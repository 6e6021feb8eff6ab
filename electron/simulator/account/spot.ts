import { ONE, roundTo, sum, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { reaches, walkByMoney, walkByQuantity } from '../market/book.ts'
import type { Slice } from '../market/book.ts'
import { SPOT_FEE } from '../market/instruments.ts'
import { isLive, newOrder, remaining } from './order.ts'
import type { Fill, SpotOrder } from './order.ts'
import { firstRefusal, refusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { Surroundings } from './surroundings.ts'
import type { SpotTicket } from './ticket.ts'

interface Holding {
  free: Decimal
  locked: Decimal
}

/**
 * The spot side of the account: balances, orders and their fills. The house is on the other side of every trade and takes the
 * fees, so that for each asset account + house never changes. What is locked is what the open orders can still cost.
 */
export class SpotArea {
  readonly orders = new Map<string, SpotOrder>()
  readonly fills: Fill[] = []
  readonly #around: Surroundings
  readonly #holdings = new Map<string, Holding>()
  readonly #house = new Map<string, Decimal>()
  readonly #open = new Map<string, SpotOrder>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  deposit(asset: string, amount: Decimal): void {
    const holding = this.#holding(asset)
    holding.free = holding.free.plus(amount)
  }

  balances(): { asset: string; free: Decimal; locked: Decimal }[] {
    return [...this.#holdings].map(([asset, { free, locked }]) => ({ asset, free, locked }))
  }

  /** What the account gained from the house, negated: with `balances` it always sums to what was deposited. */
  house(asset: string): Decimal {
    return this.#house.get(asset) ?? ZERO
  }

  openOrders(): SpotOrder[] {
    return [...this.#open.values()]
  }

  /** What is wrong with a ticket, or null: the venue's checks before an order exists. */
  check(ticket: SpotTicket): Refusal | null {
    const { spec, price, volume } = ticket
    const isMarketBuy = ticket.type === 'MARKET' && ticket.side === 'BUY'
    const money = isMarketBuy ? volume : volume.times(price ?? this.#around.books.best(spec, ticket.side))
    const volumePlaces = isMarketBuy ? 8 : spec.quantityPrecision
    return firstRefusal([
      () => (price && price.dp() > spec.pricePrecision ? refusal(-1111, `price of ${spec.symbol}`) : null),
      () => (volume.dp() > volumePlaces ? refusal(-1111, `volume of ${spec.symbol}`) : null),
      () => (!isMarketBuy && volume.lt(spec.minVolume) ? refusal(-1136) : null),
      () => (money.lt(spec.minMoney) ? refusal(-2029) : null),
      () => (this.#holding(paidWith(ticket)).free.lt(ticket.side === 'BUY' ? money : volume) ? refusal(-2017) : null),
    ])
  }

  place(ticket: SpotTicket): Result<SpotOrder, Refusal> {
    const refused = this.check(ticket)
    if (refused) return err(refused)
    const order: SpotOrder = { area: 'spot', ...ticket, ...newOrder(this.#around) }
    this.orders.set(order.orderId, order)
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

  /** Lets resting orders trade that the book has come to; `share` says how much of what is left a fill takes (1 = all). */
  match(share: () => Decimal): void {
    for (const order of this.openOrders()) {
      const price = limitOf(order)
      if (!reaches(order.side, price, this.#around.books.best(order.spec, order.side))) continue
      this.fillResting(order, share())
    }
  }

  /** Trades `share` of what is left of a resting order at its own price; too small a share trades all of it. */
  fillResting(order: SpotOrder, share: Decimal): void {
    const left = remaining(order)
    const part = roundTo(left.times(share), order.spec.quantityPrecision, 'down')
    const quantity = part.lt(order.spec.minVolume) ? left : part
    this.#release(order, quantity)
    this.#trade(order, { price: limitOf(order), quantity }, true)
    if (remaining(order).isZero()) this.#end(order, 'FILLED')
  }

  #take(order: SpotOrder): Slice[] {
    const { spec, side, volume } = order
    const levels = this.#around.books.levels(spec, side)
    const slices =
      order.type === 'MARKET' && side === 'BUY'
        ? walkByMoney(levels, volume, spec.quantityPrecision)
        : walkByQuantity(levels, side, volume, order.price)
    this.#around.books.eat(spec, side, sum(slices.map((slice) => slice.quantity)))
    return slices
  }

  #rest(order: SpotOrder): void {
    const holding = this.#holding(paidWith(order))
    const cost = lockFor(order, remaining(order))
    holding.free = holding.free.minus(cost)
    holding.locked = holding.locked.plus(cost)
    this.#open.set(order.orderId, order)
    if (order.executed.gt(0)) order.status = 'PART_FILLED'
  }

  #release(order: SpotOrder, quantity: Decimal): void {
    const holding = this.#holding(paidWith(order))
    const cost = lockFor(order, quantity)
    holding.free = holding.free.plus(cost)
    holding.locked = holding.locked.minus(cost)
  }

  #trade(order: SpotOrder, { price, quantity }: Slice, isMaker: boolean): void {
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
    this.fills.push({ tradeId, order, counterId, price, quantity, fee, feeCoin: got, isMaker, at })
  }

  /** From the house to the account's free balance. */
  #move(asset: string, amount: Decimal): void {
    const holding = this.#holding(asset)
    holding.free = holding.free.plus(amount)
    this.#house.set(asset, this.house(asset).minus(amount))
  }

  #end(order: SpotOrder, status: 'FILLED' | 'CANCELED'): void {
    order.status = status
    this.#open.delete(order.orderId)
  }

  #holding(asset: string): Holding {
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

/** Whether a market order got what it could: a buy always keeps a remainder of its budget that buys nothing. */
function isServed({ side, executed, volume }: SpotOrder): boolean {
  return side === 'BUY' ? executed.gt(0) : executed.eq(volume)
}

function limitOf(order: SpotOrder): Decimal {
  if (!order.price) throw new Error(`expected a limit price on resting order ${order.orderId}`)
  return order.price
}

/** What `quantity` of a resting order can cost. */
export function lockFor(order: SpotOrder, quantity: Decimal): Decimal {
  return order.side === 'BUY' ? quantity.times(limitOf(order)) : quantity
}
