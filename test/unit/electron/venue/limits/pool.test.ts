import { expect, it } from 'vitest'
import { Pool } from '#electron/venue/limits/pool.ts'
import { ManualClock } from '#test/support/clock.ts'

it.each([
  [100, 101],
  [2000, 2001],
  [60_000, 60_030],
])('a window of %i ms is held for %i: clocks differ in speed, and venues count whole ms', async (windowMs, heldMs) => {
  const clock = new ManualClock()
  const pool = new Pool(clock, { count: 1, windowMs })
  pool.take(1)
  expect(pool.freeIn(1, 'act')).toBe(Infinity)
  pool.release(1, clock.mono())
  expect(pool.freeIn(1, 'act')).toBe(heldMs)
  await clock.advance(heldMs)
  expect([pool.freeIn(1, 'act'), pool.used()]).toEqual([0, 0])
})

it.each([
  [1, 0],
  [2, 1],
  [20, 5],
  [50, 13],
  [100, 25],
])('a pool of %i reserves %i for cancels and closes', (count, reserved) => {
  expect(new Pool(new ManualClock(), { count, windowMs: 2000 }).reserved).toBe(reserved)
})

it.each([
  [20, 10, 10],
  [36, 10, 10],
  [44, 10, 11],
  [15, 10, 5],
])('a pool of %i with calls of up to %i reserves %i for the act lane', (count, heaviest, reserved) => {
  expect(new Pool(new ManualClock(), { count, windowMs: 2000 }, heaviest).reserved).toBe(reserved)
})

it('gives the time at which each held slot is freed; unknown for a call in flight', async () => {
  const clock = new ManualClock()
  const pool = new Pool(clock, { count: 5, windowMs: 2_000 })
  for (let call = 0; call < 3; call++) pool.take(1)
  pool.release(1, clock.mono())
  await clock.advance(500)
  pool.release(1, clock.mono())
  expect([pool.used(), pool.frees()]).toEqual([3, [1_501, 2_001]])
  await clock.advance(1_501)
  expect([pool.used(), pool.frees()]).toEqual([2, [500]])
})
