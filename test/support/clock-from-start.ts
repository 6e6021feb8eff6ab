import { systemClock } from '#electron/main/system-clock.ts'
import type { Clock } from '#shared/domain/clock.ts'

/** New Year 2026: where the clock of a venue stands while it is set up, and goes on from. */
export const START = 1_767_225_600_000

/** The system's clock, but for a wall that stands at `START` until it is told to go. */
export class ClockFromStart implements Clock {
  #goesSince: number | null = null
  mono = (): number => systemClock.mono()
  wall = (): number => START + (this.#goesSince === null ? 0 : this.mono() - this.#goesSince)
  after = (ms: number, task: () => void): (() => void) => systemClock.after(ms, task)

  go(): void {
    this.#goesSince = this.mono()
  }
}
