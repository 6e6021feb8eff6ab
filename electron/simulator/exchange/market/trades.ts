import { ONE, toFloat } from '#shared/domain/decimal.ts'
import type { Side } from './books.ts'
import type { PairSpec } from './specs.ts'
import type { Market } from './market.ts'
import { hashText, hashUniform } from './random.ts'

/** The size of a trade, as a share of a day's turnover, about. */
const TRADE_SHARE = 4e-6
/** Mean ms between two trades. */
const PACE_MS = 700
/** Id of the trade at the moment the market began. */
const FIRST_ID = 866_498_044

export interface RecentTrade {
  readonly id: number
  readonly price: string
  readonly quantity: string
  readonly at: number
  readonly side: Side
}

/** Made-up trades of others, a few a second around the middle price, newest first. `now` in ms. */
export function recentTrades(market: Market, spec: PairSpec, count: number, now: number): RecentTrade[] {
  const chance = (what: number, at: number) => hashUniform(hashText(spec.symbol), market.steps - at, what)
  const middle = toFloat(market.price(spec))
  const size = (spec.turnover * TRADE_SHARE) / toFloat(market.usd(spec.base) ?? ONE)
  return Array.from({ length: count }, (_, at) => {
    const isBuy = chance(1, at) < 0.5
    return {
      id: FIRST_ID + market.steps - at,
      price: (middle * (1 + (isBuy ? 1 : -1) * 0.0001 * chance(2, at))).toFixed(spec.pricePrecision),
      quantity: Math.max(size * -Math.log(1 - chance(3, at)), toFloat(spec.minVolume)).toFixed(spec.quantityPrecision),
      at: Math.floor(now - (at + chance(4, at)) * PACE_MS),
      side: isBuy ? 'BUY' : 'SELL',
    }
  })
}
