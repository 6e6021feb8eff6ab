import type { SimOrder } from './sim-order.ts'

/**
 * How many finished orders, and how many fills or closed positions, an area remembers; the venue forgets older ones.
 */
export const KEPT = 20_000

/** Every order that an area knows: live ones and the newest finished ones. */
export class OrderHistory<O extends SimOrder> {
  readonly byId = new Map<string, O>()
  readonly #byClientId = new Map<string, O[]>()
  readonly #done = new Queue<O>()

  add(order: O): void {
    this.byId.set(order.orderId, order)
    const { clientOrderId } = order
    if (clientOrderId === null) return
    const namesakes = this.#byClientId.get(clientOrderId)
    if (namesakes) namesakes.push(order)
    else this.#byClientId.set(clientOrderId, [order])
  }

  /** The orders with this client id, oldest first. The venue does not refuse an id that was used before. */
  named(clientOrderId: string): readonly O[] {
    return this.#byClientId.get(clientOrderId) ?? []
  }

  /** Notes that an order is finished, and forgets the oldest finished one if there are too many. */
  retire(order: O): void {
    this.#done.push(order)
    if (this.#done.size <= KEPT) return
    const oldest = this.#done.shift()
    if (oldest) this.#forget(oldest)
  }

  #forget(order: O): void {
    this.byId.delete(order.orderId)
    const { clientOrderId } = order
    if (clientOrderId === null) return
    const rest = this.named(clientOrderId).filter((other) => other !== order)
    if (rest.length > 0) this.#byClientId.set(clientOrderId, rest)
    else this.#byClientId.delete(clientOrderId)
  }
}

/** Appends to a list that keeps its newest `KEPT` entries. It is trimmed when it is a quarter longer. */
export function keep<T>(list: T[], entry: T): void {
  list.push(entry)
  if (list.length > KEPT * 1.25) list.splice(0, list.length - KEPT)
}

/** First in, first out, in constant time. */
class Queue<T> {
  #items: T[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    this.#head += 1
    if (this.#head > KEPT) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
