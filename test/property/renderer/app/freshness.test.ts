import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { fixtureSnapshot, MONO, push } from '#test/support/snapshot.ts'
import { takeIn } from '#test/support/take-in.ts'
import { usePortfolioStore } from '../../../../renderer/src/app/stores/portfolio.ts'
import { useTickerStore } from '../../../../renderer/src/app/stores/ticker.ts'
import { useFreshness } from '../../../../renderer/src/app/use-freshness.ts'

const EVERY = 1_000

/**
 * A message is sent `sentAfter` ms after the previous one and travels for `delay` ms. `reads` says whether positions
 * were read in between.
 */
const message = fc.record({
  sentAfter: fc.integer({ min: 1, max: 5_000 }),
  delay: fc.integer({ min: 0, max: 20_000 }),
  reads: fc.boolean(),
})

it('never shows positions older than twice their interval without a mark, for any schedule of messages', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), fc.integer({ min: 0, max: 60_000 }), (messages, lookAfter) => {
      setActivePinia(createPinia())
      const store = usePortfolioStore()
      const age = useFreshness(() => store.parts.positions)
      // Both clocks count the same real milliseconds; main's clock is ahead by MONO. The first message arrives at once.
      takeIn(fixtureSnapshot(), 0)
      let sent = fixtureSnapshot()
      let realNow = 0
      for (const { sentAfter, delay, reads } of messages) {
        const next = push(sent, reads ? ['positions'] : [], sentAfter)
        sent = { ...sent, ...next, parts: { ...sent.parts, ...next.parts } }
        // The pipe keeps the order: nothing arrives before an earlier message.
        realNow = Math.max(realNow, sent.mono - MONO + delay)
        takeIn(next, realNow)
      }
      realNow += lookAfter
      useTickerStore().set(realNow)
      const readAt = store.parts.positions?.readAt
      const trueAge = MONO + realNow - (readAt ?? 0)
      if (trueAge > 2 * EVERY) expect(age.value.state).not.toBe('fresh')
      if (trueAge > 5 * EVERY) expect(age.value.state).toBe('stale')
      expect(age.value.ageMs).toBeGreaterThanOrEqual(trueAge)
    }),
  )
})
