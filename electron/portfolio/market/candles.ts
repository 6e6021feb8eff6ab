import { BAR_MS, type Bar, type BarInterval } from '#shared/domain/bar.ts'
import { toFloat } from '#shared/domain/decimal.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Candle } from '#shared/domain/quote.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Series, VenueHistory } from '../../history/store.ts'

/** The most candles that a venue returns. */
const MOST = 300
/** How many of the newest candles are in memory: all that figures use. The history keeps more. */
const AT_HAND: Readonly<Record<BarInterval, number>> = { '1day': 3_650, '60min': 720, '1min': MOST }

interface Kept {
  /** Oldest first. Immutable: a new array replaces it. */
  readonly bars: readonly Bar[]
  /** Whether the venue was asked in this run for all the candles it has. */
  readonly isRead: boolean
  readonly isFailing: boolean
}

const NOTHING: Kept = { bars: [], isRead: false, isFailing: false }

/** "spot:BTCUSDT:1day" */
export function seriesKey({ area, instrument, interval }: Series): string {
  return `${instrumentKey(area, instrument)}:${interval}`
}

/**
 * The closed candles of each series, from the history and from the venue. It works even if the history cannot be read
 * or written.
 */
export class CandleBoard {
  readonly #history: VenueHistory
  readonly #onHistory: (trouble: Message | null) => void
  readonly #series = new Map<string, Kept>()

  /** `onHistory` is called after each use of the history, with the reason if it failed; null: it worked. */
  constructor(history: VenueHistory, onHistory: (trouble: Message | null) => void) {
    this.#history = history
    this.#onHistory = onHistory
  }

  /** Oldest first. Empty before `load`, `take` or `fail`. */
  bars(series: Series): readonly Bar[] {
    return this.#series.get(seriesKey(series))?.bars ?? []
  }

  /** Loads a series from the history. True: it was just read from disk, which takes some milliseconds. */
  load(series: Series): boolean {
    const isNew = !this.#series.has(seriesKey(series))
    this.#known(series)
    return isNew
  }

  isFailing(series: Series): boolean {
    return this.#series.get(seriesKey(series))?.isFailing ?? false
  }

  /** How many candles to request at `now`, ms of the venue's clock: all of them once, then the new ones. */
  wanted(series: Series, now: number): number {
    const kept = this.#series.get(seriesKey(series))
    const newest = kept?.bars.at(-1)
    if (!kept?.isRead || !newest) return MOST
    // The newest candle is read again, because a venue may correct it. The candle that is still forming comes along
    // with it.
    const missing = Math.floor((now - newest.openTime) / BAR_MS[series.interval])
    return Math.min(Math.max(missing, 1) + 1, MOST)
  }

  /**
   * Keeps those of the venue's candles (oldest first) that had closed at `now`, ms of its clock. True: some are new.
   */
  take(series: Series, candles: readonly Candle[], now: number): boolean {
    const { interval } = series
    const { bars } = this.#known(series)
    const known = new Map(bars.slice(-MOST).map((bar) => [bar.openTime, bar]))
    const fresh = candles
      .filter(({ openTime }) => openTime + BAR_MS[interval] <= now)
      .map(barOf)
      .filter((bar) => fitsFloat64(bar) && !isSame(known.get(bar.openTime), bar))
    const merged = fresh.length === 0 ? bars : merge(bars, fresh).slice(-AT_HAND[interval])
    this.#series.set(seriesKey(series), { bars: merged, isRead: true, isFailing: false })
    if (fresh.length > 0) this.#tried(this.#history.keep(series, fresh))
    return fresh.length > 0
  }

  fail(series: Series): void {
    this.#series.set(seriesKey(series), { ...this.#known(series), isFailing: true })
  }

  /** Drops series that are no longer needed. The history keeps them. */
  retain(wanted: ReadonlySet<string>): void {
    for (const key of this.#series.keys()) if (!wanted.has(key)) this.#series.delete(key)
  }

  prune(now: number): void {
    this.#tried(this.#history.prune(now))
  }

  #known(series: Series): Kept {
    const key = seriesKey(series)
    const known = this.#series.get(key)
    if (known) return known
    const loaded = { ...NOTHING, bars: this.#tried(this.#history.bars(series, AT_HAND[series.interval])) ?? [] }
    this.#series.set(key, loaded)
    return loaded
  }

  #tried<T>(result: Result<T, Message>): T | null {
    this.#onHistory(result.ok ? null : result.error)
    return result.ok ? result.value : null
  }
}

/** `bars` with `fresh` merged by time. A fresh bar replaces a known one of the same time. */
function merge(bars: readonly Bar[], fresh: readonly Bar[]): readonly Bar[] {
  const first = Math.min(...fresh.map(({ openTime }) => openTime))
  const untouched = bars.findLastIndex(({ openTime }) => openTime < first) + 1
  const rest = new Map([...bars.slice(untouched), ...fresh].map((bar) => [bar.openTime, bar]))
  return [...bars.slice(0, untouched), ...[...rest.values()].sort((a, b) => a.openTime - b.openTime)]
}

function barOf({ openTime, open, high, low, close, volume }: Candle): Bar {
  return {
    openTime,
    open: toFloat(open),
    high: toFloat(high),
    low: toFloat(low),
    close: toFloat(close),
    volume: toFloat(volume),
  }
}

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const

/** Prices beyond float64 cannot be used. */
function fitsFloat64(bar: Bar): boolean {
  return FIELDS.every((field) => Number.isFinite(bar[field]))
}

function isSame(one: Bar | undefined, other: Bar): boolean {
  return one !== undefined && FIELDS.every((field) => one[field] === other[field])
}
