/**
 * Finds doubtful prices of a venue, from the readings alone. No price is replaced: a doubtful price is shown as read,
 * and every figure that uses it is marked.
 *
 * Jump: a price that more than doubled or halved is doubtful until
 *   - another price of the same instrument or coin, read since by another call, is within 10 % of it;
 *   - or it stays within 10 % of its new value for 5 reads and 10 s, and no other price contradicts it;
 *   - or, contradicted only by prices that do not move themselves, for 30 reads and a minute.
 * If prices that move contradict it, it stays doubtful. The first price of an instrument is compared in the same way.
 *
 * Mark anchor: the mark, which decides margin, is compared with the venue's own order book and index. A mark off by
 * more than 2 % three times in a row, or unchanged for 20 reads while its book moves by 0.2 %, is a finding; so is an
 * order book of a closed contract.
 */
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, instrumentName, type Instrument, type InstrumentRef } from '../../domain/instrument.ts'
import { memoise } from '../../domain/memoise.ts'
import type { QuoteReading } from '../../domain/quote.ts'

const FIELDS = ['mark', 'book', 'last', 'index'] as const
type PriceField = (typeof FIELDS)[number]

/** Why a price is doubtful, with the figures; prices as read, shares as fractions. */
export type PriceFinding = InstrumentRef &
  (
    | { readonly code: 'jump'; readonly field: PriceField; readonly from: number | null; readonly to: number }
    | { readonly code: 'markOffBook' | 'markOffIndex'; readonly mark: number; readonly other: number }
    | { readonly code: 'markFrozen'; readonly mark: number; readonly reads: number; readonly bookMoved: number }
    | { readonly code: 'closedBook' }
  )

/** The history kept of one price. */
interface Seen {
  /** The last believed value; null before the first. */
  readonly believed: number | null
  /** The newest value, when it was read (ms), and for how many reads and since when it has been near there. */
  readonly value: number
  readonly readAt: number
  readonly reads: number
  readonly since: number
  /** Whether it changed while it was near there. */
  readonly moved: boolean
}

/** The history kept of the mark of one contract. */
interface Anchor {
  readonly mark: number
  /** Reads of the mark since it last changed, and the lowest and highest mid of the book meanwhile. */
  readonly still: number
  readonly low: number
  readonly high: number
  /** How often in a row it was off the book, and off the index. */
  readonly offBook: number
  readonly offIndex: number
  readonly markAt: number
  readonly lastAt: number | null
  readonly indexAt: number | null
}

/** What is kept of one instrument. */
interface History {
  readonly prices: Partial<Record<PriceField, Seen>>
  readonly anchor: Anchor | null
}

export interface PriceDoubt {
  readonly histories: ReadonlyMap<string, History>
  readonly findings: readonly PriceFinding[]
}

export const NO_PRICES: PriceDoubt = { histories: new Map(), findings: [] }

const JUMP = 2
const AGREES = 0.1
const READS = 5
const READS_MS = 10_000
const READS_AGAINST = 30
const READS_AGAINST_MS = 60_000
/** Prices read further apart than this, ms, are not compared. */
const TOGETHER_MS = 60_000

const OFF = 0.02
const OFF_TIMES = 3
/** The book and the mark are compared if they were read within this time, ms. */
const SAME_MOMENT_MS = 5_000
/** A book with a wider spread, a fraction of the mid, has no mid. */
const WIDEST = 0.05
const STILL_READS = 20
const BOOK_MOVED = 0.002

/** A quote as numbers; null: not given. `book`: the mid of the order book. */
type Figures = Readonly<Record<PriceField, number | null>>

/** One price of one instrument as read. */
interface Price extends InstrumentRef {
  readonly field: PriceField
  readonly value: number
  readonly readAt: number
  /** The coin it prices, to compare it with other prices of that coin; null: not known. */
  readonly coin: string | null
  /** Its history up to this reading, which is not judged yet. */
  readonly own: Seen
}

/** Adds the newest readings. Pure; prices that are no longer quoted are forgotten. */
export function observePrices(
  known: PriceDoubt,
  quotes: readonly QuoteReading[],
  instruments: readonly Instrument[],
  cashAssets: readonly string[],
): PriceDoubt {
  const listed = byKey(instruments)
  const cash = new Set(cashAssets)
  const readings = quotes.map((quote) => readingOf(quote, known, listed, cash))
  // Prices are grouped only if one may be doubtful. Hardly any is, and this runs for each publication.
  let kin: ReadonlyMap<string, readonly Price[]> | null = null
  const kinsOf = (price: Price): readonly Price[] => {
    kin ??= Map.groupBy(
      readings.flatMap(({ prices }) => prices),
      kinOf,
    )
    return kin.get(kinOf(price)) ?? []
  }
  const histories = new Map<string, History>()
  const jumps: PriceFinding[] = []
  const anchored: PriceFinding[] = []
  for (const { quote, key, figures, prices } of readings) {
    const settled: Partial<Record<PriceField, Seen>> = {}
    for (const price of prices) {
      const own = judged(price, kinsOf)
      settled[price.field] = own
      jumps.push(...jumpOf(price, own))
    }
    const anchor = anchorOf(quote, figures, known.histories.get(key)?.anchor ?? null)
    histories.set(key, { prices: settled, anchor })
    if (anchor) anchored.push(...anchorFindings(quote, figures, anchor, listed.get(key)))
  }
  return { histories, findings: [...jumps, ...anchored] }
}

const byKey = memoise(
  (instruments: readonly Instrument[]): ReadonlyMap<string, Instrument> =>
    new Map(instruments.map((each) => [instrumentKey(each.area, instrumentName(each)), each])),
)

/** The newest readings of one instrument. */
function readingOf(
  quote: QuoteReading,
  known: PriceDoubt,
  listed: ReadonlyMap<string, Instrument>,
  cash: ReadonlySet<string>,
) {
  const { area, instrument, readAt, lastAt, indexAt } = quote
  const key = instrumentKey(area, instrument)
  const own = listed.get(key)
  // All dollar coins count as one. A few percent do not matter beside a price that doubled.
  const coin = own && cash.has(own.quoteAsset) ? own.baseAsset : null
  const figures: Figures = {
    mark: positive(quote.mark),
    book: middleOf(quote),
    last: positive(quote.last),
    index: positive(quote.index),
  }
  const at: Record<PriceField, number | null> = { mark: readAt, book: lastAt, last: lastAt, index: indexAt }
  const before = known.histories.get(key)?.prices
  const prices: Price[] = []
  for (const field of FIELDS) {
    const [value, time] = [figures[field], at[field]]
    if (value === null || time === null) continue
    const seen = lookedAt(value, time, before?.[field])
    prices.push({ area, instrument, field, value, readAt: time, coin, own: seen })
  }
  return { quote, key, figures, prices }
}

function positive(price: Decimal | null): number | null {
  const value = price ? toFloat(price) : NaN
  return value > 0 && Number.isFinite(value) ? value : null
}

function middleOf({ bid, ask }: QuoteReading): number | null {
  const [low, high] = [positive(bid), positive(ask)]
  if (low === null || high === null || low > high) return null
  const middle = (low + high) / 2
  return (high - low) / middle <= WIDEST ? middle : null
}

function lookedAt(value: number, readAt: number, before: Seen | undefined): Seen {
  if (!before) return { believed: null, value, readAt, reads: 1, since: readAt, moved: false }
  if (readAt <= before.readAt) return before
  if (!isNear(value, before.value, AGREES)) return { ...before, value, readAt, reads: 1, since: readAt, moved: false }
  return { ...before, value, readAt, reads: before.reads + 1, moved: before.moved || value !== before.value }
}

/** The history of `price` with its believed value updated. `kinsOf`: prices of the same instrument or coin. */
function judged(price: Price, kinsOf: (price: Price) => readonly Price[]): Seen {
  const { own } = price
  if (own.believed === own.value) return own
  const believed = { ...own, believed: own.value }
  if (own.believed !== null && isWithin(own.value, own.believed, JUMP)) return believed
  // A price read before the jump says nothing about it.
  const from = own.since - (own.believed === null ? TOGETHER_MS : 0)
  const against: Price[] = []
  for (const other of kinsOf(price)) {
    if (other.readAt < from || isOfOneReply(price, other)) continue
    if (isNear(other.value, own.value, AGREES)) return believed
    if (!isWithin(other.value, own.value, JUMP)) against.push(other)
  }
  if (against.length === 0 && own.believed === null) return believed
  const stayed = own.readAt - own.since
  const isAlone = against.length === 0 && own.reads >= READS && stayed >= READS_MS
  const isAgainstStill =
    against.every((other) => !other.own.moved) && own.reads >= READS_AGAINST && stayed >= READS_AGAINST_MS
  return isAlone || isAgainstStill ? believed : own
}

/** Prices are compared within a coin, or within the instrument where the coin is not known. */
function kinOf({ coin, area, instrument }: Price): string {
  return coin === null ? instrumentKey(area, instrument) : `coin ${coin}`
}

const OF_A_TICKER: ReadonlySet<PriceField> = new Set(['book', 'last'])

/** Prices of one reply are one source: if one of them is wrong, the others may be too. */
function isOfOneReply(one: Price, other: Price): boolean {
  if (one.area !== other.area || one.instrument !== other.instrument) return false
  return one.field === other.field || (OF_A_TICKER.has(one.field) && OF_A_TICKER.has(other.field))
}

function isNear(one: number, other: number, share: number): boolean {
  return Math.abs(one / other - 1) <= share
}

function isWithin(one: number, other: number, times: number): boolean {
  return one <= other * times && other <= one * times
}

function jumpOf({ area, instrument, field, value }: Price, own: Seen): readonly PriceFinding[] {
  if (own.believed === own.value) return []
  return [{ code: 'jump', area, instrument, field, from: own.believed, to: value }]
}

function anchorOf(quote: QuoteReading, { mark, book, index }: Figures, before: Anchor | null): Anchor | null {
  const { readAt: markAt, lastAt, indexAt } = quote
  if (quote.area !== 'contract' || mark === null) return null
  const isNew = (now: number | null, then: number | null | undefined): boolean => now !== null && now !== then
  const isSame = (other: number | null): boolean => other !== null && Math.abs(other - markAt) <= SAME_MOMENT_MS
  const isStill = before?.mark === mark
  const next = (off: number, other: number | null, at: number | null, then: number | null | undefined): number => {
    if (other === null || !isNew(at, then)) return off
    return isNear(mark, other, OFF) ? 0 : off + 1
  }
  const low = book ?? Infinity
  const high = book ?? -Infinity
  return {
    mark,
    still: isStill ? before.still + (isNew(markAt, before.markAt) ? 1 : 0) : 1,
    low: isStill ? Math.min(before.low, low) : low,
    high: isStill ? Math.max(before.high, high) : high,
    offBook: isSame(lastAt) ? next(before?.offBook ?? 0, book, lastAt, before?.lastAt) : (before?.offBook ?? 0),
    offIndex: next(before?.offIndex ?? 0, index, indexAt, before?.indexAt),
    markAt,
    lastAt,
    indexAt,
  }
}

function anchorFindings(
  { area, instrument, last }: QuoteReading,
  { book, index }: Figures,
  { mark, still, low, high, offBook, offIndex }: Anchor,
  contract: Instrument | undefined,
): readonly PriceFinding[] {
  const where = { area, instrument }
  const isClosed = contract?.area === 'contract' && !contract.tradable && (book !== null || last !== null)
  const bookMoved = low > 0 && high > low ? high / low - 1 : 0
  return [
    ...(isClosed ? [{ code: 'closedBook', ...where } as const] : []),
    ...(offBook >= OFF_TIMES && book !== null && !isClosed
      ? [{ code: 'markOffBook', mark, other: book, ...where } as const]
      : []),
    ...(offIndex >= OFF_TIMES && index !== null
      ? [{ code: 'markOffIndex', mark, other: index, ...where } as const]
      : []),
    ...(still >= STILL_READS && bookMoved >= BOOK_MOVED
      ? [{ code: 'markFrozen', mark, reads: still, bookMoved, ...where } as const]
      : []),
  ]
}
