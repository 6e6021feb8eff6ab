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
import { ONE, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Depth } from '../../domain/quote.ts'
import { feeRateOf, type OwnFees } from '../../risk/account/fees.ts'
import { soundBook } from '../../risk/liquidity/order-book.ts'
import { usable } from '../../risk/account/position-model.ts'

export interface Relief {
  /** Margin coins nearer to the target, per contract, before what closing costs. */
  readonly perContract: Decimal
  /** The levels closing takes from, best first; none where the book is not known, or none to reckon from. */
  readonly levels: readonly ReliefLevel[]
}

interface ReliefLevel {
  /**
   * Margin coins nearer to the target, per contract closed at this level; below zero where it costs more than it gains.
   */
  readonly gain: Decimal
  /** Contracts. */
  readonly volume: Decimal
}

interface Exit {
  readonly position: Position
  readonly contract: Contract
  readonly mark: Decimal
  readonly perContract: Decimal
  /** Fee rates of the account's own trades; absent: none is known. */
  readonly ownFees?: OwnFees | undefined
}

export function reliefOf(exit: Exit, depth: Depth | undefined): Relief {
  const { position, perContract } = exit
  const book = soundBook(depth, CLOSING_SIDE[position.side])
  const levels = book.ok ? book.value.levels : []
  return {
    perContract,
    levels: levels
      .filter(([price, volume]) => usable(price) && usable(volume))
      .map(([price, volume]) => ({ gain: perContract.minus(costAt(price, exit)), volume })),
  }
}

/** Closing one position and, with each contract of it, `each` contracts of another; per contract of the one. */
export function reliefOfBoth(one: Relief, other: Relief, each: Decimal): Relief {
  const scaled = other.levels.map(({ gain, volume }) => ({ gain: gain.times(each), volume: volume.div(each) }))
  return { perContract: one.perContract.plus(other.perContract.times(each)), levels: together(one.levels, scaled) }
}

/** The levels of two books that are gone through side by side, as far as both of them go. */
function together(one: readonly ReliefLevel[], other: readonly ReliefLevel[]): readonly ReliefLevel[] {
  const levels: ReliefLevel[] = []
  let [oneAt, otherAt] = [0, 0]
  let [a, b] = [one[0], other[0]]
  while (a && b) {
    const volume = a.volume.lt(b.volume) ? a.volume : b.volume
    levels.push({ gain: a.gain.plus(b.gain), volume })
    a = a.volume.gt(volume) ? { ...a, volume: a.volume.minus(volume) } : one[++oneAt]
    b = b.volume.gt(volume) ? { ...b, volume: b.volume.minus(volume) } : other[++otherAt]
  }
  return levels
}

/** Slippage against the mark and the fee of one contract closed at `price`, in the margin coin. */
function costAt(price: Decimal, { position, contract, mark, ownFees }: Exit): Decimal {
  const sign = position.side === 'long' ? 1 : -1
  const { direction, multiplier } = contract
  const [value, gap] =
    direction === 'linear' ? [price, mark.minus(price)] : [ONE.div(price), ONE.div(price).minus(ONE.div(mark))]
  return gap
    .times(sign)
    .plus(value.times(feeRateOf(contract, 'taker', ownFees, position.maxFeeRate)?.rate ?? ZERO))
    .times(multiplier ?? ZERO)
}

/**
 * The contracts that must be closed to gain `need`, not rounded. What the book does not reach is taken to cost nothing,
 * as in the estimate of a plan.
 */
export function contractsFor(need: Decimal, { perContract, levels }: Relief): Decimal {
  let gained = ZERO
  let closed = ZERO
  for (const { gain, volume } of levels) {
    const missing = need.minus(gained)
    if (gain.gt(0) && gain.times(volume).gte(missing)) return closed.plus(missing.div(gain))
    gained = gained.plus(gain.times(volume))
    closed = closed.plus(volume)
  }
  const free = need.div(perContract)
  return free.gt(closed) ? free : closed
}

/** The contracts that gain most, where the book shows that any more would cost more than they gain; null: it does not. */
export function mostGaining({ levels }: Relief): Decimal | null {
  const at = levels.findIndex(({ gain }) => gain.lte(0))
  return at === -1 ? null : sum(levels.slice(0, at).map(({ volume }) => volume))
}

/** What closing `volume` gains; null where the book does not reach so far. */
export function gainOf(volume: Decimal, { levels }: Relief): Decimal | null {
  let rest = volume
  let gained = ZERO
  for (const { gain, volume: there } of levels) {
    const taken = there.lt(rest) ? there : rest
    gained = gained.plus(gain.times(taken))
    rest = rest.minus(taken)
    if (rest.isZero()) return gained
  }
  return null
}
