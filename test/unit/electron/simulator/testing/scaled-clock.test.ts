import { describe, expect, it } from 'vitest'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { everySecond } from '#electron/simulator/exchange/seconds.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ManualClock } from '#test/support/clock.ts'

describe('scaled clock', () => {
  it.each([1, 60, 0.5])('runs both clocks %d times as fast from their current time', async (speed) => {
    const base = new ManualClock({ mono: 5_000, wall: 1_000_000 })
    const clock = scaledClock(base, speed)
    expect([clock.mono(), clock.wall()]).toEqual([5_000, 1_000_000])
    await base.advance(1_000)
    expect([clock.mono(), clock.wall()]).toEqual([5_000 + 1_000 * speed, 1_000_000 + 1_000 * speed])
  })

  it('shortens waits as much, and can cancel them', async () => {
    const base = new ManualClock()
    const clock = scaledClock(base, 10)
    const done: string[] = []
    clock.after(1_000, () => done.push('kept'))
    clock.after(500, () => done.push('called off'))()
    await base.advance(99)
    expect(done).toEqual([])
    await base.advance(1)
    expect(done).toEqual(['kept'])
  })

  it.each([0, -1, NaN, Infinity])('refuses a speed of %d', (speed) => {
    expect(() => scaledClock(new ManualClock(), speed)).toThrow('positive speed')
  })
})

describe('every second', () => {
  /** Timers of a busy machine, which fire up to `grain` ms late. */
  function late(base: Clock, grain: number): Clock {
    const after: Clock['after'] = (ms, task) =>
      base.after(Math.ceil((base.mono() + ms) / grain) * grain - base.mono(), task)
    return { mono: () => base.mono(), wall: () => base.wall(), after }
  }

  it.each([
    ['on time', 1, 1],
    ['at 60 times the speed', 60, 1],
    ['at 7 times the speed', 7, 1],
    ['at a speed by which float64 cannot divide exactly', 3.3, 0.01],
    ['with late timers at 900 times the speed', 900, 37],
  ])('happens once for each second that passes, with its own time: %s', async (_how, speed, grain) => {
    const base = new ManualClock({ wall: 1_767_225_600_000 })
    const moments: number[] = []
    const stop = everySecond(new VenueTime(scaledClock(late(base, grain), speed)), (at) => moments.push(at))
    await base.advance((600_000 + 500) / speed + grain)
    stop()
    expect(moments.slice(0, 600)).toEqual(Array.from({ length: 600 }, (_, at) => 1_767_225_601_000 + at * 1000))
    const seen = moments.length
    await base.advance(10_000)
    expect([moments.length, base.pending]).toEqual([seen, 0])
  })

  it('lets other work run while it catches up', async () => {
    const base = new ManualClock()
    let count = 0
    const stop = everySecond(new VenueTime(scaledClock(late(base, 100), 20_000)), () => (count += 1))
    let between = 0
    base.after(100, () => (between = count))
    await base.advance(100)
    expect([between, count]).toEqual([500, 2000])
    stop()
  })

  it("follows the venue's clock skew", async () => {
    const base = new ManualClock({ wall: 1_000_000 })
    const time = new VenueTime(base)
    const moments: number[] = []
    everySecond(time, (at) => moments.push(at))
    await base.advance(1_000)
    time.skewMs = -3_000
    await base.advance(1_000)
    expect(moments).toEqual([1_001_000, 999_000])
  })
})
