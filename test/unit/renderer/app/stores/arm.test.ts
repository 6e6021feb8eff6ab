import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { IDLE_DISARM_MS, useArmStore } from '../../../../../renderer/src/app/stores/arm.ts'
import { useTickerStore } from '../../../../../renderer/src/app/stores/ticker.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

it('is disarmed at the start', () => {
  expect(useArmStore().armed).toBe(false)
})

it('disarms after a quarter of an hour without a key or a click', () => {
  const arm = useArmStore()
  const ticker = useTickerStore()
  arm.set(true, 0)
  ticker.set(IDLE_DISARM_MS - 1)
  expect(arm.armed).toBe(true)
  arm.touch(IDLE_DISARM_MS - 1)
  ticker.set(2 * IDLE_DISARM_MS - 2)
  expect(arm.armed).toBe(true)
  ticker.set(2 * IDLE_DISARM_MS - 1)
  expect(arm.armed).toBe(false)
})

it('stays disarmed when the first key after the time ran out is a touch', () => {
  const arm = useArmStore()
  arm.set(true, 0)
  // A window that slept: the touch is heard before the clock has ticked.
  arm.touch(IDLE_DISARM_MS)
  expect(arm.armed).toBe(false)
})
