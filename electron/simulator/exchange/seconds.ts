import type { VenueTime } from './venue-time.ts'

const SECOND_MS = 1000
/** The most seconds caught up at once, so that other work gets its turn in between. */
const MOST_AT_ONCE = 500
/** A scaled clock is off by float64 rounding. */
const CLOSE_MS = 0.001

/**
 * Calls `tick` for every whole second from now on, with the moment at which that second ended, ms since 1970. After a
 * late timer it catches up, so that the same seconds happen at the same moments at any speed of the clock. Returns a
 * function that stops it.
 */
export function everySecond(time: VenueTime, tick: (at: number) => void): () => void {
  const { clock } = time
  let due = clock.mono() + SECOND_MS
  let cancel = clock.after(SECOND_MS, goOn)
  function goOn(): void {
    for (let done = 0; done < MOST_AT_ONCE && due <= clock.mono() + CLOSE_MS; done += 1) {
      tick(Math.round(time.exact() - (clock.mono() - due)))
      due += SECOND_MS
    }
    cancel = clock.after(Math.max(0, due - clock.mono()), goOn)
  }
  return () => cancel()
}
