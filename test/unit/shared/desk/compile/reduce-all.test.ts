import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Protection } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { BTC, closing, compiled, ETH, SOL, STOP } from '#test/support/planned-in-words.ts'
import { balance, position } from '#test/support/portfolio-fixtures.ts'

describe('reduceAll', () => {
  const HALF = { kind: 'reduceAll', side: null, percent: 50 } as const
  const spot = openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: 'spot' }, { price: 90 })
  const opening = openOrder({ area: 'contract', instrument: BTC.name, orderId: 'opens' }, { price: 99 })

  it('closes the share of every position, rounded down, the most urgent first, and nothing else', () => {
    const dying = position(SOL, { marginMode: 'isolated', volume: 9, venueLiquidationPrice: 96 })
    const facts = {
      positions: [position(BTC, { volume: 5 }), position(ETH, { side: 'short', volume: 50 }), dying],
      orders: [spot, opening],
      balances: [balance('BTC', 1)],
    }
    expect(compiled(HALF, facts)).toMatchObject({
      legs: ['sell 4 E-SOL-USDT:isolated:long', 'buy 25 E-ETH-USDT:cross:short', 'sell 2 E-BTC-USDT:cross:long'],
      warnings: [],
    })
    expect(compiled({ ...HALF, side: 'long', percent: 75 }, facts).legs).toEqual([
      'sell 6 E-SOL-USDT:isolated:long',
      'sell 3 E-BTC-USDT:cross:long',
    ])
  })

  it('trades no further from the mark than its cap, and says which position has no mark to measure from', () => {
    const marked = position(BTC, { volume: 5, markPrice: 100 })
    const unmarked = position(ETH, { side: 'short', volume: 50, markPrice: null })
    const capped = { ...HALF, tactic: { kind: 'capped', percent: '2' } } as const
    const { legs, warnings } = compiled(capped, { positions: [marked, unmarked], quotes: [] })
    expect(legs).toEqual(['sell 2 E-BTC-USDT:cross:long'])
    expect(warnings).toEqual([
      'The mark of E-ETH-USDT is not known, so there is nothing to measure the distance from. Try again in a moment, or close at market.',
    ])
    expect(compiled({ ...HALF, tactic: { kind: 'offset', percent: '51' } }, { positions: [marked] }).code).toBe(
      'BAD_AMOUNT',
    )
  })

  it('keeps closing orders as far as it can, and counts those that it cancels', () => {
    const orders = [closing('1', 4), closing('2', 3), closing('3', 1, ETH, 'buy'), opening]
    const positions = [
      position(BTC, { volume: 10, pendingCloseVolume: 7 }),
      position(ETH, { side: 'short', volume: 50, pendingCloseVolume: 1 }),
    ]
    // 3 of the 10 are free: the larger of the two orders gives the other two.
    expect(compiled(HALF, { positions, orders })).toMatchObject({
      legs: [
        'cancel 1',
        'buy 25 E-ETH-USDT:cross:short',
        'sell 3 E-BTC-USDT:cross:long',
        'sell 2 E-BTC-USDT:cross:long',
      ],
      warnings: ['1 closing order is cancelled: it holds contracts that this closes.'],
    })
  })

  it('says which protective orders are then for more than is held', () => {
    const held = position(BTC, { volume: 10 })
    const stop = (volume: number, purpose: 'stopLoss' | 'takeProfit' = 'stopLoss'): Protection => ({
      ...STOP,
      request: { ...STOP.request, positionKey: held.key, volume: decimal(volume), purpose },
    })
    const warned = (...protections: readonly Protection[]) =>
      compiled(HALF, { positions: [held], protections }).warnings
    const words = 'This leaves E-BTC-USDT with conditional orders for more contracts than you hold'
    expect(warned(stop(5))).toEqual([])
    expect(warned(stop(5), stop(5, 'takeProfit'))).toEqual([])
    expect(warned(stop(6))).toEqual([expect.stringContaining(words)])
    expect(warned(stop(3), stop(3))).toEqual([expect.stringContaining(words)])
    expect(warned({ ...stop(6), state: 'orphaned' })).toEqual([])
  })

  it('names what cannot be reduced and reduces the rest', () => {
    const positions = [
      position(BTC, { freeze: 'liquidation' }),
      position(ETH, { volume: 6 }),
      position(SOL, { volume: 1 }),
    ]
    const { legs, warnings } = compiled(HALF, { positions })
    expect(legs).toEqual(['sell 3 E-ETH-USDT:cross:long'])
    expect(warnings).toEqual([
      expect.stringContaining('Frozen by the venue (liquidation): E-BTC-USDT.'),
      expect.stringContaining('Nothing of E-SOL-USDT can be closed now: 0 wanted'),
    ])
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['NOTHING_TO_DO', {}],
    ['NOTHING_TO_DO', { positions: [position(BTC, { volume: 1 })] }],
    ['READ_FAILED', { positions: null }],
    ['READ_FAILED', { isPartial: true }],
  ])('is refused with %s when nothing can be reduced: %j', (code, facts) => {
    expect(compiled(HALF, facts).code).toBe(code)
  })
})
