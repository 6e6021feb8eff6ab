import { describe, expect, it } from 'vitest'
import type { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { reducePrice } from '#electron/simulator/exchange/account/contract-maths.ts'
import { decimal, roundTo } from '#shared/domain/decimal.ts'
import { accepted, codeOf, contractTicket, emptyExchange } from '../../exchange-fixture.ts'

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
    const [closed] = exchange.contracts.held.closed
    const gain = closed?.closeProfit ?? decimal(0)
    expect(gain.gt(decimal(98_000).minus(entry).times('0.1'))).toBe(true)
    const fee = exchange.contracts.fills
      .filter((fill) => fill.order.side === 'SELL')
      .reduce((sum, { fee }) => sum.plus(fee), decimal(0))
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(before.plus(gain).minus(fee).toFixed())
  })

  it('refuses to close more than can be closed, including pending closing orders', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '100' })
    place(exchange, { side: 'SELL', volume: '70', action: 'CLOSE', price: '120000' })
    expect(exchange.contracts.pendingCloseVolume(only(exchange)).toFixed()).toBe('70')
    expect(refusal(exchange, { side: 'SELL', volume: '31', action: 'CLOSE' })).toBe(10015)
    expect(refusal(exchange, { side: 'SELL', volume: '30', action: 'CLOSE' })).toBe('accepted')
    expect(refusal(exchange, { side: 'BUY', volume: '1', action: 'CLOSE' })).toBe(10015)
  })

  it('fills at most the rest of a resting order', () => {
    const exchange = emptyExchange()
    const order = place(exchange, { side: 'BUY', volume: '100', price: '80000' })
    exchange.contracts.fillResting(order, decimal(60))
    for (const wrong of [41, 0, -1])
      expect(() => exchange.contracts.fillResting(order, decimal(wrong))).toThrow('expected a part of the 40 left')
    exchange.contracts.fillResting(order, decimal(40))
    expect(order.status).toBe('FILLED')
  })

  it('locks margin and fee for a resting opening order only, and unlocks them', () => {
    const exchange = emptyExchange()
    const order = place(exchange, { side: 'BUY', volume: '1000', price: '90000' })
    expect(exchange.contracts.wallet.locked('USDT').toFixed()).toBe('905.4')
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
    ['FOK takes nothing when it cannot take all', 'FOK', '96405', 'CANCELED', false],
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
    ['more margin than available', { volume: '100000', contract: 'E-SOL-USDT', price: '170' }, -2017],
    ['a contract that is not traded', { volume: '1', contract: 'E-LTC-USDT' }, -1146],
  ])('refuses %s', (_what, terms, code) => {
    expect(refusal(emptyExchange(), { side: 'BUY', ...terms })).toBe(code)
  })

  it('requires the margin at the price that a sell gets, however low its limit', () => {
    const exchange = emptyExchange()
    // 100,000 contracts are worth 964,000 USDT at the market price and 1,000 at the limit.
    expect(refusal(exchange, { side: 'SELL', volume: '100000', price: '100' })).toBe('accepted')
    expect(refusal(exchange, { side: 'SELL', volume: '100000', price: '100' })).toBe(-2017)
    expect(exchange.contracts.wallet.normal('USDT').isNegative()).toBe(false)
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
  it('freezes an isolated position at its trigger, then closes it; only its margin is lost', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const position = only(exchange)
    const wallet = exchange.contracts.wallet.normal('USDT')
    exchange.setPrice('BTC', '80000')
    expect(position.freeze).toBe(1)
    expect(refusal(exchange, { side: 'SELL', volume: '1', action: 'CLOSE', isolated: true })).toBe(-1157)
    exchange.setPrice('BTC', '80000')
    expect(exchange.contracts.positions()).toEqual([])
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(wallet.toFixed())
  })

  it('pays the worst-case fee from the margin left in an isolated position, and returns the rest', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const { averagePrice, margin } = only(exchange)
    const wallet = exchange.contracts.wallet.normal('USDT')
    for (const price of ['87000', '87000']) exchange.setPrice('BTC', price)
    const left = margin.minus(averagePrice.minus(87_000).times('0.1'))
    const fee = decimal('0.1').times(87_000).times('0.00075')
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(wallet.plus(left).minus(fee).toFixed())
  })

  it('lists what the venue closed as an order and a trade of the account', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'SELL', volume: '1000', isolated: true })
    for (const price of ['120000', '120000']) exchange.setPrice('BTC', price)
    const order = [...exchange.contracts.orders.values()].at(-1)
    expect(order).toMatchObject({ side: 'BUY', action: 'CLOSE', type: 'MARKET', status: 'FILLED' })
    expect(exchange.contracts.fills.at(-1)?.order).toBe(order)
    expect(order?.executed.toFixed()).toBe('1000')
  })

  it('refuses to open more on a frozen contract, and accepts orders again afterwards', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '20000' })
    place(exchange, { side: 'BUY', volume: '20000' })
    exchange.setPrice('BTC', '71700')
    expect(refusal(exchange, { side: 'BUY', volume: '1' })).toBe(-1157)
    expect(refusal(exchange, { side: 'SELL', volume: '1', action: 'CLOSE' })).toBe(-1157)
    exchange.setPrice('BTC', '71700')
    expect(only(exchange).volume.lt(40_000)).toBe(true)
    expect(refusal(exchange, { side: 'SELL', volume: '1', action: 'CLOSE' })).toBe('accepted')
  })

  it('pays at most the remainder of an isolated position as fee', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    const { averagePrice, margin } = only(exchange)
    const wallet = exchange.contracts.wallet.normal('USDT')
    // All but about 3 USDT of the margin is lost; the fee would be 6.5.
    const price = averagePrice.minus(margin.minus(3).times(10)).toFixed(1)
    for (let look = 0; look < 2; look += 1) exchange.setPrice('BTC', price)
    expect(exchange.contracts.positions()).toEqual([])
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe(wallet.toFixed())
    expect(exchange.contracts.fills.at(-1)?.fee.toFixed(1)).toBe('3.0')
  })

  it.each([
    ['a linear long', 'E-BTC-USDT', 'BUY', true],
    ['a linear short', 'E-BTC-USDT', 'SELL', true],
    ['an inverse long', 'E-BTC-USD', 'BUY', true],
    ['an inverse short', 'E-BTC-USD', 'SELL', true],
    ['a linear cross long', 'E-BTC-USDT', 'BUY', false],
    ['an inverse cross long', 'E-BTC-USD', 'BUY', false],
  ] as const)('begins at the trigger of %s, to the step of the price', (_what, contract, side, isolated) => {
    const exchange = emptyExchange()
    const volume = contract === 'E-BTC-USD' ? '20000' : '10000'
    for (let part = 0; part < 4; part += 1) place(exchange, { contract, side, volume, isolated })
    const position = only(exchange)
    const { spec, averagePrice, margin } = position
    const carrying = isolated ? margin : exchange.contracts.wallet.normal(spec.marginCoin)
    const sign = side === 'BUY' ? 1 : -1
    const trigger = reducePrice(spec, sign, { volume: position.volume, price: averagePrice }, carrying)
    const step = decimal('0.1').times(sign)
    const onSafeSide = roundTo(trigger, 1, sign === 1 ? 'up' : 'down')
    exchange.setPrice('BTC', onSafeSide)
    expect(position.freeze).toBe(0)
    exchange.setPrice('BTC', onSafeSide.minus(step))
    expect(position.freeze).toBe(1)
  })

  it('does not lift a freeze for delivery', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '1000', isolated: true })
    only(exchange).freeze = 2
    expect(refusal(exchange, { side: 'SELL', volume: '1', action: 'CLOSE', isolated: true })).toBe(-1157)
    for (const price of ['80000', '80000']) exchange.setPrice('BTC', price)
    expect(only(exchange).freeze).toBe(2)
  })

  it('unfreezes a position that recovers in time', () => {
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

  it('never leaves the account in debt: the house covers the loss of a crash', () => {
    const exchange = emptyExchange()
    place(exchange, { side: 'BUY', volume: '20000' })
    place(exchange, { side: 'BUY', volume: '20000' })
    exchange.setPrice('BTC', '50000')
    exchange.setPrice('BTC', '50000')
    expect(exchange.contracts.positions()).toEqual([])
    expect(exchange.contracts.wallet.normal('USDT').toFixed()).toBe('0')
  })
})

describe('a capped close (CLOSE, IOC)', () => {
  const held = () => {
    const exchange = emptyExchange()
    exchange.setPrice('BTC', '96400')
    place(exchange, { side: 'BUY', volume: '20000' })
    exchange.tick()
    return exchange
  }
  const close = (exchange: Exchange, price: string, volume = '20000') =>
    place(exchange, { side: 'SELL', action: 'CLOSE', volume, price, timeInForce: 'IOC' })

  it.each([
    ['takes nothing, as the cap is above the market', '99000', '0', 'CANCELED'],
    ['takes the orders within the cap', '96395', 'a part', 'CANCELED'],
    ['takes all of it', '90000', '20000', 'FILLED'],
  ])('%s, and does not rest', (_what, cap, takes, status) => {
    const exchange = held()
    const order = close(exchange, cap)
    const { executed } = order
    expect(executed.gt(0) && executed.lt(20_000) ? 'a part' : executed.toFixed()).toBe(takes)
    expect(order.status).toBe(status)
    expect(exchange.contracts.openOrders()).toEqual([])
    const [left] = exchange.contracts.positions()
    expect((left?.volume ?? decimal(0)).toFixed()).toBe(decimal(20_000).minus(executed).toFixed())
    if (left) expect(exchange.contracts.pendingCloseVolume(left).toFixed()).toBe('0')
  })

  it('never trades later, whatever the market does, and locks nothing for the next close', () => {
    const exchange = held()
    const before = close(exchange, '99000')
    exchange.setPrice('BTC', '120000')
    exchange.tick()
    expect([before.status, before.executed.toFixed()]).toEqual(['CANCELED', '0'])
    expect(codeOf(exchange.cancel(before))).toBe(-1145)
    expect(only(exchange).volume.toFixed()).toBe('20000')
    expect(close(exchange, '100000').status).toBe('FILLED')
    expect(exchange.contracts.positions()).toEqual([])
  })
})
