/** Decides the next step of a chase from one look at its order and the order book. Pure. */
import type { Decimal } from '#shared/domain/decimal.ts'
import { isTerminal, type Order, type OrderSide } from '#shared/domain/order.ts'

/** Limits of a chase: how many times its order is moved, and how long it is followed, ms. */
export const MOST_MOVES = 60
export const LONGEST_MS = 10 * 60_000
/** A chase ends after this many blind looks in a row: an order that cannot be seen is not moved. */
export const MOST_BLIND = 3

export interface ChaseLook {
  /** Our order as just read; null: the read failed. */
  readonly order: Order | null
  /** The best price on our side of the order book now; null: unknown. */
  readonly best: Decimal | null
  readonly side: OrderSide
  /** The price of our order, and the price at which the chase gives up. */
  readonly price: Decimal
  readonly stop: Decimal
  /** How many times the order was moved, and the time since the chase began, ms. */
  readonly moves: number
  readonly elapsedMs: number
  /** Whether the machine slept during the chase. After a sleep nothing is sent until the trader asks again. */
  readonly hasSlept: boolean
  /** Blind looks in a row before this one. */
  readonly blind: number
}

/** `stop`: cancel the order and end the chase. `done`: send nothing more. */
export type ChaseStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'move' }
  | { readonly kind: 'stop'; readonly why: 'priceAway' | 'tooOften' | 'tooLong' }
  | { readonly kind: 'done'; readonly why: 'filled' | 'takenBack' | 'slept' | 'stillCanceling' | 'unread' }

const WAIT: ChaseStep = { kind: 'wait' }

export function nextStep(look: ChaseLook): ChaseStep {
  const { order, best, side, price, stop } = look
  if (order !== null && isTerminal(order.status)) {
    return { kind: 'done', why: order.executed.gte(order.quantity) ? 'filled' : 'takenBack' }
  }
  if (look.hasSlept) return { kind: 'done', why: 'slept' }
  if (order === null || best === null || isBlind(look)) {
    return look.blind + 1 >= MOST_BLIND ? { kind: 'done', why: 'unread' } : WAIT
  }
  const isOver = look.elapsedMs >= LONGEST_MS
  // A second cancel would change nothing.
  if (order.status === 'canceling') return isOver ? { kind: 'done', why: 'stillCanceling' } : WAIT
  if (isOver) return { kind: 'stop', why: 'tooLong' }
  // The order book contains our order too. So unless another order is in front of ours, ours has the best price.
  if (!isInFront(side, best, price)) return WAIT
  if (isInFront(side, best, stop)) return { kind: 'stop', why: 'priceAway' }
  return look.moves >= MOST_MOVES ? { kind: 'stop', why: 'tooOften' } : { kind: 'move' }
}

/** Whether a look shows too little to act on. */
export function isBlind({ order, best }: Pick<ChaseLook, 'order' | 'best'>): boolean {
  return order === null || best === null || order.status === 'unknown'
}

/** Whether an order of `side` at `price` is served before one at `other`. */
export function isInFront(side: OrderSide, price: Decimal, other: Decimal): boolean {
  return side === 'sell' ? price.lt(other) : price.gt(other)
}
