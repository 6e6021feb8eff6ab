import { expect, it } from 'vitest'
import { Slices } from '#electron/portfolio/slices.ts'
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
  const result = new Slices(clock, new AbortController().signal).run(work())
  const seen: number[] = []
  for (const ms of [0, 4, 4, 4]) {
    await clock.advance(ms)
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
  const result = new Slices(clock, stop.signal).run(forever())
  await clock.advance(4)
  stop.abort()
  expect(await result).toBeNull()
  expect(count).toBe(2)
})

it('gives all that it runs a slice in turn, also after one that fails', async () => {
  const clock = workClock()
  const slices = new Slices(clock, new AbortController().signal)
  const done: string[] = []
  function* work(name: string, count: number): Generator<undefined, string> {
    for (let step = 0; step < count; step++) {
      clock.work(5)
      done.push(name)
      yield
    }
    if (count === 1) throw new Error(name)
    return name
  }
  const long = slices.run(work('long', 3))
  const failing = slices.run(work('failing', 1)).catch(String)
  const short = slices.run(work('short', 2))
  await clock.advance(0)
  expect(done).toEqual(['long'])
  await clock.advance(4)
  expect(done).toEqual(['long', 'failing'])
  await clock.advance(100)
  expect(done).toEqual(['long', 'failing', 'short', 'long', 'short', 'long'])
  expect(await Promise.all([long, failing, short])).toEqual(['long', 'Error: failing', 'short'])
})
