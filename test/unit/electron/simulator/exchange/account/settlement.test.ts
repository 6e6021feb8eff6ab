import { describe, expect, it } from 'vitest'
import type { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { profit, reducePrice } from '#electron/simulator/exchange/account/contract-maths.ts'
import { initialMargin } from '#electron/simulator/exchange/account/sim-position.ts'
import type { SimPosition } from '#electron/simulator/exchange/account/sim-position.ts'
import { decimal, sum } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { accepted, contractTicket, emptyExchange } from '../../exchange-fixture.ts'

const HOUR = 3_600_000

function place(exchange: Exchange, terms: Parameters<typeof contractTicket>[1]) {
  return accepted(exchange.contracts.place(contractTicket(exchange, terms)))
}

function only(exchange: Exchange): SimPosition {
  const [position, ...others] = exchange.contracts.positions()
  if (!position || others.length > 0) throw new Error('expected one position')
  return position
}

/** All the money of the account in one coin. */
function equity({ contracts }: Exchange, coin: string) {
  return sum([
    contracts.held.crossEquity(coin),
    contracts.held.isolatedEquity(coin),
    contracts.wallet.locked(coin),
  ]).toFixed()
}

function gained({ spec, side, volume, openPrice, averagePrice }: SimPosition) {
  return profit(spec, side === 'BUY' ? 1 : -1, volume, openPrice, averagePrice)
}

describe('settlement', () => {
  it.each([
    ['a linear long', 'E-BTC-USDT', 'BUY', 'USDT'],
    ['a linear short', 'E-BTC-USDT', 'SELL', 'USDT'],
    ['an inverse long', 'E-BTC-USD', 'BUY', 'BTC'],
    ['an inverse short', 'E-BTC-USD', 'SELL', 'BTC'],
  ] as const)('pays the gain of %s to the wallet and resets its entry', (_what, contract, side, coin) => {
    const exchange = emptyExchange()
    place(exchange, { contract, side, volume: '500' })
    const position = only(exchange)
    const entry = position.openPrice
    exchange.setPrice('BTC', '98000')
    const [wallet, before] = [exchange.contracts.wallet.normal(coin), equity(exchange, coin)]
    exchange.contracts.held.settle()
    expect(position.averagePrice.toFixed()).toBe('98000')
    expect(position.openPrice).toBe(entry)
    expect(position.settleProfit.toFixed()).toBe(gained(position).toFixed())
    expect(position.settleProfit.gt(0)).toBe(side === 'BUY')
    expect(exchange.contracts.wallet.normal(coin).toFixed()).toBe(wallet.plus(position.settleProfit).toFixed())
    expect(equity(exchange, coin)).toBe(before)
    const { spec, volume, margin } = position
    expect(margin.toFixed()).toBe(initialMargin(spec, volume, decimal(98_000)).toFixed())
  })

  it('also pays the funding booked since the last one', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000' })
    const position = only(exchange)
    exchange.contracts.held.payFunding(position, decimal('0.0005'))
    const wallet = exchange.contracts.wallet.normal('USDT')
    const booked = position.realized
    exchange.contracts.held.settle()
    expect(position.realized.toFixed()).toBe('0')
    expect(booked.isNegative()).toBe(true)
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(
      wallet.plus(booked).plus(position.settleProfit).toFixed(),
    )
  })

  it('keeps the gain of an isolated position in its margin, so that its trigger does not move', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const position = only(exchange)
    exchange.contracts.held.payFunding(position, decimal('0.001'))
    exchange.setPrice('BTC', '91000')
    const trigger = () => {
      const lot = { volume: position.volume, price: position.averagePrice }
      return reducePrice(position.spec, 1, lot, position.margin.plus(position.realized)).toFixed(12)
    }
    const [wallet, price] = [exchange.contracts.wallet.normal('USDT').toFixed(), trigger()]
    exchange.contracts.held.settle()
    expect(trigger()).toBe(price)
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(wallet)
    expect([position.averagePrice.toFixed(), position.realized.toFixed()]).toEqual(['91000', '0'])
  })

  it.each(['E-BTC-USDT', 'E-BTC-USD'])(
    'counts the closing profit from the opening, and the settled profit for the rest: %s',
    (contract) => {
      const exchange = emptyExchange()
      place(exchange, { contract, side: 'BUY', volume: '1000' })
      const position = only(exchange)
      exchange.setPrice('BTC', '98000')
      exchange.contracts.held.settle()
      exchange.setPrice('BTC', '99000')
      place(exchange, { contract, side: 'SELL', volume: '400', action: 'CLOSE' })
      expect(position.settleProfit.minus(gained(position)).abs().lt('1e-14')).toBe(true)
      const left = decimal(400)
      const exit = position.closeMoney.div(position.closeVolume)
      const whole = profit(position.spec, 1, left, position.openPrice, exit)
      // A market order fills at several prices. On an inverse contract, their profit differs slightly from that of the
      // average price.
      expect(
        position.closeProfit
          .minus(whole)
          .abs()
          .lt(contract === 'E-BTC-USD' ? '1e-6' : '1e-12'),
      ).toBe(true)
      place(exchange, { contract, side: 'SELL', volume: '600', action: 'CLOSE' })
      expect(exchange.contracts.held.closed[0]?.settleProfit.toFixed()).toBe('0')
    },
  )

  it('waits for a frozen position', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '10' })
    const position = only(exchange)
    const entry = position.averagePrice
    position.freeze = 1
    exchange.contracts.held.settle()
    expect(position.averagePrice).toBe(entry)
  })
})

describe('the times of funding and settlement', () => {
  /** 00:00 UTC. */
  const MIDNIGHT = Date.UTC(2026, 0, 1)

  function ticks(exchange: Exchange, ...hours: readonly number[]) {
    return hours.map((hour) => {
      exchange.tick(MIDNIGHT + hour * HOUR)
      const { capitalFee, averagePrice } = only(exchange)
      return [capitalFee.toFixed(), averagePrice.toFixed()].join(' ')
    })
  }

  it('come every eight hours: funding is paid once each time, by longs when the rate is positive, and the entry is reset', () => {
    const exchange = emptyExchange({ clock: new ManualClock({ wall: MIDNIGHT }) })
    place(exchange, { side: 'BUY', volume: '1000' })
    const position = only(exchange)
    const [start, before, first, still, second] = ticks(exchange, 0.1, 7.999, 8, 8.1, 16)
    expect(before).toBe(start)
    expect(first).not.toBe(before)
    expect(still).toBe(first)
    expect(second).not.toBe(first)
    const rate = exchange.market.funding(position.spec).current
    expect(position.capitalFee.isNegative()).toBe(rate.gt(0))
    expect(position.averagePrice.toFixed()).toBe(exchange.market.price(position.spec).toFixed())
    expect(position.realized.toFixed()).toBe('0')
  })

  it('do not repeat when the clock is set back', () => {
    const exchange = emptyExchange({ clock: new ManualClock({ wall: MIDNIGHT }) })
    place(exchange, { side: 'BUY', volume: '1000' })
    const [paid, back, again] = ticks(exchange, 8, 7.9, 8.1)
    expect([back, again]).toEqual([paid, paid])
  })

  it('are configurable', () => {
    const clock = new ManualClock({ wall: MIDNIGHT })
    const exchange = emptyExchange({ clock, fundEveryMs: HOUR, settleEveryMs: 2 * HOUR })
    place(exchange, { side: 'SELL', volume: '1000' })
    const position = only(exchange)
    const entry = position.averagePrice
    exchange.tick(MIDNIGHT + HOUR)
    expect(position.capitalFee.isZero()).toBe(false)
    expect(position.averagePrice).toBe(entry)
    exchange.tick(MIDNIGHT + 2 * HOUR)
    expect(position.averagePrice).not.toBe(entry)
  })

  it.each([
    ['BUY', '0.0001', -1],
    ['SELL', '0.0001', 1],
    ['BUY', '-0.0001', 1],
    ['SELL', '-0.0001', -1],
  ] as const)('a %s pays or gets %s of its value at the mark', (side, rate, sign) => {
    const exchange = emptyExchange()
    place(exchange, { side, volume: '1000' })
    const position = only(exchange)
    exchange.contracts.held.payFunding(position, decimal(rate))
    const flow = exchange.market.price(position.spec).times('0.1').times('0.0001').times(sign)
    expect([position.capitalFee.toFixed(), position.realized.toFixed()]).toEqual([flow.toFixed(), flow.toFixed()])
  })
})

describe('conditional orders', () => {
  it('become orders when the mark price reaches them', () => {
    const exchange = emptyExchange()
    const ticket = contractTicket(exchange, { side: 'BUY', volume: '10' })
    exchange.triggers.add({ ticket, direction: 'fall', price: decimal(95_000) })
    exchange.setPrice('BTC', '95001')
    expect(exchange.contracts.positions()).toEqual([])
    exchange.setPrice('BTC', '95000')
    expect(only(exchange).volume.toFixed()).toBe('10')
    expect(exchange.triggers.waiting).toEqual([])
  })

  it('are no orders before that: no list shows them, and their id is no order id', () => {
    const exchange = emptyExchange()
    const ticket = contractTicket(exchange, { side: 'BUY', volume: '10', price: '90000' })
    const { id } = exchange.triggers.add({ ticket, direction: 'fall', price: decimal(95_000) })
    expect(exchange.contracts.openOrders()).toEqual([])
    expect(exchange.contracts.orders.get(id)).toBeUndefined()
    expect(exchange.contracts.wallet.locked('USDT').toFixed()).toBe('0')
  })

  it('expire after fourteen days', async () => {
    const clock = new ManualClock()
    const exchange = emptyExchange({ clock })
    const ticket = contractTicket(exchange, { side: 'BUY', volume: '10' })
    const wait = () => exchange.triggers.add({ ticket, direction: 'fall', price: decimal(95_000) })
    wait()
    await clock.advance(14 * 24 * HOUR - 1000)
    exchange.setPrice('BTC', '96000')
    expect(exchange.triggers.waiting).toHaveLength(1)
    await clock.advance(1000)
    exchange.setPrice('BTC', '94000')
    expect([exchange.triggers.waiting, exchange.contracts.positions()]).toEqual([[], []])
  })
})
