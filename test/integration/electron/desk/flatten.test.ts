import { afterEach, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/simulator.ts'
import type { Simulator } from '#electron/simulator/simulator.ts'
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/scaled-clock.ts'
import { ordersOf } from '#shared/desk/action.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { journalFolder } from '#test/support/desk-run.ts'

/** How long the venue takes for an answer: most of each round trip, so that it can be foretold. */
const LATENCY_MS = 150

const PRICES_AWAY = '0.5'

interface Run extends DeskAtVenue {
  readonly venue: Simulator
}

let run: Run

afterEach(() => run.stop())

/** The real client and the simulated venue over HTTP, on a clock so many times as fast as the wall's. */
async function start(speed: number): Promise<Run> {
  const clock = scaledClock(realClock, speed)
  const folder = journalFolder()
  const venue = await startSimulator({ seed: 7, clock, autoTick: false, life: false, latencyMs: LATENCY_MS })
  while (ordersIn(venue) < 40) placeAway(venue)
  const started = await startDeskAtVenue({ venue, clock, path: folder.path })
  return {
    ...started,
    venue,
    async stop() {
      await started.stop()
      await venue.stop()
      folder.remove()
    },
  }
}

/** Somebody rests an order that opens, far from the market. */
function placeAway({ exchange }: Simulator, contract = 'E-LINK-USDT'): string {
  const spec = exchange.contract(contract)
  const price = exchange.market.price(spec).times(PRICES_AWAY).toDecimalPlaces(spec.pricePrecision)
  const ticket = { spec, side: 'BUY', type: 'LIMIT', action: 'OPEN', positionType: 1, timeInForce: 'GTC' } as const
  const placed = exchange.contracts.place({ ...ticket, price, volume: decimal(1), clientOrderId: null })
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
  return placed.value.orderId
}

function placeOnSpot({ exchange }: Simulator): void {
  const spec = exchange.pair('btcusdt')
  const price = exchange.market.price(spec).times(PRICES_AWAY).toDecimalPlaces(spec.pricePrecision)
  const ticket = { spec, side: 'BUY', type: 'LIMIT', volume: decimal('0.001'), clientOrderId: null } as const
  const placed = exchange.spot.place({ ...ticket, price })
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
}

function ordersIn({ exchange }: Simulator): number {
  return exchange.spot.openOrders().length + exchange.contracts.openOrders().length
}

/** Orders and positions the venue has. */
function left(venue: Simulator): number {
  return ordersIn(venue) + venue.exchange.contracts.positions().length
}

/** Calls refused for their rate, and orders that came twice. */
function faultsOf({ ledger }: Simulator): readonly unknown[] {
  return [...ledger.arrivals().filter(({ status }) => status === 429 || status === 418), ...ledger.twice().arrived]
}

/** Its times are those of its start. */
function withoutTimes(estimate: PlanEstimate | null) {
  const legs = estimate?.legs.map((leg) => ({ ...leg, startsAtMs: 0 }))
  return { ...estimate, likelyMs: 0, p95Ms: 0, legs }
}

describe('a flatten at the simulated venue', () => {
  it('of 40 orders and 8 positions takes as long as its plan says, and leaves nothing', async () => {
    // At its own speed: what the machine takes besides would count for more on a faster clock.
    run = await start(1)
    const { venue, desk } = run
    expect([ordersIn(venue), venue.exchange.contracts.positions().length]).toEqual([40, 8])
    const shown = await desk.preview(FLATTEN)
    if (shown.kind !== 'plan') throw new Error(shown.denial.message)
    await desk.submit('a', FLATTEN, shown.planId)
    const { state, tookMs, estimate, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue)).toBe(0)
    expect(faultsOf(venue)).toEqual([])
    expect(new Set(legs.map((leg) => leg.round))).toEqual(new Set([1]))
    expect(legs.map((leg) => leg.request)).toEqual(shown.plan.legs)
    expect(withoutTimes(estimate)).toEqual(withoutTimes(shown.plan.estimate))
    const ratio = (tookMs ?? 0) / (estimate?.likelyMs ?? 0)
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.2)
  }, 60_000)

  it('ends flat through lost answers, and sends nothing twice', async () => {
    run = await start(4)
    const { venue, desk } = run
    venue.faults.inject({ match: 'contract.cancel', kind: 'resetAfterRead' })
    venue.faults.inject({ match: 'contract.cancel', kind: '504NotExecuted' })
    venue.faults.inject({ match: 'spot.batchCancel', kind: 'resetAfterRead' })
    venue.faults.inject({ match: 'contract.newOrder', kind: '504NotExecuted' })
    venue.faults.inject({ match: 'contract.newOrder', kind: 'resetAfterRead' })
    await desk.submit('a', FLATTEN)
    const { state, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue)).toBe(0)
    expect(faultsOf(venue)).toEqual([])
    // What the venue never did is done by the next round, under new ids.
    expect(legs.filter((leg) => leg.state === 'absent')).toHaveLength(2)
    expect(Math.max(...legs.map((leg) => leg.round))).toBe(2)
  }, 60_000)

  it('finds an order that was placed elsewhere meanwhile, in its second round', async () => {
    run = await start(4)
    const { venue, desk } = run
    await desk.submit('a', FLATTEN)
    const orderId = placeAway(venue)
    const { state, legs } = await run.ended()
    expect(state).toBe('done')
    expect(left(venue)).toBe(0)
    const own = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === orderId)
    expect(own.map(({ round, state: became }) => [round, became])).toEqual([[2, 'verified']])
  }, 60_000)
})

describe('a batch', () => {
  it('cancels 25 orders of a pair in three calls', async () => {
    run = await start(4)
    const { venue, desk } = run
    const open = () => venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')
    while (open().length < 25) placeOnSpot(venue)
    await desk.submit('a', { kind: 'cancelMatching', filter: ordersOf('spot', 'BTCUSDT') })
    const { state, legs } = await run.ended()
    expect([state, legs.length]).toEqual(['done', 25])
    expect(open()).toEqual([])
    expect(venue.ledger.arrivals({ endpoint: 'spot.batchCancel' })).toHaveLength(3)
    expect(venue.ledger.arrivals({ endpoint: 'spot.cancel' })).toEqual([])
  }, 60_000)
})
