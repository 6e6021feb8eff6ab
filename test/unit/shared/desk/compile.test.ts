import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Action, CloseSize, CloseTactic } from '#shared/desk/action.ts'
import type { DenyCode } from '#shared/desk/plan.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { NO_FACTS, saidPlan } from '#test/support/desk-facts.ts'
import { contract, pair, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 10 })
const LONG = position(BTC, { volume: 25 })
const EMPTY: DeskFacts = { ...NO_FACTS, instruments: [BTC], positions: [LONG] }
const MARKET = { size: { kind: 'percent', percent: 100 }, tactic: { kind: 'market' } } as const
const CLOSE = { kind: 'closePosition', positionKey: LONG.key, ...MARKET } as const

function plan(action: Action, view: DeskFacts) {
  let id = 0
  return saidPlan(action, view, () => `id${++id}`)
}

function volumes(action: Action, view: DeskFacts): readonly string[] {
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
function shape(action: Action, view: DeskFacts): readonly string[] {
  const compiled = plan(action, view)
  if (!compiled.ok) throw new Error(compiled.error.message)
  return compiled.value.legs.map((leg) =>
    leg.kind === 'close' ? `close ${toText(leg.volume)}` : leg.kind === 'cancel' ? `cancel ${leg.orderId}` : leg.kind,
  )
}

function closing(orderId: string, quantity: number, overrides: Partial<Order> = {}): Order {
  return order(orderId, 'new', { side: 'sell', action: 'close', quantity: decimal(quantity), ...overrides })
}

function of(overrides: Parameters<typeof contract>[2]) {
  return contract('BTC', 'USDT', { maxMarketVolume: 10, ...overrides })
}

function held(volume: number, pendingCloseVolume = 0): Partial<DeskFacts> {
  return { positions: [position(BTC, { volume, pendingCloseVolume })] }
}

function refusal(action: Action, facts: Partial<DeskFacts>) {
  const compiled = plan(action, { ...EMPTY, ...facts })
  return compiled.ok ? null : [compiled.error.code, compiled.error.message]
}

/** Nine contracts, five of them locked. */
const HELD = position(BTC, { volume: 9, pendingCloseVolume: 5 })

describe('closePosition', () => {
  it('sells a long and buys back a short, in the margin mode of the position', () => {
    const short = position(BTC, { side: 'short', marginMode: 'isolated', volume: 3 })
    const view = { ...EMPTY, positions: [LONG, short] }
    const ofShort = plan({ ...CLOSE, positionKey: short.key }, view)
    expect(ofShort.ok && ofShort.value.legs).toEqual([
      {
        kind: 'close',
        area: 'contract',
        instrument: BTC.name,
        positionKey: short.key,
        side: 'buy',
        marginMode: 'isolated',
        leverage: decimal(10),
        volume: decimal(3),
        price: null,
        timeInForce: 'rest',
        clientOrderId: 'id1',
      },
    ])
    const ofLong = plan(CLOSE, view)
    expect(ofLong.ok && ofLong.value.legs[0]).toMatchObject({ side: 'sell', marginMode: 'cross' })
  })

  it('is sent without a leverage that could not be read', () => {
    const compiled = plan(CLOSE, { ...EMPTY, positions: [{ ...LONG, leverage: null }] })
    expect(compiled.ok && compiled.value.legs[0]).not.toHaveProperty('leverage')
  })

  it('gives every slice a client order id of its own', () => {
    const compiled = plan(CLOSE, EMPTY)
    const ids = compiled.ok ? compiled.value.legs.map((leg) => leg.kind === 'close' && leg.clientOrderId) : []
    expect(ids).toEqual(['id1', 'id2', 'id3'])
  })

  it('counts as locked what cancelable orders do not explain', () => {
    const busy = position(BTC, { volume: 25, pendingCloseVolume: 19 })
    expect(shape(CLOSE, { ...EMPTY, positions: [busy] })).toEqual(['close 6'])
    expect(shape(CLOSE, { ...EMPTY, positions: [busy], orders: [closing('1', 15)] })).toEqual([
      'cancel 1',
      'close 6',
      'close 10',
      'close 5',
    ])
  })

  it('warns of unread orders of its own contract alone, and only where some may lock it', () => {
    const warned = (pendingCloseVolume: number, unread: string) => {
      const compiled = plan(CLOSE, { ...EMPTY, ...held(25, pendingCloseVolume), unread: [unread] })
      return compiled.ok && compiled.value.estimate?.warnings.some((each) => each.includes('could not be read'))
    }
    expect([warned(5, BTC.name), warned(5, 'E-ETH-USDT'), warned(0, BTC.name)]).toEqual([true, false, false])
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
    expect(shape(CLOSE, view)).toEqual([
      'cancel 1',
      'cancel 2',
      // The free part does not depend on the cancels.
      'close 10',
      'close 6',
      'close 9',
    ])
  })

  it('relies on an order that is already being cancelled, and does not cancel it again', () => {
    const busy = position(BTC, { volume: 7, pendingCloseVolume: 5 })
    const orders = [closing('1', 3), closing('2', 2, { status: 'canceling' })]
    expect(shape(CLOSE, { ...EMPTY, positions: [busy], orders })).toEqual(['cancel 1', 'close 2', 'close 5'])
  })

  it('cancels nothing while no part of the position is locked', () => {
    expect(shape(CLOSE, { ...EMPTY, positions: [position(BTC, { volume: 5 })], orders: [closing('1', 4)] })).toEqual([
      'close 5',
    ])
  })

  it.each<[string, number, Partial<DeskFacts>, readonly string[]]>([
    [
      'all of them, when what they lock is what this one has locked',
      0,
      {},
      ['cancel 1', 'cancel 2', 'close 4', 'close 5'],
    ],
    ['none, when they lock more than that', 0, { orders: [closing('1', 3), closing('2', 3)] }, ['close 4']],
    ['none, when the other has some locked too', 1, {}, ['close 4']],
    [
      'none, when positions may be missing and the sums differ',
      0,
      { positions: [HELD], orders: [closing('1', 4)], isPartial: true },
      ['close 4'],
    ],
  ])('cancels %s when the closing orders may belong to another position', (_, pending, facts, expected) => {
    const other = position(BTC, { marginMode: 'isolated', volume: 8, pendingCloseVolume: pending })
    const orders = [closing('1', 3), closing('2', 2)]
    expect(shape(CLOSE, { ...EMPTY, positions: [HELD, other], orders, ...facts })).toEqual(expected)
  })

  it('does not take a short, or a position in another contract, for another owner of the orders', () => {
    const others = [position(BTC, { side: 'short', volume: 8 }), position(contract('ETH', 'USDT'), { volume: 8 })]
    expect(shape(CLOSE, { ...EMPTY, positions: [HELD, ...others], orders: [closing('1', 3)] })).toEqual([
      'cancel 1',
      'close 4',
      'close 3',
    ])
  })

  it('keeps each slice of a linear contract below the largest order value', () => {
    // 1 contract is 0.01 x 100 = 1 USDT; 95 % of 8 USDT is 7.6.
    const small = contract('BTC', 'USDT', { maxMarketMoney: 8 })
    expect(volumes(CLOSE, { ...EMPTY, instruments: [small] })).toEqual(['7', '7', '7', '4'])
  })

  it.each<[DenyCode, Partial<DeskFacts>]>([
    ['POSITION_NOT_FOUND', { positions: [] }],
    ['POSITION_NOT_FOUND', { positions: null }],
    ['POSITION_NOT_FOUND', { positions: [position(BTC, { volume: 0 })] }],
    ['POSITION_FROZEN', { positions: [position(BTC, { freeze: 'liquidation' })] }],
    ['POSITION_FROZEN', { positions: [position(BTC, { freeze: 'delivery' })] }],
    ['READ_FAILED', { positions: [], isPartial: true }],
    ['INSTRUMENT_CLOSED', { instruments: [contract('BTC', 'USDT', { tradable: false })] }],
    ['NOTHING_CLOSABLE', { positions: [position(BTC, { volume: 5, pendingCloseVolume: 5 })] }],
    ['NOTHING_CLOSABLE', { positions: [position(BTC, { volume: 5, pendingCloseVolume: 9 })] }],
    ['NOTHING_CLOSABLE', { instruments: [contract('BTC', 'USDT', { minOrderVolume: 26 })] }],
  ])('is refused with %s for %j', (code, facts) => {
    const compiled = plan(CLOSE, { ...EMPTY, ...facts })
    expect(compiled.ok ? null : compiled.error.code).toBe(code)
  })
})

describe('closePosition of a contract that is not in the list', () => {
  const unread = { field: 'maxMarketVolume', reason: message('expected.missing') }

  it.each<[string, Partial<DeskFacts>]>([
    ['Not in the venue’s contract list: E-BTC-USDT.', { instruments: [] }],
    ['Not in the venue’s contract list: E-BTC-USDT.', { instruments: [pair('BTC', 'USDT')], blind: ['contract'] }],
    ['could not be read (is missing', { instruments: [contract('BTC', 'USDT', { gaps: [unread] })] }],
  ])('is sent as a whole and says: %s', (words, facts) => {
    const compiled = plan(CLOSE, { ...EMPTY, ...facts })
    if (!compiled.ok) throw new Error(compiled.error.message)
    expect(compiled.value.legs.map((leg) => leg.kind === 'close' && [leg.instrument, toText(leg.volume)])).toEqual([
      ['E-BTC-USDT', '25'],
    ])
    expect(compiled.value.estimate!.warnings.join(' ')).toContain(words)
  })
})

describe('closePosition of a partly readable position', () => {
  const gaps = [{ field: 'pendingCloseVolume', reason: message('expected.missing') }]
  const half = position(BTC, { volume: 25, pendingCloseVolume: null, gaps })

  it('computes the closable size from known closing orders, and says so', () => {
    const orders = [order('9', 'new', { side: 'sell', action: 'close', quantity: decimal(15) })]
    const compiled = plan(CLOSE, { ...EMPTY, positions: [half], orders })
    if (!compiled.ok) throw new Error(compiled.error.message)
    expect(compiled.value.legs.map(({ kind }) => kind)).toContain('cancel')
    expect(compiled.value.estimate!.warnings.join(' ')).toContain('The known orders show: 15 contracts of E-BTC-USDT.')
  })

  it('closes all of it when no closing order is known', () => {
    expect(volumes(CLOSE, { ...EMPTY, positions: [half] })).toEqual(['10', '10', '5'])
  })
})

describe('closePosition of a part', () => {
  const close = (size: CloseSize, tactic: CloseTactic = { kind: 'market' }) => ({ ...CLOSE, size, tactic })
  const percent = (share: 25 | 50 | 75) => close({ kind: 'percent', percent: share })
  const volume = (text: string) => close({ kind: 'volume', volume: text })

  it.each<[Action, readonly string[]]>([
    [percent(25), ['6']],
    [percent(50), ['10', '2']],
    [percent(75), ['10', '8']],
    [volume('11'), ['10', '1']],
    [volume('25'), ['10', '10', '5']],
  ])('closes %j as %j of 25 contracts', (action, expected) => {
    expect(volumes(action, EMPTY)).toEqual(expected)
  })

  it.each<[string, string, Partial<Order>, readonly string[]]>([
    ['nothing while enough is free', '4', {}, ['close 4']],
    ['the one that locks most, when that is enough', '7', {}, ['cancel 2', 'close 4', 'close 3']],
    ['one more when it is not', '8', {}, ['cancel 2', 'cancel 1', 'close 4', 'close 4']],
    ['nothing where one is being cancelled already', '6', { status: 'canceling' }, ['close 4', 'close 2']],
  ])('cancels %s', (_, text, first, expected) => {
    const orders = [closing('1', 2, first), closing('2', 3)]
    expect(shape(volume(text), { ...EMPTY, positions: [HELD], orders })).toEqual(expected)
  })

  it.each<[string, Action, Partial<DeskFacts>]>([
    ['must be a number above zero, not "x"', volume('x'), {}],
    ['multiples of 1 contracts, not 1.5', volume('1.5'), {}],
    [
      'smallest order of E-BTC-USDT is 5 contracts; you gave 4',
      volume('4'),
      { instruments: [of({ minOrderVolume: 5 })] },
    ],
    ['You hold 25 contracts of E-BTC-USDT; you gave 26', volume('26'), {}],
    [
      'Only 7 contracts of E-BTC-USDT are left, because closing orders have taken the rest; you gave 8',
      volume('8'),
      { positions: [HELD], orders: [closing('1', 3)] },
    ],
  ])('is refused: %s', (words, action, facts) => {
    expect(refusal(action, facts)).toEqual(['BAD_AMOUNT', expect.stringContaining(words)])
  })

  it('closes nothing when the share is less than the minimum order', () => {
    const few = { positions: [position(BTC, { volume: 3 })] }
    expect(refusal(percent(25), few)).toEqual(['NOTHING_CLOSABLE', expect.stringContaining('0 wanted, 3 held')])
  })

  it.each<[string, Action, Partial<DeskFacts>]>([
    ['0.5 of 7.5 contracts of E-BTC-USDT stay open: the smallest order is 1.', CLOSE, held(7.5)],
    [
      '19 of 25 contracts of E-BTC-USDT stay open, because other closing orders already hold them.',
      CLOSE,
      held(25, 19),
    ],
    ['500 of 1,000 contracts of E-BTC-USDT stay open: one plan has at most 50 orders.', CLOSE, held(1000)],
    [
      '2 of 8 contracts of E-BTC-USDT stay open, fewer than the smallest order (3).',
      percent(75),
      { ...held(8), instruments: [of({ minOrderVolume: 3 })] },
    ],
  ])('warns: %s', (words, action, facts) => {
    const compiled = plan(action, { ...EMPTY, ...facts })
    expect(compiled.ok && compiled.value.estimate?.warnings[0]).toBe(words)
  })
})

describe('closePosition at a limit', () => {
  const at = (price: string): Action => ({ ...CLOSE, tactic: { kind: 'limit', price } })

  it('rests at the price, in orders of the largest limit order size', () => {
    const compiled = plan(at('101.25'), { ...EMPTY, instruments: [of({ maxMarketVolume: 2, maxLimitVolume: 20 })] })
    expect(compiled.ok && compiled.value.legs).toMatchObject([
      { kind: 'close', price: decimal('101.25'), timeInForce: 'rest', volume: decimal(20) },
      { kind: 'close', price: decimal('101.25'), timeInForce: 'rest', volume: decimal(5) },
    ])
  })

  it.each([
    ['at most 2 decimal places; you gave 101.255', '101.255'],
    ['must be a number above zero, not "0"', '0'],
    ['must be a number above zero, not "ten"', 'ten'],
  ])('is refused: %s', (words, price) => {
    expect(refusal(at(price), {})).toEqual(['BAD_AMOUNT', expect.stringContaining(words)])
  })

  it.each([
    ['long', '99', true],
    ['long', '101', false],
    ['short', '101', true],
    ['short', '99', false],
  ] as const)('for a %s at %s with the mark at 100: warns of an immediate fill: %s', (side, price, atOnce) => {
    const position_ = position(BTC, { side, volume: 5 })
    const compiled = plan({ ...at(price), positionKey: position_.key } as Action, { ...EMPTY, positions: [position_] })
    const warnings = compiled.ok ? compiled.value.estimate?.warnings : []
    expect(warnings?.some((text) => text.includes('may be filled at once: the mark is 100'))).toBe(atOnce)
  })
})
