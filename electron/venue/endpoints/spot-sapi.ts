import type { Decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { BatchEntry, Params } from './calls.ts'
import { decodeBalances } from '../decode/account.ts'
import { decodeRights } from '../decode/rights.ts'
import { decodeSpotFills } from '../decode/history.ts'
import { decodePairs } from '../decode/instruments.ts'
import { decodeCandles, decodeDepth, decodePublicTrades, decodeTicker, decodeTime } from '../decode/market.ts'
import {
  decodeBatchCanceled,
  decodeBatchPlaced,
  decodeCanceled,
  decodeOrder,
  decodeOrders,
  decodePlaced,
} from '../decode/orders.ts'
import { batchId, clientOrderId, id, interval, listOf, objectOf, positive, symbol, upTo, type Field } from './params.ts'
import { LEVELS, expected, limitUpTo, orderType, priceProblem, side, sorts, type Rows } from './row.ts'

const { open, read, account, write, test } = sorts('spot')

const SYMBOL: Field = ['symbol', 'symbol', symbol]
/** The venue's bounds on a batch of orders, and on the window that a request may ask for. */
const MAX_BATCH = 10
const MAX_WINDOW_MS = 5000

/** The terms of an order, for the interface's two spellings of its type. */
const terms = (type: 'type' | 'batchType'): readonly Field[] => [
  // A market buy has an amount of the quote asset, any other order a quantity. The venue calls both volume.
  ['quantity', 'volume', positive, 'optional'],
  ['amount', 'volume', positive, 'optional'],
  ['side', 'side', side],
  ['type', type, orderType],
  ['price', 'price', positive, 'optional'],
]
const TICKET: readonly Field[] = [
  SYMBOL,
  ...terms('type'),
  ['clientOrderId', 'newClientOrderId', clientOrderId],
  ['recvWindow', 'recvWindow', upTo(MAX_WINDOW_MS), 'optional'],
]
const BATCH_ENTRY: readonly Field[] = [
  ...terms('batchType'),
  ['clientOrderId', 'client_order_id', clientOrderId, 'optional'],
]

/** The 16 Spot endpoints in the order of the interface document. */
export const SPOT_ROWS: Rows<'spot'> = {
  'spot.ping': { ...open('/sapi/v1/ping'), fields: [], decode: () => null },
  'spot.time': { ...open('/sapi/v1/time'), fields: [], decode: decodeTime },
  'spot.pairs': { ...open('/sapi/v1/symbols'), fields: [], decode: decodePairs },
  'spot.depth': {
    ...open('/sapi/v1/depth', { weight: 5 }),
    fields: [SYMBOL, LEVELS],
    decode: (reply, quarantine, params) => decodeDepth(reply, 'spot', params.symbol, quarantine),
  },
  'spot.ticker': { ...open('/sapi/v1/ticker', { weight: 5 }), fields: [SYMBOL], decode: decodeTicker },
  'spot.trades': {
    ...open('/sapi/v1/trades', { weight: 5 }),
    fields: [SYMBOL, limitUpTo(1000)],
    decode: decodePublicTrades,
  },
  'spot.klines': {
    ...open('/sapi/v1/klines'),
    fields: [SYMBOL, ['interval', 'interval', interval], limitUpTo(300)],
    decode: decodeCandles,
  },
  'spot.placeOrder': {
    ...write('/sapi/v1/order', { per2s: 100, weight: 5 }),
    fields: TICKET,
    check: termsProblem,
    decode: decodePlaced,
  },
  'spot.testOrder': { ...test('/sapi/v1/order/test'), fields: TICKET, check: termsProblem, decode: () => null },
  'spot.batchOrders': {
    ...write('/sapi/v1/batchOrders', { per2s: 50, weight: 10 }),
    fields: [SYMBOL, ['orders', 'orders', listOf(MAX_BATCH, objectOf(BATCH_ENTRY))]],
    check: batchProblem,
    decode: decodeBatchPlaced,
  },
  'spot.order': {
    ...read('/sapi/v1/order'),
    fields: [
      SYMBOL,
      ['orderId', 'orderId', id, 'optional'],
      ['clientOrderId', 'newClientOrderId', clientOrderId, 'optional'],
    ],
    check: (params) =>
      params.orderId === undefined && params.clientOrderId === undefined
        ? expected(message('expected.eitherId'))
        : null,
    decode: (reply, _, params) => decodeOrder(reply, 'spot', params.symbol, params),
  },
  'spot.cancelOrder': {
    ...write('/sapi/v1/cancel', { per2s: 100, weight: 5 }),
    fields: [SYMBOL, ['orderId', 'orderId', id]],
    decode: (reply, _, params) => decodeCanceled(reply, params.orderId),
  },
  'spot.batchCancel': {
    ...write('/sapi/v1/batchCancel', { per2s: 50, weight: 10 }),
    fields: [SYMBOL, ['orderIds', 'orderIds', listOf(MAX_BATCH, batchId)]],
    decode: (reply, _, params) => decodeBatchCanceled(reply, params.orderIds),
  },
  'spot.openOrders': {
    ...read('/sapi/v1/openOrders'),
    areaWeight: 80,
    fields: [['symbol', 'symbol', symbol, 'optional']],
    // There are no further pages, so it asks for as many as the venue gives at once.
    extra: (_, { openOrdersLimit }) => ({
      fields: [['limit', 'limit', () => ok({ literal: String(openOrdersLimit) })]],
    }),
    decode: (reply, quarantine, params) => decodeOrders(reply, 'spot', params.symbol ?? null, quarantine),
  },
  'spot.myTrades': {
    ...read('/sapi/v1/myTrades'),
    fields: [SYMBOL, limitUpTo(1000), ['fromId', 'fromId', id, 'optional']],
    decode: (reply, quarantine, params) => decodeSpotFills(reply, params.symbol, quarantine),
  },
  'spot.account': {
    ...account('/sapi/v1/account'),
    fields: [],
    decode: decodeBalances,
    rights: decodeRights,
  },
}

function termsProblem(terms: {
  readonly type: 'limit' | 'market'
  readonly side: 'buy' | 'sell'
  readonly price?: Decimal
  readonly quantity?: Decimal
  readonly amount?: Decimal
}): Message | null {
  const priced = priceProblem(terms)
  if (priced !== null) return priced
  const wanted = terms.type === 'market' && terms.side === 'buy' ? 'amount' : 'quantity'
  const other = wanted === 'amount' ? 'quantity' : 'amount'
  if (terms[other] !== undefined) return expected(message('expected.noOther', { other, wanted }))
  return terms[wanted] === undefined ? expected(message('expected.wanted', { wanted })) : null
}

function batchProblem({ orders }: Params<'spot.batchOrders'>): Message | null {
  const problems = orders.map((order: BatchEntry, index) => {
    const problem = termsProblem(order)
    return problem === null ? null : message('expected.at', { path: `orders[${String(index)}]`, problem })
  })
  return problems.find((problem) => problem !== null) ?? null
}
