import type { BarInterval } from '#shared/domain/bar.ts'
import { INDEX_EVERY_MS } from '#shared/domain/quote.ts'

/** How often something is read, ms. `weight`: its priority when several are late; infinite: always at its time. */
export interface ReadEvery {
  readonly everyMs: number
  readonly weight: number
  /** It only checks what is known already. */
  readonly isAudit?: boolean
}

/** How often each kind is read; candles and books less often where there are many (market/market-jobs.ts). */
export const READS = {
  account: { everyMs: 1_000, weight: Infinity },
  instruments: { everyMs: 600_000, weight: Infinity },
  hotOrders: { everyMs: 2_000, weight: 2 },
  coldOrders: { everyMs: 20_000, weight: 1 },
  /** One call for a whole area: first, as it may make the others unnecessary. */
  areaOrders: { everyMs: 2_000, weight: Infinity },
  /** Checks what such a call lists, instrument by instrument. */
  auditOrders: { everyMs: 600_000, weight: 0.2, isAudit: true },
  pairTicker: { everyMs: 4_000, weight: 1 },
  contractTicker: { everyMs: 4_000, weight: 1 },
  index: { everyMs: INDEX_EVERY_MS, weight: 1 },
  /** Own trades: what fees the account pays. */
  ownTrades: { everyMs: 1_800_000, weight: 0.2 },
  /** Books of what is held: what it costs to get out. */
  depth: { everyMs: 20_000, weight: 2 },
} as const satisfies Record<string, ReadEvery>

/** How often statistics follow new prices. */
export const STATISTICS_EVERY_MS = 60_000

/** Days come first: most figures rest on them, and they change once a day. */
export const CANDLE_READS: Readonly<Record<BarInterval, ReadEvery>> = {
  '1day': { everyMs: 3_600_000, weight: 30 },
  '60min': { everyMs: 600_000, weight: 1.5 },
  '1min': { everyMs: 60_000, weight: 1 },
}
