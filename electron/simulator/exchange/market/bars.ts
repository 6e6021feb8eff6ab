/** The prices of a period, float64. */
export interface Bar {
  /** ms since 1970. */
  readonly start: number
  readonly length: number
  readonly open: number
  high: number
  low: number
  close: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Enough minutes for the longest list of half hours. Older ones are kept as hours. */
const KEPT_MINUTES = 7 * 1440
const KEPT_HOURS = 400 * 24

/** The recorded prices of one instrument, oldest first. */
export class Bars {
  readonly #hours: Bar[] = []
  readonly #minutes: Bar[] = []

  /** Records the price at a moment. An earlier moment counts as part of the newest minute. */
  record(price: number, now: number): void {
    const start = Math.floor(now / MINUTE) * MINUTE
    const last = this.#minutes.at(-1)
    if (last && last.start >= start) extend(last, { high: price, low: price, close: price })
    else
      this.#minutes.push({ start, length: MINUTE, open: last?.close ?? price, high: price, low: price, close: price })
    if (this.#minutes.length > KEPT_MINUTES) this.#fold(this.#minutes.shift())
  }

  /** The bars that overlap [from, to). */
  between(from: number, to: number): Bar[] {
    return [...overlapping(this.#hours, from, to), ...overlapping(this.#minutes, from, to)]
  }

  /** The newest bar that began before `at`. */
  lastBefore(at: number): Bar | null {
    const [minute, hour] = [this.#minutes, this.#hours].map(
      (bars) => bars[countBefore(bars, (bar) => bar.start < at) - 1],
    )
    return minute ?? hour ?? null
  }

  #fold(minute: Bar | undefined): void {
    if (!minute) return
    const start = Math.floor(minute.start / HOUR) * HOUR
    const last = this.#hours.at(-1)
    if (last?.start === start) extend(last, minute)
    else this.#hours.push({ ...minute, start, length: HOUR })
    if (this.#hours.length > KEPT_HOURS) this.#hours.shift()
  }
}

function extend(bar: Bar, { high, low, close }: Pick<Bar, 'high' | 'low' | 'close'>): void {
  bar.high = Math.max(bar.high, high)
  bar.low = Math.min(bar.low, low)
  bar.close = close
}

function overlapping(bars: readonly Bar[], from: number, to: number): Bar[] {
  const first = countBefore(bars, ({ start, length }) => start + length <= from)
  return bars.slice(
    first,
    countBefore(bars, ({ start }) => start < to),
  )
}

/** How many bars, counted from the oldest, are `early`: a binary search. */
function countBefore(bars: readonly Bar[], early: (bar: Bar) => boolean): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (early(bars[middle] as Bar)) low = middle + 1
    else high = middle
  }
  return low
}
