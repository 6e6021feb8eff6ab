import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useArmStore } from '../../../../../renderer/src/app/stores/arm.ts'
import { useTickerStore } from '../../../../../renderer/src/app/stores/ticker.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

it('is disarmed at first', () => {
  expect(useArmStore().armed).toBe(false)
})

it('is armed for as long as main granted, and not longer', () => {
  const arm = useArmStore()
  const ticker = useTickerStore()
  arm.grant(1_000, 500)
  ticker.set(500)
  expect([arm.armed, arm.disarmsInMs]).toEqual([true, 1_000])
  ticker.set(1_499)
  expect(arm.armed).toBe(true)
  ticker.set(1_500)
  expect([arm.armed, arm.disarmsInMs]).toEqual([false, 0])
})

it('is disarmed when nothing was granted', () => {
  const arm = useArmStore()
  arm.grant(1_000, 0)
  arm.grant(0, 1)
  expect(arm.armed).toBe(false)
})
