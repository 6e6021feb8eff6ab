import { describe, expect, it } from 'vitest'
import { heldVolume, nothingRead, readBefore } from '#electron/desk/plan/position-before.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import { BTC, HELD, order } from '#test/support/close-fixtures.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

const ETH = contract('ETH', 'USDT')
const SHORT = position(BTC, { side: 'short' })
const ISOLATED = position(BTC, { marginMode: 'isolated' })
const closing = (orderId: string, quantity: number, more: Partial<Order> = {}): Order =>
  order(orderId, { quantity: decimal(quantity), ...more })
const opening = (orderId: string, more: Partial<Order> = {}): Order =>
  order(orderId, { side: 'buy', action: 'open', ...more })

async function before(positions: readonly Position[], orders: readonly Order[], reads: Partial<Reader> = {}) {
  const read = reader({
    now: () => 5,
    positions: async () => ok({ list: positions, whole: true }),
    openOrders: async () => ok({ list: orders, whole: true }),
    ...reads,
  })
  return readBefore(HELD.key, BTC.name, read, (reading) => reading)
}

async function seen(...asked: Parameters<typeof before>) {
  const { position: found } = await before(...asked)
  if (!found.ok) throw new Error('expected the position to be read')
  return found.value
}

describe('what is known of a position before a close', () => {
  it('is what it holds, what locks it, and the orders that may change either', async () => {
    const orders = [
      closing('1', 2, { executed: decimal(1) }),
      opening('2', { executed: decimal(3) }),
      closing('3', 1, { side: 'buy' }),
      opening('4', { side: 'sell' }),
      closing('5', 9, { status: 'canceled' }),
    ]
    const { held, isWhole, before } = await seen([HELD], orders)
    expect([held, isWhole]).toEqual([HELD, true])
    expect(before).toEqual({
      ...{ at: 5, orderIds: ['1', '2', '3', '4'], closable: decimal(10), pendingClose: decimal(2) },
      opening: [{ orderId: '2', executed: decimal(3) }],
      closing: [{ orderId: '1', executed: decimal(1) }],
      // One of two is locked by the rest of order 1.
      unexplained: decimal(1),
    })
    expect(heldVolume(before)).toEqual(decimal(12))
  })

  it('has no unexplained lock when the orders account for all of it', async () => {
    expect((await seen([HELD], [closing('1', 2)])).before).not.toHaveProperty('unexplained')
  })

  it('takes what is locked from the orders, where the venue gives no readable figure', async () => {
    const { before } = await seen([{ ...HELD, pendingCloseVolume: null }], [closing('1', 5)])
    expect([before.closable, before.pendingClose]).toEqual([decimal(7), decimal(5)])
  })

  it('names the closing orders only if no other position on that side may own them', async () => {
    expect((await seen([HELD, SHORT, position(ETH)], [closing('1', 2)])).before.closing).toEqual([
      { orderId: '1', executed: decimal(0) },
    ])
    const { before, others } = await seen([HELD, ISOLATED, position(ETH)], [closing('1', 2)])
    expect(before).not.toHaveProperty('closing')
    expect(others).toEqual([ISOLATED])
  })

  it('is nothing where it is not listed', async () => {
    const { held, others, before } = await seen([SHORT], [opening('1', { executed: decimal(1) })])
    expect([held, others]).toEqual([null, [SHORT]])
    expect(before).toMatchObject({ opening: [], closable: decimal(0), pendingClose: decimal(0) })
  })

  it('has no orders where they were not read whole', async () => {
    const gaps = { openOrders: async () => ok({ list: [closing('1', 2)], whole: false }) }
    const found = await before([HELD], [], gaps)
    expect([found.orders, found.unread]).toEqual([null, { ...nothingRead(5), orderIds: null }])
    expect((await seen([HELD], [], gaps)).before).toMatchObject({ orderIds: null, opening: [] })
    const strays = { openOrders: async () => ok({ list: [], whole: true, others: [closing('1', 2)] }) }
    expect((await before([HELD], [], strays)).orders).toBeNull()
    expect((await before([HELD], [closing('1', 2)])).orders).toHaveLength(1)
  })

  it('keeps the orders when the position cannot be read', async () => {
    const found = await before([], [closing('1', 2)], { positions: async () => UNREAD })
    expect(found.position.ok).toBe(false)
    expect(found.unread).toMatchObject({ isUnread: true, orderIds: ['1'], at: 5 })
    expect(nothingRead(5)).toMatchObject({ isUnread: true, orderIds: null, opening: [], at: 5 })
  })
})
