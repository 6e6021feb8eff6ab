import { describe, expect, it } from 'vitest'
import { closable, MAX_SLICES, slice, sliceBounds } from '#shared/desk/slice.ts'
import { sum, toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')

describe('slice', () => {
  const bounds = (min: number | string, max: number | string | null, step: number | string = 1) => ({
    min: decimal(min),
    max: max === null ? null : decimal(max),
    step: decimal(step),
  })

  it.each([
    ['one order when it fits', 10, bounds(1, 10), ['10']],
    ['one order without an upper bound', 1_000_000, bounds(1, null), ['1000000']],
    ['full orders and the remainder', 25, bounds(1, 10), ['10', '10', '5']],
    ['a smaller one before a remainder that would be dust', 21, bounds(3, 10), ['10', '8', '3']],
    ['the dust left over when no split avoids it', 21, bounds(8, 10), ['10', '10']],
    ['the fraction of a contract left over', '7.9', bounds(1, 10), ['7']],
    ['fractions where the venue takes them', '0.079', bounds('0.01', '0.03', '0.01'), ['0.03', '0.03', '0.01']],
    ['nothing below the smallest order', 2, bounds(3, 10), []],
  ])('gives %s', (_, volume, within, expected) => {
    expect(slice(decimal(volume), within).map(toText)).toEqual(expected)
  })

  it('makes no more orders than a click may, and full ones', () => {
    const slices = slice(decimal(1e9), bounds(1, 10))
    expect(slices).toHaveLength(MAX_SLICES)
    expect(toText(sum(slices))).toBe(String(MAX_SLICES * 10))
  })
})

describe('sliceBounds', () => {
  it.each([
    ['5', '5'],
    ['1.5', '2'],
    ['0.1', '1'],
    ['0', '1'],
  ])('gives whole contracts: at least %s means at least %s', (minOrderVolume, min) => {
    const bounds = sliceBounds(contract('A', 'B', { minOrderVolume }), null)
    expect([bounds.min, bounds.step].map(toText)).toEqual([min, '1'])
    expect(slice(decimal('7.5'), bounds).map(toText)).toEqual(['7'])
  })

  it('gives whole contracts at the upper limit too', () => {
    expect(sliceBounds(contract('A', 'B', { maxMarketVolume: '10.7' }), null).max?.eq(10)).toBe(true)
  })

  it('applies the limits of limit orders to a limit order, whatever a market order may be worth', () => {
    const of = contract('A', 'B', { maxMarketVolume: 10, maxLimitVolume: 40, maxMarketMoney: 8 })
    expect(sliceBounds(of, decimal(100), 'limit').max?.eq(40)).toBe(true)
    expect(sliceBounds(of, decimal(100), 'market').max?.eq(7)).toBe(true)
  })

  it('leaves it to the venue when a limit is below the minimum order', () => {
    const bounds = sliceBounds(contract('A', 'B', { maxMarketMoney: 8 }), decimal(10_000))
    expect(slice(decimal(3), bounds).map(toText)).toEqual(['1', '1', '1'])
  })

  it('ignores a value limit for an inverse contract, or without a mark price', () => {
    const inverse = contract('BTC', 'USD', { direction: 'inverse', maxMarketMoney: 8 })
    expect(sliceBounds(inverse, decimal(100)).max).toBeNull()
    expect(sliceBounds(contract('A', 'B', { maxMarketMoney: 8 }), null).max).toBeNull()
    // Some venues write 0 for no limit.
    expect(sliceBounds(contract('A', 'B', { maxMarketVolume: 0 }), null).max).toBeNull()
  })
})

describe('closable', () => {
  it('is the volume that is not locked, plus what cancels freed, and at most the position', () => {
    const held = position(BTC, { volume: 9, pendingCloseVolume: 5 })
    expect([0, 2, 5, 7].map((freed) => toText(closable(held, decimal(freed))))).toEqual(['4', '6', '9', '9'])
  })

  it('is never negative', () => {
    expect(toText(closable(position(BTC, { volume: 5, pendingCloseVolume: 9 })))).toBe('0')
  })
})
