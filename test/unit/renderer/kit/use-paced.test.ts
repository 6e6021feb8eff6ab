import { expect, it } from 'vitest'
import { createApp, effectScope, nextTick, shallowRef } from 'vue'
import { ManualClock } from '#test/support/clock.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'
import { useOwnTask } from '../../../../renderer/src/kit/use-paced.ts'

function bench() {
  const clock = new ManualClock()
  const scope = effectScope()
  const source = shallowRef('first')
  const app = createApp({}).provide(CLOCK, clock)
  const followed = app.runWithContext(() => scope.run(() => useOwnTask(() => source.value)))
  if (!followed) throw new Error('expected the scope to run')
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
