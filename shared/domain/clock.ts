/** The clock, passed as an argument to everything that waits or takes the time, so that tests control it. */
export interface Clock {
  /** Monotonic milliseconds: never jumps. For ages, waits and rate windows. */
  mono(): number
  /** Wall clock, ms since 1970 UTC: jumps when the system's clock is set. For times that people read. */
  wall(): number
  /** Runs `task` once, not sooner than `ms` from now. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void
}

/** The part of an AbortSignal that `wait` needs; this folder knows neither Node nor the DOM. */
interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Resolves after `ms` of `clock`, or early when `signal` is aborted. */
export function wait(clock: Clock, ms: number, signal?: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const cancel = clock.after(ms, done)
    function done(): void {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    function onAbort(): void {
      cancel()
      resolve()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
