import { describe, expect, it } from 'vitest'
import type { Fill } from '#shared/domain/fill.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { readAs } from '#test/support/venue-fixtures.ts'

type Fields = Readonly<Record<string, string | boolean | null>>

function onlyEntry(endpoint: 'contract.myTrades' | 'contract.orderHistory', entry: Fields): unknown {
  const reply = readAs(endpoint, JSON.stringify([entry]))
  return reply.kind === 'value' && Array.isArray(reply.value) ? reply.value[0] : reply
}

const trade = { tradeId: '7', bidId: '1', askId: '2', price: '3000', qty: '5', fee: '1', time: '1767139200000' }
const fillOf = (fields: Fields) => onlyEntry('contract.myTrades', { ...trade, ...fields }) as Fill | undefined

describe('a trade of the account’s own', () => {
  it('is on the side that isBuyer gives, whatever else the row says', () => {
    expect(fillOf({ isBuyer: true, side: 'SELL' })).toMatchObject({ side: 'buy', orderId: '1' })
    expect(fillOf({ isBuyer: false, side: 'BUY' })).toMatchObject({ side: 'sell', orderId: '2' })
    expect(fillOf({ isBuyer: 'false', side: 'up' })).toMatchObject({ side: 'sell', orderId: '2' })
  })

  it('has no order when only a side is given, and is unreadable without either', () => {
    expect(fillOf({ side: 'BUY' })).toMatchObject({ side: 'buy', orderId: null })
    expect(fillOf({})).toBeUndefined()
  })

  it('is identified by its trade id even if the row has another id', () => {
    expect(fillOf({ isBuyer: true, id: '8' })).toMatchObject({ tradeId: '7' })
  })

  it('has no order when the order of its side is not given', () => {
    expect(fillOf({ isBuyer: true, bidId: null })).toMatchObject({ side: 'buy', orderId: null })
    expect(fillOf({ isBuyer: false, askId: null })).toMatchObject({ side: 'sell', orderId: null })
  })

  it('belongs to the order that it names', () => {
    expect(fillOf({ isBuyer: true, orderId: '9' })).toMatchObject({ orderId: '9' })
  })
})

describe('a past order with a numeric state', () => {
  const order = { orderId: '1', side: 'BUY', openOrClose: 'OPEN', type: '1', volume: '10', price: '1' }
  const statusOf = (fields: Fields) =>
    (onlyEntry('contract.orderHistory', { ...order, ...fields }) as Order | undefined)?.status

  it.each<[status: string, executed: string, meaning: OrderStatus]>([
    ['0', '0', 'new'],
    ['1', '0', 'new'],
    ['3', '0', 'new'],
    ['0', '4', 'partially-filled'],
    ['1', '4', 'partially-filled'],
    ['3', '4', 'partially-filled'],
    ['2', '0', 'unknown'],
    ['2', '4', 'unknown'],
    ['4', '0', 'canceled'],
    ['4', '4', 'canceled'],
    ['5', '0', 'canceling'],
    ['5', '4', 'canceling'],
    ['6', '4', 'unknown'],
    ['-1', '4', 'unknown'],
    ...['0', '1', '2', '3', '4', '5', '6', '77'].map((code): [string, string, OrderStatus] => [code, '10', 'filled']),
  ])('%s and %s of 10 done is %s', (status, dealVolume, meaning) => {
    expect(statusOf({ status, dealVolume })).toBe(meaning)
  })

  it('is judged by its volumes down to a single contract', () => {
    expect(statusOf({ status: '3', volume: '1', dealVolume: '1' })).toBe('filled')
    expect(statusOf({ status: '3', dealVolume: '1' })).toBe('partially-filled')
    expect(statusOf({ status: '2', type: '2', dealVolume: '1' })).toBe('filled')
  })

  it('is not called filled by volumes that may be of two kinds', () => {
    for (const type of ['2', 'STOP', '6']) {
      expect(statusOf({ type, status: '3', dealVolume: '250' })).toBe('partially-filled')
      expect(statusOf({ type, status: '2', dealVolume: '4' })).toBe('filled')
      expect(statusOf({ type, status: '2', dealVolume: '0' })).toBe('unknown')
      expect(statusOf({ type, status: '3', dealVolume: '10', openOrClose: 'CLOSE' })).toBe('filled')
    }
  })
})
