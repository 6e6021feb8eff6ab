import { describe, expect, it } from 'vitest'
import { fixtureSnapshot, troubledSnapshot } from '#test/support/snapshot.ts'
import { coverageOf, groupOf, orderRows, type OrderRow } from '../../../../renderer/src/orders/order-rows.ts'
import * as cell from '../../../../renderer/src/orders/order-cells.ts'

function rowsOf({ parts } = fixtureSnapshot()): OrderRow[] {
  const { orders, quotes, instruments } = parts
  if (!orders.data || !quotes.data || !instruments.data) throw new Error('expected a fixture with data')
  return orderRows(orders.data, quotes.data, instruments.data, orders.expectEveryMs)
}

function row(instrument: string, nth = 0): OrderRow {
  const found = rowsOf().filter(({ order }) => order.instrument === instrument)[nth]
  if (!found) throw new Error(`expected an order of ${instrument}`)
  return found
}

describe('orderRows', () => {
  it('computes the open value from the unfilled part', () => {
    // 60 of 100 contracts of 0.001 BTC at 61,200.
    expect(cell.value(row('E-BTC-USDT'))).toBe('3,672.00 USDT')
    expect(cell.value(row('ETHUSDT'))).toBe('4,680.00 USDT')
  })

  it('gives the distance to the last price, with a sign', () => {
    expect(row('E-BTC-USDT').distance).toBeCloseTo(61_200 / 62_410.4 - 1, 8)
    expect(row('ETHUSDT').distance).toBeCloseTo(3_900 / 3_498.09 - 1, 8)
  })

  it('leaves blank what a market order does not have', () => {
    const market = row('LTCUSDT')
    expect([cell.price(market), cell.distance(market), cell.value(market), cell.quantity(market)]).toEqual([
      'market',
      '—',
      '—',
      '150 USDT',
    ])
  })

  it('shows an order of an unknown instrument, with unknown values marked', () => {
    const { parts } = fixtureSnapshot()
    if (!parts.orders.data) throw new Error('expected orders')
    const [first] = orderRows(parts.orders.data, [], [], 3_000)
    if (!first) throw new Error('expected a row')
    expect([cell.price(first), cell.distance(first), cell.value(first)]).toEqual(['61,200', '?', '?'])
    expect(first.title).toBe(first.order.instrument)
  })

  it('gives each row the age and the failure of its own instrument', () => {
    const failed = rowsOf(troubledSnapshot()).filter(({ reading }) => reading.failure)
    expect(new Set(failed.map(({ order }) => order.instrument))).toEqual(new Set(['E-BTC-USDT']))
  })
})

it('keeps closing orders separate', () => {
  expect([groupOf(row('E-BTC-USDT', 0)), groupOf(row('E-BTC-USDT', 3)), groupOf(row('BTCUSDT'))]).toEqual([
    'open',
    'close',
    'spot',
  ])
})

it.each([
  ['', 22],
  ['btc', 7],
  ['BTC close', 2],
  ['spot sell', 5],
  ['partially', 3],
  ['no-such', 0],
])('the filter "%s" leaves %i orders', (filter, count) => {
  expect(rowsOf().filter((each) => cell.matchesOrder(each, filter))).toHaveLength(count)
})

it('names a pair by its coins and a contract by its name, and finds a pair by either of its names', () => {
  expect([row('BTCUSDT').title, row('E-BTC-USDT').title]).toEqual(['BTC/USDT', 'E-BTC-USDT'])
  expect([cell.matchesOrder(row('BTCUSDT'), 'btc/usdt'), cell.matchesOrder(row('BTCUSDT'), 'btcusdt')]).toEqual([
    true,
    true,
  ])
})

describe('coverageOf', () => {
  it('counts the instruments read and finds the oldest read', () => {
    const { data } = fixtureSnapshot().parts.orders
    if (!data) throw new Error('expected orders')
    const scopes = data.scopes.map((scope, index) => ({ ...scope, readAt: index === 0 ? null : 1_000 + index }))
    expect(coverageOf({ ...data, scopes })).toMatchObject({ orders: 22, read: 13, scopes: 14, oldest: 1_001 })
  })

  it('names the instruments that cannot be read', () => {
    const { data } = troubledSnapshot().parts.orders
    if (!data) throw new Error('expected orders')
    expect(coverageOf(data).failed.map(({ instrument }) => instrument)).toEqual(['E-BTC-USDT'])
  })
})
