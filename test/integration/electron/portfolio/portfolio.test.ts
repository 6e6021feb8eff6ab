import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '#shared/domain/clock.ts'
import { ok } from '#shared/domain/result.ts'
import type { PartName, PortfolioParts } from '#shared/domain/snapshot.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { createHmac } from 'node:crypto'
import { PART_NAMES } from '../../../../electron/portfolio/book.ts'
import { createPortfolio } from '../../../../electron/portfolio/portfolio.ts'
import type { Portfolio } from '../../../../electron/portfolio/portfolio.ts'
import { startSimulator } from '../../../../electron/simulator/simulator.ts'
import type { Simulator } from '../../../../electron/simulator/simulator.ts'
import { createVenueClient } from '../../../../electron/venue/client.ts'
import type { VenueClient } from '../../../../electron/venue/client.ts'

type Parts = Encoded<PortfolioParts>

let undo: (() => Promise<void>) | null = null
afterEach(async () => undo?.())

/** A portfolio on a venue that moves only when told, and a way to wait for what it will know. */
async function open(
  clock: Clock = systemClock,
): Promise<{ venue: Simulator; client: VenueClient; portfolio: Portfolio; until: Until }> {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock })
  await client.syncClock()
  const waiting: { test: (parts: Parts) => boolean; done: (parts: Parts) => void }[] = []
  const portfolio = createPortfolio({
    client,
    clock,
    onChange: () => {
      const parts = portfolio.parts()
      for (const one of [...waiting]) {
        if (!one.test(parts)) continue
        waiting.splice(waiting.indexOf(one), 1)
        one.done(parts)
      }
    },
  })
  portfolio.start()
  undo = async () => {
    portfolio.stop()
    await client.close()
    await venue.stop()
  }
  return {
    venue,
    client,
    portfolio,
    until: (test) => new Promise((done) => waiting.push({ test, done })),
  }
}
type Until = (test: (parts: Parts) => boolean) => Promise<Parts>

const isLive = (parts: Parts): boolean => parts.health.data?.phase === 'live'
const allScopesRead = (parts: Parts): boolean =>
  isLive(parts) && (parts.orders.data?.scopes.every((scope) => scope.readAt !== null) ?? false)

describe('a portfolio on a venue', () => {
  it('comes to know every balance, position and open order of the account', async () => {
    const { venue, until } = await open()
    const parts = await until(allScopesRead)
    const { spot, contracts } = venue.exchange
    const ids = [...spot.openOrders(), ...contracts.openOrders()].map((order) => order.orderId)
    expect(parts.orders.data?.orders.map((order) => order.orderId).sort()).toEqual(ids.sort())
    expect(parts.positions.data?.length).toBe(contracts.positions().length)
    expect(parts.risk.data?.missing).toEqual([])
    expect(parts.health.data?.quarantined).toEqual([])
  })

  it('gives the desk what it knows, with the pace of the venue and what margin rates are reckoned from', async () => {
    const { portfolio, client, until } = await open()
    expect(portfolio.deskView()).toMatchObject({ positions: null, balances: null, risk: null, isPartial: false })
    expect(portfolio.unattended()).toMatchObject({ positions: null, ageMs: null })
    const parts = await until(allScopesRead)
    const { positions, orders, pace, risk } = portfolio.deskView()
    expect(encode(positions)).toEqual(parts.positions.data)
    expect(orders).toHaveLength(parts.orders.data?.orders.length ?? 0)
    expect(pace.roundTripMs).toBe(client.clock()?.roundTripMs)
    expect(pace.pools.map(({ pool }) => pool)).toContain('contract.cancelOrder')
    expect(risk?.marginAccounts).toHaveLength(parts.marginAccounts.data?.length ?? 0)
    expect(portfolio.unattended()).toMatchObject({ isPartial: false, unreadScopes: 0 })
  })

  it('stays inside every limit of the venue while it does', async () => {
    const { venue, until } = await open()
    await until(allScopesRead)
    const refused = venue.ledger.arrivals().filter((entry) => entry.status === 429 || entry.status === 418)
    expect(refused).toEqual([])
    for (const endpoint of new Set(venue.ledger.arrivals().map((entry) => entry.endpoint ?? ''))) {
      expect(venue.ledger.maxInWindow(endpoint, 2_000)).toBeLessThanOrEqual(20)
    }
  })

  it('reproduces the margin rate that the venue gives for every account', async () => {
    const { until } = await open()
    const parts = await until(isLive)
    const judged = parts.risk.data!.margin.filter((unit) => unit.venueRateReproduced !== null)
    expect(judged.length).toBeGreaterThanOrEqual(3)
    expect(judged.filter((unit) => !unit.venueRateReproduced)).toEqual([])
  })

  it('keeps the last balances and their age when reading them fails, and says why', async () => {
    const { venue, until } = await open()
    const before = await until(isLive)
    venue.faults.inject({ match: 'spot.account', kind: '504NotExecuted', times: 50 })
    const after = await until((parts) => parts.balances.failure !== null)
    expect(after.balances.data?.length).toBe(before.balances.data?.length)
    expect(after.balances.failure).toMatchObject({ operation: 'spot.account', httpStatus: 504 })
  })

  it('names what could be read only in part, so that the rest does not pass for the whole', async () => {
    const { venue, portfolio, until } = await open()
    await until(isLive)
    const [position] = venue.exchange.contracts.positions()
    Object.assign(position!, { leverage: -1 })
    portfolio.touch('contract', position!.spec.name)
    const parts = await until((now) => (now.risk.data?.incomplete.length ?? 0) > 0)
    expect(parts.risk.data?.incomplete).toContain('positions')
    const unread = await until((now) => (now.health.data?.quarantined.length ?? 0) > 0)
    expect(unread.health.data?.quarantined[0]).toMatchObject({ operation: 'contract.account' })
  })

  it('keeps a position whose state the venue tells in a word nobody knows', async () => {
    const { venue, portfolio, until } = await open()
    const before = await until(isLive)
    const [position] = venue.exchange.contracts.positions()
    position!.freeze = 9 as 0
    portfolio.touch('contract', position!.spec.name)
    const after = await until((now) => now.positions.data?.some((held) => held.freeze === 'unknown') ?? false)
    expect(after.positions.data?.length).toBe(before.positions.data?.length)
  })

  it('takes nothing for fresh after the machine slept, until it was read again', async () => {
    const { portfolio, until } = await open()
    await until(isLive)
    portfolio.wake()
    expect(portfolio.parts().positions.failure).toMatchObject({ operation: 'portfolio.wake' })
    expect(portfolio.parts().risk.failure).toMatchObject({ operation: 'portfolio.wake' })
    const parts = await until((now) => now.positions.failure === null && now.risk.failure === null)
    expect(parts.positions.data?.length).toBeGreaterThan(0)
  })

  it('notices by the clocks that the machine slept, when nobody says so', async () => {
    let sleptMs = 0
    const { until } = await open({ ...systemClock, wall: () => systemClock.wall() + sleptMs })
    await until(isLive)
    sleptMs = 8 * 3_600_000
    const parts = await until((now) => now.positions.failure !== null)
    expect(parts.positions.failure).toMatchObject({ operation: 'portfolio.wake' })
  })

  it('calls itself blind when the account can not be read any more', async () => {
    const { venue, until } = await open()
    await until(isLive)
    venue.faults.inject({ match: '*', kind: 'resetBeforeRead', times: 100_000 })
    const parts = await until((now) => now.health.data?.phase === 'blind')
    expect(parts.positions.data?.length).toBeGreaterThan(0)
    expect(parts.positions.failure).not.toBeNull()
  })

  it('reads an instrument at once when something was done to it', async () => {
    const { venue, portfolio, until } = await open()
    const before = await until(allScopesRead)
    const order = before.orders.data!.orders.find((one) => one.area === 'contract')!
    const asked = venue.exchange.contracts.openOrders().find((one) => one.orderId === order.orderId)!
    venue.exchange.cancel(asked)
    portfolio.touch('contract', order.instrument)
    const after = await until((parts) => !parts.orders.data!.orders.some((one) => one.orderId === order.orderId))
    expect(after.orders.data?.orders.length).toBe(before.orders.data!.orders.length - 1)
  })

  it('pushes only the parts that changed', async () => {
    const { portfolio, until } = await open()
    await until(allScopesRead)
    const seen = new Map<PartName, number>()
    expect(Object.keys(portfolio.changes(seen))).toEqual([...PART_NAMES])
    await until(() => true)
    expect(Object.keys(portfolio.changes(seen))).not.toContain('instruments')
  })
})
