/**
 * A portfolio at a simulated venue over HTTP, in virtual time, so that no busy machine makes an answer late. The venue's
 * market changes only when the test changes it.
 */
import { createHmac } from 'node:crypto'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { ContractSpec } from '#electron/simulator/exchange/market/specs.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { SimDialect, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'
import { riskInThisThread } from './risk-in-this-thread.ts'
import { WireTime } from './wire-time.ts'

type Parts = Encoded<PortfolioParts>

export interface PortfolioAtVenue {
  readonly venue: Simulator
  readonly client: VenueClient
  readonly portfolio: Portfolio
  /** Resolves with the parts once they pass `test`. */
  until(test: (parts: Parts) => boolean): Promise<Parts>
  stop(): Promise<void>
}

/**
 * `areApart`: the two areas are on different hosts, as far as the client can tell, so a pause on one host does not
 * apply to the other.
 */
export async function startPortfolioAtVenue(
  dialect: Partial<SimDialect>,
  { areApart = false } = {},
): Promise<PortfolioAtVenue> {
  const clock = new WireTime()
  void clock.run()
  const venue = await startSimulator({ seed: 7, clock: clock.forVenue(), autoTick: false, life: false, dialect })
  const { contractBaseUrl, apiKey, apiSecret } = venue
  const spotBaseUrl = areApart ? venue.spotBaseUrl.replace('127.0.0.1', 'localhost') : venue.spotBaseUrl
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock })
  const waiting: { test: (parts: Parts) => boolean; done: (parts: Parts) => void }[] = []
  const portfolio = new Portfolio({
    ...{ client, clock },
    startRisk: riskInThisThread,
    onChange() {
      const parts = portfolio.parts()
      const met = waiting.filter(({ test }) => test(parts))
      for (const one of met) {
        waiting.splice(waiting.indexOf(one), 1)
        one.done(parts)
      }
    },
  })
  return {
    ...{ venue, client, portfolio },
    until: (test) => new Promise((done) => waiting.push({ test, done })),
    async stop() {
      portfolio.stop()
      await client.close()
      await venue.stop()
      clock.stop()
    },
  }
}

/** Rests `count` small buys on a pair, far from the market, as another program would. */
export function restOnSpot({ exchange }: Simulator, symbol: string, count: number): void {
  const spec = exchange.pair(symbol)
  const price = exchange.market.price(spec).times('0.5').toDecimalPlaces(spec.pricePrecision)
  const volume = decimal(spec.minMoney.div(price).times(2).toDecimalPlaces(spec.quantityPrecision, 0))
  for (let placed = 0; placed < count; placed++) {
    const made = exchange.spot.place({ spec, side: 'BUY', type: 'LIMIT', volume, price, clientOrderId: null })
    if (!made.ok) throw new Error(JSON.stringify(made.error))
  }
}

/**
 * Rests `count` small opening buys far from the market. They are spread over several contracts, because each contract
 * accepts only so many.
 */
export function restOnContracts({ exchange }: Simulator, count: number, contracts: readonly ContractSpec[]): void {
  let left = count
  const isPlaced = (spec: ContractSpec, positionType: 1 | 2): boolean => {
    const price = exchange.market.price(spec).times('0.9').toDecimalPlaces(spec.pricePrecision)
    const order = { spec, side: 'BUY', action: 'OPEN', positionType, volume: decimal(1), price, type: 'LIMIT' } as const
    return exchange.contracts.place({ ...order, timeInForce: 'GTC', clientOrderId: null }).ok
  }
  for (const spec of contracts) while (left > 0 && (isPlaced(spec, 1) || isPlaced(spec, 2))) left -= 1
  if (left > 0) throw new Error(`expected room for ${String(left)} more orders`)
}

/** The ids of all open orders at the venue. */
export function openAt({ exchange }: Simulator): readonly string[] {
  return [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()].map(({ orderId }) => orderId).toSorted()
}
