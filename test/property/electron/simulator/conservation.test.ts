import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderMargin } from '#electron/simulator/account/contract.ts'
import { Exchange } from '#electron/simulator/exchange.ts'
import { remaining } from '#electron/simulator/account/order.ts'
import { seedDemoAccount } from '#electron/simulator/demo/seed.ts'
import { lockFor } from '#electron/simulator/account/spot.ts'
import { VenueTime } from '#electron/simulator/venue-time.ts'
import { decimal, ONE, roundTo, sum } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'

const SPOT = ['btcusdt', 'ethusdt', 'ethbtc', 'xmrbtc', 'dogeusdt', 'solusdt']
const CONTRACT = ['E-BTC-USDT', 'E-ETH-USDT', 'E-SOL-USDT', 'E-BTC-USD', 'E-DOGE-USDT']

const share = fc.integer({ min: 1, max: 1000 })
const around = fc.integer({ min: -300, max: 300 })
const side = fc.constantFrom('BUY' as const, 'SELL' as const)

/** What can happen to an exchange; sizes and prices are relative, so most tickets are worth accepting. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('spot' as const),
    symbol: fc.constantFrom(...SPOT),
    side,
    share,
    around,
    market: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('contract' as const),
    contract: fc.constantFrom(...CONTRACT),
    side,
    share,
    around,
    market: fc.boolean(),
    action: fc.constantFrom('OPEN' as const, 'CLOSE' as const),
    positionType: fc.constantFrom(1 as const, 2 as const),
    timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const, 'POST_ONLY' as const),
  }),
  fc.record({ kind: fc.constant('cancel' as const), share }),
  fc.record({ kind: fc.constant('tick' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('move' as const), asset: fc.constantFrom('BTC', 'ETH', 'SOL', 'DOGE'), around }),
  fc.record({ kind: fc.constant('funding' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(exchange: Exchange, action: Step): void {
  switch (action.kind) {
    case 'spot': {
      const spec = exchange.pair(action.symbol)
      const { type, price } = priceOf(exchange, spec, action)
      const money = action.side === 'BUY' && type === 'MARKET'
      const usd = decimal(action.share * 20).div(exchange.market.usd(money ? spec.quote : spec.base) ?? ONE)
      const volume = roundTo(usd, money ? 4 : spec.quantityPrecision, 'down')
      exchange.spot.place({ spec, side: action.side, type, price, volume, clientOrderId: null })
      return
    }
    case 'contract': {
      const { side, positionType, timeInForce } = action
      const spec = exchange.contract(action.contract)
      const volume = decimal(action.share * 3)
      const common = {
        clientOrderId: null,
        action: action.action,
        ...priceOf(exchange, spec, action),
      }
      exchange.contracts.place({ spec, volume, side, positionType, timeInForce, ...common })
      return
    }
    case 'cancel': {
      const open = [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()]
      const order = open[action.share % Math.max(1, open.length)]
      if (order) exchange.cancel(order)
      return
    }
    case 'tick':
      for (let second = 0; second < action.count; second += 1) exchange.tick()
      return
    case 'move': {
      const moved = exchange.market
        .usd(action.asset)
        ?.times(1000 + action.around)
        .div(1000)
      if (moved) exchange.setPrice(action.asset, roundTo(moved, 6, 'down'))
      return
    }
    case 'funding':
      for (const position of exchange.contracts.positions()) exchange.contracts.payFunding(position, decimal('0.0003'))
  }
}

function priceOf(
  exchange: Exchange,
  spec: Parameters<Exchange['market']['price']>[0],
  action: { around: number; market: boolean },
) {
  if (action.market) return { type: 'MARKET' as const, price: null }
  const price = exchange.market
    .price(spec)
    .times(10_000 + action.around)
    .div(10_000)
  return { type: 'LIMIT' as const, price: roundTo(price, spec.pricePrecision, 'down') }
}

function demo(seed: number): Exchange {
  const exchange = new Exchange({ seed, time: new VenueTime(new ManualClock()), cancelDelayMs: 0 })
  seedDemoAccount(exchange)
  return exchange
}

/** All there is of every spot asset: the account's and the house's. */
function spotTotals(exchange: Exchange): string[] {
  return exchange.spot
    .balances()
    .map(({ asset, free, locked }) => `${asset} ${sum([free, locked, exchange.spot.house(asset)]).toFixed()}`)
}

/** All there is of every margin coin: wallet, locked, what positions hold or have booked, and the house's. */
function contractTotals(exchange: Exchange): string[] {
  const { wallet } = exchange.contracts
  return wallet.coins.map((coin) => {
    const held = exchange.contracts.positions().filter(({ spec }) => spec.marginCoin === coin)
    const inPositions = held.flatMap(({ positionType, margin, realized }) => [
      positionType === 2 ? margin : decimal(0),
      realized,
    ])
    return `${coin} ${sum([wallet.normal(coin), wallet.locked(coin), wallet.house(coin), ...inPositions]).toFixed()}`
  })
}

function spotLocks(exchange: Exchange): Map<string, Decimal> {
  const locks = new Map<string, Decimal>()
  for (const order of exchange.spot.openOrders()) {
    const asset = order.side === 'BUY' ? order.spec.quote : order.spec.base
    locks.set(asset, (locks.get(asset) ?? decimal(0)).plus(lockFor(order, remaining(order))))
  }
  return locks
}

const runs = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), steps: fc.array(step, { maxLength: 60 }) })

/** `prepare` looks at the exchange before anything happens and returns what must hold after every step. */
function always(prepare: (exchange: Exchange) => () => void): void {
  fc.assert(
    fc.property(runs, ({ seed, steps }) => {
      const exchange = demo(seed)
      const check = prepare(exchange)
      for (const action of steps) {
        take(exchange, action)
        check()
      }
    }),
    { numRuns: 60 },
  )
}

describe('any sequence of orders, cancels, ticks, jumps and funding', () => {
  it('conserves every spot asset to the last digit, account and house together', () => {
    always((exchange) => {
      const totals = spotTotals(exchange)
      return () => expect(spotTotals(exchange).slice(0, totals.length)).toEqual(totals)
    })
  })

  it('conserves every margin coin to the last digit', () => {
    always((exchange) => {
      const totals = contractTotals(exchange)
      return () => expect(contractTotals(exchange)).toEqual(totals)
    })
  })

  it('locks on spot exactly what the open orders explain, and never more than there is', () => {
    always((exchange) => () => {
      const locks = spotLocks(exchange)
      for (const { asset, free, locked } of exchange.spot.balances()) {
        expect(`${asset} ${locked.toFixed()}`).toBe(`${asset} ${(locks.get(asset) ?? decimal(0)).toFixed()}`)
        expect(free.isNegative()).toBe(false)
      }
    })
  })

  it('locks on contracts exactly the margin of the open opening orders', () => {
    always((exchange) => () => {
      for (const coin of exchange.contracts.wallet.coins) {
        const open = exchange.contracts.openOrders().filter(({ spec }) => spec.marginCoin === coin)
        expect(exchange.contracts.wallet.locked(coin).toFixed()).toBe(sum(open.map(orderMargin)).toFixed())
      }
    })
  })

  it('never has closing orders for more than a position holds, nor an empty position', () => {
    always((exchange) => () => {
      for (const position of exchange.contracts.positions()) {
        expect(position.volume.gt(0)).toBe(true)
        expect(exchange.contracts.pendingCloseVolume(position).lte(position.volume)).toBe(true)
      }
      const closing = exchange.contracts.openOrders().filter(({ action }) => action === 'CLOSE')
      const explained = sum(
        exchange.contracts.positions().map((position) => exchange.contracts.pendingCloseVolume(position)),
      )
      expect(explained.toFixed()).toBe(sum(closing.map(remaining)).toFixed())
    })
  })
})
