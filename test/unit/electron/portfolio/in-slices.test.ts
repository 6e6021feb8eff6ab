import { expect, it } from 'vitest'
import { inSlices } from '#electron/portfolio/in-slices.ts'
import { ManualClock } from '#test/support/clock.ts'

/** A clock whose time passes with the work, not with the waiting. */
function workClock(): ManualClock & { work(ms: number): void } {
  let worked = 0
  const clock = new ManualClock()
  const mono = clock.mono.bind(clock)
  return Object.assign(clock, { mono: () => mono() + worked, work: (ms: number) => (worked += ms) })
}

it('works for 5 ms, lets everything else have its turn, and goes on', async () => {
  const clock = workClock()
  const done: number[] = []
  function* work(): Generator<undefined, string> {
    for (const ms of [3, 3, 3, 1, 20, 1]) {
      clock.work(ms)
      done.push(ms)
      yield
    }
    return 'done'
  }
  const result = inSlices(work(), clock, new AbortController().signal)
  const seen: number[] = [done.length]
  for (let turn = 0; turn < 3; turn++) {
    await clock.advance(4)
    seen.push(done.length)
  }
  expect(seen).toEqual([2, 5, 6, 6])
  expect(await result).toBe('done')
})

it('ends without a result when it is stopped', async () => {
  const clock = workClock()
  const stop = new AbortController()
  let count = 0
  function* forever(): Generator<undefined, never> {
    for (;;) {
      clock.work(10)
      count += 1
      yield
    }
  }
  const result = inSlices(forever(), clock, stop.signal)
  await clock.advance(4)
  stop.abort()
  expect(await result).toBeNull()
  expect(count).toBe(2)
})
