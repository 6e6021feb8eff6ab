import { performance } from 'node:perf_hooks'
import type { Clock } from '#shared/domain/clock.ts'

/** The machine's clocks, for the simulator when it is a program of its own: the one place in it that reads them. */
export const realClock: Clock = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
