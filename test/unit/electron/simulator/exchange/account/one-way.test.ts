import { describe, expect, it } from 'vitest'
import type { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { accepted, codeOf, contractTicket, emptyExchange } from '../../exchange-fixture.ts'

function place(exchange: Exchange, terms: Parameters<typeof contractTicket>[1]) {
  return accepted(exchange.contracts.place(contractTicket(exchange, terms)))
}

function held(exchange: Exchange) {
  return exchange.contracts.positions().map(({ side, volume }) => `${side} ${volume.toFixed()}`)
}

const oneWay = () => emptyExchange({ positionMode: 'oneWay' })

describe('one-way mode', () => {
  it('reduces a position by opening the other side', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100' })
    place(exchange, { side: 'SELL', volume: '40' })
    expect(held(exchange)).toEqual(['BUY 60'])
    const [position] = exchange.contracts.positions()
    expect(position?.closeVolume.toFixed()).toBe('40')
  })

  it('reverses a position, as a new one with its own entry', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100' })
    const [long] = exchange.contracts.positions()
    exchange.setPrice('BTC', '98000')
    const order = place(exchange, { side: 'SELL', volume: '160' })
    expect(held(exchange)).toEqual(['SELL 60'])
    expect(exchange.contracts.held.closed).toEqual([long])
    const [short] = exchange.contracts.positions()
    expect(short?.openPrice.gt(97_000)).toBe(true)
    const fees = long?.tradeFee.plus(short?.tradeFee ?? 0).negated()
    const opening = [...exchange.contracts.orders.values()][0]
    expect(fees?.toFixed()).toBe(opening?.fees.plus(order.fees).toFixed())
  })

  it('nets isolated positions too, and returns their margin', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100', isolated: true })
    place(exchange, { side: 'SELL', volume: '100', isolated: true })
    expect(held(exchange)).toEqual([])
    expect(exchange.contracts.wallet.normal('USDT').gt(99_990)).toBe(true)
  })

  it('does not close more than is held, nor the side that is not held', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100' })
    const close = (side: 'BUY' | 'SELL', volume: string) =>
      codeOf(exchange.contracts.place(contractTicket(exchange, { side, volume, action: 'CLOSE' })))
    expect([close('SELL', '101'), close('BUY', '1'), close('SELL', '100')]).toEqual([10015, 10015, 'accepted'])
  })

  it('cancels the newest closing orders when the position no longer has what they close', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100' })
    const close = (volume: string) => place(exchange, { side: 'SELL', volume, action: 'CLOSE', price: '99000' })
    const [older, newer] = [close('50'), close('30')]
    place(exchange, { side: 'SELL', volume: '40' })
    expect([older.status, newer.status]).toEqual(['NEW', 'CANCELED'])
    place(exchange, { side: 'SELL', volume: '70' })
    expect([older.status, held(exchange)]).toEqual(['CANCELED', ['SELL 10']])
  })

  it('lets a resting order reverse the position when it fills', () => {
    const exchange = oneWay()
    place(exchange, { side: 'BUY', volume: '100' })
    place(exchange, { side: 'SELL', volume: '150', price: '97000' })
    exchange.setPrice('BTC', '99000')
    expect(held(exchange)).toEqual(['SELL 50'])
    expect(exchange.contracts.wallet.locked('USDT').toFixed()).toBe('0')
  })
})
