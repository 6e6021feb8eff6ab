import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { averagePrice, feeAt, slippageAt, takenBy, type ExitTerms } from '#shared/risk/liquidity/exit-cost.ts'
import { depth } from '#test/support/desk-facts.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

type Level = [price: string, quantity: string]

interface Known {
  readonly inputs: Record<
    string,
    {
      kind: ExitTerms['direction']
      multiply: string
      close_side: 'SELL' | 'BUY'
      qty: string
      bids: Level[]
      asks: Level[]
    }
  >
  readonly expected: Record<
    string,
    { mid: number; filled_visible: number; unfilled: number; vwap_visible: number; cost_vs_mid_usd_visible: number }
  >
  readonly tolerance: Tolerance
}

const ORACLE = readOracle('liquidity_cost') as Known

describe('the walk through an order book', () => {
  it.each(Object.entries(ORACLE.inputs))('gives the known answer for %s, and none beyond the end', (name, given) => {
    const { mid, filled_visible, unfilled, vwap_visible, cost_vs_mid_usd_visible } = ORACLE.expected[name]!
    const side = given.close_side === 'SELL' ? 'sell' : 'buy'
    const levels = takenBy(side, depth('contract', name, given.bids, given.asks))
    const volume = decimal(filled_visible)
    const price = averagePrice(levels, volume, given.kind)!
    const size = volume.times(given.multiply)
    const slippage = slippageAt({ direction: given.kind, sign: side === 'sell' ? 1 : -1, size }, price, decimal(mid))
    const usd = given.kind === 'linear' ? slippage : slippage.times(mid)
    const expected = { vwap_visible, cost_vs_mid_usd_visible }
    expect(compareLeaves({ vwap_visible: price, cost_vs_mid_usd_visible: usd }, expected, ORACLE.tolerance)).toBe(2)
    expect(averagePrice(levels, decimal(given.qty), given.kind) === null).toBe(unfilled > 0)
  })

  const BIDS = takenBy(
    'sell',
    depth('spot', 'A', [
      [100, 2],
      [0, 5],
      [90, 0],
      [98, 3],
    ]),
  )
  const walk = (volume: number, taken?: number) => {
    const price = averagePrice(BIDS, decimal(volume), 'linear', taken === undefined ? undefined : decimal(taken))
    return price && toText(price)
  }

  it('continues where an earlier order stopped, and skips invalid levels', () => {
    expect([walk(2), walk(4), walk(5), walk(2, 1), walk(3, 2), walk(1, 4)]).toEqual([
      '100',
      '99',
      '98.8',
      '99',
      '98',
      '98',
    ])
  })

  it.each([
    [5.001, 0],
    [1, 5],
    [3, 2.5],
    [0, 0],
  ])('has no price for %d after %d', (volume, taken) => {
    expect(walk(volume, taken)).toBeNull()
  })
})

describe('the cost of an exit', () => {
  const linear = { direction: 'linear', sign: 1, size: decimal(2) } as const
  const inverse = { direction: 'inverse', sign: -1, size: decimal(200) } as const

  it('is a loss against the mark as a positive amount, and a gain as a negative one', () => {
    expect(toText(slippageAt(linear, decimal(99), decimal(100)))).toBe('2')
    expect(toText(slippageAt({ ...linear, sign: -1 }, decimal(99), decimal(100)))).toBe('-2')
    expect(toText(slippageAt(inverse, decimal(125), decimal(100)))).toBe('0.4')
  })

  it('has a fee on the value at the trade price', () => {
    expect(toText(feeAt(linear, decimal(99), decimal('0.001')))).toBe('0.198')
    expect(toText(feeAt(inverse, decimal(125), decimal('0.001')))).toBe('0.0016')
  })
})
