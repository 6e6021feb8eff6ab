import { wait, type Clock } from '#shared/domain/clock.ts'

/** A new job is as urgent as one that missed this many intervals. */
const NEVER_RUN = 5

/** Something that is read repeatedly. Due when `everyMs` has passed since its last start. */
export interface Job {
  readonly key: string
  readonly everyMs: number
  /** Its priority when several jobs are due. Infinite: before all others, on time. */
  readonly weight: number
  run(): Promise<unknown>
}

/**
 * Runs the most overdue job, with at most one start per `paceMs` and at most `maxInFlight` jobs at once. So polling
 * stays below the venue's limit and leaves room for the trader. `jobs` is called each time, because the list follows
 * the account. A job never runs twice at once. A job of infinite weight waits for no other job, not even for a free
 * place, so there must be few of them.
 */
export class Schedule {
  readonly #clock: Clock
  readonly #jobs: () => readonly Job[]
  readonly #paceMs: () => number
  readonly #maxInFlight: number
  readonly #startedAt = new Map<string, number>()
  readonly #running = new Set<string>()
  readonly #stop = new AbortController()
  #wake: AbortController | null = null

  constructor(options: { clock: Clock; jobs: () => readonly Job[]; paceMs: () => number; maxInFlight?: number }) {
    this.#clock = options.clock
    this.#jobs = options.jobs
    this.#paceMs = options.paceMs
    this.#maxInFlight = options.maxInFlight ?? 4
  }

  /** Runs until stopped. */
  async start(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const { job, dueInMs } = this.#next()
      if (job) {
        this.#run(job)
        await wait(this.#clock, this.#paceMs(), this.#stop.signal)
      } else {
        // Ends early when something becomes due or a job finishes.
        this.#wake = new AbortController()
        const pause = Math.min(Math.max(dueInMs, this.#paceMs()), 1_000)
        await wait(this.#clock, pause, AbortSignal.any([this.#stop.signal, this.#wake.signal]))
      }
    }
  }

  /** Makes the named jobs due at once. */
  refresh(keys: readonly string[]): void {
    for (const key of keys) this.#startedAt.delete(key)
    this.#wake?.abort()
  }

  /** Makes everything due at once. */
  refreshAll(): void {
    this.#startedAt.clear()
    this.#wake?.abort()
  }

  stop(): void {
    this.#stop.abort()
  }

  /** The most urgent job, and in how many ms the next is due; null: no job may start now. */
  #next(): { job: Job | null; dueInMs: number } {
    const now = this.#clock.mono()
    let job: Job | null = null
    let most = 0
    let dueInMs = Infinity
    const isFull = this.#running.size >= this.#maxInFlight
    for (const candidate of this.#jobs()) {
      if (this.#running.has(candidate.key) || (isFull && Number.isFinite(candidate.weight))) continue
      const startedAt = this.#startedOrSeen(candidate, now)
      const intervals = (now - startedAt) / candidate.everyMs
      dueInMs = Math.min(dueInMs, startedAt + candidate.everyMs - now)
      // Urgency grows with every missed interval. The weight decides which job is first, but no job waits for ever.
      if (intervals >= 1 && intervals * candidate.weight > most) {
        most = intervals * candidate.weight
        job = candidate
      }
    }
    return { job, dueInMs }
  }

  /** When it was last started. A new job counts as started `NEVER_RUN` intervals ago. */
  #startedOrSeen({ key, everyMs }: Job, now: number): number {
    const known = this.#startedAt.get(key)
    if (known !== undefined) return known
    const startedAt = now - NEVER_RUN * everyMs
    this.#startedAt.set(key, startedAt)
    return startedAt
  }

  #run(job: Job): void {
    this.#running.add(job.key)
    this.#startedAt.set(job.key, this.#clock.mono())
    void job.run().finally(() => {
      this.#running.delete(job.key)
      this.#wake?.abort()
    })
  }
}
