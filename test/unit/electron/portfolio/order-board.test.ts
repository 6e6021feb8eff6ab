import { describe, expect, it } from 'vitest'
import { OrderBoard } from '#electron/portfolio/order-board.ts'
import type { OrderList } from '#electron/portfolio/order-board.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import { message, verbatim } from '#shared/words/message.ts'

const order = (orderId: string): Order => ({
  area: 'spot',
  instrument: 'BTCUSDT',
  orderId,
  clientOrderId: null,
  side: 'buy',
  action: null,
  type: 'limit',
  price: decimal(1),
  quantity: decimal(1),
  executed: decimal(0),
  averagePrice: null,
  status: 'new',
  createdAt: null,
})

function listOf(value: readonly Order[], sentAt: number, rest: Partial<OrderList> = {}): OrderList {
  return { value, sentAt, timestamp: null, quarantined: [], ...rest }
}

describe('the order board', () => {
  const scopes = [
    { area: 'spot', instrument: 'BTCUSDT', hot: true, isListed: false },
    { area: 'spot', instrument: 'ETHUSDT', hot: false, isListed: false },
  ] as const

  it('keeps the orders of an instrument and their age when reading them fails', () => {
    const board = new OrderBoard()
    board.apply('spot', 'BTCUSDT', listOf([order('1')], 100), [])
    const failure = localFailure('timeout', 'spot.openOrders', verbatim('no answer'))
    board.fail('spot', 'BTCUSDT', failure)
    const open = board.open(scopes)
    expect(open.orders).toMatchObject([{ orderId: '1', readAt: 100 }])
    expect(open.scopes[0]).toMatchObject({ readAt: 100, failure })
  })

  it('drops a read that started before the current one', () => {
    const board = new OrderBoard()
    board.apply('spot', 'BTCUSDT', listOf([], 200), [])
    board.apply('spot', 'BTCUSDT', listOf([order('1')], 100), [])
    expect(board.open(scopes).orders).toEqual([])
  })

  it('lists the same orders until a read shows a change', () => {
    const board = new OrderBoard()
    board.apply('spot', 'BTCUSDT', listOf([order('1')], 100), [])
    const before = board.orders()
    board.apply('spot', 'ETHUSDT', listOf([], 100), [])
    expect(board.orders()).toBe(before)
    board.apply('spot', 'BTCUSDT', listOf([order('2')], 200), [])
    expect(board.orders().map(({ orderId }) => orderId)).toEqual(['2'])
    board.apply('spot', 'BTCUSDT', listOf([], 300), [])
    expect(board.orders()).toEqual([])
  })

  it('says of an instrument that it was never read', () => {
    const board = new OrderBoard()
    board.fail('spot', 'ETHUSDT', localFailure('network', 'spot.openOrders', verbatim('no answer')))
    expect(board.open(scopes).scopes[1]).toMatchObject({ instrument: 'ETHUSDT', readAt: null })
  })

  it('is as old as the oldest read of an instrument with orders', () => {
    const board = new OrderBoard()
    board.apply('spot', 'BTCUSDT', listOf([order('1')], 300), [])
    board.apply('spot', 'ETHUSDT', listOf([], 100), [])
    expect([board.readAt(scopes), board.oldestAt(scopes)]).toEqual([300, 100])
  })

  it('has no age while an instrument that must have orders was never read', () => {
    const board = new OrderBoard()
    board.apply('spot', 'ETHUSDT', listOf([], 100), [])
    expect(board.readAt(scopes)).toBeNull()
  })

  it('keeps orders that unreadable rows may hide with their age, until the list can be read', () => {
    const board = new OrderBoard()
    const quarantined = [{ path: 'orders[0]', reason: message('expected.missing') }]
    board.apply('spot', 'BTCUSDT', listOf([order('1'), order('2')], 100), [])
    board.apply('spot', 'BTCUSDT', listOf([order('2')], 200, { quarantined }), [])
    board.apply('spot', 'BTCUSDT', listOf([order('2')], 300, { quarantined }), [])
    const rows = () => board.open(scopes).orders.map(({ orderId, readAt, isKept }) => [orderId, readAt, isKept])
    expect(rows()).toEqual([
      ['2', 300, undefined],
      ['1', 100, true],
    ])
    expect(board.open(scopes).scopes[0]).toMatchObject({ readAt: 300, unreadRows: 1 })
    board.apply('spot', 'BTCUSDT', listOf([order('2')], 400), [])
    expect(rows()).toEqual([['2', 400, undefined]])
    expect(board.open(scopes).scopes[0]).not.toHaveProperty('unreadRows')
  })
})
