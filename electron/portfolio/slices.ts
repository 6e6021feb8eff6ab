import { wait } from '#shared/domain/clock.ts'
import type { Clock, StopSignal } from '#shared/domain/clock.ts'
import type { Steps } from '#shared/domain/steps.ts'

/** One slice, and the pause after it in which everything else has its turn, ms. */
const SLICE_MS = 5
const PAUSE_MS = 4

/**
 * Runs work in steps without holding up the process: after each slice of 5 ms everything else has its turn. All that is
 * run takes turns, so that no two slices add up.
 * Each step must be short, for a slice lasts as long as the step it ends in.
 */
export class Slices {
  readonly #clock: Clock
  readonly #signal: StopSignal
  /** Resolves when the next slice may begin. */
  #free = Promise.resolve()

  /** Nothing is begun any more once `signal` is aborted. */
  constructor(clock: Clock, signal: StopSignal) {
    this.#clock = clock
    this.#signal = signal
  }

  /** Runs `steps` to their end; null when it is stopped before that. */
  async run<T>(steps: Steps<T>): Promise<T | null> {
    const pause = (): Promise<void> => wait(this.#clock, PAUSE_MS, this.#signal)
    for (;;) {
      const slice = this.#free.then(() => this.#slice(steps))
      this.#free = slice.then(pause, pause)
      const step = await slice
      if (step === null) return null
      if (step.done === true) return step.value
    }
  }

  /** The last step of a slice; null when it is stopped. */
  #slice<T>(steps: Steps<T>): IteratorResult<undefined, T> | null {
    if (this.#signal.aborted) return null
    const until = this.#clock.mono() + SLICE_MS
    for (;;) {
      const step = steps.next()
      if (step.done === true || this.#clock.mono() >= until) return step
    }
  }
}
