/** A closed candle for statistics: float64 is enough for returns and never becomes an order. */
export interface Bar {
  /** Ms of the venue's clock. */
  readonly openTime: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Base units (Spot) or contracts. */
  readonly volume: number
}

/** Stored intervals: days for risk, hours and minutes for the volatility of now. */
export const BAR_INTERVALS = ['1day', '60min', '1min'] as const
export type BarInterval = (typeof BAR_INTERVALS)[number]

export const BAR_MS: Readonly<Record<BarInterval, number>> = { '1day': 86_400_000, '60min': 3_600_000, '1min': 60_000 }

/** Crypto trades every day. */
export const DAYS_PER_YEAR = 365
