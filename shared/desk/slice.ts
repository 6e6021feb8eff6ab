/**
 * How much of a position orders may close, and how it is split into orders the venue takes. Rounding only makes smaller.
 */
import type { Position } from '../domain/account.ts'
import { asContracts, roundToStep, type Contracts, type Size } from '../domain/amounts.ts'
import { decimal, floorToStep, ONE, sum, toFloat, ZERO, type Decimal } from '../domain/decimal.ts'
import type { Contract } from '../domain/instrument.ts'

/** A plan longer than this is not one click any more; what is left over can be closed by asking again. */
export const MAX_SLICES = 50

/** Share of the venue's largest order value we use: its price may be a little above the mark we size with. */
const MONEY_HEADROOM = decimal('0.95')

/**
 * Contracts of a position that no open closing order has taken yet, and those it will have once orders that lock `freed`
 * contracts are gone; never negative, never more than is held. Where the venue's word could not be read, none counts as
 * taken: who knows the orders reckons it first (`pendingClose`).
 */
export function closable({ volume, pendingCloseVolume }: Position, freed: Decimal = ZERO): Decimal {
  const locked = (pendingCloseVolume ?? ZERO).minus(freed)
  const free = locked.gt(0) ? volume.minus(locked) : volume
  return free.gt(0) ? free : ZERO
}

/** What one order may be: a multiple of `step` from `min` to `max` (null: no upper bound), all in the unit of the step. */
export interface SliceBounds<S extends Size = Contracts> {
  readonly min: Decimal
  readonly max: Decimal | null
  readonly step: S
}

/**
 * Bounds of one order of a contract, none where its list row does not tell one: whole contracts, the interface knows no
 * others. The venue's value limit is on market orders; it is applied to linear contracts, whose order value is volume x
 * multiplier x price.
 */
export function sliceBounds(
  contract: Contract,
  markPrice: Decimal | null,
  type: 'market' | 'limit' = 'market',
): SliceBounds {
  const { minOrderVolume, maxMarketVolume, maxLimitVolume } = contract
  const min = larger(minOrderVolume?.ceil() ?? ONE, ONE)
  const bounds = type === 'limit' ? [maxLimitVolume] : [maxMarketVolume, mostByMoney(contract, markPrice)]
  const max = least(bounds.filter((bound) => bound?.gt(0)))
  // A limit below the smallest order leaves no size at all: then the smallest is tried, and the venue decides.
  return { min, max: max && larger(floorToStep(max, ONE), min), step: asContracts(ONE) }
}

function mostByMoney({ direction, multiplier, maxMarketMoney }: Contract, markPrice: Decimal | null): Decimal | null {
  const unitValue = direction === 'linear' && markPrice?.gt(0) && multiplier ? multiplier.times(markPrice) : null
  return unitValue?.gt(0) && maxMarketMoney ? maxMarketMoney.times(MONEY_HEADROOM).div(unitValue) : null
}

function larger(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b
}

function least(values: readonly (Decimal | null | undefined)[]): Decimal | null {
  let result: Decimal | null = null
  for (const value of values) if (value && (result === null || value.lt(result))) result = value
  return result
}

/**
 * Splits `volume` into at most `MAX_SLICES` orders, each within the bounds. Their sum is `volume` rounded down to the
 * step, or less where the rest would be smaller than the smallest order; it is never more.
 */
export function slice<S extends Size>(volume: Decimal, { min, max, step }: SliceBounds<S>): readonly S[] {
  let rest: Decimal = floorToStep(volume, step)
  if (rest.lt(min)) return []
  if (max === null || rest.lte(max)) return [roundToStep(rest, step)]
  if (max.lt(min)) return []
  let count = rest.div(max).ceil()
  // One slice fewer when there is not enough for each to reach the minimum: the dust stays in the position.
  if (min.times(count).gt(rest)) count = count.minus(1)
  if (count.gt(MAX_SLICES)) count = decimal(MAX_SLICES)
  if (rest.gt(max.times(count))) rest = max.times(count)
  const slices: S[] = []
  for (let after = toFloat(count) - 1; after >= 0; after--) {
    const room = rest.minus(min.times(after))
    const next = roundToStep(room.lt(max) ? room : max, step)
    slices.push(next)
    rest = rest.minus(next)
  }
  return slices
}

/**
 * The same, with a cut where the `free` contracts end, so that those can be closed whatever becomes of what locks the
 * others. No cut where an order on either side of it would be too small, or it takes too many.
 */
export function sliceAround(free: Decimal, volume: Decimal, bounds: SliceBounds): readonly Contracts[] {
  const whole = slice(volume, bounds)
  const before = slice(free.lt(volume) ? free : volume, bounds)
  const cut = [...before, ...slice(sum(whole).minus(sum(before)), bounds)]
  return cut.length <= MAX_SLICES && sum(cut).eq(sum(whole)) ? cut : whole
}
