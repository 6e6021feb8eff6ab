import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '#shared/domain/result.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { USUAL_REPORTING } from '#shared/risk/reporting.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { createHmac } from 'node:crypto'
import { PART_NAMES, type SentParts } from '../../../../electron/portfolio/parts.ts'
import { Portfolio } from '../../../../electron/portfolio/portfolio.ts'
import { startSimulator } from '../../../../electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '../../../../electron/venue/venue.ts'

type Parts = Encoded<PortfolioParts>

type Until = (test: (parts: Parts) => boolean) => Promise<Parts>

/** Shared by all tests. Each test repairs what it broke. */
let account: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  account = await open()
})
afterAll(() => account.close())

/** A portfolio at a venue that moves only when the test moves it, and a way to wait for a state of its parts. */
async function open() {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock })
  await client.syncClock()
  const sleep = { ms: 0 }
  const totals = { in: USUAL_REPORTING }
  const waiting: { test: (parts: Parts) => boolean; done: (parts: Parts) => void }[] = []
  const portfolio = new Portfolio({
    client,
    reporting: () => totals.in,
    clock: { ...systemClock, wall: () => systemClock.wall() + sleep.ms },
    onChange: () => {
      const parts = portfolio.parts()
      for (const one of [...waiting]) {
        if (!one.test(parts)) continue
        waiting.splice(waiting.indexOf(one), 1)
        one.done(parts)
      }
    },
  })
  const atFirst = { desk: portfolio.deskView(), unattended: portfolio.unattended() }
  portfolio.start()
  const until: Until = (test) => new Promise((done) => waiting.push({ test, done }))
  const close = async () => {
    portfolio.stop()
    await client.close()
    await venue.stop()
  }
  return { venue, client, portfolio, atFirst, sleep, totals, until, close }
}

/** Whether the whole account was read without errors. */
function isWell({ health, orders, positions, balances, risk }: Parts): boolean {
  const areRead = orders.data?.scopes.every((scope) => scope.readAt !== null && scope.failure === null) ?? false
  const isWhole = risk.data?.incomplete.length === 0 && health.data?.quarantined.length === 0
  const areFailing = [orders, positions, balances, risk].some(({ failure }) => failure !== null)
  return health.data?.phase === 'live' && areRead && isWhole && !areFailing
}

describe('a portfolio on a venue', () => {
  it('learns every balance, position and open order of the account', async () => {
    const { venue, until } = account
    const parts = await until(isWell)
    const { spot, contracts } = venue.exchange
    const ids = [...spot.openOrders(), ...contracts.openOrders()].map((order) => order.orderId)
    expect(parts.orders.data?.orders.map((order) => order.orderId).sort()).toEqual(ids.sort())
    expect(parts.positions.data?.length).toBe(contracts.positions().length)
    expect(parts.risk.data?.missing).toEqual([])
    expect(parts.health.data?.quarantined).toEqual([])
  })

  it("gives the desk its facts, the venue's pace and the inputs of margin rates", async () => {
    const { portfolio, client, atFirst, until } = account
    expect(atFirst.desk).toMatchObject({ positions: null, balances: null, risk: null, isPartial: false })
    expect(atFirst.unattended).toMatchObject({ positions: null, ageMs: null })
    const parts = await until(isWell)
    const { positions, orders, pace, risk } = portfolio.deskView()
    expect(encode(positions)).toEqual(parts.positions.data)
    expect(orders).toHaveLength(parts.orders.data?.orders.length ?? 0)
    expect(pace.roundTripMs).toBe(client.clock()?.roundTripMs)
    expect(pace.pools.map(({ pool }) => pool)).toContain('contract.cancelOrder')
    expect(risk?.marginAccounts).toHaveLength(parts.marginAccounts.data?.length ?? 0)
    expect(portfolio.unattended()).toMatchObject({
      known: { positions: { state: 'known' }, orders: { state: 'known' } },
    })
  })

  it("reproduces the venue's margin rate of every account", async () => {
    const { until } = account
    const parts = await until(isWell)
    const judged = parts.risk.data!.margin.filter((unit) => unit.venueRateMatch !== null)
    expect(judged.length).toBeGreaterThanOrEqual(3)
    expect(judged.filter((unit) => unit.venueRateMatch === 'none')).toEqual([])
  })

  it('treats dollar coins as cash: valued by their pair, without exposure', async () => {
    const { until } = account
    const parts = await until(isWell)
    const { valuation, exposure } = parts.risk.data!
    expect(valuation.assets.find(({ asset }) => asset === 'USDC')?.method).toBe('direct')
    expect(exposure.assets.map(({ asset }) => asset)).toContain('BTC')
    expect(exposure.assets.map(({ asset }) => asset)).not.toContain('USDC')
  })

  it('keeps the last balances and their age when reading them fails, and says why', async () => {
    const { venue, until } = account
    const before = await until(isWell)
    venue.faults.inject({ match: 'spot.account', kind: '504NotExecuted', times: 50 })
    const after = await until((parts) => parts.balances.failure !== null)
    venue.faults.clear()
    expect(after.balances.data?.length).toBe(before.balances.data?.length)
    expect(after.balances.failure).toMatchObject({ operation: 'spot.account', httpStatus: 504 })
  })

  it('names what was read only in part, so that the rest does not look complete', async () => {
    const { venue, until } = account
    await until(isWell)
    // A row without a volume describes no position that could be closed. Every other field may be missing.
    venue.faults.inject({ match: 'contract.account', kind: 'missingField', field: 'volume', times: Infinity })
    const parts = await until((now) => (now.risk.data?.incomplete.length ?? 0) > 0)
    expect(parts.risk.data?.incomplete).toContain('positions')
    const unread = await until((now) => (now.health.data?.quarantined.length ?? 0) > 0)
    expect(unread.health.data?.quarantined[0]).toMatchObject({ operation: 'contract.account' })
    venue.faults.clear()
  })

  it('keeps a position whose state the venue gives as an unknown word', async () => {
    const { venue, portfolio, until } = account
    const before = await until(isWell)
    const [position] = venue.exchange.contracts.positions()
    position!.freeze = 9 as 0
    portfolio.touch('contract', position!.spec.name)
    const after = await until((now) => now.positions.data?.some((held) => held.freeze === 'unknown') ?? false)
    expect(after.positions.data?.length).toBe(before.positions.data?.length)
    position!.freeze = 0
  })

  it('treats nothing as fresh after the machine slept, until it was read again', async () => {
    const { portfolio, until } = account
    await until(isWell)
    portfolio.wake()
    expect(portfolio.parts().positions.failure).toMatchObject({ operation: 'portfolio.wake' })
    expect(portfolio.parts().risk.failure).toMatchObject({ operation: 'portfolio.wake' })
    const parts = await until((now) => now.positions.failure === null && now.risk.failure === null)
    expect(parts.positions.data?.length).toBeGreaterThan(0)
  })

  it('notices from the clocks that the machine slept, without a notification', async () => {
    const { sleep, until } = account
    await until(isWell)
    sleep.ms = 8 * 3_600_000
    const parts = await until((now) => now.positions.failure !== null)
    expect(parts.positions.failure).toMatchObject({ operation: 'portfolio.wake' })
  })

  it('converts totals to another coin on request, and reads the price it needs', async () => {
    const { portfolio, totals, until } = account
    const { data: before } = (await until(isWell)).risk
    const inDollars = Number(before!.equity.total)
    totals.in = { reportingCoin: 'EUR', fixedRate: decimal('0.5') }
    portfolio.reportingChanged()
    const { risk, equityCurve } = await until(({ risk: { data } }) => data?.reportingCoin === 'EUR')
    expect(Number(risk.data!.equity.total)).toBeCloseTo(inDollars / 2, 6)
    for (const [, equity] of equityCurve.data ?? []) expect(equity).toBeCloseTo(inDollars / 2, 6)
    totals.in = { reportingCoin: 'SOL', fixedRate: null }
    portfolio.reportingChanged()
    const inCoins = await until(({ risk: { data } }) => data?.reportingCoin === 'SOL' && data.marketRate !== null)
    const dollars = Number(inCoins.risk.data!.marketRate)
    expect(Number(inCoins.risk.data!.equity.total)).toBeCloseTo(inDollars * dollars, 6)
    totals.in = USUAL_REPORTING
    portfolio.reportingChanged()
  })

  it('reads an instrument at once after an action on it', async () => {
    const { venue, portfolio, until } = account
    const before = await until(isWell)
    const order = before.orders.data!.orders.find((one) => one.area === 'contract')!
    const asked = venue.exchange.contracts.openOrders().find((one) => one.orderId === order.orderId)!
    venue.exchange.cancel(asked)
    portfolio.touch('contract', order.instrument)
    const after = await until((parts) => !parts.orders.data!.orders.some((one) => one.orderId === order.orderId))
    expect(after.orders.data?.orders.length).toBe(before.orders.data!.orders.length - 1)
  })

  it('pushes only the parts that changed', async () => {
    const { portfolio, until } = account
    await until(isWell)
    const seen: SentParts = new Map()
    expect(Object.keys(portfolio.changes(seen))).toEqual([...PART_NAMES])
    await until(() => true)
    expect(Object.keys(portfolio.changes(seen))).not.toContain('instruments')
  })

  it('stays within every limit of the venue through all of this', async () => {
    const { venue, until } = account
    await until(isWell)
    const refused = venue.ledger.arrivals().filter((entry) => entry.status === 429 || entry.status === 418)
    expect(refused).toEqual([])
    for (const endpoint of new Set(venue.ledger.arrivals().map((entry) => entry.endpoint ?? ''))) {
      expect(venue.ledger.maxInWindow(endpoint, 2_000)).toBeLessThanOrEqual(20)
    }
  })

  it('reports itself as blind when the account can no longer be read', async () => {
    const { venue, until } = account
    await until(isWell)
    venue.faults.inject({ match: '*', kind: 'resetBeforeRead', times: 100_000 })
    const parts = await until((now) => now.health.data?.phase === 'blind')
    venue.faults.clear()
    expect(parts.positions.data?.length).toBeGreaterThan(0)
    expect(parts.positions.failure).not.toBeNull()
  })
})
