import { describe, expect, it } from 'vitest'
import { createShownPlans } from '#electron/desk/plan/shown-plans.ts'
import type { Action } from '#shared/desk/action.ts'
import { ManualClock } from '#test/support/clock.ts'

const ACTION: Action = { kind: 'flatten', spot: 'keep' }
const SHOWN = { plan: { action: ACTION, legs: [], estimate: null }, orders: [], read: {}, missed: null }

describe('a plan that was shown', () => {
  it('is valid for two minutes, and once', async () => {
    const clock = new ManualClock()
    const plans = createShownPlans(clock)
    plans.keep('one', SHOWN, 'page')
    plans.keep('two', SHOWN, 'page')
    await clock.advance(120_000)
    expect(plans.take('one', ACTION)).not.toBeNull()
    expect(plans.take('one', ACTION)).toBeNull()
    await clock.advance(1)
    expect(plans.take('two', ACTION)).toBeNull()
  })

  it('is invalid after a sleep, during which only the wall clock advanced', () => {
    const clock = new ManualClock()
    const plans = createShownPlans(clock)
    plans.keep('one', SHOWN, 'page')
    clock.jumpWall(3_600_000)
    expect(plans.take('one', ACTION)).toBeNull()
  })

  it('made by main is not pushed out by any number of plans that the page requests', () => {
    const plans = createShownPlans(new ManualClock())
    plans.keep('native', SHOWN, 'main')
    for (let nth = 0; nth < 100; nth++) plans.keep(`page ${nth}`, SHOWN, 'page')
    expect(plans.take('page 91', ACTION)).toBeNull()
    expect(plans.take('page 92', ACTION)).not.toBeNull()
    expect(plans.take('native', ACTION)).not.toBeNull()
  })

  it('does not fit another action', () => {
    const plans = createShownPlans(new ManualClock())
    plans.keep('one', SHOWN, 'page')
    expect(plans.take('one', { kind: 'flatten', spot: 'sell' })).toBeNull()
  })
})
