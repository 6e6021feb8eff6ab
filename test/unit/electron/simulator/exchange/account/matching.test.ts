import { describe, expect, it } from 'vitest'
import type { Exchange } from '#electron/simulator/exchange/exchange.ts'
import type { SimOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import { decimal, sum } from '#shared/domain/decimal.ts'
import { accepted, contractTicket, emptyExchange, spotTicket } from '../../exchange-fixture.ts'

type SpotTerms = Parameters<typeof spotTicket>[1]
type ContractTerms = Parameters<typeof contractTicket>[1]

const spot = (exchange: Exchange, terms: SpotTerms) => accepted(exchange.spot.place(spotTicket(exchange, terms)))
const contract = (exchange: Exchange, terms: ContractTerms) =>
  accepted(exchange.contracts.place(contractTicket(exchange, terms)))

/** Orders in the order of their first fill. */
function sequence(exchange: Exchange): SimOrder[] {
  return [...new Set(exchange.spot.fills.map(({ order }) => order))]
}

describe('resting orders', () => {
  it('trade best price first, and equal prices by time', () => {
    const exchange = emptyExchange()
    const [second, third, first] = ['99000', '99000', '98500'].map((price) =>
      spot(exchange, { side: 'SELL', volume: '2', price }),
    )
    exchange.setPrice('BTC', '99050')
    for (let at = 0; at < 400 && third?.status !== 'FILLED'; at += 1) exchange.setPrice('BTC', '99050')
    expect(sequence(exchange)).toEqual([first, second, third])
    const timesOf = (order?: SimOrder) => exchange.spot.fills.flatMap((fill, at) => (fill.order === order ? [at] : []))
    expect(Math.max(...timesOf(first))).toBeLessThan(Math.min(...timesOf(second)))
    expect(Math.max(...timesOf(second))).toBeLessThan(Math.min(...timesOf(third)))
  })

  it('buy in the same way: the higher bid first', () => {
    const exchange = emptyExchange()
    const low = spot(exchange, { side: 'BUY', volume: '1', price: '95000' })
    const high = spot(exchange, { side: 'BUY', volume: '1', price: '95500' })
    for (let at = 0; at < 400 && low.status !== 'FILLED'; at += 1) exchange.setPrice('BTC', '94990')
    expect(sequence(exchange)).toEqual([high, low])
  })

  it('together get no more than passes their price, and fill in parts', () => {
    const exchange = emptyExchange()
    const orders = ['97000', '97000', '97001'].map((price) => spot(exchange, { side: 'SELL', volume: '3', price }))
    exchange.setPrice('BTC', '97010')
    const passing = exchange.books.passing(exchange.pair('btcusdt'), 'SELL', decimal(97_000))
    const traded = sum(orders.map(({ executed }) => executed))
    expect(traded.gt(0)).toBe(true)
    expect(traded.toFixed()).toBe(passing?.toFixed())
    expect(orders.map(({ status }) => status)).toContain('PART_FILLED')
  })

  it('wait while the market is away, and trade at their own price when it arrives', () => {
    const exchange = emptyExchange()
    const order = contract(exchange, { side: 'BUY', volume: '50', price: '96000' })
    exchange.setPrice('BTC', '96000.4')
    expect(order.executed.toFixed()).toBe('0')
    for (let at = 0; at < 400 && order.status !== 'FILLED'; at += 1) exchange.setPrice('BTC', '95990')
    expect(exchange.contracts.fills.map(({ price, isMaker }) => [price.toFixed(), isMaker])).toEqual(
      exchange.contracts.fills.map(() => ['96000', true]),
    )
    expect(order.status).toBe('FILLED')
  })

  it('fill completely when the price jumps far beyond them', () => {
    const exchange = emptyExchange()
    const order = contract(exchange, { side: 'BUY', volume: '900', price: '95000' })
    exchange.setPrice('BTC', '90000')
    expect(order.status).toBe('FILLED')
  })
})

describe('an order that meets an own order', () => {
  it('cancels the resting one and continues: nobody trades with himself', () => {
    const exchange = emptyExchange()
    const resting = spot(exchange, { side: 'BUY', volume: '1', price: '96390' })
    const taker = spot(exchange, { side: 'SELL', volume: '2', price: '96300' })
    expect([resting.status, resting.executed.toFixed()]).toEqual(['CANCELED', '0'])
    expect(taker.executed.gt(0)).toBe(true)
    expect(new Set(exchange.spot.fills.map(({ order }) => order))).toEqual(new Set([taker]))
  })

  it.each([
    ['walks past it', '2', 'CANCELED'],
    ['is served before it', '0.0001', 'NEW'],
  ])('does so for a market order that %s', (_how, volume, status) => {
    const exchange = emptyExchange()
    const resting = spot(exchange, { side: 'BUY', volume: '1', price: '96385' })
    const taker = spot(exchange, { side: 'SELL', volume })
    expect([resting.status, taker.status]).toEqual([status, 'FILLED'])
  })

  it('leaves orders alone that it does not reach', () => {
    const exchange = emptyExchange()
    const resting = spot(exchange, { side: 'BUY', volume: '1', price: '96000' })
    spot(exchange, { side: 'SELL', volume: '0.001' })
    spot(exchange, { side: 'SELL', volume: '5', price: '96000.01' })
    expect(resting.status).toBe('NEW')
  })

  it('does so on contracts, where the freed order was closing', () => {
    const exchange = emptyExchange()
    contract(exchange, { side: 'BUY', volume: '100' })
    const closing = contract(exchange, { side: 'SELL', action: 'CLOSE', volume: '100', price: '96410' })
    const taker = contract(exchange, { side: 'BUY', volume: '50000', price: '96500' })
    expect(closing.status).toBe('CANCELED')
    expect(taker.executed.gt(0)).toBe(true)
  })

  it('cancels a POST_ONLY order instead, because it may not take', () => {
    const exchange = emptyExchange()
    exchange.setPrice('BTC', '96000')
    const resting = contract(exchange, { side: 'SELL', volume: '10', price: '96001' })
    const taker = contract(exchange, { side: 'BUY', volume: '10', price: '96001', timeInForce: 'POST_ONLY' })
    expect([resting.status, taker.status]).toEqual(['NEW', 'CANCELED'])
  })

  it('lets an unfilled FOK order disturb nothing', () => {
    const exchange = emptyExchange()
    const resting = contract(exchange, { side: 'SELL', volume: '10', price: '96420' })
    contract(exchange, { side: 'BUY', volume: '90000', price: '96425', timeInForce: 'FOK' })
    expect(resting.status).toBe('NEW')
  })
})

describe('depth', () => {
  it('shows the account its own orders among those of others, best first', () => {
    const exchange = emptyExchange()
    const pair = exchange.pair('btcusdt')
    const [touch] = exchange.books.levels(pair, 'SELL', 1)
    const price = touch?.price.toFixed() ?? ''
    spot(exchange, { side: 'BUY', volume: '1', price })
    spot(exchange, { side: 'BUY', volume: '2', price: '96389.99' })
    const depth = exchange.depth(pair, 'SELL', 10)
    expect(depth).toHaveLength(10)
    expect(depth[0]?.quantity.toFixed()).toBe(touch?.quantity.plus(1).toFixed())
    expect(depth.find((level) => level.price.eq('96389.99'))?.quantity.toFixed()).toBe('2')
    const prices = depth.map((level) => level.price.toNumber())
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(exchange.depth(pair, 'BUY', 10)).toEqual(exchange.books.levels(pair, 'BUY', 10))
  })

  it('never shows a crossed order book while an order is being traded', () => {
    const exchange = emptyExchange()
    const pair = exchange.pair('btcusdt')
    spot(exchange, { side: 'SELL', volume: '9', price: '96500' })
    exchange.setPrice('BTC', '96510')
    const [ask, bid] = (['BUY', 'SELL'] as const).map((side) => exchange.depth(pair, side, 1)[0]?.price)
    expect(ask && bid && ask.gt(bid)).toBe(true)
    expect(exchange.spot.openOrders()).toHaveLength(1)
  })
})
