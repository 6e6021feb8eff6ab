import { describe, expect, it } from 'vitest'
import {
  areasOf,
  closeAtMarket,
  isSameAction,
  isWayOut,
  type Action,
  type CloseTactic,
  type OrderFilter,
} from '#shared/desk/action.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { inEnglish } from '#shared/words/say.ts'

const LONG = 'E-BTC-USDT:cross:long'
const ALL = { kind: 'percent', percent: 100 } as const
const close = (tactic: CloseTactic, size: Extract<Action, { kind: 'closePosition' }>['size'] = ALL): Action => ({
  kind: 'closePosition',
  positionKey: LONG,
  size,
  tactic,
})
const matching = (filter: Partial<OrderFilter>): Action => ({
  kind: 'cancelMatching',
  filter: { area: null, instrument: null, side: null, closing: true, ...filter },
})
const protect: Extract<Action, { kind: 'protect' }> = {
  kind: 'protect',
  positionKey: LONG,
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 50 },
  trigger: { kind: 'price', price: '90000' },
}
const order = { area: 'spot', instrument: 'BTCUSDT', orderId: '1234567890' } as const

describe('a way out', () => {
  it.each<[Action, boolean]>([
    [{ kind: 'cancelOrder', ...order }, true],
    [matching({}), true],
    [closeAtMarket(LONG), true],
    [close({ kind: 'limit', price: '1' }), true],
    [{ kind: 'closeSide', side: 'long' }, true],
    [{ kind: 'reduceAll', side: null, percent: 50 }, true],
    [{ kind: 'reduce', closes: [{ positionKey: LONG, volume: '1' }] }, true],
    [{ kind: 'flatten', spot: 'keep' }, true],
    [{ kind: 'flatten', spot: 'keep', tactic: { kind: 'capped', percent: '1' } }, true],
    [close({ kind: 'chase', stopPercent: '1' }), false],
    [protect, false],
    [{ kind: 'breakEvenAll' }, false],
    [{ kind: 'restore', intentId: 'one' }, false],
  ])('%j: %s', (action, isOne) => {
    expect(isWayOut(action)).toBe(isOne)
  })
})

it('two actions are the same whatever the order of their members, but not of their lists', () => {
  const one = matching({ area: 'spot', side: 'buy' })
  const { kind, filter } = one as Extract<Action, { kind: 'cancelMatching' }>
  const turned = Object.fromEntries(Object.entries(filter).toReversed()) as unknown as OrderFilter
  expect(isSameAction(one, { filter: turned, kind })).toBe(true)
  expect(isSameAction(one, matching({ area: 'spot', side: 'sell' }))).toBe(false)
  const [first, second] = [order, { ...order, orderId: '2' }]
  const both = (...orders: (typeof order)[]): Action => ({ kind: 'cancelOrders', orders })
  expect(isSameAction(both(first, second as typeof order), both(second as typeof order, first))).toBe(false)
})

it.each<[Action, readonly string[]]>([
  [{ kind: 'cancelOrder', ...order }, ['spot']],
  [{ kind: 'cancelOrders', orders: [order, { ...order, area: 'contract' }] }, ['spot', 'contract']],
  [{ kind: 'cancelOrders', orders: [{ ...order, area: 'contract' }] }, ['contract']],
  [matching({}), ['spot', 'contract']],
  [matching({ area: 'contract' }), ['contract']],
  [{ kind: 'flatten', spot: 'keep' }, ['spot', 'contract']],
  [{ kind: 'restore', intentId: 'one' }, ['spot']],
  [closeAtMarket(LONG), ['contract']],
  [{ kind: 'reduceAll', side: null, percent: 50 }, ['contract']],
  [protect, ['contract']],
  [{ kind: 'breakEvenAll' }, ['contract']],
])('%j sends to %j', (action, areas) => {
  expect([...areasOf(action)].toSorted()).toEqual(areas.toSorted())
})

describe('the title of', () => {
  it.each<[string, Action]>([
    ['Cancel BTCUSDT order …567890', { kind: 'cancelOrder', ...order }],
    ['Cancel all orders', matching({})],
    ['Cancel all orders, closing orders stay', matching({ closing: false })],
    ['Cancel all Spot orders', matching({ area: 'spot', closing: false })],
    ['Cancel all Contract buys', matching({ area: 'contract', side: 'buy' })],
    [
      'Cancel all orders of E-BTC-USDT, closing orders stay',
      matching({ area: 'contract', instrument: 'E-BTC-USDT', closing: false }),
    ],
    ['Close long E-BTC-USDT cross at market', closeAtMarket(LONG)],
    ['Close 25\u202f% of long E-BTC-USDT cross at market', closeAtMarket(LONG, 25)],
    [
      'Close 420 ct of long E-BTC-USDT cross at market, at most 0.5\u202f% away',
      close({ kind: 'capped', percent: '0.5' }, { kind: 'volume', volume: '420' }),
    ],
    ['Close long E-BTC-USDT cross at …', close({ kind: 'limit', price: '' })],
    ['Reduce long E-BTC-USDT cross by 420 ct', { kind: 'reduce', closes: [{ positionKey: LONG, volume: '420' }] }],
    ['Reduce 2 positions', { kind: 'reduce', closes: [closeOf(LONG), closeOf('E-ETH-USDT:cross:short')] }],
    ['Reduce every position by 50\u202f%', { kind: 'reduceAll', side: null, percent: 50 }],
    ['Reduce all shorts by 25\u202f%', { kind: 'reduceAll', side: 'short', percent: 25 }],
    [
      'Reduce all shorts by 25\u202f%, at most 0.5\u202f% away',
      { kind: 'reduceAll', side: 'short', percent: 25, tactic: { kind: 'capped', percent: '0.5' } },
    ],
    [
      'Close every position, 1\u202f% better than the mark',
      { kind: 'reduceAll', side: null, percent: 100, tactic: { kind: 'offset', percent: '1' } },
    ],
    [
      'Reduce long E-BTC-USDT cross by 1 ct, at most 0.5\u202f% away',
      { kind: 'reduce', closes: [closeOf(LONG)], tactic: { kind: 'capped', percent: '0.5' } },
    ],
    ['Flatten, keep Spot', { kind: 'flatten', spot: 'keep' }],
    [
      'Flatten and sell Spot, positions at most 0.5\u202f% away',
      { kind: 'flatten', spot: 'sell', tactic: { kind: 'capped', percent: '0.5' } },
    ],
    ['Close long E-BTC-USDT cross, 1\u202f% better than the mark', close({ kind: 'offset', percent: '1' })],
    ['Stop-loss for 50\u202f% of long E-BTC-USDT cross at 90,000', protect],
    ['Stop-loss for 50\u202f% of long E-BTC-USDT cross at break-even', { ...protect, trigger: { kind: 'breakEven' } }],
  ])('%s', (title, action) => {
    expect(inEnglish(actionTitle(action))).toBe(title)
  })
})

function closeOf(positionKey: string) {
  return { positionKey, volume: '1' }
}
