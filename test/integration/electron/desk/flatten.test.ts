import { afterEach, describe, expect, it } from 'vitest'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { BITRUE, FAMILIES, USUAL, type Family } from '#test/support/families.ts'
import {
  faultsOf,
  left,
  ordersIn,
  placeAway,
  placeOnSpot,
  positionsIn,
  startFlattenAtVenue,
} from '#test/support/flatten-at-venue.ts'
import type { FlattenAtVenue } from '#test/support/flatten-at-venue.ts'
import { writesOf } from '#test/support/ledger.ts'
import { wireTime } from '#test/support/still-venue.ts'
import { wait } from '#shared/domain/clock.ts'
import { encode } from '#shared/domain/decimal.ts'
import { inEnglish } from '#shared/words/say.ts'
import { judgeRecovery, look } from '#test/soak/kills/judge.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

let run: FlattenAtVenue

afterEach(() => run.stop())

function start(family: Family): Promise<FlattenAtVenue> {
  const time = wireTime()
  return startFlattenAtVenue(time, time.forVenue(), family)
}

/** An estimate without its times, which hold only for the moment at which it starts. */
function withoutTimes(estimate: PlanEstimate | null) {
  const legs = estimate?.legs.map((leg) => ({ ...leg, startsAtMs: 0 }))
  return { ...estimate, likelyMs: 0, p95Ms: 0, legs }
}

describe.each(FAMILIES)('a flatten at $family', (family) => {
  it('of 40 orders and all positions follows its plan in one round and leaves nothing', async () => {
    run = await start(family)
    const { venue, desk } = run
    expect([ordersIn(venue, family), positionsIn(venue, family).length]).toEqual([40, family === BITRUE ? 7 : 8])
    const shown = await desk.preview(FLATTEN)
    if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
    await desk.submit('a', FLATTEN, shown.planId)
    const { state, estimate, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue, family)).toBe(0)
    expect(faultsOf(venue)).toEqual([])
    expect(new Set(legs.map((leg) => leg.round))).toEqual(new Set([1]))
    expect(legs.map((leg) => leg.request)).toEqual(shown.plan.legs)
    expect(withoutTimes(estimate)).toEqual(withoutTimes(shown.plan.estimate))
  })

  it('ends flat through lost answers, and sends nothing twice', async () => {
    run = await start(family)
    const { venue, desk } = run
    venue.faults.inject({ match: 'contract.cancel', kind: 'resetAfterRead' })
    venue.faults.inject({ match: 'contract.cancel', kind: '504NotExecuted' })
    // Without batch cancels, the orders of a pair are cancelled one by one.
    venue.faults.inject({ match: 'spot.batchCancel', kind: 'resetAfterRead' })
    venue.faults.inject({ match: 'spot.cancel', kind: 'resetAfterRead' })
    venue.faults.inject({ match: 'contract.newOrder', kind: '504NotExecuted' })
    venue.faults.inject({ match: 'contract.newOrder', kind: 'resetAfterRead' })
    await desk.submit('a', FLATTEN)
    const { state, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue, family)).toBe(0)
    expect(faultsOf(venue)).toEqual([])
    // The next round sends what the venue never did, under new ids.
    expect(legs.filter((leg) => leg.state === 'absent')).toHaveLength(2)
    expect(Math.max(...legs.map((leg) => leg.round))).toBe(2)
  })

  it.each([
    ['our clock', { kind: 'errorWith200', code: -1021 } as const],
    ['the rate of our calls', { kind: 'status429' } as const],
  ])(
    'ends flat even if its first cancels were refused for %s',
    async (_why, fault) => {
      run = await start(family)
      const { venue, desk } = run
      venue.faults.inject({ match: 'contract.cancel', ...fault, times: 40 })
      await desk.submit('a', FLATTEN)
      const { state } = await run.ended()
      expect([state, left(venue, family)]).toEqual(['done', 0])
      expect(venue.ledger.twice().arrived).toEqual([])
    },
    60_000,
  )

  it('finds in its second round an order that another program placed meanwhile', async () => {
    run = await start(family)
    const { venue, desk } = run
    await desk.submit('a', FLATTEN)
    const orderId = placeAway(venue)
    const { state, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue, family)).toBe(0)
    const own = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === orderId)
    expect(own.map(({ round, state: became }) => [round, became])).toEqual([[2, 'verified']])
  })
})

describe('a key that is revoked during a flatten', () => {
  it('leaves the outcome unknown; once the key is valid again all is settled, and a new flatten ends flat', async () => {
    const time = wireTime()
    run = await startFlattenAtVenue(time, time.forVenue(), USUAL)
    const { venue, desk } = run
    const before = look(venue)
    void desk.submit('a', FLATTEN)
    while (writesOf(venue.ledger).length < 8) await wait(time, 20)
    venue.faults.inject({ match: '*', kind: 'errorWith200', code: -2015, times: Infinity })
    await wait(time, 60_000)
    const judged = () => judgeRecovery(venue, { before, diedAt: Infinity, report: encode(desk.report()) })
    expect(judged().violations.filter((each) => !each.startsWith('left in progress'))).toEqual([])
    expect(desk.report().intents[0]?.state).not.toBe('done')

    venue.faults.clear()
    await run.ended()
    expect(judged().violations).toEqual([])
    await desk.submit('b', FLATTEN)
    expect([(await run.ended()).state, left(venue)]).toEqual(['done', 0])
    expect(venue.ledger.twice().arrived).toEqual([])
  })
})

describe('a batch', () => {
  it('cancels 25 orders of a pair in three calls', async () => {
    run = await start(USUAL)
    const { venue, desk } = run
    const open = () => venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')
    while (open().length < 25) placeOnSpot(venue)
    await desk.submit('a', { kind: 'cancelMatching', filter: allOrdersOf('spot', 'BTCUSDT') })
    const { state, legs } = await run.ended()
    expect([state, legs.length]).toEqual(['done', 25])
    expect(open()).toEqual([])
    expect(venue.ledger.arrivals({ endpoint: 'spot.batchCancel' })).toHaveLength(3)
    expect(venue.ledger.arrivals({ endpoint: 'spot.cancel' })).toEqual([])
  })
})
