/** Detects sleep: the system reported it, or the wall clock advanced while the monotonic clock stood still. */
import type { Clock } from '#shared/domain/clock.ts'

/** No ordinary correction sets a clock forward this far, ms. */
const GAP_MS = 10_000

export function createSleeps(clock: Clock) {
  let reportedSleeps = 0
  const gap = (): number => clock.wall() - clock.mono()
  return {
    /** Call it when the system reports sleep. */
    report(): void {
      reportedSleeps += 1
    },
    /** The returned function reports whether the machine has slept since this call. */
    watch(): () => boolean {
      const before = { reportedSleeps, gap: gap() }
      return () => reportedSleeps > before.reportedSleeps || gap() - before.gap > GAP_MS
    },
  }
}
