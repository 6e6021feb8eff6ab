import type { Clock } from '#shared/domain/clock.ts'
import type { Steps } from '#shared/domain/steps.ts'
import type { Slices } from './slices.ts'

export interface BackgroundRunOptions<Result> {
  readonly clock: Clock
  readonly slices: Slices
  /** One working out, in short steps, from what is known when it begins. */
  readonly steps: () => Steps<Result>
  readonly onDone: (result: Result) => void
  readonly onFailed: (cause: unknown) => void
}

/** So many times as long as it took it rests: after one that took a second, three. */
const REST = 3

/**
 * Works something out again when what it rests on changed, never twice at once and never longer at a time than a slice.
 */
export class BackgroundRun<Result> {
  readonly #options: BackgroundRunOptions<Result>
  #isRunning = false
  #startedAt: number
  #restsUntil = -Infinity
  #dueAt = Infinity

  constructor(options: BackgroundRunOptions<Result>) {
    this.#options = options
    this.#startedAt = options.clock.mono()
  }

  /**
   * Something changed: worked out anew so many ms after the newest start, or sooner where that was asked for before.
   */
  changed(patienceMs: number): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + patienceMs)
  }

  /** Begins if it is time. */
  tick(): void {
    const now = this.#options.clock.mono()
    if (!this.#isRunning && now >= Math.max(this.#dueAt, this.#restsUntil)) void this.#run(now)
  }

  async #run(now: number): Promise<void> {
    const { clock, slices, steps, onDone, onFailed } = this.#options
    this.#isRunning = true
    this.#startedAt = now
    this.#dueAt = Infinity
    try {
      const result = await slices.run(steps())
      if (result !== null) onDone(result)
    } catch (cause) {
      onFailed(cause)
    } finally {
      this.#isRunning = false
      const ended = clock.mono()
      this.#restsUntil = ended + REST * (ended - now)
    }
  }
}
