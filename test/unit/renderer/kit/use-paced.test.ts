import { expect, it } from 'vitest'
import { createApp, effectScope, nextTick, shallowRef, watch } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'
import { leading, ManualClock } from '#test/support/clock.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'
import { FRAME_MS, useOwnTask, usePaced } from '../../../../renderer/src/kit/use-paced.ts'

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
  await clock.advance(FRAME_MS)
  expect(followed.value).toBe('fourth')
})

it('leaves a frame between two that follow', async () => {
  const clock = new ManualClock()
  const source = shallowRef('first')
  const { result } = inComponent(clock, () => [useOwnTask(() => source.value), useOwnTask(() => source.value)])
  const seen = async (ms: number) => {
    await clock.advance(ms)
    return result.map(({ value }) => value)
  }
  source.value = 'second'
  await nextTick()
  expect(await seen(0)).toEqual(['second', 'first'])
  expect(await seen(FRAME_MS - 1)).toEqual(['second', 'first'])
  expect(await seen(1)).toEqual(['second', 'second'])
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
      useOwnTask(() => followed.value),
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
  // 300 ms of work a frame later are a fifth of the time until the next.
  expect([await change(FRAME_MS + 1_199), await change(1)]).toEqual([3, 5])
})
