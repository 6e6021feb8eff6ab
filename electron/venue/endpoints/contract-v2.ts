/**
 * Contract with private calls on /fapi/v2, as used by Bitrue and its sister venues; public calls are the usual ones.
 * The time in force is an order type. There are no conditional orders, no order history and no profit history.
 */
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Params } from './calls.ts'
import { decodeOrder, soleOrder } from '../decode/orders.ts'
import { clientOrderId, id, positive, wholeContracts } from './params.ts'
import { CONTRACT, CONTRACT_ROWS as V1, DIRECTION, SIZE, termsProblem } from './contract-v1.ts'
import { expected, sorts, type Rows } from './row.ts'

const { read } = sorts('contract')

export const CONTRACT_V2_ROWS: Partial<Rows<'contract'>> = {
  'contract.ping': V1['contract.ping'],
  'contract.time': V1['contract.time'],
  'contract.contracts': V1['contract.contracts'],
  'contract.depth': V1['contract.depth'],
  'contract.ticker': V1['contract.ticker'],
  'contract.index': V1['contract.index'],
  'contract.klines': V1['contract.klines'],
  'contract.placeOrder': {
    ...V1['contract.placeOrder'],
    path: '/fapi/v2/order',
    fields: [
      ...SIZE,
      // "Order amount" is required and explained nowhere. Existing clients send the number of contracts again.
      ['volume', 'amount', wholeContracts],
      ...DIRECTION,
      ['leverage', 'leverage', positive, 'optional'],
      ['clientOrderId', 'clientOrderId', clientOrderId],
    ],
    // For every profile, as the meaning of `amount` in an opening market order is undocumented.
    check: (params, dialect) => termsProblem(params, { ...dialect, marketOpen: 'refused' }),
    extra: (params) => ({ fields: [['type', 'type', () => ok(typeOf(params))]] }),
  },
  'contract.cancelOrder': { ...V1['contract.cancelOrder'], path: '/fapi/v2/cancel' },
  'contract.order': {
    ...read('/fapi/v2/order'),
    fields: [
      CONTRACT,
      ['orderId', 'orderId', id, 'optional'],
      ['clientOrderId', 'clientOrderId', clientOrderId, 'optional'],
    ],
    check: ({ orderId, clientOrderId: own }) =>
      orderId === undefined && own === undefined ? expected(message('expected.eitherId')) : null,
    decode: (reply, _, params) => decodeOrder(soleOrder(reply), 'contract', params.contract, params),
  },
  'contract.openOrders': {
    ...V1['contract.openOrders'],
    path: '/fapi/v2/openOrders',
    needs: 'contract',
    fields: [CONTRACT],
  },
  'contract.myTrades': { ...V1['contract.myTrades'], path: '/fapi/v2/myTrades' },
  'contract.account': { ...V1['contract.account'], path: '/fapi/v2/account' },
}

function typeOf(order: Params<'contract.placeOrder'>): string {
  if (order.type === 'market') return 'MARKET'
  return order.timeInForce ?? 'LIMIT'
}
