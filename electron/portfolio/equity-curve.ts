import { STALE_AFTER } from '#shared/snapshot/freshness.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal, toFloat, type Encoded } from '#shared/domain/decimal.ts'
import type { EquityPoint } from '#shared/snapshot/snapshot.ts'
import type { Reporting } from '#shared/risk/reporting.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { READS } from './reads.ts'

const EVERY_MS = 2_000
/** Half an hour. */
const MOST_POINTS = 900
/** Points further apart than this, ms, are not joined, because nothing was read in between. */
const GAP_MS = 5_000
/** Equity is not drawn if one of its parts is older than this, ms. */
const STALE_MS = STALE_AFTER * READS.pairTicker.everyMs

/** Total equity of this run for the chart, with gaps where it was unknown. */
export class EquityCurve {
  readonly #clock: Clock
  #points: readonly EquityPoint[] = []
  #drawnAt = -Infinity
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
    this.#points = []
    this.#drawnAt = -Infinity
    this.#readAt = -Infinity
    return true
  }

  /**
   * Adds a point: at most one every 2 s, and at most one per read of the account. If too much time has passed since the
   * last point, adds a gap. `report`: null while the account is unknown. `readAt`: when the account was read, monotonic
   * ms. Returns the whole curve, newest last; null: nothing was added.
   */
  draw(
    report: Encoded<Pick<RiskReport, 'equity' | 'provenance'>> | null,
    readAt: number,
  ): readonly EquityPoint[] | null {
    const pricedAt = report?.provenance.equity.readAt ?? -Infinity
    const isStale = this.#clock.mono() - pricedAt > STALE_MS
    const before = this.#points
    const sinceMs = this.#clock.mono() - this.#drawnAt
    if (sinceMs > GAP_MS) this.#add(null)
    if (report !== null && !isStale && readAt > this.#readAt && sinceMs >= EVERY_MS) {
      this.#drawnAt = this.#clock.mono()
      this.#readAt = readAt
      this.#add(toFloat(decimal(report.equity.total)))
    }
    return this.#points === before ? null : this.#points
  }

  #add(equity: number | null): void {
    // A curve begins with a point, and two gaps count as one.
    if (equity === null && this.#points.at(-1)?.[1] == null) return
    const points = [...this.#points, [this.#clock.wall(), equity] as const].slice(-MOST_POINTS)
    this.#points = points[0]?.[1] === null ? points.slice(1) : points
  }
}
