import { toFloat, type Decimal } from '#shared/domain/decimal.ts'
import type { ContractSpec } from '../market/specs.ts'
import type { ContractArea } from './contract-area.ts'
import { signOf, type SimPosition } from './sim-position.ts'

/** How far an account must be above its requirement for float64 to call it safe. */
const CLEARLY = 1.01

/** A position in float64, with the amounts it was made from. Those are replaced, never changed in place. */
interface Figures {
  readonly volume: Decimal
  readonly averagePrice: Decimal
  readonly booked: Decimal
  /** Signed units of the face value: base coins of a linear contract, quote coins of an inverse one. */
  readonly face: number
  readonly entry: number
  /** The position's own money: funding and profit booked on it, and the margin of an isolated one. */
  readonly own: number
  readonly rate: number
}

const known = new WeakMap<SimPosition, Figures>()

/**
 * Whether no position is near its forced reduction: a cheap check for every second. If it says no, exact figures
 * decide.
 */
export function isClearlySafe(area: ContractArea, mark: (spec: ContractSpec) => Decimal): boolean {
  const cross = new Map<string, { equity: number; needed: number }>()
  for (const position of area.positions()) {
    if (position.freeze === 1) return false
    const { gain, needed, own } = standing(position, toFloat(mark(position.spec)))
    if (position.positionType === 2) {
      if (own + gain < needed * CLEARLY) return false
      continue
    }
    const coin = position.spec.marginCoin
    const account = cross.get(coin) ?? { equity: toFloat(area.wallet.normal(coin)), needed: 0 }
    cross.set(coin, { equity: account.equity + own + gain, needed: account.needed + needed })
  }
  return [...cross.values()].every(({ equity, needed }) => equity >= needed * CLEARLY)
}

function standing(position: SimPosition, mark: number): { gain: number; needed: number; own: number } {
  const { face, entry, own, rate } = figures(position)
  const { inverse } = position.spec
  const gain = inverse ? face / entry - face / mark : face * (mark - entry)
  return { gain, own, needed: rate * Math.abs(inverse ? face / mark : face * mark) }
}

function figures(position: SimPosition): Figures {
  const { volume, averagePrice, margin, realized, spec } = position
  const last = known.get(position)
  const isCurrent = last?.volume === volume && last.averagePrice === averagePrice && last.booked === realized
  if (last && isCurrent) return last
  const made: Figures = {
    volume,
    averagePrice,
    booked: realized,
    face: signOf(position) * toFloat(volume.times(spec.multiplier)),
    entry: toFloat(averagePrice),
    own: toFloat(position.positionType === 2 ? margin.plus(realized) : realized),
    rate: toFloat(spec.keepRate.plus(spec.maxFeeRate)),
  }
  known.set(position, made)
  return made
}
