/**
 * How much closing a part of a position moves its cross account toward a margin rate. With t the target rate, E the
 * equity and V the value of all positions, closing q contracts of value v each at a cost C reaches it where
 *
 *   E - C(q) >= t (V - v q),  that is  t v q - C(q) >= t V - E
 *
 * The left side is what closing gains, the right side what is needed. C is linear within each level of a book, so q is
 * found level by level, exactly.
 */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { ONE, smaller, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Depth } from '../../domain/quote.ts'
import { feeRateOf, type OwnFees } from '../../risk/account/fees.ts'
import { soundBook } from '../../risk/liquidity/order-book.ts'
import { usable } from '../../risk/account/position-model.ts'

export interface Relief {
  /** Gain per contract in margin coins, before the cost of closing. */
  readonly perContract: Decimal
  /** The book levels that closing takes from, best first; empty if the book cannot be used. */
  readonly levels: readonly {
    /** Gain per contract closed at this level, in margin coins; negative if the cost is higher. */
    readonly gain: Decimal
    /** Contracts. */
    readonly volume: Decimal
  }[]
}

interface Exit {
  readonly position: Position
  readonly contract: Contract
  readonly mark: Decimal
  readonly perContract: Decimal
  /** Fee rates observed in the account's own trades. Absent: unknown. */
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

/** The relief of closing `each` contracts of `other` with every contract of `one`, per contract of `one`. */
export function reliefOfBoth(one: Relief, other: Relief, each: Decimal): Relief {
  const scaled = other.levels.map(({ gain, volume }) => ({ gain: gain.times(each), volume: volume.div(each) }))
  return { perContract: one.perContract.plus(other.perContract.times(each)), levels: together(one.levels, scaled) }
}

/** Merges the levels of two books that are consumed in parallel, as far as both reach. */
function together(one: Relief['levels'], other: Relief['levels']): Relief['levels'] {
  const levels: Relief['levels'][number][] = []
  let [oneAt, otherAt] = [0, 0]
  let [a, b] = [one[0], other[0]]
  while (a && b) {
    const volume = smaller(a.volume, b.volume)
    levels.push({ gain: a.gain.plus(b.gain), volume })
    a = a.volume.gt(volume) ? { ...a, volume: a.volume.minus(volume) } : one[++oneAt]
    b = b.volume.gt(volume) ? { ...b, volume: b.volume.minus(volume) } : other[++otherAt]
  }
  return levels
}

/** The cost of closing one contract at `price`: slippage against the mark plus fee, in the margin coin. */
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
 * How many contracts must be closed to gain `need`, unrounded. Beyond the end of the book closing counts as free, as it
 * does in an estimate.
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

/**
 * The volume with the highest gain, beyond which closing more costs more than it gains; null if the book never gets
 * that bad.
 */
export function mostGaining({ levels }: Relief): Decimal | null {
  const at = levels.findIndex(({ gain }) => gain.lte(0))
  return at === -1 ? null : sum(levels.slice(0, at).map(({ volume }) => volume))
}

/** The gain of closing `volume`; null if the book is too thin. */
export function gainOf(volume: Decimal, { levels }: Relief): Decimal | null {
  let rest = volume
  let gained = ZERO
  for (const { gain, volume: there } of levels) {
    const taken = smaller(there, rest)
    gained = gained.plus(gain.times(taken))
    rest = rest.minus(taken)
    if (rest.isZero()) return gained
  }
  return null
}
