import type { Clock } from '#shared/domain/clock.ts'

/** A clock that stands still until told to go on. Tasks run in order of their time, then of their making. */
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

  /** How many tasks wait for their time. */
  get pending(): number {
    return this.#tasks.length
  }

  /** Sets the wall clock forward or back; the monotonic clock does not notice. */
  jumpWall(ms: number): void {
    this.#wallOffset += ms
  }

  /** Moves time on, running every task that falls due and letting promises settle in between. */
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
