import { describe, expect, it } from 'vitest'
import { closeAtMarket, isWayOut, type Action, type CloseTactic, type OrderFilter } from '#shared/desk/action.ts'
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
    [{ kind: 'reduce', closes: [{ positionKey: LONG, volume: '1' }] }, true],
    [{ kind: 'flatten', spot: 'keep' }, true],
    [close({ kind: 'chase', stopPercent: '1' }), false],
    [protect, false],
    [{ kind: 'restore', intentId: 'one' }, false],
  ])('%j: %s', (action, isOne) => {
    expect(isWayOut(action)).toBe(isOne)
  })
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
    ['Stop-loss for 50\u202f% of long E-BTC-USDT cross at 90,000', protect],
    ['Stop-loss for 50\u202f% of long E-BTC-USDT cross at break-even', { ...protect, trigger: { kind: 'breakEven' } }],
  ])('%s', (title, action) => {
    expect(inEnglish(actionTitle(action))).toBe(title)
  })
})

function closeOf(positionKey: string) {
  return { positionKey, volume: '1' }
}
