import { decimal, type Decimal } from '#shared/domain/decimal.ts'
import { isPair, type Instrument } from '#shared/domain/instrument.ts'

/**
 * The least that a Spot order can hold of each coin: a step of quantity of what is sold, a step of price x one of quantity of
 * what is paid with; of several pairs the smallest. Less is rounding, and no order.
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
