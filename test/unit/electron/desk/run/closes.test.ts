/** The slices of one close: which are sent after one that did not do all that was asked. */
import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { CLOSE, FLATTEN, LOST_UNDONE, deskBench, states } from '#test/support/desk-bench.ts'
import { FINE, ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'

const bench = deskBench()
const CAPPED: Action = { ...CLOSE, tactic: { kind: 'capped', percent: '1' } }
const AT_PRICE: Action = { ...CLOSE, tactic: { kind: 'limit', price: '120' } }
const PART: Fate = { ...FINE, fillPercent: 40 }
const REFUSED: Fate = { ...LOST_UNDONE, reply: 'rejected' }

/** A venue that takes at most ten contracts per order, of either kind. */
function tenPerOrder(view: DeskView): DeskView {
  const most = decimal(10)
  const instruments = view.instruments.map((each) =>
    each.area === 'contract' ? { ...each, maxMarketVolume: most, maxLimitVolume: most } : each,
  )
  return { ...view, instruments }
}

describe('after the first slice of three', () => {
  it.each<[string, Action, Fate, readonly LegState[], string]>([
    ['found too little at its price, none', CAPPED, PART, ['partial', 'skipped', 'skipped'], 'leg.close.bookEmpty'],
    ['was filled in part, none', CLOSE, PART, ['partial', 'skipped', 'skipped'], 'leg.close.unexpected'],
    ['was refused, none', CAPPED, REFUSED, ['rejected', 'skipped', 'skipped'], 'leg.close.unexpected'],
    ['waits at its price, all', AT_PRICE, FINE, ['working', 'working', 'working'], ''],
    ['was filled, all', CAPPED, FINE, ['verified', 'verified', 'verified'], ''],
  ])('%s are sent', async (_, action, fate, expected, why) => {
    const venue = bench.full()
    venue.mark = decimal(100)
    const life = await bench.open(venue, { view: tenPerOrder })
    venue.fates = [fate]
    await bench.submit(life, 'a', action)
    await bench.clock.advance(3_000)
    expect(states(life, 1)).toEqual(expected)
    const skipped = life.legs().filter(({ state }) => state === 'skipped')
    expect(skipped.every(({ detail }) => detail.code === why)).toBe(true)
  })
})

it('a contract is closed as soon as its own orders are gone, while an order of another stays', async () => {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  venue.restClosing(decimal(7))
  venue.stuck.add(venue.restClosing(decimal(5), OTHER_CONTRACT.name).orderId)
  const life = await bench.open(venue)
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(2_000)
  expect([venue.volume, venue.volumeOf(OTHER_CONTRACT.name)]).toEqual([decimal(0), decimal(5)])
})
