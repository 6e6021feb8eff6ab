import { describe, expect, it } from 'vitest'
import { accountBody } from '#electron/simulator/wire/account-rows.ts'
import { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { CONTRACTS, PAIRS } from '#electron/simulator/exchange/market/specs.ts'
import { reducePrice } from '#electron/simulator/exchange/account/contract-maths.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { seedDemoAccount } from '#electron/simulator/demo/seed.ts'
import { Strategy } from '#electron/simulator/demo/strategy.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import { dialectOf } from '#electron/simulator/wire/sim-dialect.ts'
import { shaped } from '#electron/simulator/wire/shapes.ts'
import { decimal, sum, toFloat } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'

/** The account as it is sent. */
function accountText(exchange: Exchange): string {
  return JSON.stringify(shaped('contract.account', accountBody(exchange), dialectOf()))
}

function demo(seed: number) {
  const exchange = new Exchange({ seed, time: new VenueTime(new ManualClock()), cancelDelayMs: 0 })
  seedDemoAccount(exchange)
  const strategy = new Strategy(exchange, seededRandom(seed + 1))
  strategy.start()
  return { exchange, strategy }
}

/** The distance of the isolated SOL long to its liquidation, as a fraction of the price. */
function distance(exchange: Exchange): number {
  const held = exchange.contracts
    .positions()
    .find(({ spec, positionType }) => spec.base === 'SOL' && positionType === 2)
  if (!held) return 0
  const lot = { volume: held.volume, price: held.averagePrice }
  const price = reducePrice(held.spec, 1, lot, held.margin.plus(held.realized))
  return 1 - toFloat(price.div(exchange.market.price(held.spec)))
}

describe('demo account', () => {
  const { exchange } = demo(7)

  it('has enough content: balances, dust, a coin without a price, positions of every kind, and orders', () => {
    const held = exchange.spot.balances().filter(({ free, locked }) => free.plus(locked).gt(0))
    expect(held.length).toBeGreaterThanOrEqual(12)
    expect(held.filter(({ asset }) => exchange.market.usd(asset) === null)).toHaveLength(1)
    const kinds = exchange.contracts
      .positions()
      .map(({ positionType, side, spec }) => `${positionType}${side}${spec.inverse}`)
    expect(kinds.length).toBeGreaterThanOrEqual(6)
    expect(new Set(kinds)).toEqual(new Set(['1BUYfalse', '1SELLfalse', '2BUYfalse', '2SELLfalse', '1SELLtrue']))
    expect(exchange.spot.openOrders().length + exchange.contracts.openOrders().length).toBeGreaterThanOrEqual(20)
    expect(new Set(exchange.contracts.openOrders().map(({ action }) => action)).size).toBe(2)
    expect(PAIRS.length).toBeGreaterThanOrEqual(14)
    expect(CONTRACTS.filter(({ tradable }) => tradable).length).toBeGreaterThanOrEqual(8)
  })

  it('is worth about 200,000 USDT', () => {
    const usd = (asset: string) => exchange.market.usd(asset) ?? decimal(0)
    const spot = exchange.spot.balances().map(({ asset, free, locked }) => free.plus(locked).times(usd(asset)))
    const { contracts } = exchange
    const coins = contracts.wallet.coins.map((coin) =>
      contracts.held
        .crossEquity(coin)
        .plus(contracts.held.isolatedEquity(coin))
        .plus(contracts.wallet.locked(coin))
        .times(usd(coin)),
    )
    const total = toFloat(sum([...spot, ...coins]))
    expect(total).toBeGreaterThan(180_000)
    expect(total).toBeLessThan(240_000)
  })

  it('has one position visibly near its liquidation', () => {
    expect(distance(exchange)).toBeGreaterThan(0.06)
    expect(distance(exchange)).toBeLessThan(0.09)
  })

  it.each([1, 7, 42])('survives its first hour and trades in it: seed %i', (seed) => {
    const { exchange, strategy } = demo(seed)
    const count = exchange.contracts.positions().length
    for (let second = 0; second < 3600; second += 1) {
      exchange.tick()
      strategy.live()
    }
    expect(exchange.contracts.positions()).toHaveLength(count)
    expect(exchange.contracts.positions().every(({ freeze }) => freeze === 0)).toBe(true)
    const fills = [...exchange.spot.fills, ...exchange.contracts.fills]
    expect(fills.length).toBeGreaterThan(60)
    expect(fills.filter(({ quantity, order }) => quantity.lt(order.volume)).length).toBeGreaterThan(10)
    expect(exchange.spot.openOrders().length + exchange.contracts.openOrders().length).toBeGreaterThanOrEqual(20)
  })

  it('changes every second', () => {
    const { exchange } = demo(3)
    let last = accountText(exchange)
    for (let second = 0; second < 30; second += 1) {
      exchange.tick()
      const now = accountText(exchange)
      expect(now).not.toBe(last)
      last = now
    }
  })

  it('leaves alone the cancels and orders of others', () => {
    const { exchange, strategy } = demo(5)
    for (const order of [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()]) exchange.cancel(order)
    for (let second = 0; second < 600; second += 1) {
      exchange.tick()
      strategy.live()
    }
    expect([...exchange.spot.openOrders(), ...exchange.contracts.openOrders()]).toEqual([])
  })

  it('is the same for the same seed', () => {
    const run = (seed: number) => {
      const { exchange, strategy } = demo(seed)
      for (let second = 0; second < 120; second += 1) {
        exchange.tick()
        strategy.live()
      }
      return accountText(exchange)
    }
    expect(run(9)).toBe(run(9))
    expect(run(9)).not.toBe(run(10))
  })
})

describe('contract account on the wire', () => {
  it.each([
    ['at first', 1, false],
    ['after trades and a settlement', 900, true],
  ])('keeps the relations between the published figures %s', (_when, seconds, isSettled) => {
    const { exchange, strategy } = demo(7)
    for (let second = 0; second < seconds; second += 1) {
      if (isSettled && second === seconds / 2) exchange.contracts.held.settle()
      exchange.tick()
      strategy.live()
    }
    interface Row {
      [field: string]: number
    }
    const body = JSON.parse(accountText(exchange)) as {
      account: (Row & { positionVos: { positions: (Row & { positionType: number })[] }[] })[]
    }
    for (const coin of body.account) {
      const held = coin.positionVos.flatMap((row) => row.positions)
      const of = (type: number) => held.filter((position) => position.positionType === type)
      const total = (rows: Row[], ...fields: string[]) =>
        rows.reduce((all, row) => all + fields.reduce((one, field) => one + (row[field] ?? NaN), 0), 0)
      const near = (value: number | undefined, expected: number) => expect(value).toBeCloseTo(expected, 8)
      near(coin['totalEquity'], total([coin], 'accountNormal') + total(of(1), 'realizedAmount', 'unRealizedAmount'))
      near(coin['partEquity'], total(of(2), 'holdAmount', 'realizedAmount', 'unRealizedAmount'))
      near(coin['totalCost'], total(of(1), 'holdAmount'))
      near(coin['partPositionNormal'], total(of(2), 'holdAmount'))
      if (held.length === 0) continue
      near(coin['totalMarginRate'], (coin['totalEquity'] ?? NaN) / total(of(1), 'positionBalance'))
      const equity = total([coin], 'totalEquity', 'partEquity', 'accountLock')
      near(coin['sumMarginRate'], equity / total(held, 'positionBalance'))
      for (const position of of(2)) {
        const own = total([position], 'holdAmount', 'realizedAmount', 'unRealizedAmount')
        near(position['marginRate'], own / (position['positionBalance'] ?? NaN))
      }
      for (const position of held) {
        near(
          position['historyRealizedAmount'],
          total([position], 'tradeFee', 'capitalFee', 'closeProfit', 'settleProfit'),
        )
        near(position['openRealizedAmount'], total([position], 'unRealizedAmount', 'settleProfit'))
      }
    }
  })
})
