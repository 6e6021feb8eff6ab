import { describe, expect, it } from 'vitest'
import { Bars } from '#electron/simulator/exchange/market/bars.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('recorded bars', () => {
  it('open where the last one closed, and follow the price within their minute', () => {
    const bars = new Bars()
    for (const [at, price] of [
      [0, 10],
      [20_000, 14],
      [40_000, 8],
      [59_999, 11],
      [60_000, 12],
    ] as const)
      bars.record(price, at)
    expect(bars.between(0, 2 * MINUTE)).toEqual([
      { start: 0, length: MINUTE, open: 10, high: 14, low: 8, close: 11 },
      { start: MINUTE, length: MINUTE, open: 11, high: 12, low: 12, close: 12 },
    ])
  })

  it('are found by the time that they overlap, excluding their ends', () => {
    const bars = new Bars()
    for (let minute = 0; minute < 10; minute += 1) bars.record(minute, minute * MINUTE)
    const starts = (from: number, to: number) => bars.between(from, to).map(({ start }) => start / MINUTE)
    expect(starts(3 * MINUTE, 5 * MINUTE)).toEqual([3, 4])
    expect(starts(3.5 * MINUTE, 5.5 * MINUTE)).toEqual([3, 4, 5])
    expect(starts(20 * MINUTE, 30 * MINUTE)).toEqual([])
    expect([bars.lastBefore(4 * MINUTE)?.close, bars.lastBefore(0)]).toEqual([3, null])
  })

  it('continue as hours when they are more than a week old', () => {
    const bars = new Bars()
    for (let minute = 0; minute < 9 * 1440; minute += 1) bars.record(minute, minute * MINUTE)
    const [first, second] = bars.between(0, 2 * HOUR)
    expect(first).toEqual({ start: 0, length: HOUR, open: 0, high: 59, low: 0, close: 59 })
    expect(second?.start).toBe(HOUR)
    expect(bars.between(8 * DAY, 8 * DAY + HOUR)).toHaveLength(60)
    expect(bars.lastBefore(3 * HOUR)?.close).toBe(179)
    expect(bars.between(0, 9 * DAY)).toHaveLength(2 * 24 + 7 * 1440)
  })

  it('include a moment before the newest minute in it, after the clock was set back', () => {
    const bars = new Bars()
    bars.record(10, 5 * MINUTE)
    bars.record(20, 2 * MINUTE)
    expect(bars.between(0, HOUR)).toEqual([
      { start: 5 * MINUTE, length: MINUTE, open: 10, high: 20, low: 10, close: 20 },
    ])
  })
})
