/** A desk at a simulated venue over HTTP. The account has the demo's positions and 40 open orders to flatten. */
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { SimPosition } from '#electron/simulator/testing/test-simulator.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import { USUAL } from '#test/support/families.ts'
import type { Family } from '#test/support/families.ts'

/** The venue's delay before it answers, ms. It is most of each round trip, so that the round trip is predictable. */
const LATENCY_MS = 150
const ORDERS = 40
const PRICES_AWAY = '0.5'

export interface FlattenAtVenue extends DeskAtVenue {
  readonly venue: Simulator
}

/** `venueClock`: the venue's side of virtual time. */
export async function startFlattenAtVenue(clock: Clock, venueClock = clock, family = USUAL): Promise<FlattenAtVenue> {
  const folder = journalFolder()
  const venue = await startSimulator({
    ...{ seed: 7, clock: venueClock, autoTick: false, life: false },
    ...{ latencyMs: LATENCY_MS, dialect: family.sim },
  })
  while (ordersIn(venue, family) < ORDERS) placeAway(venue)
  const started = await startDeskAtVenue({ venue, clock, path: folder.path, dialect: family.dialect })
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

/** Rests an opening order far from the market, as another program would. */
export function placeAway({ exchange }: Simulator, contract = 'E-LINK-USDT'): string {
  const spec = exchange.contract(contract)
  const price = exchange.market.price(spec).times(PRICES_AWAY).toDecimalPlaces(spec.pricePrecision)
  const ticket = { spec, side: 'BUY', type: 'LIMIT', action: 'OPEN', positionType: 1, timeInForce: 'GTC' } as const
  const placed = exchange.contracts.place({ ...ticket, price, volume: decimal(1), clientOrderId: null })
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
  return placed.value.orderId
}

export function placeOnSpot({ exchange }: Simulator): void {
  const spec = exchange.pair('btcusdt')
  const price = exchange.market.price(spec).times(PRICES_AWAY).toDecimalPlaces(spec.pricePrecision)
  const ticket = { spec, side: 'BUY', type: 'LIMIT', volume: decimal('0.001'), clientOrderId: null } as const
  const placed = exchange.spot.place({ ...ticket, price })
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
}

/** The account's open orders and positions in the instruments that the venue's interface serves. */
export function ordersIn({ exchange: { spot, contracts } }: Simulator, { serves }: Family = USUAL): number {
  return [...spot.openOrders(), ...contracts.openOrders()].filter(({ spec }) => serves(spec)).length
}

export function positionsIn({ exchange }: Simulator, { serves }: Family = USUAL): readonly SimPosition[] {
  return exchange.contracts.positions().filter(({ spec }) => serves(spec))
}

/** How many orders and positions a flatten still has to remove. */
export function left(venue: Simulator, family: Family = USUAL): number {
  return ordersIn(venue, family) + positionsIn(venue, family).length
}

/** Calls refused for their rate, and orders that arrived twice. */
export function faultsOf({ ledger }: Simulator): readonly unknown[] {
  return [...ledger.arrivals().filter(({ status }) => status === 429 || status === 418), ...ledger.twice().arrived]
}
