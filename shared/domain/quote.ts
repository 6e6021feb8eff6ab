import type { Decimal } from './decimal.ts'
import type { InstrumentRef } from './instrument.ts'
import type { OrderSide } from './order.ts'

/** Prices of one instrument; each null when the venue gave none. */
export interface Quote extends InstrumentRef {
  readonly last: Decimal | null
  readonly bid: Decimal | null
  readonly ask: Decimal | null
  /** Contracts only: the price margin and liquidation refer to. */
  readonly mark: Decimal | null
  readonly index: Decimal | null
  /** Contracts only: fraction paid per funding interval; positive = longs pay shorts. */
  readonly fundingRate: Decimal | null
}

/** [price, quantity], best first. */
export type DepthLevel = readonly [price: Decimal, quantity: Decimal]

export interface Depth extends InstrumentRef {
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
}

/** One candle; `openTime` in ms of the venue's clock, volume in base units (Spot) or contracts. */
export interface Candle {
  readonly openTime: number
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
  readonly volume: Decimal
}

/** A public trade; `side` is the taker's. */
export interface PublicTrade {
  readonly price: Decimal
  /** Base units. */
  readonly quantity: Decimal
  readonly side: OrderSide
  /** Venue time, ms. */
  readonly time: number
}

/** How often index prices and funding rates are read, ms: less often than the other prices. */
export const INDEX_EVERY_MS = 10_000

/** A quote with the times of its reads, which are separate: main's monotonic ms, null: never read. */
export type QuoteReading = Quote & {
  /** The read of the main price: the mark of a held contract, else the traded price. */
  readonly readAt: number
  /** The read of the traded price, bid and ask. */
  readonly lastAt: number | null
  /** The read of the index and the funding rate. */
  readonly indexAt: number | null
}
