/** How resting orders of both areas meet the market, and each other. */
import { roundTo, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { reaches, stepPlaces, type Books, type Level } from '../market/books.ts'
import { limitOf, remaining, type SimOrder } from './sim-order.ts'

/**
 * Fills one side's resting orders in price-time priority, as far as volume passes their price. What one takes is gone
 * for the others. `fill` trades at the order's own price.
 */
export function matchResting<O extends SimOrder>(
  queue: readonly O[],
  books: Books,
  fill: (order: O, quantity: Decimal) => void,
): void {
  const [best] = queue
  if (!best || books.passing(best.spec, best.side, limitOf(best)) === null) return
  let taken = ZERO
  // A fill may end other orders of the queue, which then have nothing left at their turn.
  for (const order of [...queue]) {
    const passing = books.passing(order.spec, order.side, limitOf(order))
    if (passing === null) return
    const spare = roundTo(passing.minus(taken), stepPlaces(order.spec), 'down')
    const left = remaining(order)
    const quantity = left.lt(spare) ? left : spare
    if (quantity.lte(0)) continue
    taken = taken.plus(quantity)
    fill(order, quantity)
  }
}

/**
 * The account's own resting orders that an incoming order would trade with: those it reaches before it has taken
 * `slices` or, if something is left, its limit. Self-trade prevention is "cancel maker": they are cancelled and the
 * incoming order continues. `opposite` is in price-time priority.
 */
export function metByTaker<O extends SimOrder>(order: O, slices: readonly Level[], opposite: readonly O[]): O[] {
  if (opposite.length === 0) return []
  const isComplete = order.price === null || sum(slices.map(({ quantity }) => quantity)).gte(order.volume)
  const farthest = isComplete ? slices.at(-1)?.price : order.price
  return farthest ? opposite.filter((own) => reaches(order.side, farthest, limitOf(own))) : []
}
