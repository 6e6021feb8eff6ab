import { expect, it, vi } from 'vitest'
import { createApp, effectScope, nextTick, shallowRef, watch } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'
import { leading, ManualClock } from '#test/support/clock.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'
import { FRAME_MS, useInTurn, usePaced } from '../../../../renderer/src/kit/use-paced.ts'

/** Runs `use` as a component would, until `scope` is stopped. */
function inComponent<T>(clock: Clock, use: () => T) {
  const scope = effectScope()
  const result = createApp({})
    .provide(CLOCK, clock)
    .runWithContext(() => scope.run(use))
  if (result === undefined) throw new Error('expected the scope to run')
  return { scope, result }
}

function bench() {
  const clock = new ManualClock()
  const source = shallowRef('first')
  const { scope, result: followed } = inComponent(clock, () => useInTurn(() => source.value))
  return { clock, scope, source, followed }
}

it('follows in a later task, and then has the newest value', async () => {
  const { clock, source, followed } = bench()
  source.value = 'second'
  await nextTick()
  source.value = 'third'
  await nextTick()
  expect(followed.value).toBe('first')
  await clock.advance(0)
  expect(followed.value).toBe('third')
  source.value = 'fourth'
  await nextTick()
  await clock.advance(FRAME_MS)
  expect(followed.value).toBe('fourth')
})

it.each([
  { workMs: 1, isShared: true },
  { workMs: 5, isShared: false },
])('leaves a frame between two whose work takes long: $workMs ms', async ({ workMs, isShared }) => {
  const manual = new ManualClock()
  const { clock, later } = leading(manual)
  const source = shallowRef('first')
  const { result } = inComponent(clock, () => {
    const both = [useInTurn(() => source.value), useInTurn(() => source.value)]
    both.forEach((each) => watch(each, () => later(workMs)))
    return both
  })
  const seen = async (ms: number) => {
    await manual.advance(ms)
    return result.map(({ value }) => value)
  }
  source.value = 'second'
  await nextTick()
  const one = ['second', isShared ? 'second' : 'first']
  expect(await seen(0)).toEqual(one)
  expect(await seen(FRAME_MS - 1)).toEqual(one)
  await seen(workMs * 4)
  expect(await seen(1)).toEqual(['second', 'second'])
})

it('is due a second after it was due before, however late its turn came, so that those due together stay so', async () => {
  const manual = new ManualClock()
  const { clock, later } = leading(manual)
  const [source, long] = [shallowRef(1), shallowRef(1)]
  const { result: paced } = inComponent(clock, () => {
    watch(
      useInTurn(() => long.value),
      () => later(100),
    )
    return usePaced(() => source.value)
  })
  source.value = 2
  await nextTick()
  await manual.advance(900)
  // Until 1,300 it is nobody's turn. It was due at 1,000.
  long.value = 2
  await nextTick()
  await manual.advance(399)
  expect(paced.value).toBe(1)
  await manual.advance(1)
  expect(paced.value).toBe(2)
  source.value = 3
  await nextTick()
  // Its clock is 100 ms ahead, so 2,000 is in 600 ms.
  await manual.advance(600)
  expect(paced.value).toBe(3)
})

it('goes on behind one that fails, and says that it failed', async () => {
  const { clock, source, followed } = bench()
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new Error('not a number')
  const failing = shallowRef(1)
  const fails = { now: false }
  inComponent(clock, () =>
    useInTurn(() => {
      if (fails.now) throw fault
      return failing.value
    }),
  )
  failing.value = 2
  await nextTick()
  fails.now = true
  source.value = 'second'
  await nextTick()
  await clock.advance(FRAME_MS)
  expect(followed.value).toBe('second')
  expect(told.mock.calls).toContainEqual([fault])
  told.mockRestore()
})

it('follows no more once its component is gone', async () => {
  const { clock, scope, source, followed } = bench()
  source.value = 'second'
  await nextTick()
  scope.stop()
  await clock.advance(0)
  expect(followed.value).toBe('first')
})

it('follows more slowly when such work takes long', async () => {
  const manual = new ManualClock()
  const { clock, later } = leading(manual)
  const source = shallowRef(1)
  const { result: paced } = inComponent(clock, () => {
    const followed = usePaced(() => source.value)
    watch(
      useInTurn(() => followed.value),
      () => later(300),
    )
    return followed
  })
  const change = async (afterMs: number) => {
    source.value += 1
    await nextTick()
    await manual.advance(afterMs)
    return paced.value
  }
  expect([await change(999), await change(1)]).toEqual([1, 3])
  // 300 ms of work are a fifth of the time until the next.
  expect([await change(1_199), await change(1)]).toEqual([3, 5])
})
