import type { Clock } from '#shared/domain/clock.ts'

/** After each run it rests for this many times the length of the run. */
const REST = 3

/** Repeats a computation when its inputs change, but never runs it twice at once. */
export class Recurring {
  readonly #clock: Clock
  readonly #compute: () => Promise<void>
  #isRunning = false
  #startedAt: number
  #restsUntil = -Infinity
  #dueAt = Infinity

  constructor(clock: Clock, compute: () => Promise<void>) {
    this.#clock = clock
    this.#compute = compute
    this.#startedAt = clock.mono()
  }

  /** Inputs changed: runs again this many ms after the last start, or sooner if that was requested before. */
  changed(patienceMs: number): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + patienceMs)
  }

  /** Starts a run if one is due. */
  tick(): void {
    const now = this.#clock.mono()
    if (this.#isRunning || now < Math.max(this.#dueAt, this.#restsUntil)) return
    this.#isRunning = true
    this.#startedAt = now
    this.#dueAt = Infinity
    void this.#compute().finally(() => {
      this.#isRunning = false
      const ended = this.#clock.mono()
      this.#restsUntil = ended + REST * (ended - now)
    })
  }
}
