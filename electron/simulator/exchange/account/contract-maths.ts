/**
 * Margin mathematics of perpetual contracts, pure. `sign` is +1 for a long and -1 for a short.
 * Linear: amounts in the quote coin, value = volume x multiplier x price. Inverse: amounts in the base coin,
 * value = volume x multiplier / price.
 */
import { decimal, roundTo, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { ContractSpec } from '../market/specs.ts'

/** Decimals of a booked amount. It is rounded once, when it arises, so that sums stay exact. */
const BOOKED_PLACES = 16

export function booked(amount: Decimal): Decimal {
  return roundTo(amount, BOOKED_PLACES, 'half-even')
}

/** Value of a position or an order, in the margin coin. */
export function valueAt(spec: ContractSpec, volume: Decimal, price: Decimal): Decimal {
  const face = volume.times(spec.multiplier)
  return booked(spec.inverse ? face.div(price) : face.times(price))
}

/** Profit of `volume` contracts from `entry` to `exit`, in the margin coin. */
export function profit(spec: ContractSpec, sign: 1 | -1, volume: Decimal, entry: Decimal, exit: Decimal): Decimal {
  const move = exit.minus(entry).times(volume).times(spec.multiplier).times(sign)
  return booked(spec.inverse ? move.div(entry.times(exit)) : move)
}

/** Average entry of two lots: arithmetic over contracts for linear ones, harmonic for inverse ones. */
export function averageEntry(spec: ContractSpec, held: Lot, added: Lot): Decimal {
  const volume = held.volume.plus(added.volume)
  const average = spec.inverse
    ? volume.div(held.volume.div(held.price).plus(added.volume.div(added.price)))
    : held.volume.times(held.price).plus(added.volume.times(added.price)).div(volume)
  return booked(average)
}

interface Lot {
  readonly volume: Decimal
  readonly price: Decimal
}

/** Maintenance margin rate plus the worst closing fee: the share of its value a position must keep. */
function triggerRate(spec: ContractSpec): Decimal {
  return spec.keepRate.plus(spec.maxFeeRate)
}

/** Equity a position must keep at `price`, in the margin coin. */
export function requirement(spec: ContractSpec, volume: Decimal, price: Decimal): Decimal {
  return valueAt(spec, volume, price).times(triggerRate(spec))
}

/**
 * The price at which the position's equity meets its requirement. `margin`: the equity that carries the position,
 * without its own unrealised profit. Zero or less: there is no such price.
 */
export function reducePrice(spec: ContractSpec, sign: 1 | -1, held: Lot, margin: Decimal): Decimal {
  const face = held.volume.times(spec.multiplier)
  const rate = triggerRate(spec)
  if (!spec.inverse) {
    const owed = face.times(held.price).times(sign).minus(margin)
    return owed.div(face.times(decimal(sign).minus(rate)))
  }
  const coins = margin.plus(face.div(held.price).times(sign))
  return coins.isZero() ? ZERO : face.times(rate.plus(sign)).div(coins)
}
