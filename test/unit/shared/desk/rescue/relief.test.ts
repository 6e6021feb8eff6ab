import { describe, expect, it } from 'vitest'
import { contractsFor, gainOf, mostGaining, reliefOf, reliefOfBoth, type Relief } from '#shared/desk/rescue/relief.ts'
import { decimal, toFloat, type Decimal } from '#shared/domain/decimal.ts'
import { depth } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const relief = (perContract: number, ...levels: readonly (readonly [gain: number, volume: number])[]): Relief => ({
  perContract: decimal(perContract),
  levels: levels.map(([gain, volume]) => ({ gain: decimal(gain), volume: decimal(volume) })),
})
const plain = (amount: Decimal | null) => amount && toFloat(amount)
const levelsOf = ({ levels }: Relief) => levels.map(({ gain, volume }) => [toFloat(gain), toFloat(volume)])

describe('the gain of a closed contract', () => {
  // A tenth of a coin at a mark of 100 gains 3 before costs, at a fee of 1 %.
  const linear = contract('BTC', 'USDT', { multiplier: '0.1', takerFee: '0.01' })
  const inverse = contract('BTC', 'USD', { direction: 'inverse', multiplier: 100, takerFee: '0.01' })
  const terms = { mark: decimal(100), perContract: decimal(3) }

  it('is reduced by the loss against the mark and the fee: a long sells below it, a short buys above', () => {
    const long = reliefOf({ ...terms, position: position(linear), contract: linear }, depth('contract', 'x', [[90, 5]]))
    // 10 below the mark on a tenth of a coin, and 1 % of 9.
    expect(levelsOf(long)).toEqual([[expect.closeTo(3 - 1 - 0.09, 12), 5]])
    const short = position(linear, { side: 'short' })
    const bought = reliefOf({ ...terms, position: short, contract: linear }, depth('contract', 'x', [], [[110, 5]]))
    expect(levelsOf(bought)).toEqual([[expect.closeTo(3 - 1 - 0.11, 12), 5]])
    expect(
      levelsOf(reliefOf({ ...terms, position: short, contract: linear }, depth('contract', 'x', [], [[90, 5]]))),
    ).toEqual([[expect.closeTo(3 + 1 - 0.09, 12), 5]])
  })

  it('of an inverse contract is in coins', () => {
    const book = depth('contract', 'x', [[80, 5]])
    const long = reliefOf({ ...terms, position: position(inverse), contract: inverse }, book)
    // A face value of 100 is 1.25 coins at 80 and 1 coin at 100. The fee is 1 % of 1.25.
    expect(levelsOf(long)).toEqual([[expect.closeTo(3 - 0.25 - 0.0125, 12), 5]])
  })

  it('is unknown with an invalid order book', () => {
    expect(levelsOf(reliefOf({ ...terms, position: position(linear), contract: linear }, undefined))).toEqual([])
  })
})

describe('the number of contracts that gain the required amount', () => {
  const book = relief(3, [2, 10], [1, 10], [-1, 10])
  it.each([
    [10, 5],
    [20, 10],
    [20.5, 10.5],
    [30, 20],
    // Beyond the gain of the order book, contracts count as if they cost nothing, but never fewer than the order book
    // took.
    [33, 30],
    [120, 40],
  ])('to gain %d is %d', (need, expected) => {
    expect(plain(contractsFor(decimal(need), book))).toBeCloseTo(expected, 12)
  })

  it('without an order book is the required amount divided by the gain of a contract', () => {
    expect(plain(contractsFor(decimal(12), relief(3)))).toBe(4)
  })

  it('is largest before the level that costs more than it gains', () => {
    expect(plain(mostGaining(book))).toBe(20)
    expect(plain(mostGaining(relief(3, [2, 10], [0, 10])))).toBe(10)
    expect(plain(mostGaining(relief(3, [-2, 10])))).toBe(0)
    expect(mostGaining(relief(3, [2, 10], [0.5, 10]))).toBeNull()
  })

  it.each([
    [5, 10],
    [10, 20],
    [15, 25],
    [30, 20],
    [31, null],
  ])('closing %d gains %s', (volume, expected) => {
    expect(plain(gainOf(decimal(volume), book))).toBe(expected)
  })
})

describe('two positions closed together', () => {
  const one = relief(3, [2, 10], [1, 10])
  const other = relief(5, [4, 8], [3, 100])

  it('gain for each contract of the one what both gain, level by level, as far as both order books go', () => {
    // Two of the other with each of the one: 8 of the other go with 4 of the one, and gain 8 with each.
    const both = reliefOfBoth(one, other, decimal(2))
    expect(plain(both.perContract)).toBe(13)
    expect(levelsOf(both)).toEqual([
      [10, 4],
      [8, 6],
      [7, 10],
    ])
    expect(levelsOf(reliefOfBoth(one, relief(5, [4, 10]), decimal(1)))).toEqual([[6, 10]])
    expect(levelsOf(reliefOfBoth(one, relief(5), decimal(2)))).toEqual([])
  })
})
