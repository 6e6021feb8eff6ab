import { systemClock } from '#electron/main/system-clock.ts'
import type { Clock } from '#shared/domain/clock.ts'

/** New Year 2026, UTC. The venue's wall clock stands here during setup and runs on from here. */
export const START = 1_767_225_600_000

/** The system clock, except that its wall clock stands at `START` until `go` is called. */
export class ClockFromStart implements Clock {
  #goesSince: number | null = null
  mono = (): number => systemClock.mono()
  wall = (): number => START + (this.#goesSince === null ? 0 : this.mono() - this.#goesSince)
  after = (ms: number, task: () => void): (() => void) => systemClock.after(ms, task)

  go(): void {
    this.#goesSince = this.mono()
  }
}
