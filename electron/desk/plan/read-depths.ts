/** Order books read for a plan. None are read in a pause: they would be old after it. */
import type { Draft } from '#shared/desk/compile/draft.ts'
import type { KnownQuote } from '#shared/desk/facts.ts'
import { refKey, type InstrumentRef } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { within } from './patience.ts'
import type { Looking } from './reader.ts'
import { distinct } from './scopes.ts'

/** How many order books are read for display, and their depth in levels. */
const MOST_BOOKS = 12
const BOOK_DEPTH = 50
/** How long to wait for order books before costs are shown without them, ms. */
const PATIENCE_MS = 1_000
/** Levels read to learn the best price. */
const TOP = 5

/** The order books of what a plan closes and sells. */
export function tradedBy({ legs }: Pick<Draft, 'legs'>): readonly InstrumentRef[] {
  const traded = legs.filter(({ kind }) => kind === 'close' || kind === 'sell')
  return traded.map(({ area, instrument }) => ({ area, instrument }))
}

/** The order books of the first of these instruments, up to `MOST_BOOKS`. Those that fail or are late are left out. */
export function readDepths(traded: readonly InstrumentRef[], looking: Looking): Promise<readonly Depth[]> {
  return readBooks(distinct(traded).slice(0, MOST_BOOKS), BOOK_DEPTH, looking)
}

/**
 * `quotes` updated from the order books of the pairs of `orders`: the poll stops quoting a pair once nothing of it is
 * held or ordered.
 */
export async function withPricesOf(
  orders: readonly Order[],
  quotes: readonly KnownQuote[],
  looking: Looking,
): Promise<readonly KnownQuote[]> {
  const books = await readBooks(distinct(orders.filter(({ area }) => area === 'spot')), TOP, looking)
  const others = { last: null, mark: null, index: null, fundingRate: null }
  const seen = books.map(({ area, instrument, bids, asks }): KnownQuote => {
    return { area, instrument, bid: bids[0]?.[0] ?? null, ask: asks[0]?.[0] ?? null, ...others, ageMs: 0 }
  })
  const keys = new Set(seen.map(refKey))
  return [...quotes.filter((each) => !keys.has(refKey(each))), ...seen]
}

async function readBooks(
  scopes: readonly InstrumentRef[],
  levels: number,
  looking: Looking,
): Promise<readonly Depth[]> {
  const { read } = looking
  const inTime = within(PATIENCE_MS, looking)
  const near = scopes.filter(({ area }) => !read.isPaused(area))
  const depths = await Promise.all(near.map(({ area, instrument }) => inTime(read.depth(area, instrument, levels))))
  return depths.flatMap((depth) => (depth.ok ? [depth.value] : []))
}
