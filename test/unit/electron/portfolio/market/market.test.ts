import { afterEach, describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'
import { balance, order, pair } from '#test/support/portfolio-fixtures.ts'
import { historyOf, marketBench } from './market-bench.ts'
import type { Venue } from './market-bench.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The parts computed from prices. */
const WORKED_OUT = ['risk', 'statistics', 'liquidity'] as const

let stop = (): void => undefined
afterEach(() => stop())

type Bench = ReturnType<typeof marketBench>

/** A bench that has run for a while, by default long enough to know everything about this small account. */
async function begun(given: Partial<Venue> = {}, { history = historyOf([]), ms = 20 * SECOND } = {}): Promise<Bench> {
  const bench = marketBench(given, history)
  bench.portfolio.start()
  stop = () => bench.portfolio.stop()
  await bench.clock.advance(ms)
  return bench
}

const failuresOf = (parts: Encoded<PortfolioParts>): readonly (string | null)[] =>
  WORKED_OUT.map((name) => parts[name].failure?.operation ?? null)
const observationsOf = (asset: string, { statistics }: Encoded<PortfolioParts>): number | null =>
  statistics.data?.assets.find((each) => each.asset === asset)?.observations ?? null

describe('after a sleep', () => {
  it('open orders are known again once every place that may have some was read again', async () => {
    const { clock, venue, parts } = await begun({
      values: { 'spot.account': [balance('BTC', 1, 1)], 'spot.openOrders': [order(pair('BTC', 'USDT'))] },
    })
    venue.fails = (endpoint) => endpoint === 'contract.openOrders'
    clock.jumpWall(8 * HOUR)
    await clock.advance(10 * SECOND)
    expect(parts().orders.failure?.operation).toBe('portfolio.wake')
    expect(parts().orders.readAt).toBeGreaterThan(clock.mono() - 5 * SECOND)
    venue.fails = () => false
    await clock.advance(20 * SECOND)
    expect(parts().orders.failure).toBeNull()
  })

  it('no computed part looks new until everything it rests on was read again', async () => {
    const { clock, venue, parts, portfolio } = await begun()
    const costs = () => parts().liquidity.data?.rows.map(({ cost }) => cost.value)
    expect(failuresOf(parts())).toEqual([null, null, null])
    expect(costs()).not.toEqual([null])
    venue.fails = () => true
    clock.jumpWall(8 * HOUR)
    await clock.advance(SECOND)
    const woken = clock.mono()
    const before = WORKED_OUT.map((name) => parts()[name].data)
    for (const ms of [SECOND, 3 * SECOND, MINUTE]) {
      await clock.advance(ms)
      expect(failuresOf(parts())).toEqual(['portfolio.wake', 'portfolio.wake', 'portfolio.wake'])
      expect(parts().health.data?.phase).toBe('blind')
      expect(portfolio.unattended().ageMs).toBeGreaterThan(8 * HOUR)
    }
    // The account can be read again, but one price cannot.
    venue.fails = (endpoint) => endpoint === 'spot.ticker'
    await clock.advance(10 * SECOND)
    expect(failuresOf(parts())).toEqual(['portfolio.wake', 'portfolio.wake', 'portfolio.wake'])
    expect(WORKED_OUT.slice(1).map((name) => parts()[name].data)).toEqual(before.slice(1))
    // Now everything except order books: old ones give no cost.
    venue.fails = (endpoint) => endpoint === 'spot.depth'
    await clock.advance(10 * SECOND)
    expect(parts().liquidity.failure).toBeNull()
    expect(costs()).toEqual([null])
    venue.fails = () => false
    await clock.advance(25 * SECOND)
    expect(costs()).not.toEqual([null])
    expect(failuresOf(parts())).toEqual([null, null, null])
    for (const name of WORKED_OUT) expect(parts()[name].readAt).toBeGreaterThan(woken)
    expect(parts().health.data?.phase).toBe('live')
    expect(portfolio.unattended().ageMs).toBeLessThan(30 * SECOND)
  })

  it('an answer to a request from before the sleep is dropped', async () => {
    const { clock, venue, parts } = await begun()
    const answers: ((value: undefined) => void)[] = []
    venue.wait = (endpoint) => (endpoint === 'spot.ticker' ? new Promise((resolve) => answers.push(resolve)) : null)
    await clock.advance(6 * SECOND)
    clock.jumpWall(8 * HOUR)
    await clock.advance(SECOND)
    for (const answer of answers.splice(0)) answer(undefined)
    await clock.advance(5 * SECOND)
    expect(parts().balances.failure).toBeNull()
    expect(parts().quotes.failure?.operation).toBe('portfolio.wake')
    expect(failuresOf(parts())).toEqual(['portfolio.wake', 'portfolio.wake', 'portfolio.wake'])
    for (const answer of answers.splice(0)) answer(undefined)
    await clock.advance(5 * SECOND)
    expect(failuresOf(parts())).toEqual([null, null, null])
  })
})

it('computed parts age with the reads that they use', async () => {
  const { clock, venue, parts } = await begun()
  const ageOf = (name: 'risk' | 'statistics' | 'liquidity'): number => clock.mono() - (parts()[name].readAt ?? NaN)
  for (const name of WORKED_OUT) expect(ageOf(name)).toBeLessThanOrEqual(20 * SECOND)
  venue.fails = (endpoint) => endpoint === 'spot.depth'
  await clock.advance(25 * SECOND)
  expect(ageOf('liquidity')).toBeGreaterThanOrEqual(25 * SECOND)
  expect(ageOf('risk')).toBeLessThan(10 * SECOND)
  venue.fails = () => true
  await clock.advance(MINUTE)
  for (const name of WORKED_OUT) expect(ageOf(name)).toBeGreaterThanOrEqual(MINUTE)
})

describe('the value of an account', () => {
  const moving = (price: number) => ({ last: decimal(price), bid: decimal(price), ask: decimal(price) })
  const rowOf = ({ liquidity }: Encoded<PortfolioParts>) => liquidity.data?.rows[0]

  it('is compared with an order book as it was when that was read, however far prices moved since', async () => {
    const { clock, venue, parts } = await begun({}, { ms: 25 * SECOND })
    const { readAt, notional } = rowOf(parts()) ?? {}
    expect(clock.mono() - (readAt ?? NaN)).toBeGreaterThan(3 * SECOND)
    // The order book says 100 all the time. Only the price moves.
    for (const price of [110, 120, 130]) {
      venue.values['spot.ticker'] = moving(price)
      await clock.advance(4 * SECOND)
      expect(rowOf(parts())).toMatchObject({ readAt, markGap: { value: 0, reason: null } })
    }
    expect(rowOf(parts())?.notional.value).toBeGreaterThan(notional?.value ?? NaN)
  })

  it('is not compared with an order book that was read at another time, and the cost is given without it', async () => {
    const { clock, venue, parts } = await begun()
    venue.fails = (endpoint) => endpoint === 'spot.ticker'
    await clock.advance(30 * SECOND)
    const row = rowOf(parts())
    expect(row?.markGap.reason?.code).toBe('figure.readApart')
    expect(row?.cost.value).toBe((row?.fee.value ?? NaN) + (row?.spreadCost.value ?? NaN))
  })
})

describe('a host that asks to slow down', () => {
  it('gets no market reads for a while, then half as many, and account reads all the time', async () => {
    const coins = Array.from({ length: 5 }, (_, index) => `COIN${index}`)
    const values = {
      'spot.pairs': coins.map((base) => pair(base, 'USDT')),
      'spot.account': coins.map((asset) => balance(asset, 1)),
    }
    const { clock, venue, asked } = await begun({ values }, { ms: 6 * SECOND })
    const market = (from: number): number => asked('spot.klines', from) + asked('spot.depth', from)
    expect(market(clock.mono() - 2 * SECOND + 1)).toBe(4)
    // Calls in flight wait for the host.
    const { promise: isOpen, resolve: open } = Promise.withResolvers<undefined>()
    venue.wait = (endpoint) => (/klines|depth/.test(endpoint) ? isOpen : null)
    await clock.advance(2 * SECOND)
    venue.hosts.spot = 'backingOff'
    const from = clock.mono()
    await clock.advance(5 * SECOND)
    venue.hosts.spot = 'open'
    open(undefined)
    await clock.advance(58 * SECOND)
    expect(market(from)).toBe(0)
    expect(asked('spot.account', from)).toBeGreaterThan(55)
    await clock.advance(3 * SECOND)
    const again = clock.mono() + 1
    await clock.advance(6 * SECOND)
    expect(market(again)).toBe(6)
  })

  it('does not delay calls to another host', async () => {
    const { clock, venue, asked } = await begun()
    venue.hosts.contract = 'banned'
    const from = clock.mono() + SECOND
    await clock.advance(61 * SECOND)
    expect(asked('contract.klines', from)).toBe(0)
    expect(asked('spot.klines', from)).toBeGreaterThan(0)
  })
})

it('a new holding has its stored history from the start', async () => {
  const { clock, venue, pushed } = await begun({}, { history: historyOf(['ETHUSDT']) })
  venue.fails = (endpoint, { symbol }) => endpoint === 'spot.klines' && symbol === 'ETHUSDT'
  venue.values['spot.account'] = [balance('BTC', 1), balance('ETH', 1), balance('USDT', 5)]
  await clock.advance(15 * SECOND)
  const known = pushed.map((parts) => observationsOf('ETH', parts)).filter((count) => count !== null)
  expect([...new Set(known)]).toEqual([299])
})

it('a venue without pairs still has statistics and exit costs', async () => {
  const { parts, calls } = await begun({ values: { 'spot.pairs': [], 'spot.account': [] } })
  expect(failuresOf(parts())).toEqual([null, null, null])
  expect(observationsOf('BTC', parts())).toBe(298)
  expect(parts().liquidity.data).not.toBeNull()
  expect(calls.filter(({ endpoint }) => endpoint === 'spot.klines')).toEqual([])
})

it('so does a venue without Spot, and nothing of Spot is waited for', async () => {
  const { parts, calls } = await begun({ areas: ['contract'] })
  expect(failuresOf(parts())).toEqual([null, null, null])
  expect(observationsOf('BTC', parts())).toBe(298)
  expect(calls.filter(({ endpoint }) => endpoint.startsWith('spot.'))).toEqual([])
})

it('so does a venue whose pairs cannot be read', async () => {
  const { parts } = await begun({ fails: (endpoint) => endpoint === 'spot.pairs' })
  expect(observationsOf('BTC', parts())).toBe(298)
})

it('contracts do not replace pairs before the pairs are known', async () => {
  const { promise: listed, resolve: list } = Promise.withResolvers<undefined>()
  const { clock, calls } = await begun({ wait: (endpoint) => (endpoint === 'spot.pairs' ? listed : null) })
  const candles = () => calls.filter(({ endpoint }) => endpoint.endsWith('klines'))
  expect(candles()).toEqual([])
  list(undefined)
  await clock.advance(10 * SECOND)
  expect(candles()[0]?.endpoint).toBe('spot.klines')
})
