import type { BarInterval } from '#shared/domain/bar.ts'
import { INDEX_EVERY_MS } from '#shared/domain/quote.ts'

/** How often something is read, ms. `weight`: its priority when several reads are late. Infinite: it is never late. */
export interface ReadEvery {
  readonly everyMs: number
  readonly weight: number
  /** It only checks what is already known. */
  readonly isAudit?: boolean
}

/** How often each kind is read. Many candles and order books are read less often (market/market-jobs.ts). */
export const READS = {
  account: { everyMs: 1_000, weight: Infinity },
  instruments: { everyMs: 600_000, weight: Infinity },
  hotOrders: { everyMs: 2_000, weight: 2 },
  coldOrders: { everyMs: 20_000, weight: 1 },
  /** One call for a whole area. It goes first, because it may make other reads unnecessary. */
  areaOrders: { everyMs: 2_000, weight: Infinity },
  /** Checks the list of a whole area, instrument by instrument. */
  auditOrders: { everyMs: 600_000, weight: 0.2, isAudit: true },
  pairTicker: { everyMs: 4_000, weight: 1 },
  contractTicker: { everyMs: 4_000, weight: 1 },
  index: { everyMs: INDEX_EVERY_MS, weight: 1 },
  /** Own trades, which show the fees that the account pays. */
  ownTrades: { everyMs: 1_800_000, weight: 0.2 },
  /** Order books of what is held, for the cost of getting out. */
  depth: { everyMs: 20_000, weight: 2 },
} as const satisfies Record<string, ReadEvery>

/** How often statistics follow new prices. */
export const STATISTICS_EVERY_MS = 60_000

/** How often the time of a flatten is computed anew: a thousand positions take some 30 ms. */
export const EXIT_TIME_EVERY_MS = 2_000

/** Days come first: most figures rest on them, and they change once a day. */
export const CANDLE_READS: Readonly<Record<BarInterval, ReadEvery>> = {
  '1day': { everyMs: 3_600_000, weight: 30 },
  '60min': { everyMs: 600_000, weight: 1.5 },
  '1min': { everyMs: 60_000, weight: 1 },
}
