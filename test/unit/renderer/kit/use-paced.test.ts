import { expect, it } from 'vitest'
import { createApp, effectScope, nextTick, shallowRef, watch } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'
import { leading, ManualClock } from '#test/support/clock.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'
import { useOwnTask, usePaced } from '../../../../renderer/src/kit/use-paced.ts'

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
  const { scope, result: followed } = inComponent(clock, () => useOwnTask(() => source.value))
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
  await clock.advance(0)
  expect(followed.value).toBe('fourth')
})

it('follows no more once its component is gone', async () => {
  const { clock, scope, source, followed } = bench()
  source.value = 'second'
  await nextTick()
  scope.stop()
  await clock.advance(0)
  expect(followed.value).toBe('first')
})

it('follows more slowly when what depends on it takes long, in tasks of its own too', async () => {
  const manual = new ManualClock()
  const { clock, later } = leading(manual)
  const source = shallowRef(1)
  const { result: paced } = inComponent(clock, () => {
    const followed = usePaced(() => source.value, 500)
    watch(
      useOwnTask(() => followed.value),
      () => later(200),
    )
    return followed
  })
  const change = async (afterMs: number) => {
    source.value += 1
    await nextTick()
    await manual.advance(afterMs)
    return paced.value
  }
  expect([await change(499), await change(1)]).toEqual([1, 3])
  // It took 200 ms, a fifth of the time until the next.
  expect([await change(799), await change(1)]).toEqual([3, 5])
})
