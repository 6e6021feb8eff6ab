/** Values in the reporting coin, from the facts of a plan. */
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import { instrumentKey, isContract, isPair, refKey, type Area } from '../domain/instrument.ts'
import { modelPosition, usable } from '../risk/account/position-model.ts'
import { indexPairs } from '../risk/account/prices.ts'
import { pairPrice, pricingIn, reportingPrices } from '../risk/account/valuation.ts'
import { MARKET_COIN } from '../risk/cash.ts'
import { contractNamed, markOf } from './compile/known.ts'
import type { DeskView, KnownQuote } from './facts.ts'

export type Worth = ReturnType<typeof worthIn>

export function worthIn(view: Pick<DeskView, 'instruments' | 'quotes' | 'risk'>) {
  const quotes = new Map(view.quotes.map((quote) => [refKey(quote), quote]))
  const quoteOf = (area: Area, instrument: string): KnownQuote | undefined =>
    quotes.get(instrumentKey(area, instrument))
  /** The reference price of an instrument: the mark of a contract, the mid of a pair. */
  const market = (area: Area, instrument: string): Decimal | null => {
    const quote = quoteOf(area, instrument)
    const price = quote && (area === 'spot' ? pairPrice(quote) : quote.mark)
    return price !== undefined && usable(price) ? price : null
  }
  const pairs = view.instruments.filter(isPair).flatMap((pair) => {
    const price = market('spot', pair.symbol)
    return price ? [{ pair, price }] : []
  })
  const reporting = view.risk ?? { reportingCoin: MARKET_COIN }
  const joined = indexPairs(view.instruments.filter(isContract), pairs, (area, name) => quoteOf(area, name) ?? null)
  const priced = [...pairs, ...joined]
  const inMarketCoin = pricingIn(MARKET_COIN, priced)
  const pricing = reportingPrices(reporting, priced, inMarketCoin)
  return {
    reportingCoin: reporting.reportingCoin,
    /** Reporting coins per unit of an asset; null if it has no price. */
    rate: (asset: string) => pricing(asset).rate,
    /** `MARKET_COIN` per unit of an asset, for limits; null if it has no price. */
    marketRate: (asset: string) => inMarketCoin(asset).rate,
    market,
    /** Value of a position at its mark; null if the position or its margin coin has no price. */
    notional(position: Position): Decimal | null {
      const contract = contractNamed(view.instruments, position.contract) ?? null
      const { priced } = modelPosition(position, contract, markOf(position, view))
      const { rate } = pricing(position.marginCoin)
      return priced && rate && priced.value.times(rate)
    },
  }
}
