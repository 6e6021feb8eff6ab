/** Time as an argument: everything that waits or stamps is given one of these, so that tests own the hours. */
export interface Clock {
  /** Monotonic milliseconds: never jumps, knows nothing of the calendar. For ages, waits and rate windows. */
  mono(): number
  /** Wall clock, ms since 1970 UTC: jumps when the system's clock is set. For stamps people read. */
  wall(): number
  /** Runs `task` once, not sooner than `ms` from now. Returns how to call it off. */
  after(ms: number, task: () => void): () => void
}

/** The part of an AbortSignal that waiting needs; this folder knows neither Node nor the DOM. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Resolves after `ms` of `clock`; at once and early when `signal` is aborted. */
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
