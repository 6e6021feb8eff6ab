/**
 * What figures say about themselves over HTTP: odd prices that they rest on, and ages that follow only their own reads.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '#electron/simulator/testing/faults.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'
import { startPortfolioAtVenue, type PortfolioAtVenue } from '#test/support/portfolio-at-venue.ts'

const CONTRACT = 'E-BTC-USDT'
let at: PortfolioAtVenue
beforeEach(async () => {
  at = await startPortfolioAtVenue({}, { areApart: true })
  at.portfolio.start()
  await at.until(({ health, risk }) => health.data?.phase === 'live' && risk.data?.priceFindings.length === 0)
})
afterEach(() => at.stop())

const forEver = (fault: Omit<Fault, 'times'>): void => void at.venue.faults.inject({ ...fault, times: Infinity })

type Risk = NonNullable<Encoded<PortfolioParts>['risk']['data']>
/** The odd prices on which the figures rest, if any. */
function doubtsIn({ provenance }: Risk) {
  const codes = (doubts: Risk['priceFindings']): readonly string[] => [...new Set(doubts.map(({ code }) => code))]
  return {
    spot: codes(provenance.spot.doubts),
    margin: codes(provenance.margin.doubts),
    equity: codes(provenance.equity.doubts),
  }
}

const risk = async (test: (risk: Risk) => boolean): Promise<Risk> =>
  (await at.until((parts) => parts.risk.data !== null && test(parts.risk.data))).risk.data!

describe('a figure made from an odd price', () => {
  it('says so while contract marks are a thousandth of their earlier value, and not afterwards', async () => {
    forEver({ match: 'contract.account', kind: 'scaledNumbers', field: 'indexPrice' })
    const odd = await risk(({ provenance }) => provenance.margin.doubts.length > 0)
    expect(doubtsIn(odd)).toEqual({ spot: [], margin: ['jump'], equity: ['jump'] })
    expect(odd.provenance.units.length).toBeGreaterThan(0)
    at.venue.faults.clear()
    expect(doubtsIn(await risk(({ provenance }) => provenance.equity.doubts.length === 0)).margin).toEqual([])
  })

  it('says so for Spot when a Spot price is off', async () => {
    forEver({ match: 'spot.ticker', kind: 'scaledNumbers' })
    const odd = await risk(({ provenance }) => provenance.spot.doubts.length > 0)
    expect(doubtsIn(odd)).toEqual({ spot: ['jump'], margin: [], equity: ['jump'] })
    expect(odd.provenance.units).toEqual([])
  })

  it('says so when the mark stands still while its order book moves', async () => {
    forEver({ match: 'contract.account', kind: 'frozenNumbers', field: 'indexPrice' })
    const { exchange } = at.venue
    const price = exchange.market.price(exchange.contract(CONTRACT))
    // One read may have been in flight. The next one sees the state from here on.
    const { version } = at.portfolio.parts().positions
    await at.until(({ positions }) => positions.version > version + 1)
    exchange.setPrice('BTC', price.times('1.01'))
    const odd = await risk(({ provenance }) =>
      provenance.margin.doubts.some(({ instrument }) => instrument === CONTRACT),
    )
    expect(doubtsIn(odd)).toMatchObject({ spot: [], margin: ['markFrozen'] })
  })
})

describe('a pause of one area', () => {
  const LATE_MS = 12_000
  const isOlder = (one: number | null, other: number | null): boolean =>
    one !== null && other !== null && other - one > LATE_MS

  it('of Spot makes no margin figure older', async () => {
    forEver({ match: 'spot.*', kind: 'status429', retryAfter: 60 })
    const { provenance } = await risk((now) => isOlder(now.provenance.spot.readAt, now.provenance.margin.readAt))
    expect(provenance.equity.readAt).toBe(provenance.spot.readAt)
  })

  it('of Contract makes no Spot figure older', async () => {
    forEver({ match: 'contract.*', kind: 'status429', retryAfter: 60 })
    const { provenance } = await risk((now) => isOlder(now.provenance.margin.readAt, now.provenance.spot.readAt))
    expect(provenance.equity.readAt).toBe(provenance.margin.readAt)
  })
})
