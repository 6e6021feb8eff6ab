import { describe, expect, it } from 'vitest'
import { BackgroundRun } from '#electron/portfolio/background-run.ts'
import { Slices } from '#electron/portfolio/slices.ts'
import { ManualClock } from '#test/support/clock.ts'

/** A run whose every working out takes `count` slices, looked at every 100 ms. */
function runOf(count: number, problem?: Error) {
  let worked = 0
  const clock = new ManualClock()
  const begun: number[] = []
  const done: string[] = []
  const failures: unknown[] = []
  const stop = new AbortController()
  const mono = clock.mono.bind(clock)
  clock.mono = () => mono() + worked
  const from = clock.mono()
  const run = new BackgroundRun({
    clock,
    slices: new Slices(clock, stop.signal),
    *steps() {
      begun.push(clock.mono() - from)
      if (problem) throw problem
      for (let slice = 0; slice < count; slice++) {
        worked += 8
        yield
      }
      return 'done'
    },
    onDone: (result) => done.push(result),
    onFailed: (cause) => failures.push(cause),
  })
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      run.tick()
      await clock.advance(100)
    }
  }
  return { run, stop, begun, done, failures, pass }
}

describe('working something out in the background', () => {
  it('waits for something to change, and then as long as its patience lasts', async () => {
    const { run, begun, done, pass } = runOf(0)
    await pass(1_000)
    expect(begun).toEqual([])
    run.changed(3_000)
    run.changed(60_000)
    await pass(10_000)
    expect([begun.length, done]).toEqual([1, ['done']])
    expect(begun[0]).toBe(3_000)
    run.changed(60_000)
    await pass(50_000)
    expect(begun).toHaveLength(1)
    run.changed(3_000)
    await pass(100)
    expect(begun).toHaveLength(2)
  })

  it('is never begun twice at once, and rests thrice as long as it took', async () => {
    const { run, begun, pass } = runOf(100)
    run.changed(0)
    await pass(100)
    run.changed(0)
    await pass(1_000)
    expect(begun).toHaveLength(1)
    await pass(6_000)
    expect(begun).toHaveLength(2)
    // A hundred slices of 8 ms with pauses of 4 ms between them.
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(4 * 1_200)
  })

  it('that fails says why, and is tried again when something changes', async () => {
    const problem = new Error('no')
    const { run, begun, failures, pass } = runOf(0, problem)
    run.changed(0)
    await pass(200)
    run.changed(0)
    await pass(200)
    expect(failures).toEqual([problem, problem])
    expect(begun).toHaveLength(2)
  })

  it('ends with the portfolio', async () => {
    const { run, stop, done, pass } = runOf(100)
    run.changed(0)
    await pass(100)
    stop.abort()
    await pass(2_000)
    expect(done).toEqual([])
  })
})
