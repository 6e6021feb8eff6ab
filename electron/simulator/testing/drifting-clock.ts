import type { Clock } from '#shared/domain/clock.ts'

const MINUTE_MS = 60_000

/** A clock whose wall time can be made to drift. */
export class DriftingClock implements Clock {
  readonly #base: Clock
  #gained = 0
  #perMinute = 0
  #since = 0

  constructor(base: Clock) {
    this.#base = base
  }

  mono(): number {
    return this.#base.mono()
  }

  wall(): number {
    return this.#base.wall() + this.#soFar()
  }

  after(ms: number, task: () => void): () => void {
    return this.#base.after(ms, task)
  }

  /** From now on it gains this many ms per minute. Earlier gains stay. */
  drift(msPerMinute: number): void {
    this.#gained = this.#soFar()
    this.#since = this.mono()
    this.#perMinute = msPerMinute
  }

  #soFar(): number {
    return this.#gained + ((this.mono() - this.#since) / MINUTE_MS) * this.#perMinute
  }
}
