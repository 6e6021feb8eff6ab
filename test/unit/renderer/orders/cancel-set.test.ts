import { describe, expect, it } from 'vitest'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot, manyOrders } from '#test/support/snapshot.ts'
import {
  isIn,
  matchingWish,
  placeChoices,
  wishFor,
  wishMessage,
  type CancelWish,
} from '../../../../renderer/src/orders/cancel-set.ts'
import { orderRows } from '../../../../renderer/src/orders/order-rows.ts'

const rowsOf = ({ parts } = fixtureSnapshot()) =>
  orderRows(parts.orders.data!, parts.quotes.data!, parts.instruments.data!, 3_000)
const ALL = { place: '', filter: '', closing: false }
const said = (wish: CancelWish) => inEnglish(wishMessage(wish))
const at = (place: string) => rowsOf().filter((row) => isIn(row, place))

it('offers the areas and every instrument with orders', () => {
  const choices = placeChoices(rowsOf(), '')
  expect(choices.slice(0, 3).map(({ title, count }) => `${title} ${count}`)).toEqual([
    'Contracts 12',
    'Spot 10',
    'AVAX/USDT 1',
  ])
  expect(choices.find(({ title }) => title === 'BTC/USDT')).toEqual({
    place: 'spot:BTCUSDT',
    title: 'BTC/USDT',
    instrument: 'BTCUSDT',
    count: 2,
  })
  expect([at('').length, at('spot').length, at('contract').length, at('contract:E-BTC-USDT').length]).toEqual([
    22, 10, 12, 5,
  ])
})

it('still offers what is chosen when its last order is gone', () => {
  const without = rowsOf().filter(({ order }) => order.area === 'contract')
  expect(placeChoices(without, 'spot:BTCUSDT').at(-1)).toMatchObject({ title: 'BTCUSDT', count: 0 })
  expect(placeChoices(without, 'spot').at(-1)).toMatchObject({ title: 'Spot', count: 0 })
  expect(placeChoices(without, 'contract')).toEqual(placeChoices(without, ''))
})

describe('wishFor', () => {
  it('cancels one order alone, several by id, and more than main accepts not at all', () => {
    const [first, second] = rowsOf()
    expect(wishFor([first!]).exact).toMatchObject({ kind: 'cancelOrder', instrument: 'E-BTC-USDT' })
    expect(wishFor([first!, second!]).exact).toEqual({
      kind: 'cancelOrders',
      orders: [first!, second!].map(({ order: { area, instrument, orderId } }) => ({ area, instrument, orderId })),
    })
    expect(wishFor([]).exact).toBeNull()
    expect(wishFor(rowsOf(manyOrders(1_001))).exact).toBeNull()
  })

  it('says how many orders of each instrument there are, and how many of them close', () => {
    expect(said(wishFor(at('contract:E-BTC-USDT')))).toBe('Cancel 5 orders of E-BTC-USDT, 2 of them closing')
    expect(said(wishFor(at('spot').slice(0, 1)))).toBe('Cancel 1 order of BTC/USDT')
    expect(said(wishFor(at('spot').slice(0, 3)))).toBe('Cancel 3 orders of 2 instruments')
  })
})

describe('matchingWish', () => {
  it.each([
    [null, false, 15],
    [null, true, 21],
    ['buy', false, 9],
    ['sell', false, 6],
    ['sell', true, 10],
  ] as const)('side %s, closing %s: %i orders, never one that is already being cancelled', (side, closing, count) => {
    expect(matchingWish(rowsOf(), side, { ...ALL, closing }).rows).toHaveLength(count)
  })

  it.each([
    ['', { area: null, instrument: null }],
    ['spot', { area: 'spot', instrument: null }],
    ['contract:E-BTC-USDT', { area: 'contract', instrument: 'E-BTC-USDT' }],
    ['spot:BTCUSDT', { area: 'spot', instrument: 'BTCUSDT' }],
  ])('narrowed to "%s" plans by what its orders have in common', (place, where) => {
    expect(matchingWish(at(place), 'sell', { ...ALL, place, closing: true }).planned).toEqual({
      kind: 'cancelMatching',
      filter: { ...where, side: 'sell', closing: true },
    })
  })

  it('sends on one click exactly what is on the screen', () => {
    const wish = matchingWish(at('contract:E-BTC-USDT'), null, { ...ALL, place: 'contract:E-BTC-USDT' })
    expect(wish.exact).toMatchObject({ kind: 'cancelOrders', orders: [{}, {}, {}] })
  })

  it('plans single orders when a text filter is on, which a plan cannot express', () => {
    const wish = matchingWish(at('spot'), null, { ...ALL, place: 'spot', filter: 'sell' })
    expect(wish.planned).toEqual(wish.exact)
  })
})
