import { decimal, type Decimal } from '#shared/domain/decimal.ts'
import { isPair, type Instrument } from '#shared/domain/instrument.ts'

/**
 * The smallest amount of each coin that a Spot order can lock: a quantity step of the base coin, a price step x a quantity
 * step of the quote coin; the smallest over all pairs. A smaller gap is rounding.
 */
export function coinSteps(instruments: readonly Instrument[]): ReadonlyMap<string, Decimal> {
  const places = new Map<string, number>()
  const keep = (coin: string, digits: number): void => {
    places.set(coin, Math.max(digits, places.get(coin) ?? digits))
  }
  for (const { baseAsset, quoteAsset, pricePrecision, quantityPrecision } of instruments.filter(isPair)) {
    keep(baseAsset, quantityPrecision)
    keep(quoteAsset, pricePrecision + quantityPrecision)
  }
  return new Map([...places].map(([coin, digits]) => [coin, decimal(10).pow(-digits)]))
}
