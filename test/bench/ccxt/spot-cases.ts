/** ccxt's reading of Spot. */
import { sum, toFloat } from '../../../shared/domain/decimal.ts'
import type { Case } from './conformance.ts'
import { bookOf, idOf, newest, orderRow } from './venue.ts'
import type { Desk, Row } from './venue.ts'

const BTC = 'BTC/USDT'
const FAR_BELOW = 60_000

export function spotCases({ venue, ask, stranger }: Desk): readonly Case[] {
  const { exchange } = venue
  const pair = exchange.pair('btcusdt')
  const last = () => newest(exchange.spot.orders)
  const row = () => orderRow(last(), BTC)
  const price = () => toFloat(exchange.market.price(pair))
  const place = (type: string, side: string, amount: number, at?: number, params: Row = {}) =>
    ask('createOrder', BTC, type, side, amount, at, params)
  const spot = (call: string, said: Case['said'], expected: Case['expected'], known?: string): Case =>
    known === undefined ? { call, of: 'Spot', said, expected } : { call, of: 'Spot', said, expected, known }
  /** A limit order far below the market, which rests. */
  const rest = (params: Row = {}) => place('limit', 'buy', 0.01, FAR_BELOW, params)
  const held = (asset: string) => exchange.spot.balances().find((balance) => balance.asset === asset)

  return [
    spot(
      'fetchStatus',
      () => ask('fetchStatus'),
      () => ({ status: 'ok' }),
    ),
    spot(
      'fetchTime: within a second',
      async () => Math.abs(((await ask('fetchTime')) as number) - Date.now()) < 1000,
      () => true,
    ),
    spot(
      'loadMarkets',
      async () => ((await ask('loadMarkets')) as Row)[BTC],
      () => ({
        ...{ id: 'BTCUSDT', base: 'BTC', quote: 'USDT', type: 'spot', active: true },
        precision: { price: 0.01, amount: 0.00001 },
        limits: { amount: { min: 0.00001 }, cost: { min: 5 }, price: { min: 0.01 } },
      }),
    ),
    spot(
      'fetchOrderBook',
      () => ask('fetchOrderBook', BTC, 20),
      () => ({ symbol: BTC, ...bookOf(venue, pair, 20) }),
    ),
    spot(
      'fetchTicker',
      () => ask('fetchTicker', BTC),
      () => ({
        ...{ symbol: BTC, last: price() },
        bid: toFloat(exchange.books.best(pair, 'SELL')),
        ask: toFloat(exchange.books.best(pair, 'BUY')),
      }),
    ),
    spot(
      'fetchTickers: all',
      async () => Object.keys((await ask('fetchTickers')) as Row).length,
      () => 19,
    ),
    spot(
      'fetchTrades',
      async () =>
        ((await ask('fetchTrades', BTC, undefined, 5)) as Row[]).map(({ symbol, side }) => [
          symbol,
          side === 'buy' || side === 'sell',
        ]),
      () => Array.from({ length: 5 }, () => [BTC, true]),
    ),
    ...['1m', '1h', '4h', '12h', '1d', '1w'].map((frame) =>
      spot(
        `fetchOHLCV ${frame}: closed candles`,
        async () => ((await ask('fetchOHLCV', BTC, frame, undefined, 5)) as number[][]).slice(0, -1),
        () => candles(frame),
      ),
    ),
    spot(
      'fetchOHLCV 1M',
      async () => gap((await ask('fetchOHLCV', BTC, '1M', undefined, 3)) as number[][]),
      () => 60_000,
      'a month silently becomes a minute',
    ),
    spot(
      'fetchBalance',
      () => ask('fetchBalance'),
      () => ({
        BTC: { free: toFloat(held('BTC')!.free), used: toFloat(held('BTC')!.locked) },
        USDT: { free: toFloat(held('USDT')!.free), used: toFloat(held('USDT')!.locked) },
      }),
    ),

    spot(
      'createOrder limit',
      () => rest({ clientOrderId: 'cx-1' }),
      () => ({ id: last().orderId, clientOrderId: 'cx-1', status: undefined }),
    ),
    spot('fetchOrder', () => ask('fetchOrder', last().orderId, BTC), row),
    spot('fetchOpenOrders', async () => find(await ask('fetchOpenOrders', BTC), last().orderId), row),
    spot(
      'fetchOpenOrders: all of a pair',
      async () => ((await ask('fetchOpenOrders', BTC)) as unknown[]).length,
      () => exchange.spot.openOrdersOf(pair).length,
    ),
    spot(
      'fetchOpenOrders without a pair',
      () => ask('fetchOpenOrders'),
      () => ({ error: 'ArgumentsRequired' }),
    ),
    spot(
      'fetchOrder by client id alone',
      () => ask('fetchOrder', undefined, BTC, { clientOrderId: 'cx-1' }),
      () => ({ error: 'BadRequest' }),
      'leaves out the orderId, which the venue’s table makes mandatory (switch spotByClientId)',
    ),
    spot(
      'cancelOrder',
      () => ask('cancelOrder', last().orderId, BTC),
      () => ({ id: last().orderId }),
    ),
    spot(
      'fetchOrder: cancelled',
      () => ask('fetchOrder', last().orderId, BTC),
      () => ({ ...row(), status: 'canceled' }),
    ),
    spot(
      'cancelOrder by client id',
      async () => {
        await rest({ clientOrderId: 'cx-2' })
        return ask('cancelOrder', undefined, BTC, { clientOrderId: 'cx-2' })
      },
      () => ({ id: last().orderId }),
    ),
    spot(
      'cancelOrder: one that is done',
      () => ask('cancelOrder', last().orderId, BTC),
      () => ({ error: 'ExchangeError' }),
    ),
    spot(
      'createOrder market buy, in base coins',
      () => place('market', 'buy', 0.02),
      () => ({ id: last().orderId }),
    ),
    spot(
      'fetchOrder: filled',
      () => ask('fetchOrder', last().orderId, BTC),
      () => ({ ...row(), status: 'closed', filled: 0.02 }),
    ),
    spot(
      'fetchMyTrades: of the buy',
      () => tradesOf(last().orderId),
      () => fills('BTC'),
    ),
    spot(
      'createOrder market sell',
      () => place('market', 'sell', 0.02),
      () => ({ id: last().orderId }),
    ),
    spot(
      'fetchMyTrades: of the sell',
      () => tradesOf(last().orderId),
      () => fills('USDT'),
    ),
    spot(
      'createOrder limit IOC',
      async () => {
        const made = await rest({ timeInForce: 'IOC' })
        return ask('fetchOrder', idOf(made), BTC)
      },
      () => ({ ...row(), status: 'open' }),
      'sends a time in force that Spot does not have: the order rests (switch spotTimeInForce)',
    ),
    spot(
      'fetchClosedOrders',
      async () =>
        ((await ask('fetchClosedOrders', BTC, undefined, 100)) as Row[]).some(({ status }) => status === 'open'),
      () => true,
      'lists orders of every state, not only closed ones',
    ),

    spot(
      'fetchOrder: unknown',
      () => ask('fetchOrder', '1', BTC),
      () => ({ error: 'OrderNotFound' }),
    ),
    spot(
      'createOrder: too little balance',
      () => place('limit', 'buy', 9, 90_000),
      () => ({ error: 'InsufficientFunds' }),
    ),
    spot(
      'createOrder: less than the least',
      () => ask('createOrder', 'DOGE/USDT', 'limit', 'buy', 5, 0.3),
      () => ({ error: 'BadRequest' }),
    ),
    spot(
      'a pair there is not',
      () => ask('spotV1PublicGetDepth', { symbol: 'NOSUCH' }),
      () => ({ error: 'BadSymbol' }),
    ),
    spot(
      'a wrong secret',
      () => stranger('fetchBalance'),
      () => ({ error: 'AuthenticationError' }),
    ),
    spot(
      'a clock that is far off',
      async () => {
        venue.clockSkewMs = 60_000
        const answer = await ask('fetchBalance')
        venue.clockSkewMs = 0
        return answer
      },
      () => ({ error: 'AuthenticationError' }),
    ),
  ]

  /** The closed candles of the venue, oldest first. */
  function candles(frame: string): number[][] {
    const names: Readonly<Record<string, string>> = { '1m': '1min', '1d': '1day', '1w': '1week' }
    const list = exchange.candles
      .list(pair, names[frame] ?? frame, 5, exchange.time.now())
      .slice(1)
      .toReversed()
    const at = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places
    return list.map(({ idx, open, high, low, close, volume }) => [
      ...[idx, at(open, 2), at(high, 2), at(low, 2), at(close, 2), at(volume, 4)],
    ])
  }

  async function tradesOf(orderId: string): Promise<unknown> {
    const trades = (await ask('fetchMyTrades', BTC, undefined, 100)) as Row[]
    const own = trades.filter(({ order }) => order === orderId)
    const total = (of: (trade: Row) => unknown) => own.reduce((all, trade) => all + (of(trade) as number), 0)
    return {
      count: own.length,
      amount: total(({ amount }) => amount).toFixed(8),
      fee: total(({ fee }) => (fee as { cost: number }).cost).toFixed(8),
      coin: (own[0]?.['fee'] as { currency: string } | undefined)?.currency,
      side: own[0]?.['side'],
    }
  }

  function fills(coin: string): unknown {
    const own = exchange.spot.fills.filter(({ order }) => order === last())
    return {
      count: own.length,
      amount: sum(own.map(({ quantity }) => quantity)).toFixed(8),
      fee: sum(own.map(({ fee }) => fee)).toFixed(8),
      coin,
      side: last().side.toLowerCase(),
    }
  }
}

export function find(orders: unknown, id: string): unknown {
  return Array.isArray(orders) ? (orders as Row[]).find((order) => order['id'] === id) : orders
}

/** The time between two consecutive candles. */
export function gap([first = [], second = []]: readonly number[][]): number {
  return (second[0] ?? 0) - (first[0] ?? 0)
}
