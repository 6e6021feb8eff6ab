/**
 * How much of a position orders may close, and how that is split into valid orders. Rounding only ever makes an order
 * smaller.
 */
import type { Position } from '../domain/account.ts'
import { asContracts, floorToUnitStep, type Contracts, type Size } from '../domain/amounts.ts'
import { decimal, floorToStep, notNegative, ONE, smaller, sum, toFloat, ZERO, type Decimal } from '../domain/decimal.ts'
import type { Contract } from '../domain/instrument.ts'

/** The most orders in one plan. The rest can be closed by asking again. */
export const MAX_SLICES = 50

/**
 * The fraction of the venue's maximum order value that an order uses. The venue's price may be a little above our mark.
 */
const MONEY_HEADROOM = decimal('0.95')

/**
 * Contracts of a position that no closing order holds, once orders that lock `freed` contracts are gone; between 0 and
 * the volume held. An unread `pendingCloseVolume` counts as 0, so compute it from the orders first (`pendingClose`).
 */
export function closable({ volume, pendingCloseVolume }: Position, freed: Decimal = ZERO): Decimal {
  return notNegative(volume.minus(notNegative((pendingCloseVolume ?? ZERO).minus(freed))))
}

/** Valid sizes of one order: multiples of `step` from `min` to `max` (null: no upper bound), in the unit of `step`. */
export interface SliceBounds<S extends Size = Contracts> {
  readonly min: Decimal
  readonly max: Decimal | null
  readonly step: S
}

/**
 * Size bounds of one order of a contract, in whole contracts. An unknown limit sets no bound. The venue limits the
 * value of market orders; that limit is applied to linear contracts, whose order value is volume x multiplier x price.
 */
export function sliceBounds(
  contract: Contract,
  markPrice: Decimal | null,
  type: 'market' | 'limit' = 'market',
): SliceBounds {
  const { minOrderVolume, maxMarketVolume, maxLimitVolume } = contract
  const min = larger(minOrderVolume?.ceil() ?? ONE, ONE)
  const bounds = type === 'limit' ? [maxLimitVolume] : [maxMarketVolume, mostByMoney(contract, markPrice)]
  const max = least(bounds.filter((bound) => bound?.gt(0) === true))
  // A limit below the smallest order would leave no valid size. So the smallest order is tried, and the venue decides.
  return { min, max: max && larger(floorToStep(max, ONE), min), step: asContracts(ONE) }
}

function mostByMoney({ direction, multiplier, maxMarketMoney }: Contract, markPrice: Decimal | null): Decimal | null {
  const unitValue = direction === 'linear' && markPrice?.gt(0) && multiplier ? multiplier.times(markPrice) : null
  return unitValue?.gt(0) && maxMarketMoney ? maxMarketMoney.times(MONEY_HEADROOM).div(unitValue) : null
}

function larger(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b
}

function least(values: readonly (Decimal | null)[]): Decimal | null {
  return values.reduce((least, value) => (least && value ? smaller(least, value) : (least ?? value)), null)
}

/**
 * Splits `volume` into at most `MAX_SLICES` orders within the bounds. They add up to `volume` rounded down to the step,
 * or less if the rest would be below the minimum; never more.
 */
export function slice<S extends Size>(volume: Decimal, { min, max, step }: SliceBounds<S>): readonly S[] {
  let rest: Decimal = floorToStep(volume, step)
  if (rest.lt(min)) return []
  if (max === null || rest.lte(max)) return [floorToUnitStep(rest, step)]
  if (max.lt(min)) return []
  let count = rest.div(max).ceil()
  // Use one slice fewer if not all can reach the minimum; the dust stays in the position.
  if (min.times(count).gt(rest)) count = count.minus(1)
  count = smaller(count, decimal(MAX_SLICES))
  rest = smaller(rest, max.times(count))
  const slices: S[] = []
  for (let after = toFloat(count) - 1; after >= 0; after--) {
    const next = floorToUnitStep(smaller(rest.minus(min.times(after)), max), step)
    slices.push(next)
    rest = rest.minus(next)
  }
  return slices
}

/**
 * Splits like `slice`, but with a cut where the `free` contracts end. So these are closed even if the locked contracts
 * stay locked. There is no cut if an order would get too small, or if it would take too many orders.
 */
export function sliceAround(free: Decimal, volume: Decimal, bounds: SliceBounds): readonly Contracts[] {
  const whole = slice(volume, bounds)
  const before = slice(smaller(free, volume), bounds)
  const cut = [...before, ...slice(sum(whole).minus(sum(before)), bounds)]
  return cut.length <= MAX_SLICES && sum(cut).eq(sum(whole)) ? cut : whole
}
