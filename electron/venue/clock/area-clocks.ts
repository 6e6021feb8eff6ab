/** The venue's clocks. Each area is a separate host with its own clock. */
import type { ClockEstimate } from '#shared/domain/budget.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { VenueClock } from './venue-clock.ts'

export class AreaClocks {
  readonly #clocks: ReadonlyMap<Area, VenueClock>

  /** `make` creates the clock of one area. */
  constructor(areas: readonly Area[], make: (area: Area) => VenueClock) {
    this.#clocks = new Map(areas.map((area) => [area, make(area)]))
  }

  of(area: Area): VenueClock {
    const clock = this.#clocks.get(area)
    if (!clock) throw new Error('expected an area of this venue')
    return clock
  }

  /** Measures every clock. Returns the least certain measurement, or the first failure. */
  async sync(
    measure: (area: Area) => Promise<Result<ClockEstimate, Failure>>,
  ): Promise<Result<ClockEstimate, Failure>> {
    const measured = await Promise.all([...this.#clocks.keys()].map(measure))
    return measured.reduce((a, b) => (a.ok && b.ok ? ok(lessCertain(a.value, b.value)) : a.ok ? b : a))
  }

  /** The least certain measurement; null: none yet. */
  estimate(): ClockEstimate | null {
    const known = [...this.#clocks.values()].map((clock) => clock.estimate()).filter((each) => each !== null)
    return known.length === 0 ? null : known.reduce(lessCertain)
  }

  /** A time that every clock has reached, ms; null: not measured yet. */
  now(): number | null {
    return oldest([...this.#clocks.values()].map((clock) => clock.now()))
  }
}

function lessCertain(a: ClockEstimate, b: ClockEstimate): ClockEstimate {
  return a.uncertaintyMs > b.uncertaintyMs ? a : b
}
