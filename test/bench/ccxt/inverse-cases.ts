/** ccxt's reading of inverse contracts: the same calls under another API root. */
import { toFloat } from '../../../shared/domain/decimal.ts'
import type { Case } from './conformance.ts'
import { pick } from './linear-cases.ts'
import { bookOf, newest, orderRow } from './venue.ts'
import type { Desk, Row } from './venue.ts'

const INVERSE = 'BTC/USD:BTC'

export function inverseCases({ venue, ask }: Desk): readonly Case[] {
  const { exchange } = venue
  const inverse = exchange.contract('E-BTC-USD')
  const last = () => newest(exchange.contracts.orders)
  const made = () => ({ id: last().orderId })
  return [
    {
      call: 'loadMarkets',
      of: 'inverse',
      said: async () => ((await ask('loadMarkets')) as Row)[INVERSE],
      expected: () => ({ id: 'E-BTC-USD', settle: 'BTC', inverse: true, contractSize: 10 }),
    },
    {
      call: 'fetchOrderBook',
      of: 'inverse',
      said: () => ask('fetchOrderBook', INVERSE, 10),
      expected: () => bookOf(venue, inverse, 10),
    },
    {
      call: 'fetchBalance',
      of: 'inverse',
      said: async () => pick(await ask('fetchBalance', { type: 'swap', subType: 'inverse' }), ['BTC']),
      expected: () => ({ BTC: { free: toFloat(exchange.contracts.wallet.normal('BTC')) } }),
    },
    {
      call: 'createOrder',
      of: 'inverse',
      said: () => ask('createOrder', INVERSE, 'limit', 'buy', 5, 60_000, { leverage: 5 }),
      expected: made,
    },
    {
      call: 'fetchOrder',
      of: 'inverse',
      said: () => ask('fetchOrder', last().orderId, INVERSE),
      expected: () => orderRow(last(), INVERSE),
    },
    { call: 'cancelOrder', of: 'inverse', said: () => ask('cancelOrder', last().orderId, INVERSE), expected: made },
    {
      call: 'fetchOpenOrders',
      of: 'inverse',
      said: async () => ((await ask('fetchOpenOrders', INVERSE)) as unknown[]).length,
      expected: () => exchange.contracts.openOrdersOf(inverse).length,
    },
  ]
}
