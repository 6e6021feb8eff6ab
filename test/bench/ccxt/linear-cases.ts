/** ccxt's reading of linear contracts. */
import { sum, toFloat } from '../../../shared/domain/decimal.ts'
import type { Case } from './conformance.ts'
import { find, gap } from './spot-cases.ts'
import { bookOf, newest, orderRow } from './venue.ts'
import type { Desk, Row } from './venue.ts'

const BTC = 'BTC/USDT:USDT'
const ETH = 'ETH/USDT:USDT'
const LEVERAGE = { leverage: 10 }
/** Closes the position, with an explicit leverage. */
const CLOSE = { ...LEVERAGE, reduceOnly: true }

export function linearCases({ venue, ask, stranger }: Desk): readonly Case[] {
  const { exchange } = venue
  const spec = exchange.contract('E-BTC-USDT')
  const last = () => newest(exchange.contracts.orders)
  const row = () => orderRow(last(), BTC)
  const price = (factor: number) => toFloat(exchange.market.price(spec).times(factor).toDecimalPlaces(1))
  const place = (type: string, side: string, amount: number, at: number | undefined, params: Row) =>
    ask('createOrder', BTC, type, side, amount, at, params)
  const shown = () => ask('fetchOrder', last().orderId, BTC)
  const linear = (call: string, said: Case['said'], expected: Case['expected'], known?: string): Case =>
    known === undefined ? { call, of: 'linear', said, expected } : { call, of: 'linear', said, expected, known }
  const isOpen = async (id: string) => find(await ask('fetchOpenOrders', BTC), id) !== undefined
  const made = () => ({ id: last().orderId })

  return [
    linear(
      'ping, time',
      async () => [await ask('fapiV1PublicGetPing'), typeof ((await ask('fapiV1PublicGetTime')) as Row)['serverTime']],
      () => [{}, 'number'],
    ),
    linear(
      'loadMarkets',
      async () => ((await ask('loadMarkets')) as Row)[BTC],
      () => ({
        ...{ id: 'E-BTC-USDT', base: 'BTC', quote: 'USDT', settle: 'USDT', type: 'swap', linear: true },
        ...{ contractSize: 0.0001, precision: { price: 0.1 }, limits: { cost: { min: 1 } } },
      }),
    ),
    linear(
      'loadMarkets: state, amounts',
      async () => ((await ask('loadMarkets')) as Row)[BTC],
      () => ({
        ...{ active: false, precision: { amount: undefined }, limits: { amount: { min: undefined, max: 50 } } },
      }),
      'no contract is active, an amount has no precision and no minimum, and the most open orders are its maximum',
    ),
    linear(
      'fetchOrderBook',
      () => ask('fetchOrderBook', BTC, 20),
      () => bookOf(venue, spec, 20),
    ),
    linear(
      'fetchTicker',
      () => ask('fetchTicker', BTC),
      () => ({
        ...{ symbol: BTC, last: toFloat(exchange.market.price(spec)) },
        bid: toFloat(exchange.books.best(spec, 'SELL')),
        ask: toFloat(exchange.books.best(spec, 'BUY')),
      }),
    ),
    ...Object.entries({ '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }).map(([frame, ms]) =>
      linear(
        `fetchOHLCV ${frame}`,
        async () => gap((await ask('fetchOHLCV', BTC, frame, undefined, 3)) as number[][]),
        () => ms,
      ),
    ),
    linear(
      'fetchOHLCV 4h',
      async () => gap((await ask('fetchOHLCV', BTC, '4h', undefined, 3)) as number[][]),
      () => 60_000,
      'four hours silently become a minute',
    ),
    linear(
      'fetchBalance',
      async () => pick(await ask('fetchBalance', { type: 'swap' }), ['USDT']),
      () => ({
        USDT: {
          free: toFloat(exchange.contracts.wallet.normal('USDT')),
          used: toFloat(exchange.contracts.wallet.locked('USDT')),
        },
      }),
    ),
    linear('fetchBalance: positions, in what it leaves undecoded', positionsOf, positions),

    linear(
      'createOrder limit',
      () => place('limit', 'buy', 10, 60_000.1, { ...LEVERAGE, clientOrderId: 'cx-3' }),
      made,
    ),
    linear('fetchOrder', shown, row),
    linear('fetchOrder by client id', () => ask('fetchOrder', undefined, BTC, { clientOrderId: 'cx-3' }), row),
    linear('fetchOpenOrders', async () => find(await ask('fetchOpenOrders', BTC), last().orderId), row),
    linear('cancelOrder', () => ask('cancelOrder', last().orderId, BTC), made),
    linear('fetchOrder: cancelled', shown, () => ({ ...row(), status: 'canceled' })),
    linear(
      'cancelOrder: one that is done',
      () => ask('cancelOrder', last().orderId, BTC),
      () => ({ error: 'ExchangeError' }),
    ),
    linear(
      'cancelOrder by client id',
      async () => {
        await place('limit', 'buy', 10, 60_000, { ...LEVERAGE, clientOrderId: 'cx-4' })
        return ask('cancelOrder', undefined, BTC, { clientOrderId: 'cx-4' })
      },
      made,
    ),

    linear(
      'createOrder IOC close, capped away from the market',
      () => place('limit', 'sell', 100, price(1.02), { ...CLOSE, timeInForce: 'IOC' }),
      made,
    ),
    linear('fetchOrder: it took nothing and is gone', shown, () => ({
      ...row(),
      status: 'canceled',
      filled: 0,
      type: 'ioc',
    })),
    linear(
      'fetchOpenOrders: it does not rest',
      () => isOpen(last().orderId),
      () => false,
    ),
    linear(
      'createOrder IOC close within the cap',
      () => place('limit', 'sell', 100, price(0.99), { ...CLOSE, timeInForce: 'IOC' }),
      made,
    ),
    linear('fetchOrder: it is filled', shown, () => ({ ...row(), status: 'closed', filled: 100 })),
    linear(
      'fetchMyTrades',
      () => tradesOf(),
      () => ({
        amount: sum(
          exchange.contracts.fills.filter(({ order }) => order.spec === spec).map(({ quantity }) => quantity),
        ).toFixed(),
        side: 'sell',
        price: toFloat(exchange.contracts.fills.at(-1)!.price),
      }),
    ),
    linear(
      'fetchMyTrades: order, fee',
      async () => pick(((await ask('fetchMyTrades', BTC)) as Row[])[0], ['order', 'fee']),
      () => ({ order: undefined, fee: { cost: undefined } }),
      'names neither the order (bidId, askId) nor the fee of a fill',
    ),
    linear(
      'createOrder FOK, more than there is',
      async () => {
        await place('limit', 'sell', 100, leave(4), { ...CLOSE, timeInForce: 'FOK' })
        return shown()
      },
      () => ({ ...row(), status: 'canceled', filled: 0, type: 'fok' }),
    ),
    linear(
      'createOrder post-only that would take',
      async () => {
        await place('limit', 'buy', 10, price(1.01), { ...LEVERAGE, postOnly: true })
        return shown()
      },
      () => ({ ...row(), status: 'canceled', filled: 0, postOnly: true }),
    ),
    linear(
      'createOrder market sell, closing',
      async () => {
        await place('market', 'sell', 7, undefined, CLOSE)
        return shown()
      },
      () => ({ ...row(), status: 'closed', filled: 7 }),
    ),
    linear(
      'createOrder market buy, closing a short',
      () =>
        ask('createOrder', ETH, 'market', 'buy', 3, undefined, { ...CLOSE, createMarketBuyOrderRequiresPrice: false }),
      () => ({ ...made() }),
    ),
    linear(
      'fetchOrder: the short is closed by as much',
      () => ask('fetchOrder', last().orderId, ETH),
      () => ({ status: 'closed', filled: 3, side: 'buy' }),
    ),
    linear(
      'createOrder market buy as it comes',
      () => ask('createOrder', ETH, 'market', 'buy', 3, undefined, CLOSE),
      () => ({ error: 'InvalidOrder' }),
      'wants a price to send a value where the venue counts contracts',
    ),
    linear(
      'cancelAllOrders',
      async () => {
        await place('limit', 'buy', 10, 60_000, LEVERAGE)
        await ask('cancelAllOrders', BTC)
        return isOpen(last().orderId)
      },
      () => false,
    ),

    linear(
      'createOrder at its own leverage',
      () => place('limit', 'buy', 10, 60_000, {}),
      () => ({ error: 'InvalidOrder' }),
      'sends leverage 1 unless told, and the venue holds it against the account’s (-1166)',
    ),
    linear(
      'createOrder: closes more than is held',
      () => place('limit', 'sell', 90_000, 99_000, CLOSE),
      () => ({ error: 'InvalidOrder' }),
    ),
    linear(
      'createOrder: too little margin',
      () => place('limit', 'buy', 90_000, 96_000, LEVERAGE),
      () => ({ error: 'InsufficientFunds' }),
    ),
    linear(
      'fetchOrder: unknown',
      () => ask('fetchOrder', '1', BTC),
      () => ({ error: 'OrderNotFound' }),
    ),
    linear(
      'a contract there is not',
      () => ask('fapiV1PublicGetDepth', { contractName: 'E-NO-SUCH' }),
      () => ({ error: 'BadSymbol' }),
    ),
    linear(
      'a wrong secret',
      () => stranger('fetchBalance', { type: 'swap' }),
      () => ({ error: 'AuthenticationError' }),
    ),
    linear(
      'a clock that is far off',
      async () => {
        venue.clockSkewMs = 60_000
        const answer = await ask('fetchBalance', { type: 'swap' })
        venue.clockSkewMs = 0
        return answer
      },
      () => ({ error: 'InvalidNonce' }),
    ),
    linear(
      'a path there is not',
      () => ask('fapiV2PrivateGetForceOrdersHistory'),
      () => ({ error: 'AuthenticationError' }),
    ),
    linear(
      'fetchTrades',
      () => ask('fetchTrades', BTC),
      () => ({ error: 'NotSupported' }),
      'does not have it',
    ),
  ]

  /** Leaves `count` contracts at the best bid, and returns that price. */
  function leave(count: number): number {
    const [best] = exchange.books.levels(spec, 'SELL', 1)
    if (!best) throw new Error('expected a book')
    exchange.books.eat(spec, 'SELL', best.quantity.minus(count))
    return toFloat(best.price)
  }

  async function positionsOf(): Promise<unknown> {
    const { info } = (await ask('fetchBalance', { type: 'swap' })) as { info: { account: Row[] } }
    const held = info.account.flatMap(({ positionVos }) => positionVos as { contractName: string; positions: Row[] }[])
    return held.flatMap(({ contractName, positions: rows }) =>
      rows.map(({ side, volume, positionType, leverageLevel }) => [
        ...[contractName, side, String(volume), String(positionType), String(leverageLevel)],
      ]),
    )
  }

  function positions(): unknown {
    const held = exchange.contracts.positions().filter((position) => !position.spec.inverse)
    return held.map(({ spec: { name }, side, volume, positionType, leverage }) => [
      ...[name, side, volume.toFixed(), String(positionType), String(leverage)],
    ])
  }

  async function tradesOf(): Promise<unknown> {
    const trades = (await ask('fetchMyTrades', BTC)) as Row[]
    const amount = trades.reduce((all, trade) => all + (trade['amount'] as number), 0)
    return { amount: String(amount), ...pick(trades.at(-1), ['side', 'price']) }
  }
}

export function pick(row: unknown, keys: readonly string[]): Row {
  return Object.fromEntries(keys.map((key) => [key, (row as Row)[key]]))
}
