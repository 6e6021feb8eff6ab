import { describe, expect, it } from 'vitest'
import { guard, guardAgain, isLooser, TRADING_MODES, type GuardLimits, type GuardState } from '#shared/desk/guard.ts'
import { DEFAULT_LIMITS } from '#shared/desk/order-limits.ts'
import type { PlaceRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { inWords } from '#test/support/in-words.ts'

const ORDER: PlaceRequest = {
  kind: 'place',
  area: 'spot',
  instrument: 'ETHBTC',
  standsFor: '1',
  side: 'buy',
  price: decimal('0.05'),
  quantity: decimal(10),
  clientOrderId: 'id',
}
/** One BTC is 60,000, so the order is worth 30,000. */
const STATE: GuardState = {
  mode: 'active',
  limits: DEFAULT_LIMITS,
  market: decimal('0.05'),
  rate: decimal(60_000),
  placedLastMinute: 0,
}

function denial(order: Partial<PlaceRequest>, state: Partial<GuardState>, limits: Partial<GuardLimits> = {}) {
  return inWords(guard({ ...ORDER, ...order }, { ...STATE, ...state, limits: { ...DEFAULT_LIMITS, ...limits } }))
}

describe('guard', () => {
  it('allows what is within every limit, up to the limit itself', () => {
    expect(denial({}, {})).toBeNull()
    const exact = { notional: decimal(30_000), priceBand: decimal('0.1'), ordersPerMinute: 5 }
    expect(denial({ price: decimal('0.05') }, { placedLastMinute: 4 }, exact)).toBeNull()
  })

  it.each<[string, string, Partial<PlaceRequest>, Partial<GuardState>, Partial<GuardLimits>]>([
    ['ONLY_EXITS', 'An order to buy ETHBTC is not sent; change the mode in Accounts.', {}, { mode: 'reducing' }, {}],
    ['ONLY_EXITS', 'Trading mode Halted: only exits are sent.', {}, { mode: 'halted' }, {}],
    ['ONLY_EXITS', 'An order to sell ETHBTC', { side: 'sell' }, { mode: 'halted' }, {}],
    ['ONLY_EXITS', 'Trading is off until the check has passed for this key', {}, { mode: 'unproved' }, {}],
    ['ONLY_EXITS', 'is not sent; check the account', { side: 'sell' }, { mode: 'unproved' }, {}],
    // The mode allows a sell, but it does not exempt it from the limits.
    ['ORDER_TOO_LARGE', 'is worth 30,000.00', { side: 'sell' }, { mode: 'reducing' }, { notional: decimal(29_999) }],
    [
      'TOO_MANY_ORDERS',
      'Plimsoll sends at most 5 orders a minute, as set in Accounts; this would be number 6.',
      {},
      { placedLastMinute: 5 },
      { ordersPerMinute: 5 },
    ],
    [
      'ORDER_TOO_LARGE',
      'at most 29,999 USDT, as set in Accounts; the one for ETHBTC is worth 30,000.00.',
      {},
      {},
      { notional: decimal(29_999) },
    ],
    ['ORDER_TOO_LARGE', 'the value of the one for ETHBTC is not known', {}, { rate: null }, {}],
    [
      'PRICE_TOO_FAR',
      'at most 5 % worse than the market, as set in Accounts; 0.053 for ETHBTC is 6.00 % worse than 0.05.',
      { price: decimal('0.053') },
      {},
      {},
    ],
    ['PRICE_TOO_FAR', '0.047 for ETHBTC is 6.00 % worse', { side: 'sell', price: decimal('0.047') }, {}, {}],
    ['PRICE_TOO_FAR', 'market price of ETHBTC is not known', {}, { market: null }, {}],
  ])('denies with %s: %s', (code, words, order, state, limits) => {
    expect(denial(order, state, limits)).toEqual({ code, message: expect.stringContaining(words) })
  })

  it('allows a sell in the mode that only reduces holdings', () => {
    expect(denial({ side: 'sell' }, { mode: 'reducing' })).toBeNull()
  })

  it.each([...TRADING_MODES, 'unproved'] as const)('denies no exit by any limit while trading is %s', (mode) => {
    const at = { instrument: 'ETHBTC', clientOrderId: 'id' } as const
    const cancel = { ...at, kind: 'cancel', area: 'spot', orderId: '1' } as const
    const sell = { ...at, kind: 'sell', area: 'spot', asset: 'ETH', quantity: decimal(1e9) } as const
    const position = { ...at, area: 'contract', positionKey: 'k', side: 'sell', marginMode: 'cross' } as const
    const volume = decimal(1e9)
    const close = { ...position, kind: 'close', volume, price: null, timeInForce: 'rest' } as const
    const stop = { purpose: 'stopLoss', triggerPrice: decimal(1), trigger: 'fall' } as const
    const protect = { ...position, ...stop, kind: 'protect', volume } as const
    const least = decimal('0.00000001')
    const limits = { quantity: least, notional: least, priceBand: least, ordersPerMinute: 0 }
    const state = { ...STATE, mode, limits, placedLastMinute: 1e9, market: null, rate: null }
    for (const request of [cancel, sell, close, protect]) expect(guard(request, state)).toBeNull()
    expect(guardAgain([cancel, sell, close, protect], state)).toBeNull()
  })

  it('allows an order to rest at any distance on its own side of the market', () => {
    expect(denial({ price: decimal('0.01') }, {})).toBeNull()
    expect(denial({ side: 'sell', price: decimal('0.09') }, {})).toBeNull()
  })

  it('has usual limits: 100,000 in value, 5 % of the price, 120 orders a minute', () => {
    const at = (quantity: string, price: string, placedLastMinute: number) =>
      denial(
        { quantity: decimal(quantity), price: decimal(price) },
        { rate: decimal(1), market: decimal(1), placedLastMinute },
      )
    expect(at('100000', '1', 119)).toBeNull()
    expect(at('1', '1.05', 119)).toBeNull()
    expect(at('100000.01', '1', 119)?.code).toBe('ORDER_TOO_LARGE')
    expect(at('1', '1.0501', 119)?.code).toBe('PRICE_TOO_FAR')
    expect(at('1', '1', 120)?.code).toBe('TOO_MANY_ORDERS')
  })
})

it('a mode is looser than those after it in the list, and not than itself', () => {
  const looser = TRADING_MODES.map((mode) => TRADING_MODES.map((than) => isLooser(mode, than)))
  expect(looser).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ])
})

describe('guardAgain', () => {
  const SELL = { ...ORDER, side: 'sell' } as const
  const CANCEL = { kind: 'cancel', area: 'spot', instrument: 'ETHBTC', orderId: '1' } as const
  const limits = { ...DEFAULT_LIMITS, ordersPerMinute: 5 }

  it('counts the orders of the plan itself, but no exits', () => {
    const orders = (count: number) => Array.from({ length: count }, () => [CANCEL, ORDER]).flat()
    const terms = { mode: 'active', limits, placedLastMinute: 2 } as const
    expect(guardAgain(orders(3), terms)).toBeNull()
    const message = 'Plimsoll sends at most 5 orders a minute, as set in Accounts; this would be number 6.'
    expect(inWords(guardAgain(orders(4), terms))).toEqual({ code: 'TOO_MANY_ORDERS', message })
    expect(guardAgain([CANCEL], { mode: 'halted', limits, placedLastMinute: 9 })).toBeNull()
  })

  it('checks every order against the mode, and none against prices', () => {
    const terms = { mode: 'reducing', limits: { ...limits, notional: decimal(1) }, placedLastMinute: 0 } as const
    expect(guardAgain([SELL], terms)).toBeNull()
    expect(guardAgain([SELL, ORDER], terms)).toMatchObject({ code: 'ONLY_EXITS' })
  })
})
