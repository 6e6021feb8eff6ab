import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyInMemory } from '#electron/history/store.ts'
import type { VenueHistory } from '#electron/history/store.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { BAR_INTERVALS, BAR_MS } from '#shared/domain/bar.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'

type Parts = Encoded<PortfolioParts>

const fitsOf = (risk: Parts['risk']['data']) => Object.values(risk?.calibration ?? {})

const undo: (() => Promise<void>)[] = []
/** One venue with a freshly opened account, shared by all tests. */
let venue: Simulator
let history: VenueHistory
let first: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
  undo.push(() => venue.stop())
  history = historyInMemory().at('venue')
  first = await open()
})
afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

/** A portfolio that stores its candles in `history`. `until` waits for a state of its parts. */
async function open() {
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock })
  await client.syncClock()
  const waiting: { test: (parts: Parts) => boolean; done: (parts: Parts) => void }[] = []
  const portfolio = new Portfolio({
    ...{ client, history, clock: systemClock },
    onChange() {
      const parts = portfolio.parts()
      for (const one of waiting.filter(({ test }) => test(parts))) {
        waiting.splice(waiting.indexOf(one), 1)
        one.done(parts)
      }
    },
  })
  portfolio.start()
  const close = async () => {
    portfolio.stop()
    await client.close()
  }
  undo.push(close)
  const until = (test: (parts: Parts) => boolean): Promise<Parts> => new Promise((done) => waiting.push({ test, done }))
  return { client, portfolio, until, close }
}

/** The assets of the statistics that have daily returns. */
const withHistory = ({ statistics }: Parts): readonly string[] =>
  (statistics.data?.assets ?? []).filter(({ observations }) => observations > 0).map(({ asset }) => asset)

/** The exit cost of each position. */
const costsOfPositions = ({ liquidity, positions }: Parts): readonly (number | null)[] => {
  const rows = new Map(liquidity.data?.rows.map(({ key, cost }) => [key, cost.value]))
  return positions.data?.map(({ key }) => rows.get(key) ?? null) ?? [null]
}

const isRead = ({ statistics }: Parts): boolean =>
  statistics.data !== null && statistics.data.assets.every(({ source, observations }) => !source || observations > 0)

describe('the market of a real account', () => {
  it('gives statistics for every asset and exit costs, within every limit', async () => {
    const { client, until } = first
    const parts = await until((now) => isRead(now) && costsOfPositions(now).every((cost) => cost !== null))
    const exposed = parts.risk.data!.exposure.assets.map(({ asset }) => asset)
    expect(parts.statistics.data!.assets.map(({ asset }) => asset).toSorted()).toEqual(exposed.toSorted())
    // These two have no contract and no pair with the reporting coin.
    expect(exposed.filter((asset) => !withHistory(parts).includes(asset)).toSorted()).toEqual(['KTO', 'XMR'])
    expect(parts.statistics.failure ?? parts.liquidity.failure).toBeNull()
    expect(parts.statistics.readAt).not.toBeNull()

    const now = client.venueTime() ?? 0
    const bitcoin = { area: 'spot', instrument: 'btcusdt' } as const
    const days = history.bars({ ...bitcoin, interval: '1day' }, 1_000)
    expect(days.ok && days.value).toHaveLength(299)
    for (const interval of BAR_INTERVALS) {
      const bars = history.bars({ ...bitcoin, interval }, 1_000)
      for (const { openTime } of bars.ok ? bars.value : []) expect(openTime + BAR_MS[interval]).toBeLessThanOrEqual(now)
    }
    const arrivals = venue.ledger.arrivals()
    expect(arrivals.filter(({ status }) => status === 429 || status === 418)).toEqual([])
    for (const name of ['spot.klines', 'contract.klines', 'spot.depth', 'contract.depth']) {
      expect(venue.ledger.maxInWindow(name, 2_000)).toBeLessThanOrEqual(5)
    }
  })

  it('reveals the rule by which the venue liquidates', async () => {
    const parts = await first.until(({ risk }) => fitsOf(risk.data).some(({ readings }) => readings > 0))
    for (const { residual } of fitsOf(parts.risk.data)) expect(residual ?? 0).toBeLessThan(0.0005)
  })

  it('comes from what an earlier run stored when the venue gives no candles', async () => {
    await first.until((now) => withHistory(now).length >= 2)
    await first.close()
    venue.faults.inject({ match: 'spot.klines', kind: '504NotExecuted', times: 100_000 })
    const second = await open()
    const parts = await second.until((now) => withHistory(now).length >= 2 && now.health.data?.failure !== null)
    expect(parts.health.data?.failure).toMatchObject({ operation: 'spot.klines', httpStatus: 504 })
    expect(parts.health.data?.phase).toBe('live')
  })
})
