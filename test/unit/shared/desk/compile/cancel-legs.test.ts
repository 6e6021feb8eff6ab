import { describe, expect, it } from 'vitest'
import { blindWarning, cutWarning, hiddenFrom, unreadWarning } from '#shared/desk/compile/cancel-legs.ts'
import type { Action, OrderFilter } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Order } from '#shared/domain/order.ts'
import { NO_FACTS, openOrder, saidPlan } from '#test/support/desk-facts.ts'
import { balance, contract, pair, quote } from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const BTC = contract('BTC', 'USDT')
const ETHUSDT = pair('ETH', 'USDT')

function of(orderId: string, overrides: Parameters<typeof openOrder>[1] = {}): Order {
  return openOrder({ area: 'contract', instrument: BTC.name, orderId }, overrides)
}

function compiled(action: Action, facts: Partial<DeskFacts>) {
  return saidPlan(action, { ...NO_FACTS, ...facts }, () => 'id')
}

function canceled(action: Action, facts: Partial<DeskFacts>): readonly string[] {
  const plan = compiled(action, facts)
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value.legs.map((leg) => (leg.kind === 'cancel' ? leg.orderId : leg.kind))
}

describe('cancelMatching', () => {
  const ALL = { kind: 'cancelMatching', filter: allOrdersOf('contract', BTC.name) } as const

  it('cancels the open orders of an instrument and area, and nothing else', () => {
    const orders = [
      of('1'),
      of('2', { status: 'partially-filled' }),
      of('3', { status: 'unknown' }),
      of('4', { status: 'canceling' }),
      of('5', { status: 'filled' }),
      of('6', { instrument: 'E-ETH-USDT' }),
      of('7', { area: 'spot' }),
    ]
    expect(canceled(ALL, { orders })).toEqual(['1', '2', '3'])
  })

  const ANY: OrderFilter = { area: null, instrument: null, side: null, closing: true }
  it.each<[Partial<OrderFilter>, readonly string[]]>([
    [{}, ['1', '2', '4', '3']],
    [{ area: 'spot' }, ['4']],
    [{ instrument: BTC.name }, ['1', '2', '3']],
    [{ side: 'sell' }, ['2', '3']],
    [{ side: 'buy' }, ['1', '4']],
    [{ closing: false }, ['1', '2', '4']],
    [{ side: 'sell', closing: false }, ['2']],
  ])('matches with %j the orders %j', (filter, expected) => {
    const orders = [
      of('3', { side: 'sell', action: 'close' }),
      of('2', { side: 'sell' }),
      of('1'),
      openOrder({ area: 'spot', instrument: ETHUSDT.symbol, orderId: '4' }),
    ]
    expect(canceled({ kind: 'cancelMatching', filter: { ...ANY, ...filter } }, { orders })).toEqual(expected)
  })

  it('starts with the opening orders nearest to the market, of any instrument, and ends with closing ones', () => {
    const orders = [
      of('far', { price: 80 }),
      of('unpriced', { instrument: 'E-SOL-USDT', price: 1 }),
      of('close', { price: 100, side: 'sell', action: 'close' }),
      openOrder({ area: 'spot', instrument: ETHUSDT.symbol, orderId: 'near' }, { price: 2100, side: 'sell' }),
      of('above', { price: 109, side: 'sell' }),
      of('market', { price: null, type: 'market' }),
    ]
    const quotes = [quote(BTC, 100), quote(ETHUSDT, 2000)]
    const facts = { instruments: [BTC, ETHUSDT], quotes, orders }
    expect(canceled({ kind: 'cancelMatching', filter: ANY }, facts)).toEqual([
      'market',
      'near',
      'above',
      'far',
      'unpriced',
      'close',
    ])
  })

  it.each([
    ['NOTHING_TO_CANCEL', 'E-BTC-USDT has no', { orders: [of('1', { status: 'canceled' })] }],
    ['READ_FAILED', 'E-BTC-USDT could not be read', { unread: [BTC.name] }],
    ['NOTHING_TO_CANCEL', 'E-BTC-USDT has no', { unread: ['E-ETH-USDT'] }],
  ])('is refused with %s when nothing is open: %s', (code, words, facts) => {
    const plan = compiled(ALL, facts)
    expect(plan).toMatchObject({ ok: false, error: { code } })
    expect(plan.ok ? '' : plan.error.message).toContain(words)
  })

  it('names the instruments whose orders could not be read', () => {
    const plan = compiled({ kind: 'cancelMatching', filter: ANY }, { orders: [of('1')], unread: ['B', 'A', 'B'] })
    expect(plan.ok && plan.value.estimate?.warnings).toEqual([
      'The open orders of A, B could not be read, so some may stay open.',
    ])
  })
})

describe('cancelOrder and cancelOrders', () => {
  const ref = { area: 'spot', instrument: 'BTCUSDT', orderId: '9007199254740993' } as const

  it('are never refused because our list of orders may be old', () => {
    const plan = compiled({ kind: 'cancelOrder', ...ref }, { positions: null })
    expect(plan.ok && plan.value.legs).toEqual([{ kind: 'cancel', ...ref }])
  })

  it('cancel each order once, in the order of the request', () => {
    const orders = [ref, { ...ref, orderId: '1' }, ref, { ...ref, area: 'contract' as const }]
    const plan = compiled({ kind: 'cancelOrders', orders }, {})
    expect(plan.ok && plan.value.legs).toEqual([
      { kind: 'cancel', ...ref },
      { kind: 'cancel', ...ref, orderId: '1' },
      { kind: 'cancel', ...ref, area: 'contract' },
    ])
    expect(compiled({ kind: 'cancelOrders', orders: [] }, {})).toMatchObject({ error: { code: 'NOTHING_TO_CANCEL' } })
  })
})

describe('what may be hidden from a cancel', () => {
  const ANY: OrderFilter = { area: null, instrument: null, side: null, closing: true }
  const hidden = (filter: Partial<OrderFilter>, facts: Partial<DeskFacts>) =>
    inWords(hiddenFrom({ ...ANY, ...filter }, { ...NO_FACTS, ...facts }))

  it('is an order list that was not read or is truncated, in the instrument of the filter or in all', () => {
    const facts = { unread: ['A'], cut: ['B'], orders: [of('1', { instrument: 'B' }), of('2')] }
    const [unread, cut] = hidden({}, facts)
    expect(unread).toBe('The open orders of A could not be read, so some may stay open.')
    expect(cut).toMatch(/^B has at least 1 open order:/)
    expect([hidden({ instrument: 'A' }, facts), hidden({ instrument: 'B' }, facts)]).toEqual([[unread], [cut]])
    expect(hidden({ instrument: 'C' }, facts)).toEqual([])
  })

  it('is an area with unknown content, when the filter names no instrument', () => {
    const blind = ['spot', 'contract'] as const
    const areas = (filter: Partial<OrderFilter>) =>
      hidden(filter, { blind }).map((words) => /Spot|contracts/.exec(words)?.[0])
    expect([areas({}), areas({ area: 'spot' }), areas({ area: 'contract' })]).toEqual([
      ['Spot', 'contracts'],
      ['Spot'],
      ['contracts'],
    ])
    expect(areas({ instrument: BTC.name })).toEqual([])
  })

  it('is explained by its reason: a list not read yet, or balances that could not be read', () => {
    const notYet = 'Plimsoll has not read the list of'
    const spot = (instruments: DeskFacts['instruments']) => inWords(blindWarning(['spot'], { instruments }))[0]
    expect(spot([])).toMatch(`${notYet} Spot pairs`)
    expect(spot([BTC])).toMatch(`${notYet} Spot pairs`)
    expect(spot([ETHUSDT])).toMatch('Not all Spot balances could be read')
    expect(inWords(blindWarning(['contract'], { instruments: [BTC] }))[0]).toMatch(`${notYet} contracts`)
  })

  it('lists five names once each and counts the others', () => {
    expect(inWords(unreadWarning(['f', 'e', 'd', 'c', 'b', 'a', 'a']))[0]).toContain(' a, b, c, d, e and 1 more ')
    expect(inWords(unreadWarning(['a', 'b', 'c', 'd', 'e']))[0]).toContain(' a, b, c, d, e could')
    expect(inWords(cutWarning(['b', 'a', 'b'], { orders: [] })).map((words) => words[0])).toEqual(['a', 'b'])
  })

  it('is no amount that an order locks which our own cancel is ending: that cancel is still under way', () => {
    const ending = openOrder(
      { area: 'spot', instrument: ETHUSDT.symbol, orderId: '1' },
      { side: 'sell', quantity: 2, price: 2000 },
    )
    const facts = { instruments: [ETHUSDT], balances: [balance('ETH', 1, 2)] }
    const code = (filter: Partial<OrderFilter>, more: Partial<DeskFacts>) => {
      const plan = compiled({ kind: 'cancelMatching', filter: { ...ANY, ...filter } }, { ...facts, ...more })
      return plan.ok ? null : plan.error.code
    }
    expect(code({}, {})).toBe('READ_FAILED')
    expect(code({}, { ending: [ending] })).toBe('IN_FLIGHT')
    expect(code({ side: 'buy' }, { ending: [ending] })).toBe('NOTHING_TO_CANCEL')
    expect(code({}, { ending: [ending], balances: [balance('ETH', 1, 3)] })).toBe('READ_FAILED')
  })

  it('is an amount that unknown orders lock, in the area and the instrument of the filter', () => {
    const facts = {
      instruments: [BTC, ETHUSDT, pair('SOL', 'BTC')],
      balances: [balance('ETH', 1, 2), balance('SOL', 1, 3)],
    }
    const denied = (filter: Partial<OrderFilter>) => {
      const plan = compiled({ kind: 'cancelMatching', filter: { ...ANY, ...filter } }, facts)
      return plan.ok ? [] : (plan.error.message.match(/\d \w+ is locked/g) ?? [])
    }
    const both = ['2 ETH is locked', '3 SOL is locked']
    expect([denied({}), denied({ area: 'spot' }), denied({ area: 'contract' })]).toEqual([both, both, []])
    expect([denied({ instrument: ETHUSDT.symbol }), denied({ instrument: BTC.name })]).toEqual([[both[0]], []])
  })

  it.each([
    [true, 'The account has no such open orders to cancel.'],
    [false, 'The account has no such open orders to cancel, apart from orders that close a position.'],
  ])('is nothing when there are no orders: closing ones included, %s', (closing, words) => {
    const plan = compiled({ kind: 'cancelMatching', filter: { ...ANY, closing } }, {})
    expect(plan).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_CANCEL', message: words } })
  })
})
