import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { DEFAULT_LIMITS } from '#shared/desk/order-limits.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { NO_FACTS, openOrder, saidPlan } from '#test/support/desk-facts.ts'
import { contract, pair, quote } from '#test/support/portfolio-fixtures.ts'

const ETHUSDT = pair('ETH', 'USDT', { quantityPrecision: 2 })
const RESTORE = { kind: 'restore', intentId: '5f0c1b1e-0000-4000-8000-000000000000' } as const

function order(orderId: string, overrides: Parameters<typeof openOrder>[1] = {}): Order {
  return openOrder({ area: 'spot', instrument: ETHUSDT.symbol, orderId }, { price: 1900, quantity: 3, ...overrides })
}

function restored(canceled: readonly Order[], facts: Partial<DeskFacts> = {}) {
  let id = 0
  const known = { ...NO_FACTS, instruments: [ETHUSDT, contract('ETH', 'USDT')], quotes: [quote(ETHUSDT, 2000)] }
  const plan = saidPlan(RESTORE, { ...known, canceled, ...facts }, () => `id${++id}`)
  return {
    legs: plan.ok ? plan.value.legs : [],
    warnings: plan.ok ? plan.value.estimate?.warnings : [],
    error: plan.ok ? null : plan.error,
  }
}

describe('restore', () => {
  it('places the unfilled part of each order once, with a new id', () => {
    const half = order('1', { executed: '1.239', side: 'sell', price: 2100 })
    expect(restored([half, order('2'), half]).legs).toEqual([
      {
        kind: 'place',
        area: 'spot',
        instrument: ETHUSDT.symbol,
        standsFor: '1',
        side: 'sell',
        price: decimal(2100),
        quantity: decimal('1.76'),
        clientOrderId: 'id1',
      },
      {
        kind: 'place',
        area: 'spot',
        instrument: ETHUSDT.symbol,
        standsFor: '2',
        side: 'buy',
        price: decimal(1900),
        quantity: decimal(3),
        clientOrderId: 'id2',
      },
    ])
  })

  it.each<[string, Order]>([
    ['does not show its margin mode', openOrder({ area: 'contract', instrument: 'E-ETH-USDT', orderId: '1' })],
    ['it was not a limit order', order('1', { type: 'market' })],
    ['it was not a limit order', order('1', { price: null })],
    ['its pair is not in', order('1', { instrument: 'XRPUSDT' })],
    ['nothing was left of it (3 were filled)', order('1', { executed: 3 })],
    ['nothing was left of it', order('1', { executed: '2.999' })],
    ['it is still open', order('9')],
  ])('leaves out, and is refused when nothing else is left: %s', (words, canceled) => {
    const facts = { orders: [order('9')] }
    expect(restored([canceled], facts).error).toEqual({
      code: 'NOT_RESTORABLE',
      message: expect.stringContaining(words),
    })
    const mixed = restored([canceled, order('2')], facts)
    expect(mixed.legs).toHaveLength(1)
    expect(mixed.warnings).toEqual([expect.stringContaining(words)])
  })

  it('trusts the final state of an order more than a list that still has it open', () => {
    expect(restored([order('9', { status: 'canceled' })], { orders: [order('9')] }).legs).toHaveLength(1)
  })

  it('names each order whose unfilled part is unknown', () => {
    const unproved = [{ area: 'spot', instrument: ETHUSDT.symbol, orderId: '7' }] as const
    const words = `Order 7 of ${ETHUSDT.symbol} cannot be placed again: how much of it was left is not known.`
    const mixed = restored([order('2')], { unproved })
    expect([mixed.legs.length, mixed.warnings]).toEqual([1, [words]])
    expect(restored([], { unproved }).error).toEqual({ code: 'NOT_RESTORABLE', message: words })
  })

  it('is refused when no cancelled order is known', () => {
    expect(restored([]).error?.code).toBe('NOT_RESTORABLE')
  })

  it('asks the guard about each order, including the ones before it', () => {
    const limits = { ...DEFAULT_LIMITS, ordersPerMinute: 2 }
    const { legs, warnings } = restored([order('1'), order('2'), order('3')], {
      guard: { mode: 'active', limits, placedLastMinute: 0 },
    })
    expect(legs).toHaveLength(2)
    expect(warnings).toEqual([expect.stringContaining('at most 2 orders')])
    expect(restored([order('1')], { guard: { mode: 'halted', limits, placedLastMinute: 0 } }).error?.code).toBe(
      'ONLY_EXITS',
    )
    expect(restored([order('1', { price: 2200 })]).error?.code).toBe('PRICE_TOO_FAR')
    expect(restored([order('1', { quantity: 1000 })]).error?.code).toBe('ORDER_TOO_LARGE')
    expect(restored([order('1')], { quotes: [] }).error?.code).toBe('PRICE_TOO_FAR')
  })

  it('applies the usual limits where none are given', () => {
    const { ordersPerMinute } = DEFAULT_LIMITS
    const many = Array.from({ length: ordersPerMinute + 1 }, (_, at) => order(String(at)))
    expect(restored(many).legs).toHaveLength(ordersPerMinute)
  })
})
