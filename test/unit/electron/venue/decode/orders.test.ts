import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { toOrderStatus } from '#electron/venue/decode/orders.ts'
import { readReply } from '#electron/venue/client/read-reply.ts'
import { isTerminal } from '#shared/domain/order.ts'
import type { OrderStatus } from '#shared/domain/order.ts'

describe('an order state', () => {
  it.each<[string, OrderStatus]>([
    ['NEW', 'new'],
    ['NEW_', 'new'],
    ['New Order', 'new'],
    ['INIT', 'new'],
    ['PARTIALLY_FILLED', 'partially-filled'],
    ['PART_FILLED', 'partially-filled'],
    ['Partially Filled', 'partially-filled'],
    ['FILLED', 'filled'],
    ['Filled', 'filled'],
    ['PENDING_CANCEL', 'canceling'],
    ['To be Cancelled', 'canceling'],
    ['CANCELED', 'canceled'],
    ['CANCELLED', 'canceled'],
    ['Partially Filled/Cancelled', 'canceled'],
    ['REJECTED', 'rejected'],
    ['EXPIRED', 'expired'],
  ])('%j is %s', (raw, status) => {
    expect(toOrderStatus(raw)).toBe(status)
  })

  it.each(['', '2', '4', 'DONE', 'CANCEL', 'constructor', '__proto__', '已成交'])(
    '%j is unknown, and so never final',
    (raw) => {
      expect(toOrderStatus(raw)).toBe('unknown')
      expect(isTerminal(toOrderStatus(raw))).toBe(false)
    },
  )
})

describe('an order requested by our own id', () => {
  /** The reading of a reply with this client id. */
  function asked(clientOrderId: string | undefined) {
    const order = { orderId: '77', symbol: 'btcusdt', side: 'SELL', type: 'MARKET', origQty: '5', executedQty: '5' }
    const bytes = Buffer.from(JSON.stringify({ ...order, clientOrderId, status: 'FILLED' }))
    return readReply('spot.order', { symbol: 'btcusdt', clientOrderId: 'ours' }, bytes)
  }

  it.each([['ours'], [undefined], [''], ['0']])('is accepted when the reply says %j', (stated) => {
    expect(asked(stated)).toMatchObject({ kind: 'value', value: { orderId: '77' } })
  })

  it("is unreadable when the reply is about somebody else's", () => {
    expect(asked('theirs')).toEqual({
      kind: 'unreadable',
      problem: message('expected.at', {
        path: 'order.clientOrderId',
        problem: message('expected.but', { what: 'ours', was: 'theirs' }),
      }),
    })
  })
})
