import type { Message } from '#shared/domain/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { loadLineOf, loadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import { coinShock, uniformShock } from '#shared/risk/load-line/shock-model.ts'
import type { Order } from '#shared/domain/order.ts'
import {
  balance,
  contract,
  marginAccount,
  order,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { readOracle } from '../oracle.ts'

const ETH = contract('ETH', 'USDT')
const COIN = contract('BTC', 'USD', { direction: 'inverse' })
const PAIRS = [pair('ETH', 'USDT'), pair('BTC', 'USDT')]
const uniform = uniformShock(['USDT'])

/** One ETH long at 100 on 30 USDT of equity. */
const long = riskInputs({
  instruments: [...PAIRS, ETH, COIN],
  quotes: PAIRS.map((each) => quote(each, 100)),
  marginAccounts: [marginAccount('USDT', { crossEquity: 30 })],
  positions: [position(ETH)],
})
const withOrders = (inputs: RiskInputs, orders: readonly Order[], shocks?: readonly number[]) => {
  const pairs = new Map(PAIRS.map((each) => [each.symbol, each]))
  return loadLineWithOrders(modelAccount(inputs), orders, pairs, uniform, shocks)
}
const account = (amounts: Parameters<typeof marginAccount>[1], inputs = long): RiskInputs => ({
  ...inputs,
  marginAccounts: [marginAccount('USDT', amounts)],
})
const breachOf = (line: ReturnType<typeof withOrders>) =>
  line.breaches.map(({ direction, shock }) => [direction, shock])
const κ = 0.006

describe('the load line of a single coin', () => {
  it('moves that coin and nothing else, even if it is cash', () => {
    const held = { ...long, balances: [balance('BTC', 1), balance('USDT', 10)] }
    const model = modelAccount(held)
    const line = (coin: string) => loadLineOf(model, coinShock(coin), [-0.1, 0, 0.1])
    expect(line('BTC')).toMatchObject({ model: 'coin:BTC', breaches: [] })
    expect(line('BTC').equity).toEqual([130, 140, expect.closeTo(150, 9)])
    expect(line('ETH').breaches[0]!.shock).toBeCloseTo(70 / (100 * (1 - κ)) - 1, 12)
    // In dollars: 40 USDT fall by a tenth. The contract's price in USDT rises by a ninth and is paid in USDT.
    expect(line('USDT').equity![0]).toBeCloseTo(100 + 36 + (100 / 0.9 - 100) * 0.9, 9)
  })
})

describe('a load line with filling orders', () => {
  it('equals the plain load line without orders', () => {
    const plain = loadLineOf(modelAccount(long), uniform)
    expect(withOrders(long, [])).toEqual({ ...plain, fills: [], leftOut: [], unknownMargin: [] })
  })

  it('breaches sooner with bids below a long', () => {
    const bid = order(ETH, { price: 90, quantity: 100 })
    const line = withOrders(long, [bid], [-0.15, 0])
    // The breach solves 30 + 100 (g - 1) + (100 g - 90) = κ 200 g.
    expect(breachOf(line)).toEqual([['down', expect.closeTo(160 / (200 * (1 - κ)) - 1, 12)]])
    expect(line.fills).toMatchObject([
      { orderId: bid.orderId, direction: 'down', shock: expect.closeTo(-0.1, 12) as number },
    ])
    expect(line.shocks).toEqual([-0.15, expect.closeTo(-0.1, 12), 0])
    expect(line.equity).toEqual([expect.closeTo(30 - 15 - 5, 9), expect.closeTo(20, 9), 30])
    const [unit] = line.units
    expect(unit!.marginRate).toEqual([expect.closeTo(10 / 170, 9), expect.closeTo(20 / 180, 9), 0.3])
  })

  it('breaches at the fill itself when its proceeds are not enough', () => {
    const bid = order(ETH, { price: 75, quantity: 2000 })
    expect(breachOf(withOrders(long, [bid]))).toEqual([['down', expect.closeTo(-0.25, 12)]])
  })

  it('adds order margin to the account with a fill, where it counts and can be lost', () => {
    const locked = account({ crossEquity: 30, orderMargin: 12 })
    const orders = [order(ETH, { price: 90, quantity: 100 }), order(ETH, { orderId: 'low', price: 30, quantity: 100 })]
    const line = withOrders(locked, orders, [-0.2, 0])
    // 9 of the 12 belong to the first order, by value at the limit prices.
    expect(line.breaches).toMatchObject([
      { shock: expect.closeTo(151 / (200 * (1 - κ)) - 1, 12) as number, loss: expect.closeTo(39, 9) as number },
    ])
    expect(line.breaches[0]!.equityLeft).toBeCloseTo(3, 9)
    expect(line.equity![0]).toBeCloseTo(42 - 20 - 10, 9)
    expect(line.equity!.at(-1)).toBe(42)
    // The second order would fill after the account is gone.
    expect(line.fills.map(({ orderId }) => orderId)).toEqual([orders[0]!.orderId])
  })

  it('adds no order margin when its owner is unknown, and names the order', () => {
    const locked = account({ crossEquity: 30, orderMargin: 12 })
    const orders = [order(ETH, { price: 90, quantity: 100 }), order(ETH, { orderId: 'market', price: null })]
    const line = withOrders(locked, orders, [-0.2, 0])
    expect(line.breaches[0]!.loss).toBeCloseTo(30, 9)
    expect(line.unknownMargin).toEqual([ETH.name])
    // The margin still stands outside.
    expect(line.breaches[0]!.equityLeft).toBeCloseTo(12, 9)
  })

  it('fills nothing in an account that is already in liquidation: only its order margin is left', () => {
    const going = account({ crossEquity: '0.5', orderMargin: 5 })
    const line = withOrders(going, [order(ETH, { price: 90, quantity: 100 })], [-0.2, 0, 0.5])
    expect([line.fills, line.breaches]).toEqual([[], []])
    expect(line.equityWithLiquidation).toEqual([5, 5, 5])
  })

  it('closes at most the position, and keeps the profit', () => {
    const target = order(ETH, { side: 'sell', action: 'close', price: 120, quantity: 150 })
    const again = order(ETH, { orderId: 'again', side: 'sell', action: 'close', price: 130, quantity: 1 })
    const line = withOrders(long, [target, again], [0, 0.5, 1])
    expect(line.equity).toEqual([30, expect.closeTo(50, 9), expect.closeTo(50, 9), expect.closeTo(50, 9)])
    expect(line.units[0]!.marginRate.slice(2)).toEqual([null, null])
    expect(line.fills.map(({ orderId }) => orderId)).toEqual([target.orderId])
  })

  const split = riskInputs({
    ...long,
    marginAccounts: [marginAccount('USDT', { crossEquity: 500, isolatedEquity: 300 })],
    positions: [
      position(ETH, { marginMode: 'isolated', volume: 1500, margin: 300 }),
      position(ETH, { volume: 1000, maintenanceRate: '0.004' }),
    ],
  })
  const closing = order(ETH, { side: 'sell', action: 'close', price: 110, quantity: 2500 })

  it('closes the cross position first, and the isolated one of that side with the rest', () => {
    const line = withOrders(split, [closing], [0, 0.5])
    // 25 ETH are sold at 110.
    expect(line.equity!.at(-1)).toBeCloseTo(800 + 250, 9)
    expect(line.units.map(({ marginRate }) => marginRate.at(-1))).toEqual([null, null])
    expect(line.fills).toMatchObject([{ orderId: closing.orderId, direction: 'up' }])
    expect(line.leftOut).toEqual([])
    const part = withOrders(split, [{ ...closing, quantity: decimal(1600) }], [0, 0.5])
    // 9 ETH of the isolated position continue to 150.
    expect(part.equity!.at(-1)).toBeCloseTo(800 + 160 + 450, 9)
    const both = withOrders(split, [closing, { ...closing, orderId: 'again' }], [0, 0.5])
    expect(both.equity!.at(-1)).toBeCloseTo(1050, 9)
    expect(both.fills).toHaveLength(1)
  })

  it('names a remainder that would close an isolated position that it cannot follow', () => {
    const [isolated, cross] = split.positions!
    const unknown = { ...split, positions: [{ ...isolated!, maintenanceRate: null }, cross!] }
    const line = withOrders(unknown, [closing], [0, 0.5])
    expect(line.leftOut).toMatchObject([
      { orderId: closing.orderId, reason: expect.objectContaining({ code: 'figure.isolatedRest' }) as Message },
    ])
    expect(line.equity!.at(-1)).toBeCloseTo(800 + 100 + 750, 9)
    expect(withOrders(unknown, [{ ...closing, quantity: decimal(1000) }]).leftOut).toEqual([])
  })

  it('closes only what is held at its fill, not what opens later', () => {
    const bid = order(ETH, { price: 90, quantity: 100 })
    // The order is at the market, so it fills at once, while only the first hundred are held.
    const flat = order(ETH, { side: 'sell', action: 'close', price: 100, quantity: 200 })
    const line = withOrders(long, [bid, flat], [-0.15, 0])
    expect(line.equity).toEqual([25, 30, 30].map((each) => expect.closeTo(each, 9) as number))
    expect(line.fills.map(({ orderId, shock }) => [orderId, shock])).toEqual([
      [flat.orderId, 0],
      [bid.orderId, expect.closeTo(-0.1, 12)],
      [flat.orderId, 0],
    ])
  })

  it('does not check for a breach between orders that fill at one move', () => {
    const huge = order(ETH, { orderId: 'a', price: 100, quantity: 6000 })
    const flat = order(ETH, { orderId: 'b', side: 'sell', action: 'close', price: 100, quantity: 6000 })
    // Between the two fills the requirement would exceed the equity.
    expect(breachOf(withOrders(long, [huge, flat]))).toEqual([['down', expect.closeTo(70 / (100 * (1 - κ)) - 1, 12)]])
  })

  it('treats an order at the market as filled here, in both directions', () => {
    const crossing = order(ETH, { price: 101, quantity: 100 })
    const line = withOrders(long, [crossing], [-0.1, 0, 0.1])
    expect(line.equity).toEqual([9, 29, 49].map((each) => expect.closeTo(each, 9) as number))
    expect(line.fills.map(({ direction, shock }) => [direction, shock])).toEqual([
      ['down', 0],
      ['up', 0],
    ])
  })

  it('follows an inverse short and its asks, each paid in coins', () => {
    const short = account({ crossEquity: 0 })
    const inputs = {
      ...short,
      positions: [position(COIN, { side: 'short' })],
      marginAccounts: [marginAccount('BTC', { crossEquity: 20 })],
    }
    const ask = order(COIN, { side: 'sell', price: 125, quantity: 100 })
    const line = withOrders(inputs, [ask], [0, 1])
    // 20 coins; a face value of 10,000 short at 100 and of 10,000 at 125: W - N (1/A - 1/P) each, times P.
    expect(line.equity!.at(-1)).toBeCloseTo(200 * (20 - 10_000 * (1 / 100 - 1 / 200) - 10_000 * (1 / 125 - 1 / 200)), 6)
    const free = (p: number) => 20 - 10_000 / 100 - 10_000 / 125 + (1 - κ) * (20_000 / p)
    expect(free(100 * (1 + line.breaches[0]!.shock))).toBeCloseTo(0, 9)
  })

  it('turns cash into coins where Spot bids fill', () => {
    const spot = { ...long, positions: [], marginAccounts: [], balances: [balance('USDT', 10, 90)] }
    const line = withOrders(spot, [order(PAIRS[0]!, { price: 90 })], [-0.2, -0.05])
    expect(line.equity).toEqual([90, 100, 100].map((each) => expect.closeTo(each, 9) as number))
  })

  it('names the orders that it cannot follow, and why', () => {
    const orders = [
      order(ETH, { orderId: 'market', price: null }),
      order(COIN, { orderId: 'unheld' }),
      order(COIN, { orderId: 'nothing', side: 'sell', action: 'close' }),
      order(contract('SOL', 'USDT'), { orderId: 'unknown' }),
      order(pair('SOL', 'USDT'), { orderId: 'no pair' }),
      order(ETH, { orderId: 'done', status: 'filled' }),
    ]
    const { leftOut, ...line } = withOrders(long, orders)
    expect(leftOut.map(({ orderId }) => orderId)).toEqual(['market', 'unheld', 'nothing', 'unknown', 'no pair'])
    expect(new Set(leftOut.map(({ reason }) => reason)).size).toBe(5)
    expect(line).toEqual({ ...loadLineOf(modelAccount(long), uniform), fills: [], unknownMargin: [] })
  })

  it('fills what open_orders fills on its path', () => {
    const oracle = readOracle('open_orders') as {
      inputs: {
        mark: number
        positions: { volume: number; avgPrice: number }[]
        orders: {
          orderId: number
          price: string
          origQty: string
          executedQty: string
          side: string
          action: string
          status: string
        }[]
      }
      expected: { path_consistent: Record<string, { filled_order_ids: number[] }> }
    }
    const BTC = contract('BTC', 'USDT', { multiplier: '0.0001' })
    const [held] = oracle.inputs.positions
    const { mark } = oracle.inputs
    const inputs = riskInputs({
      instruments: [BTC],
      marginAccounts: [marginAccount('USDT', { crossEquity: 1e6 })],
      positions: [position(BTC, { volume: held!.volume, averagePrice: held!.avgPrice, markPrice: mark })],
    })
    const { fills } = withOrders(
      inputs,
      oracle.inputs.orders.map((each) =>
        order(BTC, {
          orderId: String(each.orderId),
          price: each.price,
          quantity: each.origQty,
          executed: each.executedQty,
          side: each.side === 'BUY' ? 'buy' : 'sell',
          action: each.action === 'OPEN' ? 'open' : 'close',
          status: each.status === 'CANCELLED' ? 'canceled' : 'new',
        }),
      ),
    )
    const paths = Object.entries(oracle.expected.path_consistent)
    expect(paths).toHaveLength(4)
    for (const [text, { filled_order_ids }] of paths) {
      const x = Number.parseFloat(text)
      const filled = fills.filter(({ shock }) => (x < 0 ? shock < 0 && shock >= x : shock > 0 && shock <= x))
      expect(filled.map(({ orderId }) => orderId).sort()).toEqual(filled_order_ids.map(String))
    }
  })
})
