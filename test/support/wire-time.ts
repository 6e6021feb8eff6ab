/**
 * Virtual time over real sockets, for a venue and its client in one process. The clock moves on only when every request
 * on the wire is answered, or is held back by a wait of the venue. An hour of session takes seconds, and every run is
 * the same.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Clock } from '#shared/domain/clock.ts'

/** 2026-01-01 UTC, and an arbitrary start of the monotonic clock. */
const WALL = 1_767_225_600_000
const MONO = 1_000
/** After this many turns of the event loop without an event, nothing more is on its way: loopback delivers at once. */
const QUIET_TURNS = 3
/** A request that is neither answered nor held after this many turns (some seconds) is a fault of the test. */
const MOST_TURNS = 1_000_000

/** The longest that a promise may take, virtual ms. */
const LONGEST_MS = 3_600_000

const SENT = 'undici:request:create'
const ENDED = ['undici:request:trailers', 'undici:request:error'] as const
const ARRIVED = 'http.server.request.start'
const ANSWERED = 'http.server.response.finish'

interface Task {
  readonly at: number
  readonly made: number
  readonly task: () => void
}

export class WireTime implements Clock {
  #now = MONO
  #made = 0
  #tasks: Task[] = []
  /** Resolves when a task is added. */
  #waited = Promise.withResolvers<undefined>()
  #isStopped = false
  /** Requests of this process without an answer yet. `#held` counts the waits of the venue among them. */
  readonly #open = new Set<unknown>()
  #held = 0
  /** Counts every event, to notice when none happens. */
  #events = 0

  constructor() {
    subscribe(SENT, this.#onSent)
    for (const channel of ENDED) subscribe(channel, this.#onEnded)
    for (const channel of [ARRIVED, ANSWERED]) subscribe(channel, this.#onEvent)
  }

  stop(): void {
    unsubscribe(SENT, this.#onSent)
    for (const channel of ENDED) unsubscribe(channel, this.#onEnded)
    for (const channel of [ARRIVED, ANSWERED]) unsubscribe(channel, this.#onEvent)
    this.#tasks = []
    this.#isStopped = true
    this.#waited.resolve(undefined)
  }

  mono(): number {
    return this.#now
  }

  wall(): number {
    return this.#now - MONO + WALL
  }

  after(ms: number, task: () => void): () => void {
    this.#events += 1
    const entry = { at: this.#now + Math.max(0, ms), made: this.#made++, task }
    let low = 0
    let high = this.#tasks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#tasks[middle]!.at <= entry.at) low = middle + 1
      else high = middle
    }
    this.#tasks.splice(low, 0, entry)
    this.#waited.resolve(undefined)
    this.#waited = Promise.withResolvers()
    return () => {
      const index = this.#tasks.indexOf(entry)
      if (index >= 0) this.#tasks.splice(index, 1)
    }
  }

  /**
   * The same clock for the venue. A request that waits on it counts as held back, so time does not wait for its answer.
   */
  forVenue(): Clock {
    return {
      mono: () => this.mono(),
      wall: () => this.wall(),
      after: (ms, task) => {
        let waits = true
        const release = (): void => {
          if (waits) this.#held -= 1
          waits = false
        }
        this.#held += 1
        const cancel = this.after(ms, () => {
          release()
          task()
        })
        return () => {
          release()
          cancel()
        }
      },
    }
  }

  /** Lets `ms` of virtual time pass. */
  async pass(ms: number): Promise<void> {
    await this.until(() => false, ms)
  }

  /** Lets time pass until `isSo`, for at most `ms`. Returns whether `isSo` became true. */
  async until(isSo: () => boolean, ms: number): Promise<boolean> {
    return this.#until(isSo, ms, () => this.#quiet())
  }

  /** As `until`, but also checks at each turn of the event loop while requests are on the wire. */
  async asSoonAs(isSo: () => boolean, ms: number): Promise<boolean> {
    return this.#until(isSo, ms, () => this.#quiet(isSo))
  }

  async #until(isSo: () => boolean, ms: number, settle: () => Promise<void>): Promise<boolean> {
    const end = this.#now + ms
    for (;;) {
      await settle()
      if (isSo()) return true
      const next = this.#tasks[0]
      if (next === undefined || next.at > end) break
      this.#play(next)
    }
    this.#now = end
    return isSo()
  }

  /** Lets time pass until `begun` settles, and returns its result. */
  async during<T>(begun: Promise<T>): Promise<T> {
    let isOver = false
    const noted = begun.finally(() => (isOver = true))
    const passed = this.asSoonAs(() => isOver, LONGEST_MS).then((ended) => {
      if (!ended) throw new Error(`what was begun is not over after ${LONGEST_MS} ms`)
      return noted
    })
    return Promise.race([noted, passed])
  }

  /** Lets time pass by itself, from one task to the next, until `stop`. */
  async run(): Promise<void> {
    const isStopped = (): boolean => this.#isStopped
    while (!isStopped()) {
      await this.#quiet(isStopped)
      const next = this.#tasks[0]
      if (next !== undefined) this.#play(next)
      else if (!isStopped()) await this.#waited.promise
    }
  }

  #play(next: Task): void {
    this.#tasks.shift()
    this.#events += 1
    this.#now = Math.max(this.#now, next.at)
    next.task()
  }

  /** Waits until nothing is on its way any more, or until `isSo`. */
  async #quiet(isSo = () => false): Promise<void> {
    let seen = this.#events
    let quiet = 0
    for (let turn = 0; quiet < QUIET_TURNS && !isSo(); turn++) {
      if (turn > MOST_TURNS) throw new Error(`${this.#open.size} requests are neither answered nor held back`)
      await nextTurn()
      const isIdle = seen === this.#events && this.#open.size <= this.#held
      quiet = isIdle ? quiet + 1 : 0
      seen = this.#events
    }
  }

  readonly #onSent = (message: unknown): void => {
    this.#events += 1
    this.#open.add((message as { request: unknown }).request)
  }

  readonly #onEnded = (message: unknown): void => {
    this.#events += 1
    this.#open.delete((message as { request: unknown }).request)
  }

  readonly #onEvent = (): void => {
    this.#events += 1
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
