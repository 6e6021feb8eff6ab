import type { Bar } from '#shared/domain/bar.ts'

export const DAY = 86_400_000

/** One candle a step, oldest first; a close that is null is a candle that is missing. */
export function barsOf(closes: readonly (number | null)[], step = DAY, from = 0): Bar[] {
  return closes.flatMap((close, index) =>
    close === null ? [] : [{ openTime: from + index * step, open: close, high: close, low: close, close, volume: 1 }],
  )
}
