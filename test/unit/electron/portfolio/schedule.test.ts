import { describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/clock.ts'
import { READS } from '../../../../electron/portfolio/reads.ts'
import { Schedule } from '../../../../electron/portfolio/schedule.ts'
import type { Job } from '../../../../electron/portfolio/schedule.ts'

function recording(clock: ManualClock, rows: readonly Omit<Job, 'run'>[], run?: (key: string) => Promise<void>) {
  const starts: { key: string; at: number }[] = []
  const jobs = rows.map((row) => ({
    ...row,
    run: () => {
      starts.push({ key: row.key, at: clock.mono() })
      return run?.(row.key) ?? Promise.resolve()
    },
  }))
  const of = (key: string): number[] => starts.filter((start) => start.key === key).map((start) => start.at)
  return { jobs, starts, of }
}

describe('a schedule', () => {
  it('starts each job about as often as it wants, when there is room', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(clock, [
      { key: 'fast', everyMs: 1_000, weight: 1 },
      { key: 'slow', everyMs: 5_000, weight: 1 },
    ])
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 100 })
    void schedule.start()
    await clock.advance(20_000)
    schedule.stop()
    expect(of('fast').length).toBeGreaterThanOrEqual(17)
    expect(of('slow').length).toBeGreaterThanOrEqual(4)
    expect(of('slow').length).toBeLessThanOrEqual(5)
  })

  it('never starts two jobs within its pace, however many are late', async () => {
    const clock = new ManualClock({ mono: 0 })
    const rows = Array.from({ length: 50 }, (_, index) => ({ key: `job ${index}`, everyMs: 10, weight: 1 }))
    const { jobs, starts } = recording(clock, rows)
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 110 })
    void schedule.start()
    await clock.advance(10_000)
    schedule.stop()
    const gaps = starts.slice(1).map((start, index) => start.at - starts[index]!.at)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(110)
    expect(starts.length).toBeGreaterThan(80)
  })

  it('starts priority jobs on time, however many others are late, and starves none of the others', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(clock, [
      ...Array.from({ length: 1_000 }, (_, index) => ({ key: `prices ${index}`, ...READS.contractTicker })),
      ...Array.from({ length: 30 }, (_, index) => ({ key: `orders ${index}`, ...READS.hotOrders })),
      { key: 'account', ...READS.account },
      { key: 'area', ...READS.areaOrders },
    ])
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 110 })
    void schedule.start()
    await clock.advance(300_000)
    schedule.stop()
    const longest = (key: string): number =>
      Math.max(
        ...of(key)
          .slice(1)
          .map((at, index) => at - of(key)[index]!),
      )
    expect(longest('account')).toBeLessThanOrEqual(1_000 + 2 * 110)
    expect(longest('area')).toBeLessThanOrEqual(2_000 + 2 * 110)
    expect(jobs.filter(({ key }) => of(key).length === 0)).toEqual([])
  })

  it('starts priority jobs even if hanging jobs take all places', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(
      clock,
      [
        ...Array.from({ length: 10 }, (_, index) => ({ key: `stuck ${index}`, everyMs: 100, weight: 100 })),
        { key: 'account', ...READS.account },
      ],
      (key) => (key === 'account' ? Promise.resolve() : new Promise(() => undefined)),
    )
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 50, maxInFlight: 4 })
    void schedule.start()
    await clock.advance(10_000)
    schedule.stop()
    expect(of('account').length).toBeGreaterThanOrEqual(9)
    expect(jobs.filter(({ key }) => of(key).length > 0)).toHaveLength(5)
  })

  it('reaches each new job, however many others are always late', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(clock, [
      ...Array.from({ length: 100 }, (_, index) => ({ key: `book ${index}`, everyMs: 20_000, weight: 2 })),
      { key: 'minutes', everyMs: 60_000, weight: 1 },
      { key: 'hours', everyMs: 600_000, weight: 1.5 },
    ])
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 500 })
    void schedule.start()
    await clock.advance(600_000)
    schedule.stop()
    expect(of('minutes').length).toBeGreaterThanOrEqual(2)
    expect(of('hours')).not.toEqual([])
  })

  it('does not run a job twice at once, and runs others meanwhile', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(
      clock,
      [
        { key: 'stuck', everyMs: 100, weight: 1 },
        { key: 'well', everyMs: 100, weight: 1 },
      ],
      (key) => (key === 'stuck' ? new Promise(() => undefined) : Promise.resolve()),
    )
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 50 })
    void schedule.start()
    await clock.advance(3_000)
    schedule.stop()
    expect(of('stuck')).toHaveLength(1)
    expect(of('well').length).toBeGreaterThan(20)
  })

  it('starts a job that was made due without waiting for its turn', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, of } = recording(clock, [{ key: 'orders', everyMs: 60_000, weight: 1 }])
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 100 })
    void schedule.start()
    await clock.advance(1_000)
    schedule.refresh(['orders'])
    await clock.advance(10)
    expect(of('orders')).toEqual([0, 1_000])
    schedule.stop()
  })

  it('starts nothing after it was stopped', async () => {
    const clock = new ManualClock({ mono: 0 })
    const { jobs, starts } = recording(clock, [{ key: 'a', everyMs: 100, weight: 1 }])
    const schedule = new Schedule({ clock, jobs: () => jobs, paceMs: () => 50 })
    void schedule.start()
    await clock.advance(1_000)
    schedule.stop()
    const before = starts.length
    await clock.advance(5_000)
    expect(starts.length).toBe(before)
    expect(clock.pending).toBe(0)
  })
})
