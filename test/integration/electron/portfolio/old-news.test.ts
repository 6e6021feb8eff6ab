/** What a portfolio shows while the venue does not answer, or answers wrongly: no figure counts as newer than it is. */
import { createHmac } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { Fault, SimPosition, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { ageAt } from '#shared/snapshot/freshness.ts'
import type { PartName, PortfolioParts } from '#shared/snapshot/snapshot.ts'
import { restOnSpot } from '#test/support/portfolio-at-venue.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'
import { stillVenue } from '#test/support/still-venue.ts'
import { caller } from '../simulator/caller.ts'
import { WireTime } from '#test/support/wire-time.ts'

/** Parts that the screen shows, and the age from which each must be marked: five of its intervals. */
const SHOWN = ['balances', 'marginAccounts', 'positions', 'orders', 'quotes', 'risk'] as const satisfies PartName[]
const LINK = 'E-LINK-USDT'

interface Watched {
  readonly time: WireTime
  readonly venue: Simulator
  readonly client: VenueClient
  readonly portfolio: Portfolio
  /** Time during which the machine sleeps, which no monotonic clock sees. */
  readonly sleep: { ms: number }
  readonly parts: () => Encoded<PortfolioParts>
  readonly isFresh: (name: PartName) => boolean
  /** The LINK position at the venue and on the screen. */
  readonly held: () => SimPosition
  readonly shown: () => string | undefined
}

async function watched(): Promise<Watched> {
  const time = new WireTime()
  const sleep = { ms: 0 }
  onTestFinished(() => time.stop())
  const venue = await stillVenue({ clock: time.forVenue() })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const clock = {
    mono: () => time.mono(),
    wall: () => time.wall() + sleep.ms,
    after: (...task: Parameters<WireTime['after']>) => time.after(...task),
  }
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock })
  const portfolio = new Portfolio({ client, clock, startRisk: riskInThisThread, onChange: () => undefined })
  onTestFinished(async () => {
    portfolio.stop()
    await client.close()
  })
  const parts = () => portfolio.parts()
  const isFresh = (name: PartName) => ageAt(parts()[name], time.mono()).state === 'fresh'
  portfolio.start()
  expect(await time.until(() => SHOWN.every(isFresh), 60_000)).toBe(true)
  return {
    ...{ time, venue, client, portfolio, sleep, parts, isFresh },
    held: () => venue.exchange.contracts.positions().find(({ spec }) => spec.name === LINK)!,
    shown: () => parts().positions.data?.find(({ contract }) => contract === LINK)?.volume,
  }
}

/** A dead network: no request is read, and nothing is answered. */
const GONE: Fault = { match: '*', kind: 'stall', executed: false, times: Infinity }

describe.each([
  ['5 s', 5_000],
  ['5 min', 300_000],
  ['1 h', 3_600_000],
])('F12: a network that is gone for %s', (_, goneMs) => {
  it('leaves no figure unmarked that may have changed, and reads all again afterwards', async () => {
    const { time, venue, parts, isFresh, held, shown } = await watched()
    venue.faults.inject(GONE)
    held().volume = decimal(held().volume.plus(5))
    const before = shown()
    const goneAt = time.mono()
    const unmarked: string[] = []
    while (time.mono() < goneAt + goneMs) {
      await time.pass(Math.min(goneMs / 10, 15_000))
      for (const name of SHOWN) {
        const { readAt, expectEveryMs } = parts()[name]
        if ((readAt ?? 0) > goneAt) unmarked.push(`${name} is dated after the network went`)
        const isOld = time.mono() - goneAt > 5 * (expectEveryMs ?? Infinity)
        if (isOld && isFresh(name)) unmarked.push(`${name} passes for fresh`)
      }
    }
    expect(unmarked).toEqual([])
    expect(shown()).toBe(before)
    expect(isFresh('positions')).toBe(false)
    venue.faults.clear()
    expect(await time.until(() => SHOWN.every(isFresh), 60_000)).toBe(true)
    expect(shown()).toBe(held().volume.toFixed())
  })
})

describe('F33: an answer from a cache', () => {
  it('is refused for the account when its headers admit it: the last reading grows old', async () => {
    const { time, venue, parts, isFresh, held, shown } = await watched()
    venue.faults.inject({ match: 'contract.account', kind: 'aged', times: Infinity })
    const before = shown()
    await time.pass(1_500)
    held().volume = decimal(held().volume.plus(5))
    const changedAt = time.mono()
    await time.pass(20_000)
    expect([shown(), isFresh('positions')]).toEqual([before, false])
    expect(parts().positions.readAt).toBeLessThanOrEqual(changedAt)
    expect(parts().positions.failure?.message.code).toBe('failure.venue.kept')
  })

  it('makes a price as old as the cache says', async () => {
    const { time, venue, parts } = await watched()
    venue.faults.inject({ match: 'contract.index', kind: 'aged', times: Infinity })
    venue.faults.inject({ match: 'contract.ticker', kind: 'aged', times: Infinity })
    await time.pass(20_000)
    const since = time.mono()
    await time.pass(60_000)
    expect(parts().quotes.readAt).toBeLessThanOrEqual(since)
  })
})

describe('F21: a venue clock that drifts', () => {
  it.each([50, -50])('by %i ms a minute for two hours never makes our timestamps invalid', async (ms) => {
    const { time, venue, client, portfolio } = await watched()
    portfolio.stop()
    venue.faults.inject({ match: 'spot.account', kind: 'clockDrift', ms })
    const refused: unknown[] = []
    for (let minute = 0; minute < 120; minute++) {
      for (const endpoint of ['spot.account', 'contract.account'] as const) {
        const answer = await time.during<Result<unknown, unknown>>(client.call(endpoint, {}))
        if (!answer.ok) refused.push(answer.error)
      }
      await time.pass(60_000)
    }
    expect(refused).toEqual([])
    expect(Math.abs(client.venueTime()! - time.wall() - 120 * ms)).toBeLessThan(500)
  })
})

describe('F23: a machine that slept for 8 h without an event', () => {
  it("marks all figures, measures the venue's clock before signing, and reuses no old socket", async () => {
    const { time, venue, parts, isFresh, sleep } = await watched()
    const before = venue.ledger.arrivals()
    sleep.ms = 8 * 3_600_000
    venue.clockSkewMs += sleep.ms
    await time.until(() => SHOWN.every((name) => parts()[name].failure !== null), 1_000)
    expect(SHOWN.filter(isFresh)).toEqual([])
    expect(await time.until(() => SHOWN.every(isFresh), 60_000)).toBe(true)
    const after = venue.ledger.arrivals().slice(before.length)
    expect(after.find(({ timestamp }) => timestamp !== null)?.status).toBe(200)
    const sockets = new Set(before.map(({ socketId }) => socketId))
    expect(after.filter(({ socketId }) => sockets.has(socketId)).length).toBe(0)
  })
})

describe('F28: a row that occurs twice with contradicting values', () => {
  it.each([
    ['positions', 'contract.account'],
    ['orders', 'contract.openOrders'],
    ['balances', 'spot.account'],
  ] as const)('of %s is counted once and reported', async (name, match) => {
    const { time, venue, parts } = await watched()
    restOnSpot(venue, 'btcusdt', 1)
    await time.pass(30_000)
    const rows = () => parts()[name].data
    const count = (): number => {
      const data = rows()
      return data === null ? -1 : 'orders' in data ? data.orders.length : data.length
    }
    const before = count()
    venue.faults.inject({ match, kind: 'conflicts', times: Infinity })
    await time.pass(30_000)
    expect(count()).toBe(before)
    expect(parts().health.data?.quarantined.some(({ operation }) => operation === match)).toBe(true)
  })
})

describe('F66: another program on the key that calls in bursts of the whole limit', () => {
  it('gets priority: there is no ban, stale data is marked, and all recovers when it ends', async () => {
    const { time, venue, isFresh } = await watched()
    const call = caller(venue, time)
    const statuses: (number | null)[] = []
    let wasOld = false
    for (let burst = 0; burst < 12; burst++) {
      const before = venue.ledger.arrivals().length
      for (let n = 0; n < 20; n++) void call('GET', '/fapi/v1/account')
      for (let second = 0; second < 10; second++) {
        await time.pass(1_000)
        wasOld ||= !isFresh('positions')
      }
      statuses.push(
        ...venue.ledger
          .arrivals()
          .slice(before)
          .map(({ status }) => status),
      )
    }
    const count = (status: number) => statuses.filter((one) => one === status).length
    expect([count(429) > 0, count(418), wasOld]).toEqual([true, 0, true])
    expect(await time.until(() => isFresh('positions'), 60_000)).toBe(true)
  })
})
