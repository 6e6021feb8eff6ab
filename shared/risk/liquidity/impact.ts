/** Price impact beyond the visible order book: the square-root law of market impact. float64: it is an estimate. */
import { message } from '../../words/message.ts'
import { decimal, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import { figure, none, type Figure } from '../number/figure.ts'

/** Y of the law: measured between 0.5 and 1.5 in all studied markets. */
const IMPACT_FACTOR = 1

/** The law holds up to this share of a day's volume. */
const IMPACT_LIMIT = 0.1

/** On a square-root path the average price is two thirds of the way to the peak. */
const AVERAGE_OF_PEAK = 2 / 3

/**
 * Peak impact of trading `share` of a day's volume, a fraction of the price (Donier & Bonart 2015, on Bitcoin):
 *
 *   I = Y σ √(R / V)      σ: standard deviation of a day's return, R / V: `share`
 *
 * 0 for a share of 0, whatever the volatility. None above `IMPACT_LIMIT`.
 */
export function peakImpact(share: number, dailyVolatility: number): Figure {
  if (share === 0) return { value: 0, reason: null }
  if (share > IMPACT_LIMIT) {
    return none(message('figure.beyondLaw', { share: { share, places: 0 }, most: { share: IMPACT_LIMIT, places: 0 } }))
  }
  return figure(IMPACT_FACTOR * dailyVolatility * Math.sqrt(share), message('figure.notFinite'))
}

/** Average price beyond the last visible price p of the book: p (1 - s 2/3 I); null: not above zero. */
export function priceBeyond(last: Decimal, side: OrderSide, peak: number): Decimal | null {
  const away = AVERAGE_OF_PEAK * peak
  const factor = side === 'sell' ? 1 - away : 1 + away
  return factor > 0 ? last.times(decimal(factor)) : null
}
