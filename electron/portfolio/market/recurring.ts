import type { Clock } from '#shared/domain/clock.ts'

/** So many times as long as it took it rests: after one that took a second, three. */
const REST = 3

/** Computes something again when what it rests on changed, never twice at once. */
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

  /**
   * Something changed: computed anew so many ms after the newest start, or sooner where that was asked for before.
   */
  changed(patienceMs: number): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + patienceMs)
  }

  /** Begins if it is time. */
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
