import { describe, expect, it } from 'vitest'
import { VenueClock } from '#electron/venue/clock/venue-clock.ts'
import type { TimeReading } from '#electron/venue/clock/venue-clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'

const NETWORK = localFailure('network', 'spot.time', verbatim('no network'))

/** A venue `aheadMs` before our wall clock. Each reading takes the next round trip, and `lag` of it is the way back. */
function setUp({ aheadMs = 5000, trips = [40], lag = 0.5 } = {}) {
  const clock = new ManualClock()
  const venue = { aheadMs, online: true, readings: 0 }
  const read = (): Promise<Result<TimeReading, Failure>> => {
    const trip = trips[venue.readings++ % trips.length] ?? 0
    if (!venue.online) return Promise.resolve(err(NETWORK))
    const sentAt = clock.mono()
    return new Promise((resolve) => {
      clock.after(trip, () => {
        resolve(ok({ venueTime: trueTime() - trip * lag, sentAt, answeredAt: clock.mono() }))
      })
    })
  }
  const boot = clock.wall() - clock.mono()
  const trueTime = (): number => clock.mono() + boot + venue.aheadMs
  return { clock, venue, trueTime, venueClock: new VenueClock(clock, read, 200) }
}

async function settled<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  await clock.advance(2000)
  return work
}

describe('the venue’s clock', () => {
  it('is unknown before it was measured', () => {
    const { venueClock } = setUp()
    expect([venueClock.now(), venueClock.estimate()]).toEqual([null, null])
  })

  it('is the midpoint of the best of five round trips', async () => {
    const { clock, venue, venueClock } = setUp({ trips: [400, 90, 20, 300, 60] })
    const measured = await settled(clock, venueClock.sync())
    expect(venue.readings).toBe(5)
    expect(measured).toEqual(ok({ offsetMs: 5000, uncertaintyMs: 10, roundTripMs: 20 }))
  })

  it.each([0, 0.5, 1])(
    'is never ahead of the truth, however the round trip splits (%d on the way back)',
    async (lag) => {
      const { clock, trueTime, venueClock } = setUp({ trips: [300], lag })
      await settled(clock, venueClock.sync())
      const behind = trueTime() - (venueClock.now() ?? Infinity)
      expect(behind).toBeGreaterThanOrEqual(200)
      expect(behind).toBeLessThanOrEqual(200 + 300 + 1)
    },
  )

  it.each([
    [40, 0],
    [40, 1],
    [4_900, 0],
    [4_900, 0.5],
    [4_900, 1],
    [5_900, 0],
    [5_900, 1],
  ])(
    'gives timestamps inside the venue’s window, for a round trip of %d ms of which %d is the way back',
    async (trip, lag) => {
      const { clock, trueTime, venueClock } = setUp({ trips: [trip], lag })
      const synced = venueClock.sync()
      await clock.advance(40_000)
      await synced
      const behind = trueTime() - (venueClock.stamp() ?? Infinity)
      expect(behind).toBeGreaterThan(-1_000)
      expect(behind).toBeLessThan(5_000)
    },
  )

  it('is not affected by a change of our wall clock, except by measuring again', async () => {
    const { clock, venue, trueTime, venueClock } = setUp()
    await settled(clock, venueClock.ensure())
    clock.jumpWall(600_000)
    expect(trueTime() - (venueClock.now() ?? Infinity)).toBeLessThan(300)
    await settled(clock, venueClock.ensure())
    expect(venue.readings).toBe(10)
    expect(venueClock.estimate()?.offsetMs).toBe(5000 - 600_000)
  })

  it('is measured again before use when the machine slept', async () => {
    const { clock, venue, trueTime, venueClock } = setUp()
    await settled(clock, venueClock.ensure())
    // Asleep: the wall clock advances, the monotonic clock does not.
    venue.aheadMs += 60_000
    clock.jumpWall(60_000)
    await settled(clock, venueClock.ensure())
    expect(trueTime() - (venueClock.now() ?? Infinity)).toBeLessThan(300)
  })

  it('is measured again before use when the venue refused a timestamp', async () => {
    const { clock, venue, trueTime, venueClock } = setUp()
    await settled(clock, venueClock.ensure())
    venue.aheadMs += 3000
    venueClock.distrust()
    await settled(clock, venueClock.ensure())
    expect(trueTime() - (venueClock.now() ?? 0)).toBeLessThan(300)
  })

  it('is renewed in the background after a minute, without making anybody wait', async () => {
    const { clock, venue, venueClock } = setUp()
    await settled(clock, venueClock.ensure())
    await clock.advance(58_000)
    expect(await venueClock.ensure()).toEqual(ok(null))
    expect(venue.readings).toBe(5)
    await clock.advance(1000)
    expect(await venueClock.ensure()).toEqual(ok(null))
    expect(venue.readings).toBe(6)
    await clock.advance(2000)
    expect(venue.readings).toBe(10)
  })

  it('is used for ten minutes when it cannot be renewed, and no longer', async () => {
    const { clock, venue, venueClock } = setUp()
    await settled(clock, venueClock.ensure())
    venue.online = false
    await clock.advance(500_000)
    expect(await venueClock.ensure()).toEqual(ok(null))
    await clock.advance(200_000)
    expect(await venueClock.ensure()).toEqual(err(NETWORK))
  })

  it('is measured once for all simultaneous requests', async () => {
    const { clock, venue, venueClock } = setUp()
    await settled(clock, Promise.all([venueClock.ensure(), venueClock.ensure(), venueClock.sync()]))
    expect(venue.readings).toBe(5)
  })

  it('is used from the first good sample on, and improves with every better one', async () => {
    const { clock, venue, trueTime, venueClock } = setUp({ trips: [400, 4000, 20, 4000, 4000], lag: 0 })
    const ensured = venueClock.ensure()
    await clock.advance(400)
    expect([await ensured, venue.readings]).toEqual([ok(null), 2])
    expect(venueClock.estimate()?.roundTripMs).toBe(400)
    expect(trueTime() - (venueClock.stamp() ?? Infinity)).toBeGreaterThanOrEqual(200)
    await clock.advance(12_020)
    expect([venueClock.estimate()?.roundTripMs, venue.readings]).toEqual([20, 5])
  })

  it('waits for a better sample than one that could put a timestamp ahead of the venue', async () => {
    const { clock, venue, trueTime, venueClock } = setUp({ trips: [4001, 4000, 10], lag: 1 })
    const ensured = venueClock.ensure()
    await clock.advance(4001)
    expect([venueClock.stamp(), venue.readings]).toEqual([null, 2])
    await clock.advance(4000)
    expect([await ensured, venue.readings]).toEqual([ok(null), 3])
    expect(trueTime() - (venueClock.stamp() ?? Infinity)).toBeGreaterThanOrEqual(0)
  })

  it('does not get worse by the first sample of a renewal', async () => {
    const { clock, venue, venueClock } = setUp({ trips: [20, 20, 20, 20, 20, 400] })
    await settled(clock, venueClock.ensure())
    await clock.advance(60_000)
    await venueClock.ensure()
    await clock.advance(400)
    expect([venueClock.estimate()?.roundTripMs, venue.readings]).toEqual([20, 7])
  })

  it('releases a caller that aborts during the measurement, and continues for the others', async () => {
    const { clock, venueClock } = setUp({ trips: [30_000, 40] })
    const calledOff = new AbortController()
    const impatient = venueClock.ensure(calledOff.signal)
    const patient = venueClock.ensure(new AbortController().signal)
    await clock.advance(10)
    calledOff.abort()
    expect([await impatient, await venueClock.ensure(calledOff.signal)]).toEqual([err('aborted'), err('aborted')])
    await clock.advance(30_030)
    expect(await patient).toEqual(ok(null))
  })

  it('ignores samples from before the venue refused a timestamp based on them', async () => {
    const { clock, venue, trueTime, venueClock } = setUp({ trips: [10, 100, 50, 50, 50] })
    const first = venueClock.ensure()
    await clock.advance(10)
    await first
    venue.aheadMs -= 60_000
    venueClock.distrust()
    const again = venueClock.ensure()
    await clock.advance(100)
    expect([await again, venueClock.estimate()?.roundTripMs]).toEqual([ok(null), 100])
    await clock.advance(150)
    expect(venueClock.estimate()?.roundTripMs).toBe(50)
    expect(trueTime() - (venueClock.stamp() ?? Infinity)).toBeGreaterThanOrEqual(200)
  })
})
