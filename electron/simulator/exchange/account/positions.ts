import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Side, Level } from '../market/books.ts'
import type { ContractSpec } from '../market/specs.ts'
import { keep } from './order-history.ts'
import { booked, valueAt } from './contract-maths.ts'
import type { ContractOrder, PositionType } from './sim-order.ts'
import {
  emptyPosition,
  enlarge,
  isolatedEquity,
  opposite,
  positionSide,
  rebase,
  reduce,
  signOf,
  unrealized,
  type SimPosition,
} from './sim-position.ts'
import type { ContractSurroundings } from './surroundings.ts'
import { Wallet } from './wallet.ts'

/** A trade of contracts at a price, with its fee. */
interface Trade extends Level {
  readonly fee: Decimal
}

/**
 * The positions of the contract account and the money behind them. In hedge mode a contract can be long and short at
 * once. In one-way mode there is one position per contract and margin mode, and an opening trade on the other side
 * reduces it, then reverses it. For each coin, wallet + locked + isolated margins + booked profits + house never
 * changes.
 */
export class Positions {
  readonly wallet = new Wallet()
  /** Positions that were closed, newest last. */
  readonly closed: SimPosition[] = []
  readonly #around: ContractSurroundings
  #held: SimPosition[] = []

  constructor(around: ContractSurroundings) {
    this.#around = around
  }

  all(): SimPosition[] {
    return [...this.#held]
  }

  of(spec: ContractSpec): SimPosition[] {
    return this.#held.filter((held) => held.spec === spec)
  }

  find(spec: ContractSpec, positionType: PositionType, side: Side): SimPosition | null {
    const isIt = (held: SimPosition) => held.spec === spec && held.positionType === positionType && held.side === side
    return this.#held.find(isIt) ?? null
  }

  /** Equity that carries the cross positions of a coin. Margin locked by orders is not part of it. */
  crossEquity(coin: string): Decimal {
    const gains = this.#inCoin(coin, 1).map((held) => held.realized.plus(unrealized(held, this.#mark(held))))
    return this.wallet.normal(coin).plus(sum(gains))
  }

  isolatedEquity(coin: string): Decimal {
    return sum(this.#inCoin(coin, 2).map((held) => isolatedEquity(held, this.#mark(held))))
  }

  /**
   * What new orders of a coin can still lock: the wallet, or the equity not used by cross positions if that is less.
   */
  available(coin: string): Decimal {
    const used = sum(this.#inCoin(coin, 1).map((held) => held.margin))
    const spare = this.crossEquity(coin).minus(used)
    const wallet = this.wallet.normal(coin)
    return spare.lt(wallet) ? spare : wallet
  }

  /** Sets up a position as if it had been opened long ago: its margin comes out of the wallet, and no fee is paid. */
  adopt(position: SimPosition): void {
    this.#held.push(position)
    if (position.positionType === 2) this.wallet.invest(position.spec.marginCoin, position.margin)
  }

  /** Applies a trade of `order`. In one-way mode an opening trade reduces the other side before it opens its own. */
  apply(order: ContractOrder, trade: Trade): void {
    const { spec, positionType, action } = order
    const against =
      action === 'CLOSE' || this.#around.positionMode === 'oneWay'
        ? this.find(spec, positionType, action === 'CLOSE' ? positionSide(order) : opposite(order.side))
        : null
    if (!against) {
      if (action === 'CLOSE') throw new Error(`expected a position for closing order ${order.orderId}`)
      return this.#grow(order, trade)
    }
    const spent = trade.quantity.lt(against.volume) ? trade.quantity : against.volume
    const rest = trade.quantity.minus(spent)
    if (rest.isZero()) return this.#shrink(against, trade)
    const fee = booked(trade.fee.times(spent).div(trade.quantity))
    this.#shrink(against, { price: trade.price, quantity: spent, fee })
    this.#grow(order, { price: trade.price, quantity: rest, fee: trade.fee.minus(fee) })
  }

  /**
   * Removes contracts from a position and pays out their profit, the margin of an isolated position and, with the last
   * contract, the funding.
   */
  #shrink(position: SimPosition, { quantity, price, fee }: Trade): void {
    const coin = position.spec.marginCoin
    const { gain, freed } = reduce(position, quantity, price)
    this.wallet.bookAgainstHouse(coin, gain)
    const isFlat = position.volume.isZero()
    const funding = isFlat ? position.realized : ZERO
    const payout = gain.plus(funding).plus(position.positionType === 2 ? freed : ZERO)
    this.wallet.invest(coin, payout.negated())
    // An isolated position can lose no more than its margin; the house pays the rest.
    if (position.positionType === 2 && payout.isNegative()) this.wallet.pay(coin, payout)
    this.#payFee(position, fee)
    if (isFlat) this.#dissolve(position)
  }

  /** The fee of a forced close at `price`: the highest rate, but no more than an isolated position has left. */
  forcedFee(position: SimPosition, volume: Decimal, price: Decimal): Decimal {
    const worst = booked(valueAt(position.spec, volume, price).times(position.spec.maxFeeRate))
    const left = isolatedEquity(position, price)
    if (position.positionType === 1 || left.gte(worst)) return worst
    return left.isNegative() ? ZERO : left
  }

  /** Pays funding: the rate times the value at mark, from longs to shorts if positive. It is added to `realized`. */
  payFunding(position: SimPosition, rate: Decimal): void {
    const value = valueAt(position.spec, position.volume, this.#mark(position))
    const flow = booked(value.times(rate).times(-signOf(position)))
    position.capitalFee = position.capitalFee.plus(flow)
    position.realized = position.realized.plus(flow)
    this.wallet.bookAgainstHouse(position.spec.marginCoin, flow)
  }

  /**
   * Settles every position at its mark: its gain and funding since the last time go to the wallet (cross) or to its own
   * margin (isolated), and its entry becomes the mark. Equity does not change. A frozen position waits.
   */
  settle(): void {
    for (const position of this.#held) {
      if (position.freeze !== 0) continue
      const { gain, due } = rebase(position, this.#mark(position))
      this.wallet.bookAgainstHouse(position.spec.marginCoin, gain)
      if (position.positionType === 1) this.wallet.invest(position.spec.marginCoin, due.negated())
      else position.margin = position.margin.plus(due)
    }
  }

  #grow(order: ContractOrder, { quantity, price, fee }: Trade): void {
    const { spec, positionType } = order
    let position = this.find(spec, positionType, order.side)
    if (!position) {
      position = emptyPosition(order, this.#around.nextPositionId(), this.#around.now())
      this.#held.push(position)
    }
    const margin = enlarge(position, quantity, price)
    if (positionType === 2) this.wallet.invest(spec.marginCoin, margin)
    this.#payFee(position, fee)
  }

  #dissolve(position: SimPosition): void {
    const coin = position.spec.marginCoin
    position.realized = ZERO
    this.#held = this.#held.filter((held) => held !== position)
    keep(this.closed, position)
    // The account never owes the venue money: if no cross position is left, the house pays a negative wallet.
    const owed = this.wallet.normal(coin)
    if (owed.isNegative() && this.#inCoin(coin, 1).length === 0) this.wallet.pay(coin, owed)
  }

  #payFee(position: SimPosition, fee: Decimal): void {
    this.wallet.pay(position.spec.marginCoin, fee)
    position.tradeFee = position.tradeFee.minus(fee)
    position.changedAt = this.#around.now()
  }

  #inCoin(coin: string, positionType: PositionType): SimPosition[] {
    return this.#held.filter((held) => held.spec.marginCoin === coin && held.positionType === positionType)
  }

  #mark(position: SimPosition): Decimal {
    return this.#around.mark(position.spec)
  }
}
