import { decimal, ONE, roundTo, type Decimal } from '#shared/domain/decimal.ts'
import { isLive, type SimOrder } from '../exchange/account/sim-order.ts'
import { opposite } from '../exchange/account/sim-position.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Side } from '../exchange/market/books.ts'
import type { InstrumentSpec } from '../exchange/market/specs.ts'
import type { Random } from '../exchange/market/random.ts'
import { CONTRACT_GRID, SPOT_GRID } from './demo-account.ts'

/** How far from the market the grid's orders are, as fractions of the price. */
const NEAREST = 0.0003
const FARTHEST = 0.0018
/** About every eight seconds one order is cancelled and placed again. */
const MOVES_PER_SECOND = 0.12

/**
 * The demo account's own strategy: a small grid of orders around the market. Each order is reversed when it fills, so
 * that fills, positions and balances keep changing. It touches only its own orders, and drops one that was cancelled.
 */
export class Strategy {
  readonly #exchange: Exchange
  readonly #random: Random
  #orders: SimOrder[] = []

  constructor(exchange: Exchange, random: Random) {
    this.#exchange = exchange
    this.#random = random
  }

  start(): void {
    for (const { symbol, volume } of SPOT_GRID) {
      const spec = this.#exchange.pair(symbol)
      for (const side of ['BUY', 'SELL'] as const) this.#quote(spec, side, decimal(volume), 'OPEN')
    }
    for (const { contract, volume } of CONTRACT_GRID) {
      const spec = this.#exchange.contract(contract)
      const holds = this.#exchange.contracts.positions().find((held) => held.spec === spec)?.side ?? 'BUY'
      this.#quote(spec, holds, decimal(volume), 'OPEN')
      this.#quote(spec, opposite(holds), decimal(volume), 'CLOSE')
    }
  }

  /** One second: reverses filled orders, and moves an order now and then. */
  live(): void {
    const done = this.#orders.filter((order) => !isLive(order))
    this.#orders = this.#orders.filter(isLive)
    for (const order of done) if (order.status === 'FILLED') this.#turnAround(order)
    if (this.#random.chance(MOVES_PER_SECOND)) this.#move()
  }

  #turnAround(order: SimOrder): void {
    const action = order.area === 'contract' && order.action === 'OPEN' ? 'CLOSE' : 'OPEN'
    this.#quote(order.spec, opposite(order.side), order.volume, action)
  }

  #move(): void {
    const order = this.#random.pick(this.#orders.filter((own) => own.status === 'NEW'))
    if (!order) return
    this.#orders = this.#orders.filter((own) => own !== order)
    this.#exchange.withdraw(order)
    this.#quote(order.spec, order.side, order.volume, order.area === 'contract' ? order.action : 'OPEN')
  }

  /** Places an order near the market. If it is refused, it just leaves the grid. */
  #quote(spec: InstrumentSpec, side: Side, volume: Decimal, action: 'OPEN' | 'CLOSE'): void {
    const away = this.#random.between(NEAREST, FARTHEST) * (side === 'BUY' ? -1 : 1)
    const price = roundTo(
      this.#exchange.market.price(spec).times(ONE.plus(decimal(away.toFixed(6)))),
      spec.pricePrecision,
      'down',
    )
    const common = { side, type: 'LIMIT', price, volume, clientOrderId: null } as const
    const placed =
      spec.area === 'spot'
        ? this.#exchange.spot.place({ spec, ...common })
        : this.#exchange.contracts.place({ spec, action, positionType: 1, timeInForce: 'GTC', ...common })
    if (placed.ok) this.#orders.push(placed.value)
  }
}
