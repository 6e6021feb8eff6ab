import { STALE_AFTER } from '#shared/snapshot/freshness.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal, toFloat, type Encoded } from '#shared/domain/decimal.ts'
import type { EquityPoint } from '#shared/snapshot/snapshot.ts'
import type { Reporting } from '#shared/risk/reporting.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { READS } from './reads.ts'

const EVERY_MS = 2_000
/** The most points of the finished part of a curve, half an hour at full detail. */
const MOST_POINTS = 900
/** A group of this many points is thinned to its low, its high and its deepest fall: at most half of them. */
const GROUP = 8
/** Points further apart than this, ms, are not joined, because nothing was read in between. */
const GAP_MS = 5_000
/** Equity is not recorded if one of its parts is older than this, ms. */
const STALE_MS = STALE_AFTER * READS.pairTicker.everyMs

/**
 * Total equity of this run for the chart, with gaps where it was unknown. It always reaches back to the start of the
 * run: a long curve has fewer points, and the same high, low and deepest drawdown.
 */
export class EquityCurve {
  readonly #clock: Clock
  /** The start of the run, then the finished part, which no new point changes. */
  #finished: readonly EquityPoint[] = []
  /** The newest points; they are finished once there are `#step` of them. */
  #newest: readonly EquityPoint[] = []
  #step = 1
  #recordedAt = -Infinity
  /** When the account of the newest point was read. */
  #readAt = -Infinity
  /** The coin or currency that its points are in. */
  #reporting = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Sets the coin or currency of the next points. If it changed, the curve is emptied. Returns whether it changed. */
  measureIn({ reportingCoin, fixedRate }: Encoded<Reporting>): boolean {
    const reporting = `${reportingCoin} ${fixedRate ?? ''}`
    if (reporting === this.#reporting) return false
    this.#reporting = reporting
    this.#finished = []
    this.#newest = []
    this.#step = 1
    this.#recordedAt = -Infinity
    this.#readAt = -Infinity
    return true
  }

  /**
   * Adds a point: at most one every 2 s, and at most one per read of the account. If too much time has passed since the
   * last point, adds a gap. `report`: null while the account is unknown. `readAt`: when the account was read, monotonic
   * ms. Returns the whole curve, newest last; null: nothing was added.
   */
  record(
    report: Encoded<Pick<RiskReport, 'equity' | 'provenance'>> | null,
    readAt: number,
  ): readonly EquityPoint[] | null {
    const pricedAt = report?.provenance.equity.readAt ?? -Infinity
    const isStale = this.#clock.mono() - pricedAt > STALE_MS
    const sinceMs = this.#clock.mono() - this.#recordedAt
    let isChanged = sinceMs > GAP_MS && this.#add(null)
    if (report !== null && !isStale && readAt > this.#readAt && sinceMs >= EVERY_MS) {
      this.#recordedAt = this.#clock.mono()
      this.#readAt = readAt
      isChanged = this.#add(toFloat(decimal(report.equity.total)))
    }
    return isChanged ? [...this.#finished, ...extremesOf(this.#newest.slice(0, -1)), ...this.#newest.slice(-1)] : null
  }

  /** Returns whether it was added. */
  #add(equity: number | null): boolean {
    const last = this.#newest.at(-1) ?? this.#finished.at(-1)
    // A curve begins with a point, and two gaps count as one.
    if (equity === null && last?.[1] == null) return false
    const point: EquityPoint = [this.#clock.wall(), equity]
    if (last === undefined) this.#finished = [point]
    else this.#newest = [...this.#newest, point]
    if (this.#newest.length === this.#step) this.#finish()
    return true
  }

  #finish(): void {
    this.#finished = [...this.#finished, ...extremesOf(this.#newest)]
    this.#newest = []
    const [start, ...rest] = this.#finished
    if (!start || rest.length < MOST_POINTS) return
    this.#step = Math.max(GROUP, 2 * this.#step)
    const thinned = Array.from({ length: Math.ceil(rest.length / GROUP) }, (_, nth) =>
      extremesOf(rest.slice(GROUP * nth, GROUP * (nth + 1))),
    ).flat()
    // Gaps stay. A curve of little else leaves out what came after its start.
    const isShort = thinned.length < MOST_POINTS
    this.#finished = isShort ? [start, ...thinned] : [start, [start[0], null], ...thinned.slice(-MOST_POINTS / 2)]
  }
}

/** The lowest and the highest of some points, both ends of their deepest fall, and every gap, in order. */
function extremesOf(points: readonly EquityPoint[]): readonly EquityPoint[] {
  const known = points.filter((point): point is readonly [number, number] => point[1] !== null)
  const [first] = known
  if (first === undefined) return points
  let [low, high, from, to] = [first, first, first, first]
  for (const point of known) {
    if (point[1] < low[1]) low = point
    if (point[1] > high[1]) high = point
    if (shareLeft(high, point) < shareLeft(from, to)) [from, to] = [high, point]
  }
  const extremes = new Set<EquityPoint>([low, high, from, to])
  return points.filter((point) => point[1] === null || extremes.has(point))
}

/** What is left of equity after a fall, a share; nothing falls from nothing. */
function shareLeft([, high]: readonly [number, number], [, now]: readonly [number, number]): number {
  return high > 0 ? now / high : 1
}
