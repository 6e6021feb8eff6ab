import { describe, expect, it } from 'vitest'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { DeskReport, IntentReport, LegReport } from '#shared/desk/report.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { ONE_BY_ONE } from '#test/support/one-by-one.ts'
import { balance, contract, pair, position } from '#test/support/portfolio-fixtures.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'

const VALUES: Partial<Record<EndpointName, unknown>> = {
  'spot.pairs': [pair('BTC', 'USDT')],
  'spot.account': [balance('BTC', 1, 1), balance('USDT', 5)],
  'contract.contracts': [contract('BTC', 'USDT')],
  'contract.account': { marginAccounts: [], positions: [] },
  'spot.openOrders': [],
  'contract.openOrders': [],
  'spot.myTrades': [],
  'contract.myTrades': [],
}

/** A venue with one pair and one contract. Each endpoint in `failures` fails that many times. */
function portfolioOf(
  failures: Partial<Record<EndpointName, FailureKind[]>> = {},
  values: Partial<Record<EndpointName, unknown>> = {},
) {
  const clock = new ManualClock()
  const asked: string[] = []
  const failing = structuredClone(failures)
  const client = {
    areas: AREAS,
    async call(endpoint: EndpointName, params: object) {
      asked.push([endpoint, ...Object.values(params)].join(':'))
      const kind = failing[endpoint]?.shift()
      if (kind) return err<Failure>(localFailure(kind, endpoint, verbatim('no')))
      const value = values[endpoint] ?? VALUES[endpoint] ?? { last: null, bid: null, ask: null }
      return ok({ value, sentAt: clock.mono(), answeredAt: clock.mono(), timestamp: null, quarantined: [] })
    },
    clock: () => null,
    budget: () => ({ pools: [], hosts: [] }),
    dialect: () => ONE_BY_ONE,
  } as unknown as VenueClient
  /** From now on the endpoint keeps failing. */
  const fail = (endpoint: EndpointName): void => {
    failing[endpoint] = Array<FailureKind>(100).fill('timeout')
  }
  return {
    clock,
    asked,
    fail,
    portfolio: new Portfolio({ client, clock, startRisk: riskInThisThread, onChange: () => undefined }),
  }
}

const INTENT: IntentReport = {
  intentId: 'one',
  action: { kind: 'flatten', spot: 'keep' },
  createdAt: 0,
  ...{ tookMs: null, estimate: null, note: null, seenAt: null },
  state: 'running',
  legs: [],
}

const ACCOUNT = ['contract.account', 'contract.contracts', 'spot.account', 'spot.pairs']
const REST = ['contract.openOrders:E-BTC-USDT', 'spot.openOrders:BTCUSDT', 'spot.ticker:BTCUSDT']

describe('reading everything once', () => {
  it('reads the account, and then each thing worth reading once', async () => {
    const { asked, portfolio } = portfolioOf()
    await portfolio.readAll([])
    expect(asked.slice(0, 4).toSorted()).toEqual(ACCOUNT)
    expect(asked.slice(4).toSorted()).toEqual(REST)
    const { balances, orders, risk, health } = portfolio.parts()
    expect(balances.data).toHaveLength(2)
    expect(orders.data?.scopes.every(({ readAt }) => readAt !== null)).toBe(true)
    expect(risk.data?.missing).toEqual([])
    expect(health.data?.failure).toBeNull()
  })

  it('leaves out the account and orders of an area that the key cannot read, and prices the rest', async () => {
    const { asked, portfolio } = portfolioOf()
    await portfolio.readAll(['contract'])
    expect(asked.toSorted()).toEqual([
      'contract.contracts',
      'spot.account',
      'spot.openOrders:BTCUSDT',
      'spot.pairs',
      'spot.ticker:BTCUSDT',
    ])
    expect(portfolio.parts().risk.data?.missing).toEqual(['marginAccounts', 'positions'])
  })

  it('retries once if the venue was too busy, and nothing else', async () => {
    const { asked, portfolio } = portfolioOf({
      'spot.account': ['rateLimited'],
      'contract.account': ['rateLimited', 'rateLimited', 'rateLimited'],
      'spot.openOrders': ['timeout'],
    })
    await portfolio.readAll([])
    const times = (name: string): number => asked.filter((one) => one === name).length
    expect([times('spot.account'), times('contract.account'), times('spot.openOrders:BTCUSDT')]).toEqual([2, 2, 1])
    expect(portfolio.parts().balances.failure).toBeNull()
    expect(portfolio.parts().positions.failure?.kind).toBe('rateLimited')
    expect(portfolio.parts().orders.data?.scopes.find(({ area }) => area === 'spot')?.failure?.kind).toBe('timeout')
  })
})

it('knows the open orders once every place that may have some was read', async () => {
  const { portfolio } = portfolioOf()
  expect(portfolio.deskView().risk).toBeNull()
  await portfolio.readAll([])
  expect(portfolio.deskView().risk?.orders).toEqual([])
  const half = portfolioOf({ 'spot.openOrders': ['timeout'] }).portfolio
  await half.readAll([])
  expect(half.deskView().risk?.orders).toBeNull()
  expect(half.parts().risk.data?.fills).toBeNull()
})

it('gives the desk the age of a price, but not after a sleep, which its clock may have missed', async () => {
  const { clock, portfolio } = portfolioOf()
  portfolio.start()
  await clock.advance(2_000)
  portfolio.stop()
  await clock.advance(7_000)
  const [readAt] = portfolio.parts().quotes.data?.map((quote) => quote.readAt) ?? []
  const ages = () => portfolio.deskView().quotes.map(({ ageMs }) => ageMs)
  expect(ages()).toEqual([clock.mono() - (readAt ?? NaN)])
  portfolio.wake()
  await clock.advance(1_000)
  expect(ages()).toEqual([null])
})

describe('open orders', () => {
  const HELD = position(contract('BTC', 'USDT'))
  const isLate = ({ orders }: ReturnType<Portfolio['parts']>, now: number): boolean =>
    now - (orders.readAt ?? -Infinity) > 2 * (orders.expectEveryMs ?? Infinity)

  /** What the part expects over that many half seconds, and whether it is ever late. */
  async function watched({ clock, portfolio }: ReturnType<typeof portfolioOf>, halves: number) {
    const expected = new Set<number | null>()
    let wasLate = false
    for (let half = 0; half < halves; half++) {
      await clock.advance(500)
      const parts = portfolio.parts()
      expected.add(parts.orders.expectEveryMs)
      wasLate ||= isLate(parts, clock.mono())
    }
    return { expected: [...expected], wasLate }
  }

  it('are swept slowly when none is open and nothing is held, and that is not late', async () => {
    const bench = portfolioOf()
    bench.portfolio.start()
    await bench.clock.advance(3_000)
    expect(await watched(bench, 120)).toEqual({ expected: [20_000], wasLate: false })
    bench.portfolio.stop()
  })

  it('are read every 2 s where something is held, and slowly as soon as it is gone', async () => {
    const account = { marginAccounts: [], positions: [HELD] }
    const bench = portfolioOf({}, { 'contract.account': account })
    bench.portfolio.start()
    await bench.clock.advance(3_000)
    expect(await watched(bench, 20)).toEqual({ expected: [2_000], wasLate: false })
    account.positions = []
    await bench.clock.advance(1_500)
    expect(await watched(bench, 120)).toEqual({ expected: [20_000], wasLate: false })
    bench.portfolio.stop()
  })

  it('are late when the sweep does not come', async () => {
    const bench = portfolioOf()
    bench.portfolio.start()
    await bench.clock.advance(3_000)
    bench.fail('contract.openOrders')
    expect(await watched(bench, 120)).toEqual({ expected: [20_000], wasLate: true })
    bench.portfolio.stop()
  })
})

describe('while the desk works', () => {
  const report = (over: Partial<IntentReport>): DeskReport => ({
    ...{
      state: 'open',
      reason: null,
      emergency: null,
      unknownCount: 0,
      protections: [],
      mode: 'active',
      limits: USUAL_LIMITS,
      spotPolicy: 'keep',
      modeNote: null,
      passedOver: { outOfPlace: 0, laterKinds: 0 },
      drill: null,
    },
    intents: [{ ...INTENT, ...over }],
  })

  /** Order endpoints requested in `ms` after `report`. */
  async function ordersAfter(report: DeskReport, ms: number): Promise<readonly string[]> {
    const { clock, asked, portfolio } = portfolioOf()
    portfolio.start()
    await clock.advance(3_000)
    asked.length = 0
    portfolio.setDesk(report)
    portfolio.touch('contract', 'E-BTC-USDT')
    await clock.advance(ms)
    portfolio.stop()
    expect(asked).toContain('contract.account')
    return asked.filter((one) => one.includes('openOrders'))
  }

  it('leaves the orders to the desk, and reads them again once it is done or waits for the venue', async () => {
    expect(await ordersAfter(report({ state: 'running' }), 4_500)).toEqual([])
    expect(await ordersAfter(report({ state: 'running' }), 6_000)).toContain('contract.openOrders:E-BTC-USDT')
    expect(await ordersAfter(report({ state: 'done' }), 500)).toEqual(['contract.openOrders:E-BTC-USDT'])
  })

  it('leaves the orders of an area with a leg in progress to the desk, and reads the others', async () => {
    const request = { kind: 'cancel', area: 'spot' } as LegReport['request']
    const legs = [{ request } as LegReport]
    const { clock, asked, portfolio } = portfolioOf()
    portfolio.start()
    await clock.advance(3_000)
    asked.length = 0
    portfolio.setDesk(report({ state: 'running', legs }))
    portfolio.touch('spot', 'BTCUSDT')
    portfolio.touch('contract', 'E-BTC-USDT')
    await clock.advance(4_500)
    portfolio.stop()
    expect(asked).toContain('contract.openOrders:E-BTC-USDT')
    expect(asked).not.toContain('spot.openOrders:BTCUSDT')
  })

  it('keeps reading orders beside a chase, which takes long', async () => {
    const tactic = { kind: 'chase', stopPercent: '1' } as const
    const action = { ...closeAtMarket('E-BTC-USDT:long:cross'), tactic }
    expect(await ordersAfter(report({ state: 'running', action }), 500)).toEqual(['contract.openOrders:E-BTC-USDT'])
  })
})

it('marks a price that jumps as doubtful, for figures and desk, until other prices confirm it', async () => {
  const of = contract('BTC', 'USDT')
  const values: Partial<Record<EndpointName, unknown>> = {}
  const venueAt = (mark: number, traded: number): void => {
    const price = decimal(traded)
    values['contract.account'] = { marginAccounts: [], positions: [position(of, { markPrice: mark })] }
    values['contract.ticker'] = { last: price, bid: price, ask: price }
  }
  venueAt(100, 100)
  const { clock, portfolio } = portfolioOf({}, values)
  portfolio.start()
  await clock.advance(10_000)
  const found = () => portfolio.parts().risk.data?.priceFindings
  expect([found(), portfolio.deskView().doubtful]).toEqual([[], []])
  venueAt(0.1, 100)
  await clock.advance(6_000)
  expect(found()).toMatchObject([{ code: 'jump', instrument: of.name, field: 'mark', from: 100, to: 0.1 }])
  expect(portfolio.deskView().doubtful).toContain(of.name)
  venueAt(0.1, 0.1)
  await clock.advance(10_000)
  expect([found(), portfolio.deskView().doubtful]).toEqual([[], []])
  portfolio.stop()
})
