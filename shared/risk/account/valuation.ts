import { ONE, sum, type Decimal } from '../../domain/decimal.ts'
import type { Pair } from '../../domain/instrument.ts'
import type { Quote } from '../../domain/quote.ts'
import { MARKET_COIN } from '../cash.ts'
import { ratio } from '../number/ratio.ts'
import type { AssetValue, Valuation } from '../report.ts'
import type { ReportedIn } from '../reporting.ts'

/** Coins that most others trade against, in the order they are tried as the middle of two hops. */
export const HUBS: readonly string[] = [MARKET_COIN, 'BTC', 'ETH']

/** The widest bid-ask spread at which a mid price is used, a fraction of the mid. */
const MAX_SPREAD = 0.02

/** The price of an asset in another, and how it was found. */
type Rate = Pick<AssetValue, 'rate' | 'method' | 'path'>

/** Price of one asset in the target coin. */
export type Pricing = (asset: string) => Rate

/** A pair with a usable price, or the two coins of a contract with its index, named after it. */
export interface PricedPair {
  readonly pair: Pick<Pair, 'symbol' | 'baseAsset' | 'quoteAsset'>
  /** Quote coins per base coin, positive. */
  readonly price: Decimal
}

/** Prefix of a price that is inverted in a path. */
export const UPSIDE_DOWN = '1/'

const UNPRICEABLE: Rate = { rate: null, method: 'unpriceable', path: [] }

/**
 * The price of a spot quote: the mid if 0 < bid <= ask and the spread is within 2 %, else (a crossed or one-sided book)
 * the last trade, else null.
 */
export function pairPrice({ bid, ask, last }: Pick<Quote, 'bid' | 'ask' | 'last'>): Decimal | null {
  if (bid && ask && bid.gt(0) && bid.lte(ask)) {
    const mid = bid.plus(ask).div(2)
    const spread = ratio(ask.minus(bid), mid)
    if (spread !== null && spread <= MAX_SPREAD) return mid
  }
  return last?.gt(0) ? last : null
}

/**
 * Prices assets in `target` over the graph of spot pairs: the asset itself, its pair with the target, that pair
 * inverted, then two hops through the first hub that has a price for both legs. No asset is priced by its name: a
 * stablecoin is worth the price of its pair. Legs are exact, 1 / price to 40 digits, never rounded in between.
 */
export function pricingIn(target: string, pairs: readonly PricedPair[]): Pricing {
  const byAssets = new Map(pairs.map((priced) => [edgeKey(priced.pair.baseAsset, priced.pair.quoteAsset), priced]))
  const known = new Map<string, Rate>()

  function leg(from: string, to: string): Rate | null {
    const direct = byAssets.get(edgeKey(from, to))
    if (direct) return { rate: direct.price, method: 'direct', path: [direct.pair.symbol] }
    const inverse = byAssets.get(edgeKey(to, from))
    if (inverse)
      return { rate: ONE.div(inverse.price), method: 'inverse', path: [`${UPSIDE_DOWN}${inverse.pair.symbol}`] }
    return null
  }

  function find(asset: string): Rate {
    if (asset === target) return { rate: ONE, method: 'self', path: [] }
    const one = leg(asset, target)
    if (one) return one
    for (const hub of HUBS) {
      const first = leg(asset, hub)
      const second = leg(hub, target)
      if (first?.rate && second?.rate) {
        return { rate: first.rate.times(second.rate), method: `two-hop:${hub}`, path: [...first.path, ...second.path] }
      }
    }
    return UNPRICEABLE
  }

  return (asset) => {
    const rate = known.get(asset) ?? find(asset)
    known.set(asset, rate)
    return rate
  }
}

/**
 * Prices in the reporting coin: by `pricingIn`, or else through `MARKET_COIN`. So whatever has a price in `MARKET_COIN`
 * has one in every coin. A currency at a fixed rate is reached only through `MARKET_COIN`. `inMarketCoin`: the prices
 * in `MARKET_COIN` by the same pairs, for a caller that needs both.
 */
export function reportingPrices(
  { reportingCoin, fixedRate = null }: ReportedIn,
  pairs: readonly PricedPair[],
  inMarketCoin = pricingIn(MARKET_COIN, pairs),
): Pricing {
  if (reportingCoin === MARKET_COIN) return inMarketCoin
  if (fixedRate !== null) {
    return (asset) => {
      const { rate, method, path } = inMarketCoin(asset)
      return { rate: rate && rate.times(fixedRate), method: method === 'self' ? 'fixed' : method, path }
    }
  }
  const inCoin = pricingIn(reportingCoin, pairs)
  const last = inCoin(MARKET_COIN)
  return (asset) => {
    const found = inCoin(asset)
    const first = found.rate === null ? inMarketCoin(asset) : null
    if (!first?.rate || !last.rate) return found
    const path = [...first.path, ...last.path]
    return { rate: first.rate.times(last.rate), method: `two-hop:${MARKET_COIN}`, path }
  }
}

/**
 * Values holdings in the coin of `pricing`. An unpriced or unreadable holding is named and left out of the total; it
 * never counts as 0.
 */
export function valuationOf(
  holdings: readonly { readonly asset: string; readonly quantity: Decimal | null }[],
  pricing: Pricing,
): Valuation {
  const assets = holdings
    .filter(({ quantity }) => quantity?.isZero() !== true)
    .map(({ asset, quantity }): AssetValue => {
      const found = pricing(asset)
      return { asset, quantity, ...found, value: found.rate && quantity && quantity.times(found.rate) }
    })
  const values = assets.flatMap(({ value }) => (value ? [value] : []))
  return {
    assets,
    total: sum(values),
    unpriceable: assets.filter(({ value }) => !value).map(({ asset }) => asset),
    coverage: assets.length === 0 ? null : values.length / assets.length,
  }
}

function edgeKey(base: string, quote: string): string {
  return `${base}\n${quote}`
}
