/** The price of an instrument at the time its order book was read: only prices of one time may be compared. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { instrumentKey, refKey } from '../../domain/instrument.ts'
import { pairPrice } from '../account/valuation.ts'
import { usable } from '../account/position-model.ts'
import type { RiskInputs } from '../inputs.ts'

/** A price and when it was read, main's monotonic ms. */
export interface DatedPrice {
  readonly price: Decimal
  readonly readAt: number
}

/** A mark and a book read further apart than this, ms, may differ because the price moved. */
const SAME_TIME_MS = 2_000

/** The price of each instrument by `instrumentKey`: the mark of a contract, the price of a pair. */
export function datedPrices({
  quotes,
  positions,
  positionsReadAt,
}: Pick<RiskInputs, 'quotes' | 'positions' | 'positionsReadAt'>): ReadonlyMap<string, DatedPrice> {
  const prices = new Map<string, DatedPrice>()
  for (const quote of quotes ?? []) {
    const isPair = quote.area === 'spot'
    const [price, readAt] = isPair ? [pairPrice(quote), quote.lastAt] : [quote.mark, quote.readAt]
    if (usable(price) && readAt !== null) prices.set(refKey(quote), { price, readAt })
  }
  for (const { contract, markPrice: price } of positions ?? []) {
    const key = instrumentKey('contract', contract)
    const isNewer = positionsReadAt !== null && positionsReadAt > (prices.get(key)?.readAt ?? -Infinity)
    if (isNewer && usable(price)) prices.set(key, { price, readAt: positionsReadAt })
  }
  return prices
}

/** The one that was read nearer to `at`; the first if equal. */
export function nearerTo(at: number, one: DatedPrice | null, other: DatedPrice | null): DatedPrice | null {
  if (!one || !other) return one ?? other
  return Math.abs(other.readAt - at) < Math.abs(one.readAt - at) ? other : one
}

/** The mark to compare with a book read at `bookAt`, or why there is none. */
export function markAt(bookAt: number, mark: DatedPrice | null): Result<Decimal, Message> {
  if (!mark) return err(message('figure.noMarkThen'))
  const apartMs = Math.abs(mark.readAt - bookAt)
  if (apartMs <= SAME_TIME_MS) return ok(mark.price)
  return err(message('figure.readApart', { apart: { ms: 1_000 * Math.ceil(apartMs / 1_000) } }))
}
