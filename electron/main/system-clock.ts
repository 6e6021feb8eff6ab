import { performance } from 'node:perf_hooks'
import type { Clock } from '#shared/domain/clock.ts'

/** Ms since the machine started: the same for every process, and unaffected by clock changes. */
export function sinceBoot(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** The machine's own clocks. Nothing else in `electron/` reads them. */
export const systemClock: Clock = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
