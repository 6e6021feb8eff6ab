/**
 * How much nearer closing a part of a position brings its cross account to a margin rate. With t the rate wanted, E the
 * equity and V the value of all positions, closing q contracts of value v each at a cost C reaches it where
 *
 *   E - C(q) >= t (V - v q),  that is  t v q - C(q) >= t V - E
 *
 * The left side is what closing gains, the right side what is needed. C is linear within each level of a book, so q is
 * found level by level, exactly.
 */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { ONE, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Depth, DepthLevel } from '../../domain/quote.ts'
import { takenBy } from '../../risk/exit-cost.ts'
import { usable } from '../../risk/position-model.ts'

export interface Relief {
  /** Margin coins nearer to the target, per contract, before what closing costs. */
  readonly perContract: Decimal
  /** The levels closing takes from, best first; none where the book is not known. */
  readonly levels: readonly DepthLevel[]
  /** Margin coins nearer to the target, per contract closed at `price`; below zero where it costs more than it gains. */
  readonly gainAt: (price: Decimal) => Decimal
}

interface Exit {
  readonly position: Position
  readonly contract: Contract
  readonly mark: Decimal
  readonly perContract: Decimal
}

export function reliefOf(exit: Exit, depth: Depth | undefined): Relief {
  const { position, perContract } = exit
  const levels = depth ? takenBy(CLOSING_SIDE[position.side], depth) : []
  return {
    perContract,
    levels: levels.filter(([price, volume]) => usable(price) && usable(volume)),
    gainAt: (price) => perContract.minus(costAt(price, exit)),
  }
}

/** Slippage against the mark and the fee of one contract closed at `price`, in the margin coin. */
function costAt(price: Decimal, { position, contract, mark }: Exit): Decimal {
  const sign = position.side === 'long' ? 1 : -1
  const { direction, multiplier } = contract
  const [value, gap] =
    direction === 'linear' ? [price, mark.minus(price)] : [ONE.div(price), ONE.div(price).minus(ONE.div(mark))]
  return gap
    .times(sign)
    .plus(value.times(position.maxFeeRate ?? ZERO))
    .times(multiplier)
}

/**
 * The contracts that must be closed to gain `need`, not rounded. What the book does not reach is taken to cost nothing, as
 * in the estimate of a plan.
 */
export function contractsFor(need: Decimal, { perContract, levels, gainAt }: Relief): Decimal {
  let gained = ZERO
  let closed = ZERO
  for (const [price, volume] of levels) {
    const gain = gainAt(price)
    const missing = need.minus(gained)
    if (gain.gt(0) && gain.times(volume).gte(missing)) return closed.plus(missing.div(gain))
    gained = gained.plus(gain.times(volume))
    closed = closed.plus(volume)
  }
  const free = need.div(perContract)
  return free.gt(closed) ? free : closed
}

/** What closing `volume` gains; null where the book does not reach so far. */
export function gainOf(volume: Decimal, { levels, gainAt }: Relief): Decimal | null {
  let rest = volume
  let gained = ZERO
  for (const [price, there] of levels) {
    const taken = there.lt(rest) ? there : rest
    gained = gained.plus(gainAt(price).times(taken))
    rest = rest.minus(taken)
    if (rest.isZero()) return gained
  }
  return null
}
