import { describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/clock.ts'
import { accepted, balance, codeOf, emptyExchange, spotTicket } from '../../exchange-fixture.ts'

/** BTC starts at 96,400. */
const FAR_BELOW = '90000'
const FAR_ABOVE = '99000'

describe('spot area', () => {
  it('locks what a resting order can cost and unlocks it on cancel', () => {
    const exchange = emptyExchange()
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '2', price: FAR_BELOW })))
    expect(balance(exchange, 'USDT')).toEqual({ free: '820000', locked: '180000' })
    exchange.cancel(order)
    expect(balance(exchange, 'USDT')).toEqual({ free: '1000000', locked: '0' })
    expect(order.status).toBe('CANCELED')
  })

  it('fills a resting order at its own price, with the maker fee taken from what it receives', () => {
    const exchange = emptyExchange()
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'SELL', volume: '1', price: FAR_ABOVE })))
    exchange.setPrice('BTC', '100000')
    while (order.status !== 'FILLED') exchange.setPrice('BTC', '100000')
    expect(balance(exchange, 'BTC')).toEqual({ free: '9', locked: '0' })
    expect(balance(exchange, 'USDT').free).toBe('1098920.8')
  })

  it('walks the order book with a market order: better prices first, and never above the budget', () => {
    const exchange = emptyExchange()
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '50000' })))
    const prices = exchange.spot.fills.map((fill) => fill.price.toNumber())
    expect(prices.length).toBeGreaterThan(1)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(order.executedMoney.lte(50_000) && order.executedMoney.gt(49_990)).toBe(true)
    expect(order.status).toBe('FILLED')
  })

  it('buys a quantity at market if the ticket gives one, and spends no more than the balance', () => {
    const exchange = emptyExchange()
    const buying = (volume: string) => ({ ...spotTicket(exchange, { side: 'BUY', volume }), buysQuantity: true })
    const order = accepted(exchange.spot.place(buying('0.02')))
    expect([order.status, order.executed.toFixed()]).toEqual(['FILLED', '0.02'])
    expect(codeOf(exchange.spot.place(buying('0.000001')))).toBe(-1111)
    expect(codeOf(exchange.spot.place(buying('11')))).toBe(-2017)
  })

  it('fills what a limit order reaches and rests the remainder', () => {
    const exchange = emptyExchange()
    const touch = exchange.books.best(exchange.pair('btcusdt'), 'BUY').toFixed()
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '5', price: touch })))
    expect(order.status).toBe('PART_FILLED')
    const left = order.volume.minus(order.executed)
    expect(balance(exchange, 'USDT').locked).toBe(left.times(touch).toFixed())
  })

  it('does not offer the same liquidity twice in one second', () => {
    const exchange = emptyExchange()
    const buy = () => accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '20000' })))
    const [first, second] = [buy(), buy()]
    expect(second.executed.lt(first.executed)).toBe(true)
  })

  it.each([
    ['a price with too many digits', { price: '90000.123' }, -1111],
    ['a volume with too many digits', { volume: '0.123456' }, -1111],
    ['a volume below the smallest', { volume: '0.000001' }, -1111],
    ['a value below the smallest', { volume: '0.00001' }, -2029],
    ['more than the balance', { volume: '12' }, -2017],
  ])('refuses %s', (_what, change, code) => {
    const exchange = emptyExchange()
    const ticket = spotTicket(exchange, { side: 'BUY', volume: '1', price: FAR_BELOW, ...change })
    expect(codeOf(exchange.spot.place(ticket))).toBe(code)
    expect(exchange.spot.orders.size).toBe(0)
  })

  it('refuses a volume below the minimum of a pair with finer steps', () => {
    const exchange = emptyExchange()
    exchange.spot.deposit('SOL', exchange.pair('solusdt').minVolume)
    const ticket = spotTicket(exchange, { side: 'SELL', volume: '0.005', price: '300', symbol: 'solusdt' })
    expect(codeOf(exchange.spot.place(ticket))).toBe(-1136)
  })

  it('refuses to cancel a finished order', () => {
    const exchange = emptyExchange()
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '1000' })))
    expect(codeOf(exchange.cancel(order))).toBe(-1145)
  })

  it('executes a client order id as often as it arrives', () => {
    const exchange = emptyExchange()
    const ticket = spotTicket(exchange, { side: 'BUY', volume: '0.1', price: FAR_BELOW, clientOrderId: 'same' })
    accepted(exchange.spot.place(ticket))
    accepted(exchange.spot.place(ticket))
    expect(exchange.spot.openOrders()).toHaveLength(2)
  })

  it('keeps an order in the order book, locked and fillable, until its cancel is done', async () => {
    const clock = new ManualClock()
    const exchange = emptyExchange({ clock, cancelDelayMs: 300 })
    const order = accepted(exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '2', price: FAR_BELOW })))
    accepted(exchange.cancel(order))
    expect([order.status, balance(exchange, 'USDT').locked]).toEqual(['PENDING_CANCEL', '180000'])
    expect(codeOf(exchange.cancel(order))).toBe(-1145)
    await clock.advance(300)
    expect([order.status, balance(exchange, 'USDT').locked]).toEqual(['CANCELED', '0'])
  })
})
