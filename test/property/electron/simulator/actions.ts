import fc from 'fast-check'
import type { PositionMode } from '#electron/simulator/exchange/account/surroundings.ts'
import { seedDemoAccount } from '#electron/simulator/demo/seed.ts'
import { Exchange } from '#electron/simulator/exchange/exchange.ts'
import type { InstrumentSpec } from '#electron/simulator/exchange/market/specs.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import { decimal, ONE, roundTo } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'

const SPOT = ['btcusdt', 'ethusdt', 'ethbtc', 'xmrbtc', 'dogeusdt', 'solusdt']
const CONTRACT = ['E-BTC-USDT', 'E-ETH-USDT', 'E-SOL-USDT', 'E-BTC-USD', 'E-DOGE-USDT', 'E-BNB-USDT']

const share = fc.integer({ min: 1, max: 1000 })
const around = fc.integer({ min: -300, max: 300 })
const side = fc.constantFrom('BUY' as const, 'SELL' as const)

/** The possible actions on an exchange. Sizes and prices are relative, so that most orders are acceptable. */
const action = fc.oneof(
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
    timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const, 'POST_ONLY' as const),
  }),
  fc.record({ kind: fc.constant('cancel' as const), share }),
  fc.record({ kind: fc.constant('tick' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('move' as const), asset: fc.constantFrom('BTC', 'ETH', 'SOL', 'DOGE'), around }),
  // A jump of a fifth up or down starts liquidations.
  fc.record({
    kind: fc.constant('move' as const),
    asset: fc.constantFrom('BTC', 'SOL', 'BNB'),
    around: fc.constantFrom(-200, 200),
  }),
  fc.record({ kind: fc.constant('funding' as const), rate: fc.constantFrom('0.0003', '-0.0011') }),
  fc.record({ kind: fc.constant('settlement' as const) }),
)
type Drawn = typeof action extends fc.Arbitrary<infer T> ? T : never

/** An action that ran, with what is known only afterwards. */
export type Action = Drawn & { accepted?: boolean; wasInDebt?: boolean; equities?: string }

export const runs = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  actions: fc.array(action, { maxLength: 60 }),
})

export function demo(seed: number, positionMode: PositionMode): Exchange {
  const exchange = new Exchange({ seed, time: new VenueTime(new ManualClock()), cancelDelayMs: 0, positionMode })
  seedDemoAccount(exchange)
  return exchange
}

/** Equity of every margin coin, cross and isolated. */
export function equities({ contracts }: Exchange): string {
  return contracts.wallet.coins
    .map((coin) => `${coin} ${contracts.held.crossEquity(coin).plus(contracts.held.isolatedEquity(coin)).toFixed()}`)
    .join(', ')
}

export function take(exchange: Exchange, action: Action): void {
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
      const spec = exchange.contract(action.contract)
      const { side, positionType, timeInForce } = action
      const terms = { volume: decimal(action.share * 3), side, positionType, timeInForce, clientOrderId: null }
      const { wallet } = exchange.contracts
      action.wasInDebt = wallet.coins.some((coin) => wallet.normal(coin).isNegative())
      const ticket = { spec, ...terms, action: action.action, ...priceOf(exchange, spec, action) }
      action.accepted = exchange.contracts.place(ticket).ok
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
      for (const position of exchange.contracts.positions()) {
        exchange.contracts.held.payFunding(position, decimal(action.rate))
      }
      return
    case 'settlement':
      action.equities = equities(exchange)
      exchange.contracts.held.settle()
  }
}

function priceOf(exchange: Exchange, spec: InstrumentSpec, { around, market }: { around: number; market: boolean }) {
  if (market) return { type: 'MARKET' as const, price: null }
  const price = exchange.market
    .price(spec)
    .times(10_000 + around)
    .div(10_000)
  return { type: 'LIMIT' as const, price: roundTo(price, spec.pricePrecision, 'down') }
}
