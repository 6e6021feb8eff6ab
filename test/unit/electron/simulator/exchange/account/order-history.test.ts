import { describe, expect, it } from 'vitest'
import { KEPT, keep } from '#electron/simulator/exchange/account/order-history.ts'
import { accepted, codeOf, contractTicket, emptyExchange, spotTicket } from '../../exchange-fixture.ts'

describe("the venue's history", () => {
  it('has every live order and the newest finished ones, by id and by client id', () => {
    const exchange = emptyExchange()
    const place = (clientOrderId: string) =>
      accepted(
        exchange.spot.place(spotTicket(exchange, { side: 'BUY', volume: '0.001', price: '90000', clientOrderId })),
      )
    const live = place('live')
    const orders = Array.from({ length: KEPT + 1 }, (_, at) => {
      const order = place(`${at % 10_001}`)
      exchange.cancel(order)
      return order
    })
    const [forgotten, oldest] = orders
    expect(exchange.spot.orders.size).toBe(KEPT + 1)
    expect(exchange.spot.orders.get(forgotten?.orderId ?? '')).toBeUndefined()
    expect(exchange.spot.orders.get(oldest?.orderId ?? '')).toBe(oldest)
    expect(exchange.spot.orders.get(live.orderId)).toBe(live)
    expect(exchange.spot.named('0')).toEqual([orders[10_001]])
    expect(exchange.spot.named('1')).toEqual([oldest, orders[10_002]])
    expect(exchange.spot.named('nobody')).toEqual([])
    expect(codeOf(exchange.cancel(live))).toBe('accepted')
    expect(exchange.spot.orders.size).toBe(KEPT)
  })

  it('is the same on contracts', () => {
    const exchange = emptyExchange()
    const ticket = contractTicket(exchange, { side: 'BUY', volume: '1', price: '90000', timeInForce: 'IOC' })
    const place = () => accepted(exchange.contracts.place(ticket))
    const [first, second] = Array.from({ length: KEPT + 1 }, place)
    expect(exchange.contracts.orders.size).toBe(KEPT)
    expect([first, second].map((order) => exchange.contracts.orders.has(order?.orderId ?? ''))).toEqual([false, true])
  })

  it('keeps at least the newest 20,000 entries of a list, and never a third more', () => {
    const list: number[] = []
    let longest = 0
    for (let entry = 0; entry < 5 * KEPT; entry += 1) {
      keep(list, entry)
      longest = Math.max(longest, list.length)
    }
    expect(KEPT).toBe(20_000)
    expect(longest).toBeLessThan(KEPT * 1.3)
    expect(list.slice(-KEPT)).toEqual(Array.from({ length: KEPT }, (_, at) => 4 * KEPT + at))
  })
})
