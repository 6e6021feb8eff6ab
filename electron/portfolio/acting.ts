import type { Clock } from '#shared/domain/clock.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import { chaseOf } from '#shared/desk/action.ts'
import type { DeskReport, IntentReport } from '#shared/desk/report.ts'

/** A plan that has not changed for this long, ms, is waiting for the venue. Then the orders are read as usual again. */
const ACTING_MS = 5_000

/** The areas where the desk is acting, by its newest report. In these areas the desk reads the orders itself. */
export class Acting {
  readonly #clock: Clock
  #areas: ReadonlySet<Area> = new Set()
  #until = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note({ intents }: DeskReport): void {
    this.#areas = new Set(intents.filter(isActing).flatMap(areasOf))
    this.#until = this.#clock.mono() + ACTING_MS
  }

  isIn(area: Area): boolean {
    return this.#areas.has(area) && this.#clock.mono() < this.#until
  }
}

/** Whether a plan is sending requests now. A chase may last for minutes with few requests, so it does not count. */
function isActing({ state, action }: IntentReport): boolean {
  return state === 'running' && chaseOf(action) === null
}

/** A plan without legs yet may act on any area. */
function areasOf({ legs }: IntentReport): readonly Area[] {
  return legs.length === 0 ? AREAS : legs.map(({ request }) => request.area)
}
