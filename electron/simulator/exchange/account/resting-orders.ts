import type { Side } from '../market/books.ts'
import { limitOf, priceIsBetter, type SimOrder } from './sim-order.ts'

/** The account's resting orders by instrument and side, in price-time priority. */
export class RestingOrders<O extends SimOrder> {
  readonly #byId = new Map<string, O>()
  /** Each instrument's orders, best price first and equal prices by time. */
  readonly #queues = new Map<O['spec'], Readonly<Record<Side, O[]>>>()

  /** All orders, oldest first. */
  all(): O[] {
    return [...this.#byId.values()]
  }

  queue(spec: O['spec'], side: Side): readonly O[] {
    return this.#queues.get(spec)?.[side] ?? []
  }

  /** Every side of every instrument, always in the same order for the same history. */
  queues(): (readonly O[])[] {
    return [...this.#queues.values()].flatMap(({ BUY, SELL }) => [BUY, SELL])
  }

  add(order: O): void {
    this.#byId.set(order.orderId, order)
    const queues = this.#queues.get(order.spec) ?? { BUY: [], SELL: [] }
    this.#queues.set(order.spec, queues)
    const queue = queues[order.side]
    queue.splice(placeOf(queue, order), 0, order)
  }

  /** Removes an order; false: it was not resting. */
  remove(order: O): boolean {
    if (!this.#byId.delete(order.orderId)) return false
    const queue = this.#queues.get(order.spec)?.[order.side] ?? []
    queue.splice(queue.indexOf(order), 1)
    return true
  }
}

/** The place behind every order with an equal or better price. */
function placeOf(queue: readonly SimOrder[], order: SimOrder): number {
  const price = limitOf(order)
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (priceIsBetter(order.side, price, limitOf(queue[middle] as SimOrder))) high = middle
    else low = middle + 1
  }
  return low
}
