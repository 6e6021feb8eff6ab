import { describe, expect, it } from 'vitest'
import { closable, compile, MAX_SLICES, slice, sliceBounds } from '#shared/desk/compile.ts'
import type { DeskView } from '#shared/desk/compile.ts'
import type { Action } from '#shared/desk/action.ts'
import type { DenyCode } from '#shared/desk/plan.ts'
import { decimal, sum, toText } from '#shared/domain/decimal.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { contract, pair, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 10 })
const LONG = position(BTC, { volume: 25 })
const EMPTY: DeskView = { instruments: [BTC], positions: [LONG], orders: [] }
const CLOSE = { kind: 'closePosition', positionKey: LONG.key } as const

function plan(action: Action, view: DeskView) {
  let id = 0
  return compile(action, view, () => `id${++id}`)
}

function volumes(action: Action, view: DeskView): readonly string[] {
  const compiled = plan(action, view)
  if (!compiled.ok) throw new Error(compiled.error.message)
  return compiled.value.legs.map((leg) => (leg.kind === 'close' ? toText(leg.volume) : ''))
}

function order(orderId: string, status: OrderStatus, overrides: Partial<Order> = {}): Order {
  const filled = { executed: decimal(0), averagePrice: null, status, createdAt: null }
  const made = { side: 'buy', action: 'open', type: 'limit', price: decimal(1), quantity: decimal(1) } as const
  return { area: 'contract', instrument: BTC.name, orderId, clientOrderId: null, ...made, ...filled, ...overrides }
}

/** The legs in words: "cancel 1", "close 10". */
function shape(action: Action, view: DeskView): readonly string[] {
  const compiled = plan(action, view)
  if (!compiled.ok) throw new Error(compiled.error.message)
  return compiled.value.legs.map((leg) =>
    leg.kind === 'close' ? `close ${toText(leg.volume)}` : `cancel ${leg.orderId}`,
  )
}

function closing(orderId: string, quantity: number, overrides: Partial<Order> = {}): Order {
  return order(orderId, 'new', { side: 'sell', action: 'close', quantity: decimal(quantity), ...overrides })
}

/** Nine contracts, five of them locked. */
const HELD = position(BTC, { volume: 9, pendingCloseVolume: 5 })

describe('closePosition', () => {
  it('sells a long and buys a short back, in the margin mode of the position', () => {
    const short = position(BTC, { side: 'short', marginMode: 'isolated', volume: 3 })
    const view = { ...EMPTY, positions: [LONG, short] }
    const ofShort = plan({ kind: 'closePosition', positionKey: short.key }, view)
    expect(ofShort.ok && ofShort.value.legs).toEqual([
      {
        kind: 'close',
        area: 'contract',
        instrument: BTC.name,
        positionKey: short.key,
        side: 'buy',
        marginMode: 'isolated',
        volume: decimal(3),
        clientOrderId: 'id1',
      },
    ])
    const ofLong = plan(CLOSE, view)
    expect(ofLong.ok && ofLong.value.legs[0]).toMatchObject({ side: 'sell', marginMode: 'cross' })
  })

  it('gives every slice a client order id of its own', () => {
    const compiled = plan(CLOSE, EMPTY)
    const ids = compiled.ok ? compiled.value.legs.map((leg) => leg.kind === 'close' && leg.clientOrderId) : []
    expect(ids).toEqual(['id1', 'id2', 'id3'])
  })

  it('counts as locked what no order that can be cancelled accounts for', () => {
    const busy = position(BTC, { volume: 25, pendingCloseVolume: 19 })
    expect(shape(CLOSE, { ...EMPTY, positions: [busy] })).toEqual(['close 6'])
    expect(shape(CLOSE, { ...EMPTY, positions: [busy], orders: [closing('1', 15)] })).toEqual([
      'cancel 1',
      'close 10',
      'close 10',
      'close 1',
    ])
  })

  it('first cancels the open orders that close this position, then closes all of it', () => {
    const view = {
      ...EMPTY,
      positions: [position(BTC, { volume: 25, pendingCloseVolume: 9 })],
      orders: [
        closing('1', 4),
        closing('2', 6, { executed: decimal(1), status: 'partially-filled' }),
        closing('3', 5, { status: 'filled' }),
        closing('4', 5, { side: 'buy' }),
        closing('5', 5, { action: 'open' }),
        closing('6', 5, { instrument: 'E-ETH-USDT' }),
        closing('7', 5, { area: 'spot' }),
      ],
    }
    expect(shape(CLOSE, view)).toEqual(['cancel 1', 'cancel 2', 'close 10', 'close 10', 'close 5'])
  })

  it('counts on an order that is being cancelled already, and leaves it alone', () => {
    const busy = position(BTC, { volume: 7, pendingCloseVolume: 5 })
    const orders = [closing('1', 3), closing('2', 2, { status: 'canceling' })]
    expect(shape(CLOSE, { ...EMPTY, positions: [busy], orders })).toEqual(['cancel 1', 'close 7'])
  })

  it('cancels nothing while no part of the position is locked', () => {
    expect(shape(CLOSE, { ...EMPTY, positions: [position(BTC, { volume: 5 })], orders: [closing('1', 4)] })).toEqual([
      'close 5',
    ])
  })

  it.each<[string, number, Partial<DeskView>, readonly string[]]>([
    ['all of them, when what they lock is what this one has locked', 0, {}, ['cancel 1', 'cancel 2', 'close 9']],
    ['none, when they lock more than that', 0, { orders: [closing('1', 3), closing('2', 3)] }, ['close 4']],
    ['none, when the other has some locked too', 1, {}, ['close 4']],
    [
      'none, when positions may be missing and the sums differ',
      0,
      { positions: [HELD], orders: [closing('1', 4)], isPartial: true },
      ['close 4'],
    ],
  ])('where the closing orders may be those of another position it cancels %s', (_, pending, facts, expected) => {
    const other = position(BTC, { marginMode: 'isolated', volume: 8, pendingCloseVolume: pending })
    const orders = [closing('1', 3), closing('2', 2)]
    expect(shape(CLOSE, { ...EMPTY, positions: [HELD, other], orders, ...facts })).toEqual(expected)
  })

  it('does not mistake a short, or what is held of another contract, for another owner of the orders', () => {
    const others = [position(BTC, { side: 'short', volume: 8 }), position(contract('ETH', 'USDT'), { volume: 8 })]
    expect(shape(CLOSE, { ...EMPTY, positions: [HELD, ...others], orders: [closing('1', 3)] })).toEqual([
      'cancel 1',
      'close 7',
    ])
  })

  it('keeps each slice of a linear contract below the largest order value', () => {
    // 1 contract = 0.01 x 100 = 1 USDT; 95 % of 8 USDT is 7.6.
    const small = contract('BTC', 'USDT', { maxMarketMoney: 8 })
    expect(volumes(CLOSE, { ...EMPTY, instruments: [small] })).toEqual(['7', '7', '7', '4'])
  })

  it.each<[DenyCode, Partial<DeskView>]>([
    ['POSITION_NOT_FOUND', { positions: [] }],
    ['POSITION_NOT_FOUND', { positions: null }],
    ['POSITION_NOT_FOUND', { positions: [position(BTC, { volume: 0 })] }],
    ['POSITION_FROZEN', { positions: [position(BTC, { freeze: 'liquidation' })] }],
    ['POSITION_FROZEN', { positions: [position(BTC, { freeze: 'delivery' })] }],
    ['READ_FAILED', { positions: [], isPartial: true }],
    ['INSTRUMENT_UNKNOWN', { instruments: [] }],
    ['INSTRUMENT_UNKNOWN', { instruments: [pair('BTC', 'USDT')] }],
    ['INSTRUMENT_CLOSED', { instruments: [contract('BTC', 'USDT', { tradable: false })] }],
    ['NOTHING_CLOSABLE', { positions: [position(BTC, { volume: 5, pendingCloseVolume: 5 })] }],
    ['NOTHING_CLOSABLE', { positions: [position(BTC, { volume: 5, pendingCloseVolume: 9 })] }],
    ['NOTHING_CLOSABLE', { instruments: [contract('BTC', 'USDT', { minOrderVolume: 26 })] }],
    ['NOTHING_CLOSABLE', { instruments: [contract('BTC', 'USDT', { minOrderVolume: 5, maxMarketVolume: 4 })] }],
  ])('is refused with %s for %j', (code, facts) => {
    const compiled = plan(CLOSE, { ...EMPTY, ...facts })
    expect(compiled.ok ? null : compiled.error.code).toBe(code)
  })
})

describe('cancelInstrument', () => {
  const ALL = { kind: 'cancelInstrument', area: 'contract', instrument: BTC.name } as const

  it('cancels what is open of this instrument and area, and nothing else', () => {
    const orders = [
      order('1', 'new'),
      order('2', 'partially-filled'),
      order('3', 'unknown'),
      order('4', 'canceling'),
      order('5', 'filled'),
      order('6', 'new', { instrument: 'E-ETH-USDT' }),
      order('7', 'new', { area: 'spot' }),
    ]
    const compiled = plan(ALL, { ...EMPTY, orders })
    expect(compiled.ok && compiled.value.legs.map((leg) => leg.kind === 'cancel' && leg.orderId)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('is refused when nothing is open', () => {
    expect(plan(ALL, { ...EMPTY, orders: [order('1', 'canceled')] })).toMatchObject({
      error: { code: 'NOTHING_TO_CANCEL' },
    })
  })
})

describe('cancelOrder', () => {
  it('is never refused because our list of orders may be old', () => {
    const action = { kind: 'cancelOrder', area: 'spot', instrument: 'BTCUSDT', orderId: '9007199254740993' } as const
    const compiled = plan(action, { instruments: [], positions: null, orders: [] })
    expect(compiled.ok && compiled.value.legs).toEqual([
      { kind: 'cancel', area: 'spot', instrument: 'BTCUSDT', orderId: '9007199254740993' },
    ])
  })
})

describe('slice', () => {
  const bounds = (min: number | string, max: number | string | null, step: number | string = 1) => ({
    min: decimal(min),
    max: max === null ? null : decimal(max),
    step: decimal(step),
  })

  it.each([
    ['one order when it fits', 10, bounds(1, 10), ['10']],
    ['one order without an upper bound', 1_000_000, bounds(1, null), ['1000000']],
    ['full orders and the rest', 25, bounds(1, 10), ['10', '10', '5']],
    ['a smaller one before a rest that would be dust', 21, bounds(3, 10), ['10', '8', '3']],
    ['the dust left over when no split avoids it', 21, bounds(8, 10), ['10', '10']],
    ['the fraction of a contract left over', '7.9', bounds(1, 10), ['7']],
    ['fractions where the venue takes them', '0.079', bounds('0.01', '0.03', '0.01'), ['0.03', '0.03', '0.01']],
    ['nothing below the smallest order', 2, bounds(3, 10), []],
  ])('gives %s', (_, volume, within, expected) => {
    expect(slice(decimal(volume), within).map(toText)).toEqual(expected)
  })

  it('makes no more orders than a click may, and they are full ones', () => {
    const slices = slice(decimal(1e9), bounds(1, 10))
    expect(slices).toHaveLength(MAX_SLICES)
    expect(toText(sum(slices))).toBe(String(MAX_SLICES * 10))
  })
})

describe('sliceBounds', () => {
  it('keeps to whole contracts, and to fractions only where the smallest order is one', () => {
    expect(toText(sliceBounds(contract('A', 'B', { minOrderVolume: 5 }), null).step)).toBe('1')
    expect(toText(sliceBounds(contract('A', 'B', { minOrderVolume: '0.01' }), null).step)).toBe('0.01')
    expect(toText(sliceBounds(contract('A', 'B', { minOrderVolume: '1.5' }), null).min)).toBe('2')
    expect(sliceBounds(contract('A', 'B', { maxMarketVolume: '10.7' }), null).max?.eq(10)).toBe(true)
  })

  it('does not read a value limit into an inverse contract or without a mark price', () => {
    const inverse = contract('BTC', 'USD', { direction: 'inverse', maxMarketMoney: 8 })
    expect(sliceBounds(inverse, decimal(100)).max).toBeNull()
    expect(sliceBounds(contract('A', 'B', { maxMarketMoney: 8 }), null).max).toBeNull()
  })
})

describe('closable', () => {
  it('is what is left of the lock once some of it is freed, and never more than is held', () => {
    const held = position(BTC, { volume: 9, pendingCloseVolume: 5 })
    expect([0, 2, 5, 7].map((freed) => toText(closable(held, decimal(freed))))).toEqual(['4', '6', '9', '9'])
  })

  it('is never negative', () => {
    expect(toText(closable(position(BTC, { volume: 5, pendingCloseVolume: 9 })))).toBe('0')
  })
})
