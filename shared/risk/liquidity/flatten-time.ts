/** How long getting out takes: by the venue's limits on calls, and without being too much of the market. */
import { message } from '../../words/message.ts'
import { decimal, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Area, Contract } from '../../domain/instrument.ts'
import { figure, type Figure } from '../number/figure.ts'

/** Calls in a window of so many seconds. */
export interface CallLimit {
  readonly calls: number
  readonly seconds: number
}

/**
 * New orders, and as many cancels besides; for orders of contracts the venue publishes none, and the strictest it
 * publishes elsewhere is assumed.
 */
export const CALL_LIMITS: Readonly<Record<Area, CallLimit>> = {
  spot: { calls: 100, seconds: 2 },
  contract: { calls: 20, seconds: 2 },
}

/** Share of a market's volume one may be without being its price. */
const PARTICIPATION = 0.1

const DAY_SECONDS = 86_400

/** Seconds before the last of `calls` may go out: floor((calls - 1) / limit) windows; 0 with none. */
export function secondsOf(calls: number, { calls: limit, seconds }: CallLimit): number {
  return calls > 0 ? Math.floor((calls - 1) / limit) * seconds : 0
}

/**
 * Market orders that `volume` contracts take by the venue's largest one, ceil(volume / largest): by volume, and by
 * value for linear contracts at `mark`. null when the venue names no largest.
 */
export function clipsOf(
  volume: Decimal,
  { maxMarketVolume, maxMarketMoney, multiplier, direction }: Contract,
  mark: Decimal,
): number | null {
  const byMoney =
    direction === 'linear' && maxMarketMoney?.gt(0) && multiplier ? maxMarketMoney.div(multiplier.times(mark)) : null
  const bounds = [maxMarketVolume, byMoney].filter((bound) => bound?.gt(0) === true) as Decimal[]
  const counts = bounds.map((bound) => toFloat(volume.div(bound).ceil()))
  return counts.length === 0 ? null : Math.max(...counts)
}

/**
 * Seconds that trading `size` takes at a share of a day's volume: size / (share x volume) days, both in the same unit.
 */
export function participationSeconds(size: Decimal, dayVolume: number, share = PARTICIPATION): Figure {
  return figure(toFloat(size.div(decimal(share).times(decimal(dayVolume)))) * DAY_SECONDS, message('figure.tooLong'))
}
