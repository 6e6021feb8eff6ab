/**
 * The account while the risk worker is silent, dead or back: it is pushed at once, and its figures are as old as they
 * say.
 */
import { describe, expect, it } from 'vitest'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { RiskPort } from '#electron/risk/risk-client.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import { ok } from '#shared/domain/result.ts'
import { liquidationsOf } from '#shared/risk/account/position-risk.ts'
import { ManualClock } from '#test/support/clock.ts'
import { ONE_BY_ONE } from '#test/support/one-by-one.ts'
import { balance, contract, marginAccount, pair, position } from '#test/support/portfolio-fixtures.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'

const PERPETUAL = contract('BTC', 'USDT')
const HELD = position(PERPETUAL, { volume: 10, averagePrice: 100, markPrice: 100, venueLiquidationPrice: null })
const ACCOUNT = { marginAccounts: [marginAccount('USDT', { crossEquity: 5 })] }
const VALUES: Partial<Record<EndpointName, unknown>> = {
  'spot.pairs': [pair('BTC', 'USDT')],
  'spot.account': [balance('BTC', 1), balance('USDT', 5)],
  'contract.contracts': [PERPETUAL],
  'spot.openOrders': [],
  'contract.openOrders': [],
  'spot.myTrades': [],
  'contract.myTrades': [],
}
const PRICE = decimal(100)
const PRICES = { last: PRICE, bid: PRICE, ask: PRICE, mark: PRICE, index: PRICE, fundingRate: null }

/** A worker with the given delay, which does not answer while `isSilent`. */
function bench() {
  const clock = new ManualClock()
  const venue = { isSilent: false, positions: [HELD] }
  const worker = { isSilent: false, takesMs: 0, askedAt: 0, started: 0, ended: 0 }
  const client = {
    areas: AREAS,
    call: async (endpoint: EndpointName) => {
      const at = clock.mono()
      if (venue.isSilent) await new Promise(() => undefined)
      const value = endpoint === 'contract.account' ? { ...ACCOUNT, positions: venue.positions } : VALUES[endpoint]
      return ok({ value: value ?? PRICES, sentAt: at, answeredAt: at, timestamp: null, quarantined: [] })
    },
    clock: () => null,
    budget: () => ({ pools: [], hosts: [] }),
    dialect: () => ONE_BY_ONE,
  } as unknown as VenueClient
  const startRisk = (): RiskPort => {
    const port = riskInThisThread()
    worker.started++
    return {
      ...port,
      post(request) {
        if (request.kind === 'risk') worker.askedAt = clock.mono()
        if (worker.takesMs > 0) clock.after(worker.takesMs, () => port.post(request))
        else if (!worker.isSilent) port.post(request)
      },
      end: () => (worker.ended++, port.end()),
    }
  }
  let pushes = 0
  /** For each set of figures, when it was first shown and when it was requested. */
  const shown: { readonly askedAt: number; readonly at: number }[] = []
  let version = 0
  const portfolio = new Portfolio({
    ...{ client, clock, startRisk },
    onChange() {
      pushes++
      const { risk } = portfolio.parts()
      if (risk.version > version) shown.push({ askedAt: worker.askedAt, at: clock.mono() })
      version = risk.version
    },
  })
  return { clock, venue, worker, portfolio, shown, pushes: () => pushes }
}

describe('while the risk worker is silent', () => {
  it('the account is pushed at once, and a plan has all it needs', async () => {
    const { clock, worker, portfolio } = bench()
    worker.isSilent = true
    portfolio.start()
    await clock.advance(1_500)
    const { positions, risk } = portfolio.parts()
    expect([positions.data?.length, risk.data, risk.failure]).toEqual([1, null, null])
    expect(portfolio.deskView().risk).toMatchObject({ positions: [HELD] })
    portfolio.stop()
  })

  it('figures keep their age, say why, and are renewed by another worker', async () => {
    const { clock, worker, portfolio } = bench()
    portfolio.start()
    await clock.advance(10_000)
    worker.isSilent = true
    await clock.advance(5_000)
    const { readAt } = portfolio.parts().risk
    await clock.advance(17_000)
    const { risk, positions, health } = portfolio.parts()
    expect(risk).toMatchObject({ readAt, failure: { kind: 'timeout', operation: 'portfolio.risk' } })
    expect(risk.data?.positions).toHaveLength(1)
    expect(health.data?.failure).toMatchObject({ operation: 'portfolio.risk' })
    expect(clock.mono() - (positions.readAt ?? 0)).toBeLessThan(1_500)
    expect(worker).toMatchObject({ started: 2, ended: 1 })
    worker.isSilent = false
    await clock.advance(25_000)
    const { risk: mended, health: after } = portfolio.parts()
    expect([mended.failure, after.data?.failure]).toEqual([null, null])
    expect(clock.mono() - (mended.readAt ?? 0)).toBeLessThan(6_000)
    portfolio.stop()
  })

  it('figures are renewed although no read completes', async () => {
    const { clock, venue, worker, portfolio } = bench()
    portfolio.start()
    await clock.advance(10_000)
    worker.isSilent = true
    await clock.advance(2_000)
    venue.isSilent = true
    await clock.advance(22_000)
    expect(portfolio.parts().risk.failure?.kind).toBe('timeout')
    worker.isSilent = false
    await clock.advance(25_000)
    expect(portfolio.parts().risk.failure).toBeNull()
    portfolio.stop()
  })

  it('no line is drawn for an equity without new data', async () => {
    const { clock, worker, portfolio } = bench()
    portfolio.start()
    await clock.advance(10_000)
    worker.isSilent = true
    await clock.advance(1_000)
    const drawn = portfolio.parts().equityCurve.data?.length ?? 0
    await clock.advance(10_000)
    const curve = portfolio.parts().equityCurve.data ?? []
    expect(curve.slice(drawn).filter(([, value]) => value !== null).length).toBeLessThanOrEqual(1)
    expect(curve.at(-1)?.[1]).toBeNull()
    portfolio.stop()
  })

  it('quitting still lists where a position is liquidated', async () => {
    const { clock, worker, portfolio } = bench()
    worker.isSilent = true
    portfolio.start()
    await clock.advance(5_000)
    const own = liquidationsOf(portfolio.deskView().risk!).get(HELD.key)
    expect(own).toBeDefined()
    expect(portfolio.unattended().liquidations?.get(HELD.key)).toEqual(own)
    portfolio.stop()
  })
})

it('ends the worker with the portfolio, and pushes nothing after that', async () => {
  const { clock, worker, portfolio, pushes } = bench()
  portfolio.start()
  await clock.advance(5_000)
  portfolio.stop()
  const before = pushes()
  await clock.advance(5_000)
  expect([worker.started, worker.ended, pushes() - before]).toEqual([1, 1, 0])
})

it('cancels the pending push when it is stopped', async () => {
  const { clock, portfolio, pushes } = bench()
  portfolio.start()
  portfolio.stop()
  await clock.advance(1_000)
  expect(pushes()).toBe(0)
})

it('shows figures as soon as they arrive, and the account before', async () => {
  const { clock, worker, portfolio, shown } = bench()
  worker.takesMs = 70
  portfolio.start()
  await clock.advance(5_000)
  portfolio.stop()
  expect(shown.length).toBeGreaterThan(3)
  for (const { askedAt, at } of shown) expect(at - askedAt).toBe(70)
})

describe('the time of a flatten', () => {
  it('is computed anew every two seconds, and keeps its age while the worker is silent', async () => {
    const { clock, worker, portfolio } = bench()
    portfolio.start()
    await clock.advance(10_000)
    const { exit } = portfolio.parts()
    expect(exit.data).toMatchObject({ isFlat: false })
    expect(exit.data?.likelyMs).toBeGreaterThan(0)
    expect(clock.mono() - (exit.readAt ?? 0)).toBeLessThan(2_500)
    worker.isSilent = true
    await clock.advance(6_000)
    expect(portfolio.parts().exit.readAt).toBe(exit.readAt)
    portfolio.stop()
  })

  it('is computed at once when nothing is left to close', async () => {
    const { clock, venue, portfolio } = bench()
    portfolio.start()
    await clock.advance(10_000)
    venue.positions = []
    while (portfolio.parts().positions.data?.length !== 0) await clock.advance(50)
    await clock.advance(400)
    expect(portfolio.parts().exit.data).toEqual({ likelyMs: 0, p95Ms: 0, isFlat: true })
    portfolio.stop()
  })
})
