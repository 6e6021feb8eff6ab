import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixtureSnapshot, MONO, push, readFailure, withPart } from '#test/support/snapshot.ts'
import { takeIn } from '#test/support/take-in.ts'
import { usePortfolioStore } from '../../../../renderer/src/app/stores/portfolio.ts'
import { useTickerStore } from '../../../../renderer/src/app/stores/ticker.ts'
import { SILENCE_MS, useFreshness, useMainClock } from '../../../../renderer/src/app/use-freshness.ts'
import { freshness, worst } from '#shared/snapshot/freshness.ts'

describe('freshness', () => {
  it.each([
    [0, 1_000, false, 'fresh'],
    [2_000, 1_000, false, 'fresh'],
    [2_001, 1_000, false, 'delayed'],
    [5_000, 1_000, false, 'delayed'],
    [5_001, 1_000, false, 'stale'],
    [0, 1_000, true, 'stale'],
    [3_600_000, null, false, 'fresh'],
    [null, 1_000, false, 'unknown'],
    [null, null, true, 'unknown'],
  ] as const)('of %s ms, expected every %s ms, failed %s, is %s', (age, every, failed, state) => {
    expect(freshness(age, every, failed)).toBe(state)
  })

  it('is the worst of several', () => {
    expect(worst(['fresh', 'stale', 'delayed'])).toBe('stale')
    expect(worst([])).toBe('fresh')
  })
})

/** Our own clock when the snapshot arrives that was sent at MONO of main's clock. */
const ARRIVAL = 50

describe('useFreshness', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
  })

  function receive(snapshot = fixtureSnapshot()) {
    takeIn(snapshot, ARRIVAL)
    const at = (now: number) => useTickerStore().set(now)
    at(ARRIVAL)
    return at
  }

  it('ages by itself while nothing arrives', () => {
    const at = receive()
    const age = useFreshness(() => usePortfolioStore().parts.positions)
    expect(age.value).toEqual({ ageMs: 800, state: 'fresh' })
    at(ARRIVAL + 1_201)
    expect(age.value).toEqual({ ageMs: 2_001, state: 'delayed' })
    at(ARRIVAL + 60_000)
    expect(age.value).toEqual({ ageMs: 60_800, state: 'stale' })
  })

  it('does not treat data that waited in a queue as new', () => {
    const at = receive()
    const age = useFreshness(() => usePortfolioStore().parts.positions)
    // Sent one second after the first, but the window slept and reads it a minute later.
    takeIn(push(fixtureSnapshot(), ['positions'], 1_000), ARRIVAL + 60_000)
    at(ARRIVAL + 60_000)
    expect(age.value).toEqual({ ageMs: 59_800, state: 'stale' })
  })

  it('is stale as soon as the newest read failed, however young the data', () => {
    receive(withPart(fixtureSnapshot(), 'positions', { failure: readFailure('contract.account', 'no answer') }))
    expect(useFreshness(() => usePortfolioStore().parts.positions).value).toEqual({ ageMs: 800, state: 'stale' })
  })

  it('gives no age before the first message, or for what was never read', () => {
    expect(useFreshness(() => ({ readAt: MONO, expectEveryMs: 1_000 })).value.state).toBe('unknown')
    receive()
    expect(useFreshness(() => null).value).toEqual({ ageMs: null, state: 'unknown' })
    expect(useFreshness(() => ({ readAt: null, expectEveryMs: 1_000 })).value.state).toBe('unknown')
  })

  it('guarantees nothing when main has been silent for longer than usual', () => {
    const at = receive()
    const { silentMs } = useMainClock()
    const unpolled = useFreshness(() => ({ readAt: MONO, expectEveryMs: null }))
    at(ARRIVAL + SILENCE_MS)
    expect([silentMs.value, unpolled.value.state]).toEqual([null, 'fresh'])
    at(ARRIVAL + SILENCE_MS + 1)
    expect([silentMs.value, unpolled.value.state]).toEqual([SILENCE_MS + 1, 'stale'])
    takeIn(push(fixtureSnapshot(), [], SILENCE_MS + 1), ARRIVAL + SILENCE_MS + 1)
    expect(silentMs.value).toBeNull()
  })
})
