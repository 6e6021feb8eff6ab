import fc from 'fast-check'
import type { MarginMode, Position, PositionSide } from '#shared/domain/account.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { depth, NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const CONTRACTS = [
  contract('BTC', 'USDT', { maxMarketVolume: 7, maxLimitVolume: 20 }),
  contract('ETH', 'USDT', { minOrderVolume: '0.1' }),
  contract('BTC', 'USD', { direction: 'inverse', minOrderVolume: 3 }),
  contract('SOL', 'USDT', { tradable: false }),
]
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT', { quantityPrecision: 1 }), pair('ETH', 'BTC')]

const tenths = (max: number): fc.Arbitrary<string> => fc.nat({ max: max * 10 }).map((n) => (n / 10).toFixed(1))

const held: fc.Arbitrary<Position> = fc
  .record({
    of: fc.constantFrom(...CONTRACTS, contract('XRP', 'USDT')),
    marginMode: fc.constantFrom<MarginMode>('cross', 'isolated'),
    side: fc.constantFrom<PositionSide>('long', 'short'),
    volume: tenths(60),
    pendingCloseVolume: fc.option(fc.oneof(fc.constant('0'), tenths(20)), { freq: 9 }),
    markPrice: fc.option(fc.constantFrom(95, 100, 105), { freq: 9 }),
    openPrice: fc.constantFrom(80, 100, 120),
    venueLiquidationPrice: fc.option(fc.constantFrom(97, 50)),
    freeze: fc.constantFrom('none' as const, 'none' as const, 'none' as const, 'liquidation' as const),
    maxFeeRate: fc.option(fc.constant('0.001'), { freq: 5 }),
  })
  .map(({ of, ...rest }) => position(of, rest))

const STATUSES: readonly OrderStatus[] = ['new', 'new', 'new', 'partially-filled', 'canceling', 'unknown', 'filled']

/** Orders with distinct ids, half of them on contracts. */
const orders: fc.Arbitrary<readonly Order[]> = fc
  .array(
    fc.record({
      of: fc.constantFrom(...CONTRACTS, ...PAIRS),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      action: fc.constantFrom('open' as const, 'close' as const),
      price: fc.option(fc.constantFrom(90, 99, 100, 101, 110), { freq: 6 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      executed: fc.constantFrom(0, 0, '0.5'),
      status: fc.constantFrom(...STATUSES),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ of, action, ...rest }, at) => {
      const where =
        of.area === 'contract'
          ? { area: of.area, instrument: of.name, orderId: String(at) }
          : { area: of.area, instrument: of.symbol, orderId: String(at) }
      return openOrder(where, { ...rest, action: of.area === 'contract' ? action : null })
    }),
  )

const books = fc.subarray([
  depth(
    'contract',
    CONTRACTS[0]!.name,
    [
      [99, 10],
      [98, 100],
    ],
    [
      [101, 10],
      [102, 5],
    ],
  ),
  depth('contract', CONTRACTS[1]!.name, [[99, 1_000]], [[101, 1_000]]),
  depth('contract', CONTRACTS[2]!.name, [], [[101, 1_000]]),
  depth('spot', PAIRS[0]!.symbol, [
    [99, 1],
    [90, 100],
  ]),
])

const quotes = fc
  .tuple(fc.subarray([...PAIRS, ...CONTRACTS]), fc.constantFrom(0, 15_000, 15_001, null))
  .map(([quoted, ageMs]) => quoted.map((each) => ({ ...quote(each, 100), ageMs })))

/** An account with a few positions and orders, parts of which are unknown. */
export const facts: fc.Arbitrary<DeskFacts> = fc
  .record({
    positions: fc.uniqueArray(held, { maxLength: 6, selector: ({ key }) => key }),
    orders,
    canceled: orders,
    holdings: fc.tuple(tenths(9), tenths(9), tenths(9)),
    depths: books,
    quotes,
    isPartial: fc.boolean(),
    knowsRisk: fc.boolean(),
    roundTripMs: fc.option(fc.integer({ min: 1, max: 2_000 })),
    crossEquity: fc.integer({ min: -10, max: 500 }),
  })
  .map(({ holdings: [btc, eth, dead], knowsRisk, roundTripMs, crossEquity, ...rest }): DeskFacts => {
    const instruments = [...CONTRACTS, ...PAIRS]
    const { positions } = rest
    const marginAccounts = [marginAccount('USDT', { crossEquity }), marginAccount('BTC', { crossEquity: 1 })]
    return {
      ...NO_FACTS,
      ...rest,
      instruments,
      balances: [balance('USDT', 50), balance('BTC', btc, 2), balance('ETH', eth, 1), balance('DEAD', dead)],
      pace: { pools: [], roundTripMs },
      risk: knowsRisk ? riskInputs({ instruments, positions, marginAccounts, quotes: rest.quotes }) : null,
    }
  })
