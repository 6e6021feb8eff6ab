/**
 * The soak: many orders through the real client to the real simulator in its own process. A fifth of them meet a
 * fault, and each is judged by what the venue knows of it.
 */
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import type { VenueClientOptions } from '#electron/venue/venue.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { wait } from '#shared/domain/clock.ts'
import { Audit } from './audit.ts'
import type { Intent } from './audit.ts'
import { heapInUse } from '#test/support/memory-in-use.ts'
import { CLOCK_SPEED, planned } from './plan.ts'
import { Notary, trade } from './trader.ts'
import { VenueProcess } from './venue-process.ts'

interface SoakOptions {
  readonly orders: number
  readonly seed: number
  /** Called after about every tenth of the run. */
  readonly onProgress?: (progress: Progress) => void
  /** The client under test; by default the real one. */
  readonly connect?: (options: VenueClientOptions) => VenueClient
}

export interface Progress {
  readonly judged: number
  readonly seconds: number
  /** Bytes still in use after garbage collection. */
  readonly heapBytes: { readonly client: number; readonly venue: number }
}

/** Orders under way at the same time. */
const TRADERS = 64
/** Orders judged together. */
const BATCH = 1000
/** From the last answer to the verdict: nothing is executed later than that. */
const GRACE_MS = 10_000

/** Another test covers the rate limits; here they would only slow the run. */
const UNLIMITED = { count: 1_000_000, windowMs: 1 }
const DIALECT: Dialect = {
  ...DEFAULT_DIALECT,
  limits: {
    'spot.placeOrder': UNLIMITED,
    'spot.cancelOrder': UNLIMITED,
    'contract.placeOrder': UNLIMITED,
    'contract.cancelOrder': UNLIMITED,
  },
  weightPerMinute: { spot: null, contract: null },
}

/** Runs a soak to its end, or until a client reports something false. */
export async function soak(options: SoakOptions): Promise<{ audit: Audit; seconds: number }> {
  const { orders, seed, connect = createVenueClient } = options
  const venue = await VenueProcess.start(seed)
  const clock = scaledClock(realClock, CLOCK_SPEED)
  const { apiKey, apiSecret, ...baseUrls } = venue.whereabouts
  const notary = new Notary(apiKey, apiSecret, clock)
  const client = connect({ ...baseUrls, credentials: notary.credentials, clock, dialect: DIALECT })
  const audit = new Audit()
  const from = realClock.mono()
  const seconds = (): number => (realClock.mono() - from) / 1000
  const judging: Promise<void>[] = []
  let next = 0
  let traded: Intent[] = []
  let tenths = 0

  async function judge(batch: readonly Intent[]): Promise<void> {
    await wait(clock, GRACE_MS)
    const evidence = await venue.inquire(batch.map(inquiryOf))
    batch.forEach((intent, index) => audit.judge(intent, evidence[index]!))
    if (Math.floor((audit.orders / orders) * 10) <= tenths) return
    tenths = Math.floor((audit.orders / orders) * 10)
    const sum = await venue.sum()
    const heapBytes = { client: heapInUse(), venue: sum.heapBytes }
    audit.measure(heapBytes)
    options.onProgress?.({ judged: audit.orders, seconds: seconds(), heapBytes })
  }
  async function trader(): Promise<void> {
    while (next < orders && audit.violations.length === 0) {
      const intent = await trade(planned(seed, next++), client, notary, clock)
      traded.push(intent)
      if (traded.length < BATCH) continue
      judging.push(judge(traded))
      traded = []
    }
  }

  try {
    await Promise.all(Array.from({ length: TRADERS }, trader))
    await Promise.all([...judging, judge(traded)])
    audit.close(await venue.sum())
    return { audit, seconds: seconds() }
  } finally {
    await client.close()
    await venue.stop()
  }
}

function inquiryOf({ clientOrderId, writes }: Intent) {
  return { clientOrderId, signatures: writes.flatMap(({ signatures }) => signatures) }
}
