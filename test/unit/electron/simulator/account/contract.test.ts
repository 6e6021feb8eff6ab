import { describe, expect, it } from 'vitest'
import type { Exchange } from '#electron/simulator/exchange.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { accepted, codeOf, contractTicket, emptyExchange } from '../exchange-fixture.ts'

function place(exchange: Exchange, terms: Parameters<typeof contractTicket>[1]) {
  return accepted(exchange.contracts.place(contractTicket(exchange, terms)))
}

function refusal(exchange: Exchange, terms: Parameters<typeof contractTicket>[1]) {
  return codeOf(exchange.contracts.place(contractTicket(exchange, terms)))
}

function only(exchange: Exchange) {
  const [position, ...others] = exchange.contracts.positions()
  if (!position || others.length > 0) throw new Error('expected one position')
  return position
}

describe('contract orders', () => {
  it('opens a long with BUY and a short with SELL, side by side', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '100' })
    place(exchange, { side: 'SELL', volume: '40' })
    expect(exchange.contracts.positions().map(({ side, volume }) => [side, volume.toFixed()])).toEqual([
      ['BUY', '100'],
      ['SELL', '40'],
    ])
  })

  it('closes a long with SELL and a short with BUY, and pays the profit out', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000' })
    const entry = only(exchange).averagePrice
    const before = exchange.contracts.wallet.normal('USDT')
    exchange.setPrice('BTC', '99000')
    place(exchange, { side: 'SELL', volume: '1000', action: 'CLOSE' })
    expect(exchange.contracts.positions()).toEqual([])
    const [closed] = exchange.contracts.closed
    const gain = closed?.closeProfit ?? decimal(0)
    expect(gain.gt(decimal(98_000).minus(entry).times('0.1'))).toBe(true)
    const fee = exchange.contracts.fills
      .filter((fill) => fill.order.side === 'SELL')
      .reduce((sum, { fee }) => sum.plus(fee), decimal(0))
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(before.plus(gain).minus(fee).toFixed())
  })

  it('refuses to close more than can be closed, pending closing orders counted', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '100' })
    place(exchange, { side: 'SELL', volume: '70', action: 'CLOSE', price: '120000' })
    expect(exchange.contracts.pendingCloseVolume(only(exchange)).toFixed()).toBe('70')
    expect(refusal(exchange, { side: 'SELL', volume: '31', action: 'CLOSE' })).toBe(10015)
    expect(refusal(exchange, { side: 'SELL', volume: '30', action: 'CLOSE' })).toBe('accepted')
    expect(refusal(exchange, { side: 'BUY', volume: '1', action: 'CLOSE' })).toBe(10015)
  })

  it('locks initial margin for a resting opening order only, and gives it back', () => {
    const exchange = emptyExchange()
    const order = place(exchange, { side: 'BUY', volume: '1000', price: '90000' })
    expect(exchange.contracts.wallet.locked('USDT').toFixed()).toBe('900')
    exchange.cancel(order)
    expect(exchange.contracts.wallet.locked('USDT').toFixed()).toBe('0')
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe('100000')
  })

  it('takes the margin of an isolated position out of the wallet', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const { margin, tradeFee } = only(exchange)
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(
      decimal(100_000).minus(margin).plus(tradeFee).toFixed(),
    )
  })

  it.each([
    ['IOC cancels what is not taken at once', 'IOC', '96410', 'CANCELED', true],
    ['FOK takes nothing when it can not take all', 'FOK', '96405', 'CANCELED', false],
    ['POST_ONLY is cancelled when it would take', 'POST_ONLY', '97000', 'CANCELED', false],
    ['POST_ONLY rests when it would not', 'POST_ONLY', '95000', 'NEW', false],
  ] as const)('%s', (_title, timeInForce, price, status, hasTraded) => {
    const exchange = emptyExchange()
    const order = place(exchange, { side: 'BUY', volume: '90000', price, timeInForce })
    expect([order.status, order.executed.gt(0)]).toEqual([status, hasTraded])
  })

  it.each([
    ['a fraction of a contract', { volume: '1.5' }, -1111],
    ['a market order above the largest', { volume: '20001' }, -1137],
    ['a limit order above the largest', { volume: '100001', price: '90000' }, -1137],
    ['a value below the smallest', { volume: '1', contract: 'E-ADA-USDT', price: '0.0001' }, -1160],
    ['more margin than there is', { volume: '100000', contract: 'E-SOL-USDT', price: '170' }, -2017],
    ['a contract that is not traded', { volume: '1', contract: 'E-LTC-USDT' }, -1146],
  ])('refuses %s', (_what, terms, code) => {
    expect(refusal(emptyExchange(), { side: 'BUY', ...terms })).toBe(code)
  })

  it('refuses another margin mode than the one in use on the contract', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '10' })
    expect(refusal(exchange, { side: 'BUY', volume: '10', isolated: true })).toBe(-1165)
  })

  it('refuses more open orders on a contract than it allows', () => {
    const exchange = emptyExchange()
    for (let made = 0; made < 50; made += 1) place(exchange, { side: 'BUY', volume: '1', price: '90000' })
    expect(refusal(exchange, { side: 'BUY', volume: '1', price: '90000' })).toBe(-1015)
  })
})

describe('forced reduction', () => {
  it('freezes an isolated position at its trigger, then closes it; its margin is all that is lost', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const position = only(exchange)
    const wallet = exchange.contracts.wallet.normal('USDT')
    exchange.setPrice('BTC', '80000')
    expect(position.freeze).toBe(1)
    expect(refusal(exchange, { side: 'SELL', volume: '1', action: 'CLOSE', isolated: true })).toBe(-1157)
    exchange.setPrice('BTC', '80000')
    expect(exchange.contracts.positions()).toEqual([])
    const fee = decimal('0.1').times(80_000).times('0.00075')
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(wallet.minus(fee).toFixed())
  })

  it('lets a position go again that recovers in time', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    exchange.setPrice('BTC', '87000')
    expect(only(exchange).freeze).toBe(1)
    exchange.setPrice('BTC', '96000')
    expect([only(exchange).freeze, only(exchange).volume.toFixed()]).toEqual([0, '1000'])
  })

  it('reduces a cross account by its largest position, orders first, until it is safe', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '20000' })
    place(exchange, { side: 'BUY', volume: '20000' })
    place(exchange, { side: 'BUY', volume: '100', contract: 'E-ETH-USDT' })
    place(exchange, { side: 'BUY', volume: '10', price: '60000' })
    exchange.setPrice('BTC', '71700')
    expect(exchange.contracts.positions().map(({ freeze }) => freeze)).toEqual([1, 1])
    exchange.setPrice('BTC', '71700')
    expect(exchange.contracts.openOrders()).toEqual([])
    expect(
      exchange.contracts.positions().map(({ spec, volume, freeze }) => [spec.base, volume.toFixed(), freeze]),
    ).toEqual([
      ['BTC', '20000', 0],
      ['ETH', '100', 0],
    ])
  })

  it('never leaves the account in debt: the house makes up what a crash took', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '20000' })
    place(exchange, { side: 'BUY', volume: '20000' })
    exchange.setPrice('BTC', '50000')
    exchange.setPrice('BTC', '50000')
    expect(exchange.contracts.positions()).toEqual([])
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe('0')
  })
})

describe('funding and conditions', () => {
  it('charges longs and pays shorts once each period, as part of the position', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000' })
    const position = only(exchange)
    const rate = decimal('0.0001')
    exchange.contracts.payFunding(position, rate)
    const paid = exchange.market.price(position.spec).times('0.1').times(rate)
    expect([position.capitalFee.toFixed(), position.realized.toFixed()]).toEqual([
      paid.negated().toFixed(),
      paid.negated().toFixed(),
    ])
  })

  it('turns a condition order into an order when the mark price comes to it', () => {
    const exchange = emptyExchange()
    const ticket = contractTicket(exchange, { side: 'BUY', volume: '10' })
    exchange.triggers.add({ ticket, direction: 'fall', price: decimal(95_000) })
    exchange.setPrice('BTC', '95001')
    expect(exchange.contracts.positions()).toEqual([])
    exchange.setPrice('BTC', '95000')
    expect(only(exchange).volume.toFixed()).toBe('10')
    expect(exchange.triggers.waiting).toEqual([])
  })
})
