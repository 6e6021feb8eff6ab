import { expect, it } from 'vitest'
import type { Bar } from '#shared/domain/bar.ts'
import { dayVolumeOf } from '#shared/risk/liquidity/day-volume.ts'

const HOUR = 3_600_000

function hours(count: number, from = 0): Bar[] {
  return Array.from({ length: count }, (_, index) => ({
    openTime: (from + index) * HOUR,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: index + 1,
  }))
}

it('adds up the newest 24 hours', () => {
  expect(dayVolumeOf(hours(30), 30 * HOUR)).toBe((7 + 30) * 12)
})

it('is still current two hours after the newest candle closed', () => {
  expect(dayVolumeOf(hours(24), 26 * HOUR)).toBe(300)
})

it.each<[string, Bar[], number]>([
  ['fewer than 24', hours(23), 23 * HOUR],
  ['a gap', [...hours(12), ...hours(12, 13)], 25 * HOUR],
  ['candles of long ago', hours(24), 26 * HOUR + 1],
  ['no trades', hours(24).map((bar) => ({ ...bar, volume: 0 })), 24 * HOUR],
  ['volume that is no number', hours(24).map((bar) => ({ ...bar, volume: NaN })), 24 * HOUR],
])('is unknown with %s', (_, bars, now) => {
  expect(dayVolumeOf(bars, now)).toBeNull()
})
