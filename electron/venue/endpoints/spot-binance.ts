/**
 * Binance-style Spot, as used by Bitrue and its sister venues. There is no test order and no batch. A market order has
 * a quantity of the base asset on both sides. No document has a `timeInForce` other than GTC, so none is sent.
 */
import type { Decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Params } from './calls.ts'
import { decodeUpperBalances } from '../decode/account.ts'
import { decodeExchangeInfo } from '../decode/exchange-info.ts'
import { decodeSpotFillsById } from '../decode/history.ts'
import { decodeOrderOfClient, decodeOrders } from '../decode/orders.ts'
import { decodeRights } from '../decode/rights.ts'
import { clientOrderId, id, intervalIn, levelsOf, moment, positive, symbol, upTo, type Field } from './params.ts'
import { expected, limitUpTo, orderType, priceProblem, side, sorts, type Row, type Rows } from './row.ts'
import { SPOT_ROWS } from './spot-sapi.ts'

const { open, read, account, write, remove } = sorts('spot')

const SYMBOL: Field = ['symbol', 'symbol', symbol]
const DEPTHS = [5, 10, 20, 50, 100]
const MOST_LISTED = 1000
/** Orders per user and minute: the strictest number in the published sample. */
const ORDERS = { limit: { count: 100, windowMs: 60_000 } } as const

const INTERVALS = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1H',
  '1day': '1D',
  '1week': '1W',
} as const

/**
 * Finds the order with our client id. This interface has no lookup by client id, so all orders placed since are
 * searched.
 */
const ORDER_OF_CLIENT: Row<'spot.order'> = {
  ...read('/api/v1/allOrders', { weight: 5 }),
  fields: [SYMBOL, ['since', 'startTime', moment, 'optional']],
  extra: () => ({ fields: [['limit', 'limit', () => ok({ literal: String(MOST_LISTED) })]] }),
  decode: (reply, _, params) => decodeOrderOfClient(reply, params.symbol, params.clientOrderId ?? '', MOST_LISTED),
}

export const SPOT_BINANCE_ROWS: Partial<Rows<'spot'>> = {
  'spot.ping': { ...SPOT_ROWS['spot.ping'], ...open('/api/v1/ping') },
  'spot.time': { ...SPOT_ROWS['spot.time'], ...open('/api/v1/time') },
  'spot.pairs': { ...open('/api/v1/exchangeInfo'), fields: [], decode: decodeExchangeInfo },
  'spot.depth': {
    ...SPOT_ROWS['spot.depth'],
    ...open('/api/v1/depth', { weight: 10 }),
    fields: [SYMBOL, ['limit', 'limit', levelsOf(DEPTHS), 'optional']],
  },
  'spot.ticker': { ...SPOT_ROWS['spot.ticker'], ...open('/api/v1/ticker/24hr') },
  'spot.trades': { ...SPOT_ROWS['spot.trades'], ...open('/api/v1/trades') },
  'spot.klines': {
    ...SPOT_ROWS['spot.klines'],
    ...open('/api/v1/market/kline'),
    fields: [SYMBOL, ['interval', 'scale', intervalIn(INTERVALS)], limitUpTo(1440)],
  },
  'spot.placeOrder': {
    ...SPOT_ROWS['spot.placeOrder'],
    ...write('/api/v1/order', ORDERS),
    fields: [
      SYMBOL,
      ['side', 'side', side],
      ['type', 'type', orderType],
      ['quantity', 'quantity', positive, 'optional'],
      ['price', 'price', positive, 'optional'],
      ['clientOrderId', 'newClientOrderId', clientOrderId],
    ],
    check: termsProblem,
  },
  'spot.order': {
    ...SPOT_ROWS['spot.order'],
    ...read('/api/v1/order'),
    fields: [SYMBOL, ['orderId', 'orderId', id, 'optional']],
    instead: ({ orderId, clientOrderId: own }) => (orderId === undefined && own !== undefined ? ORDER_OF_CLIENT : null),
  },
  'spot.cancelOrder': { ...SPOT_ROWS['spot.cancelOrder'], ...remove('/api/v1/order', ORDERS) },
  'spot.openOrders': {
    ...read('/api/v1/openOrders', { weight: 5 }),
    needs: 'symbol',
    fields: [SYMBOL],
    decode: (reply, quarantine, params) => decodeOrders(reply, 'spot', params.symbol ?? null, quarantine),
  },
  'spot.myTrades': {
    ...read('/api/v2/myTrades', { weight: 5 }),
    fields: [SYMBOL, ['limit', 'limit', upTo(MOST_LISTED), 'optional'], ['fromId', 'fromId', id, 'optional']],
    decode: (reply, quarantine, params) => decodeSpotFillsById(reply, params.symbol, quarantine),
  },
  'spot.account': {
    ...account('/api/v1/account', { weight: 5 }),
    fields: [],
    decode: decodeUpperBalances,
    rights: decodeRights,
  },
}

function termsProblem(terms: Params<'spot.placeOrder'> & { readonly price?: Decimal; readonly amount?: Decimal }) {
  const priced = priceProblem(terms)
  if (priced !== null) return priced
  if (terms.recvWindow !== undefined) return expected(message('expected.noWindow'))
  return terms.amount === undefined ? null : expected(message('expected.quantity'))
}
