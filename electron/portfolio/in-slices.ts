import { wait } from '#shared/domain/clock.ts'
import type { Clock, StopSignal } from '#shared/domain/clock.ts'
import type { Steps } from '#shared/domain/steps.ts'

/** One slice, and the pause in which everything else has its turn, ms. */
const SLICE_MS = 5
const PAUSE_MS = 4

/**
 * Runs `steps` to their end without holding up the process: after each slice of 5 ms everything else has its turn. Each step
 * must be short, for a slice lasts as long as the step it ends in. null when `signal` was aborted before the end.
 */
export async function inSlices<T>(steps: Steps<T>, clock: Clock, signal: StopSignal): Promise<T | null> {
  while (!signal.aborted) {
    const until = clock.mono() + SLICE_MS
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (clock.mono() < until)
    await wait(clock, PAUSE_MS, signal)
  }
  return null
}
