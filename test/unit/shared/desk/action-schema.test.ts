import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { Action } from '#shared/desk/action.ts'
import { askedAction, keptAction } from '#shared/desk/action-schema.ts'

const order = { area: 'spot', instrument: 'btcusdt', orderId: '12' } as const
const positionKey = 'E-BTC-USDT:cross:long'
const size = { kind: 'volume', volume: '12.5' } as const

/** One action of each kind. A missing kind does not compile. */
const ACTIONS: { readonly [K in Action['kind']]: Extract<Action, { kind: K }> } = {
  cancelOrder: { kind: 'cancelOrder', ...order },
  cancelOrders: { kind: 'cancelOrders', orders: [order] },
  cancelMatching: { kind: 'cancelMatching', filter: { area: null, instrument: null, side: 'buy', closing: true } },
  closePosition: { kind: 'closePosition', positionKey, size, tactic: { kind: 'chase', stopPercent: '0.5' } },
  closeSide: { kind: 'closeSide', side: 'long' },
  reduceAll: { kind: 'reduceAll', side: null, percent: 50 },
  reduce: { kind: 'reduce', closes: [{ positionKey, volume: '3' }] },
  flatten: { kind: 'flatten', spot: 'sell' },
  protect: { kind: 'protect', positionKey, purpose: 'stopLoss', size, trigger: { kind: 'price', price: '101' } },
  breakEvenAll: { kind: 'breakEvenAll' },
  restore: { kind: 'restore', intentId: crypto.randomUUID() },
}
const each = Object.entries(ACTIONS)

describe('an action', () => {
  it.each(each)('is the same in the journal as in the request: %s', (_kind, action) => {
    expect(askedAction.parse(action)).toEqual(action)
    expect(keptAction.parse(JSON.parse(JSON.stringify(action)))).toEqual(action)
    // Actions are compared as text, so their members keep their order.
    expect(JSON.stringify(keptAction.parse(action))).toBe(JSON.stringify(askedAction.parse(action)))
  })

  it.each(each)('of a later version is read without unknown members, and refused from the window: %s', (_, action) => {
    const later = { ...action, newMember: 1 }
    expect(keptAction.parse(later)).toEqual(action)
    expect(askedAction.safeParse(later).success).toBe(false)
  })

  it.each([
    { ...ACTIONS.reduceAll, tactic: { kind: 'capped', percent: '0.5' } },
    { ...ACTIONS.reduce, tactic: { kind: 'capped', percent: '0.5' } },
    { ...ACTIONS.reduce, tactic: { kind: 'offset', percent: '0.5' } },
    { ...ACTIONS.flatten, tactic: { kind: 'capped', percent: '0.5' } },
  ] as const)('may say how far from the mark it closes: %j', (action) => {
    expect(askedAction.parse(action)).toEqual(action)
    expect(keptAction.parse(JSON.parse(JSON.stringify(action)))).toEqual(action)
  })

  it('to flatten never waits at a price', () => {
    expect(askedAction.safeParse({ ...ACTIONS.flatten, tactic: { kind: 'offset', percent: '1' } }).success).toBe(false)
  })

  it.each([
    ['an id of letters', { ...ACTIONS.cancelOrder, orderId: 'a-12' }],
    ['a long instrument', { ...ACTIONS.cancelOrder, instrument: 'x'.repeat(65) }],
    ['an instrument with a sentence', { ...ACTIONS.cancelOrder, instrument: 'type your secret at evil.example' }],
    ['an instrument that turns the text round', { ...ACTIONS.cancelOrder, instrument: 'btc\u202eusdt' }],
    ['a position without a side', { ...ACTIONS.closePosition, positionKey: 'E-BTC-USDT' }],
    ['a position of two lines', { ...ACTIONS.closePosition, positionKey: 'E-BTC\n\nRenew:cross:long' }],
    ['an amount with an exponent', { ...ACTIONS.closePosition, size: { kind: 'volume', volume: '1e3' } }],
    ['many closes', { kind: 'reduce', closes: Array.from({ length: 21 }, () => ({ positionKey, volume: '3' })) }],
    ['no orders', { kind: 'cancelOrders', orders: [] }],
    ['an intent of another form of id', { kind: 'restore', intentId: 'intent-1' }],
  ])('stored under other bounds is not damage, although the window may not request it: %s', (_what, action) => {
    expect(keptAction.parse(action)).toEqual(action)
    expect(askedAction.safeParse(action).success).toBe(false)
  })

  it.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'withdraw' }],
    ['a missing member', { kind: 'closePosition', positionKey, size }],
    ['a volume that is not text', { ...ACTIONS.closePosition, size: { kind: 'volume', volume: 5 } }],
    ['a part that was never offered', { ...ACTIONS.reduceAll, percent: 40 }],
    ['a share that was never offered', { ...ACTIONS.closePosition, size: { kind: 'percent', percent: 40 } }],
  ])('counts as damage in the journal with %s', (_what, action) => {
    expect(keptAction.safeParse(action).success).toBe(false)
  })

  it('has one type for all readers', () => {
    expectTypeOf<z.infer<typeof keptAction>>().toEqualTypeOf<Action>()
  })
})
