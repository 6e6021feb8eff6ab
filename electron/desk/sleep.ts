/** Whether the machine slept: it is told so, or the wall clock ran on without the monotonic one, which a sleep may stop. */
import type { Clock } from '#shared/domain/clock.ts'

/** A clock that is only kept right is never set forward this far, ms. */
const GAP_MS = 10_000

export interface Sleeps {
  /** The machine slept. */
  tell(): void
  /** Whether it has slept since this was called. */
  watch(): () => boolean
}

export function createSleeps(clock: Clock): Sleeps {
  let told = 0
  const gap = (): number => clock.wall() - clock.mono()
  return {
    tell() {
      told += 1
    },
    watch() {
      const before = { told, gap: gap() }
      return () => told > before.told || gap() - before.gap > GAP_MS
    },
  }
}
