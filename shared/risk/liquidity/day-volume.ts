import { BAR_MS, type Bar } from '../../domain/bar.ts'

const HOURS = 24

/**
 * Volume of the last 24 h: the sum of the newest 24 hourly candles (oldest first), in their unit. null unless there are
 * 24 without a gap and the newest closed at most two hours before `now` (ms of the venue's clock).
 */
export function dayVolumeOf(hourly: readonly Bar[], now: number): number | null {
  const day = hourly.slice(-HOURS)
  const [first, last] = [day.at(0), day.at(-1)]
  const hour = BAR_MS['60min']
  if (day.length < HOURS || !first || !last) return null
  const isWhole = last.openTime - first.openTime === (HOURS - 1) * hour
  if (!isWhole || now - (last.openTime + hour) > 2 * hour) return null
  const volume = day.reduce((sum, bar) => sum + bar.volume, 0)
  return Number.isFinite(volume) && volume > 0 ? volume : null
}
