/* eslint-disable no-restricted-syntax -- the one place in the simulator that reads the machine's clocks */
import { performance } from 'node:perf_hooks'
import type { Clock } from '#shared/domain/clock.ts'

/** The machine's clocks, for the simulator when it is a program of its own. */
export const realClock: Clock = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
