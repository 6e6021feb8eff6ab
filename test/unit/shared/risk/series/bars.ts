import type { Bar } from '#shared/domain/bar.ts'

export const DAY = 86_400_000

/** One candle per step, oldest first. A null close is a missing candle. */
export function barsOf(closes: readonly (number | null)[], step = DAY, from = 0): Bar[] {
  return closes.flatMap((close, index) =>
    close === null ? [] : [{ openTime: from + index * step, open: close, high: close, low: close, close, volume: 1 }],
  )
}
