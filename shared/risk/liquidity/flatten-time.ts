/** How long getting out takes: by the venue's rate limits, and as a bearable share of the market. */
import { message } from '../../words/message.ts'
import { decimal, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Area, Contract } from '../../domain/instrument.ts'
import { figure, type Figure } from '../number/figure.ts'

/**
 * Calls per so many seconds, for orders and for cancels each. For contract orders the venue publishes no limit, so the
 * strictest published one is assumed.
 */
export const CALL_LIMITS: Readonly<Record<Area, { readonly calls: number; readonly seconds: number }>> = {
  spot: { calls: 100, seconds: 2 },
  contract: { calls: 20, seconds: 2 },
}

/** Share of a market's volume that one can trade without moving the price much. */
const PARTICIPATION = 0.1

const DAY_SECONDS = 86_400

/** Seconds until the last of `calls` may go out: floor((calls - 1) / limit) windows; 0 without calls. */
export function secondsOf(calls: number, { calls: limit, seconds }: (typeof CALL_LIMITS)[Area]): number {
  return calls > 0 ? Math.floor((calls - 1) / limit) * seconds : 0
}

/**
 * Market orders needed for `volume` contracts: ceil(volume / largest order), by volume, and for linear contracts by value
 * at `mark` too. null: the venue names no largest order.
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

/** Seconds to trade `size` at a share of a day's volume: size / (share x volume) days, both in the same unit. */
export function participationSeconds(size: Decimal, dayVolume: number, share = PARTICIPATION): Figure {
  return figure(toFloat(size.div(decimal(share).times(decimal(dayVolume)))) * DAY_SECONDS, message('figure.tooLong'))
}
