import { describe, expect, it } from 'vitest'
import { lastKnownMs, leastHeld } from '#shared/desk/compile/last-known.ts'
import { decimal, toText, ZERO } from '#shared/domain/decimal.ts'
import { contract, order, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const LONG = position(BTC, { volume: 25, pendingCloseVolume: 4 })

describe('positions are young enough to close by', () => {
  it.each([
    [0, 0],
    [300_000, 300_000],
    [300_001, null],
    [null, null],
  ])('%s ms after they were read: %s', (positionsAgeMs, expected) => {
    expect(lastKnownMs({ positions: [LONG], positionsAgeMs })).toBe(expected)
  })

  it.each([
    [8_000, 8_000],
    [300_001, null],
    [null, null],
  ])('one that newer reads may hide by the age of its own row, %s ms: %s', (ownMs, expected) => {
    const view = { positions: [LONG], positionsAgeMs: 500, keptMs: new Map([[LONG.key, ownMs]]) }
    expect([lastKnownMs(view, LONG.key), lastKnownMs(view, 'another'), lastKnownMs(view)]).toEqual([expected, 500, 500])
  })

  it('only where some were read', () => {
    expect(lastKnownMs({ positions: null, positionsAgeMs: 0 })).toBeNull()
    expect(lastKnownMs({ positions: [LONG] })).toBeNull()
  })
})

describe('a position at its smallest', () => {
  const least = (taken: number, ...orders: Parameters<typeof leastHeld>[1]) =>
    leastHeld([LONG], orders, () => decimal(taken)).map((held) => [
      toText(held.volume),
      toText(held.pendingCloseVolume!),
      held.markPrice,
    ])

  it('is less what our own closes may have taken, and never negative', () => {
    expect(least(0)).toEqual([['25', '4', null]])
    expect(least(10)).toEqual([['15', '4', null]])
    expect(least(99)).toEqual([[toText(ZERO), '4', null]])
  })

  it('has in closing orders what was known or is known now, whichever is more', () => {
    const closing = (quantity: number) => order(BTC, { side: 'sell', action: 'close', quantity })
    expect(least(0, closing(3))).toEqual([['25', '4', null]])
    expect(least(0, closing(7))).toEqual([['25', '7', null]])
    expect(least(0, order(BTC, { quantity: 9 }))).toEqual([['25', '4', null]])
  })
})
