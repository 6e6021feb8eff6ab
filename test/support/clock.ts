import type { Clock } from '#shared/domain/clock.ts'

/**
 * A clock that moves only when a test advances it. Tasks run in order of their time; tasks with the same time run in
 * the order in which they were added.
 */
export class ManualClock implements Clock {
  #now: number
  #wallOffset: number
  #tasks: { at: number; made: number; task: () => void }[] = []
  #made = 0

  constructor({ mono = 1_000, wall = 1_767_225_600_000 } = {}) {
    this.#now = mono
    this.#wallOffset = wall - mono
  }

  mono(): number {
    return this.#now
  }

  wall(): number {
    return this.#now + this.#wallOffset
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + Math.max(0, ms), made: this.#made++, task }
    this.#tasks.push(entry)
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry)
    }
  }

  /** The number of tasks that are not due yet. */
  get pending(): number {
    return this.#tasks.length
  }

  /** Sets the wall clock forward or back. The monotonic clock does not change. */
  jumpWall(ms: number): void {
    this.#wallOffset += ms
  }

  /** Advances the time. Every task that falls due runs, and promises settle between tasks. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await settled()
      const due = this.#tasks.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at || a.made - b.made)[0]
      if (!due) break
      this.#tasks = this.#tasks.filter((entry) => entry !== due)
      this.#now = Math.max(this.#now, due.at)
      due.task()
    }
    this.#now = end
    await settled()
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** `clock`, running ahead by all that `later` was called with. Its tasks stay those of `clock`. */
export function leading(clock: Clock): { readonly clock: Clock; readonly later: (ms: number) => void } {
  let aheadMs = 0
  return {
    clock: {
      mono: () => clock.mono() + aheadMs,
      wall: () => clock.wall() + aheadMs,
      after: (ms, task) => clock.after(ms, task),
    },
    later: (ms) => (aheadMs += ms),
  }
}
