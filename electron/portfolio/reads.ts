/** How often each kind of read is wanted, ms. Weight: how much sooner than the rest it goes when several are late. */
export const READS = {
  account: { everyMs: 1_000, weight: 10 },
  instruments: { everyMs: 600_000, weight: 100 },
  hotOrders: { everyMs: 2_000, weight: 2 },
  coldOrders: { everyMs: 20_000, weight: 1 },
  pairTicker: { everyMs: 4_000, weight: 1 },
  contractTicker: { everyMs: 4_000, weight: 1 },
  index: { everyMs: 10_000, weight: 1 },
} as const
