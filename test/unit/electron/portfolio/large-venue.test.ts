/** A venue with many pairs and contracts: how many calls and how much time it takes until the account is complete. */
import { describe, expect, it } from 'vitest'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { wait } from '#shared/domain/clock.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { balance, contract, marginAccount, order, pair, position } from '#test/support/portfolio-fixtures.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'

const LATENCY_MS = 300
const HELD = 8

interface Call {
  readonly at: number
  readonly endpoint: EndpointName
  readonly instrument: string | null
}
type Params = { readonly symbol?: string; readonly contract?: string }

/** Something is locked everywhere, so every pair may have orders. Some instruments of each area are held. */
function largeVenue(pairCount: number, contractCount: number, servesAreas: boolean) {
  const clock = new ManualClock()
  const pairs = Array.from({ length: pairCount }, (_, index) => pair(`C${String(index)}`, 'USDT'))
  const contracts = Array.from({ length: contractCount }, (_, index) => contract(`C${String(index)}`, 'USDT'))
  const heldPairs = pairs.slice(-HELD)
  const heldContracts = contracts.slice(-HELD)
  const orders: Record<Area, readonly Order[]> = {
    // Each coin held has a sell order, and the last one also a buy order, which locks dollars.
    spot: [
      ...heldPairs.map((each) => order(each, { side: 'sell', quantity: 1 })),
      ...heldPairs.slice(-1).map((each) => order(each, { side: 'buy', quantity: 1 })),
    ],
    contract: heldContracts.map((each) => order(each, { side: 'buy' })),
  }
  const values: Partial<Record<EndpointName, unknown>> = {
    'spot.pairs': pairs,
    'spot.account': [...heldPairs.map(({ baseAsset }) => balance(baseAsset, 1, 1)), balance('USDT', 500, 100)],
    'contract.contracts': contracts,
    'contract.account': {
      marginAccounts: [marginAccount('USDT', { crossEquity: 10_000, orderMargin: 10 })],
      positions: heldContracts.map((each) => position(each)),
    },
    'spot.myTrades': [],
    'contract.myTrades': [],
  }
  const price = decimal(100)
  const calls: Call[] = []
  function answer(endpoint: EndpointName, instrument: string | null): unknown {
    const area = endpoint.startsWith('spot') ? 'spot' : 'contract'
    if (endpoint.endsWith('.openOrders')) {
      return orders[area].filter((each) => instrument === null || each.instrument === instrument)
    }
    return values[endpoint] ?? { last: price, bid: price, ask: price, mark: price, index: price, fundingRate: null }
  }
  const client = {
    areas: AREAS,
    async call(endpoint: EndpointName, { symbol, contract: name }: Params) {
      const instrument = symbol ?? name ?? null
      const sentAt = clock.mono()
      calls.push({ at: sentAt, endpoint, instrument })
      await wait(clock, LATENCY_MS)
      if (endpoint.endsWith('.openOrders') && instrument === null && !servesAreas) {
        return err({ ...localFailure('rejected', endpoint, verbatim('which one?')), outcome: 'rejected' as const })
      }
      const value = answer(endpoint, instrument)
      return ok({ value, sentAt, answeredAt: clock.mono(), timestamp: null, quarantined: [] })
    },
    clock: () => null,
    budget: () => ({ pools: [], hosts: [] }),
    dialect: () => DEFAULT_DIALECT,
  } as unknown as VenueClient
  const portfolio = new Portfolio({ client, clock, startRisk: riskInThisThread, onChange: () => undefined })
  const startedAt = clock.mono()
  const held = new Set([...heldPairs.map(({ symbol }) => symbol), ...heldContracts.map(({ name }) => name)])
  const isWhole = (): boolean => {
    const { health, orders: open } = portfolio.parts()
    const scopes = open.data?.scopes ?? []
    const areListed = scopes.length >= pairCount + contractCount
    return health.data?.phase === 'live' && areListed && scopes.every(({ readAt }) => readAt !== null)
  }
  const unreadHeld = (): readonly string[] => {
    const scopes = portfolio.parts().orders.data?.scopes ?? []
    const read = new Set(scopes.filter(({ readAt }) => readAt !== null).map(({ instrument }) => instrument))
    return [...held].filter((name) => !read.has(name))
  }
  const orderCalls = () => calls.filter(({ endpoint }) => endpoint.endsWith('.openOrders'))
  /** Advances the time until everything is known, and returns how long that took. */
  async function untilWhole(mostMs: number): Promise<number> {
    portfolio.start()
    while (!isWhole() && clock.mono() - startedAt < mostMs) await clock.advance(100)
    return clock.mono() - startedAt
  }
  return { clock, calls, held, portfolio, isWhole, unreadHeld, orderCalls, untilWhole }
}

describe('a venue with 234 pairs and 177 contracts and a response time of 300 ms', () => {
  it('is fully known within 10 s when one call lists an area, with few calls for single instruments', async () => {
    const venue = largeVenue(234, 177, true)
    expect(await venue.untilWhole(30_000)).toBeLessThan(10_000)
    expect(venue.isWhole()).toBe(true)
    const single = venue.orderCalls().filter(({ instrument }) => instrument !== null)
    expect(single.length).toBeLessThanOrEqual(2 * HELD)
    venue.portfolio.stop()
  })

  it.each([true, false])('gives the orders of what is held first; one call lists an area: %s', async (serves) => {
    const venue = largeVenue(234, 177, serves)
    venue.portfolio.start()
    // What is held is unknown until the account is read.
    await venue.clock.advance(4_000)
    expect(venue.unreadHeld()).toEqual([])
    venue.portfolio.stop()
  })
})

/** Each call looks through thousands of jobs. That is real work, although virtual time hardly passes. */

describe('a venue with 5,000 pairs', () => {
  it('is fully known within 10 s when one call lists an area', async () => {
    const venue = largeVenue(5_000, 177, true)
    expect(await venue.untilWhole(30_000)).toBeLessThan(10_000)
    venue.portfolio.stop()
  })

  it('delays neither the account nor the orders of what is held when it lists one instrument per call', async () => {
    const venue = largeVenue(5_000, 177, false)
    venue.portfolio.start()
    await venue.clock.advance(4_000)
    expect(venue.unreadHeld()).toEqual([])
    const from = venue.clock.mono()
    await venue.clock.advance(6_000)
    const longestPause = (isMeant: (call: Call) => boolean): number => {
      const times = [
        from,
        ...venue.calls.filter((call) => call.at >= from && isMeant(call)).map(({ at }) => at),
        from + 6_000,
      ]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
    }
    for (const area of AREAS) {
      expect(longestPause(({ endpoint }) => endpoint === `${area}.account`)).toBeLessThan(3_000)
    }
    for (const name of venue.held) {
      expect(
        longestPause(({ endpoint, instrument }) => endpoint.endsWith('.openOrders') && instrument === name),
      ).toBeLessThan(5_000)
    }
    venue.portfolio.stop()
  })
})
