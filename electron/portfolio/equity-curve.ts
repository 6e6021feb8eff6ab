import type { Clock } from '#shared/domain/clock.ts'
import { toFloat } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { EquityPoint } from '#shared/domain/snapshot.ts'

const EVERY_MS = 2_000
/** Half an hour. */
const MOST_POINTS = 900

/** Total equity of this run, for drawing. */
export class EquityCurve {
  readonly #clock: Clock
  readonly #points: EquityPoint[] = []
  #drawnAt = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds a point, at most one every 2 s. The whole curve, the newest last; null when it is too soon. */
  draw(equity: Decimal): readonly EquityPoint[] | null {
    if (this.#clock.mono() - this.#drawnAt < EVERY_MS) return null
    this.#drawnAt = this.#clock.mono()
    this.#points.push([this.#clock.wall(), toFloat(equity)])
    if (this.#points.length > MOST_POINTS) this.#points.shift()
    return [...this.#points]
  }
}
