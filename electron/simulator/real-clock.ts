import { performance } from 'node:perf_hooks'
import type { Clock } from '#shared/domain/clock.ts'

/** The machine's clocks, for the simulator as a separate program. Nothing else in the simulator reads them. */
export const realClock: Clock = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
