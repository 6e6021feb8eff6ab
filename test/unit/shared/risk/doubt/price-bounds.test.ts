import { describe, expect, it } from 'vitest'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { NO_PRICES, observePrices } from '#shared/risk/doubt/price-doubt.ts'
import { contract, pair, quote } from '#test/support/portfolio-fixtures.ts'

/** The limits of the rules described in the module, each tested from both sides. */
const BTC = contract('BTC', 'USDT')
const SPOT = pair('BTC', 'USDT')
const OTHERS = [contract('BTC', 'USDC'), contract('BTC', 'ETH'), contract('LTC', 'USDT', { tradable: false })] as const
const INSTRUMENTS = [BTC, SPOT, ...OTHERS]
const SECOND = 1_000

const NONE = { mark: null, last: null, bid: null, ask: null, index: null, lastAt: null, indexAt: null }
/** A quote with only the given fields, all read at `at` by default. */
const of = (what: Parameters<typeof quote>[0], at: number, overrides: Parameters<typeof quote>[2]) =>
  quote(what, 1, { ...NONE, readAt: at, lastAt: at, indexAt: at, ...overrides })
const markOf = (at: number, mark: number) => of(BTC, at, { mark, lastAt: null, indexAt: null })

/** The findings after these reads. */
const found = (...reads: readonly ReturnType<typeof quote>[][]) =>
  reads.reduce((known, quotes) => observePrices(known, quotes, INSTRUMENTS, CASH_ASSETS), NO_PRICES).findings
const codes = (...reads: readonly ReturnType<typeof quote>[][]) =>
  found(...reads).map((each) => (each.code === 'jump' ? each.field : each.code))
/** `reads` reads of the mark at 30 after one at 100, together with other quotes. */
const at30 = (reads: number, stepMs: number, beside: (at: number) => ReturnType<typeof quote>[] = () => []) => [
  [markOf(-1, 100), ...beside(-1)],
  ...Array.from({ length: reads }, (_, index) => [markOf(index * stepMs, 30), ...beside(index * stepMs)]),
]

describe('a jump', () => {
  it.each([
    [200, []],
    [201, ['mark']],
    [50, []],
    [49, ['mark']],
  ])('is a change to more than twice or less than half: from 100 to %d', (to, expected) => {
    expect(codes([markOf(0, 100)], [markOf(1, to)])).toEqual(expected)
  })

  it.each([
    ['five reads in less than ten seconds', 5, 2 * SECOND, ['mark']],
    ['ten seconds of four reads', 4, 4 * SECOND, ['mark']],
    ['five reads and ten seconds', 5, 2.5 * SECOND, []],
  ])('without other prices is trusted after %s: %d reads, %d ms apart', (_, reads, stepMs, expected) => {
    expect(codes(...at30(reads, stepMs))).toEqual(expected)
  })

  it.each([
    ['in less than a minute', 30, 2 * SECOND, ['mark']],
    ['in a minute', 31, 2 * SECOND, []],
  ])('against prices that stand still is trusted after thirty reads %s', (_, reads, stepMs, expected) => {
    const still = (at: number) => [of(SPOT, at, { last: 100, indexAt: null })]
    expect(codes(...at30(reads, stepMs, still))).toEqual(expected)
  })

  it('is never trusted against a price that moves', () => {
    const alive = (at: number) => [of(SPOT, at, { last: at === 4 * SECOND ? 101 : 100, indexAt: null })]
    expect(codes(...at30(60, 2 * SECOND, alive))).toEqual(['mark'])
  })

  it('starts again when the price jumps elsewhere', () => {
    const reads = [...at30(4, 3 * SECOND), [markOf(12 * SECOND, 20)]]
    expect(codes(...reads)).toEqual(['mark'])
    const stayed = [1, 2, 3].map((index) => [markOf(12 * SECOND + index * 3 * SECOND, 20)])
    expect(codes(...reads, ...stayed)).toEqual(['mark'])
    expect(codes(...reads, ...stayed, [markOf(24 * SECOND, 20)])).toEqual([])
  })

  it('is not confirmed by the same read twice', () => {
    const again = Array.from({ length: 40 }, () => [markOf(60 * SECOND, 30)])
    expect(codes([markOf(0, 100)], [markOf(1, 30)], ...again)).toEqual(['mark'])
  })
})

describe('the confirmation of a price', () => {
  const jumped = (...beside: ReturnType<typeof quote>[]) =>
    codes([markOf(0, 100)], [markOf(10 * SECOND, 30), ...beside]).includes('mark')
  const spot = (at: number, last: number) => of(SPOT, at, { last, indexAt: null })

  it('is another price that was read since the jump', () => {
    expect([jumped(), jumped(spot(10 * SECOND, 30)), jumped(spot(10 * SECOND - 1, 30))]).toEqual([true, false, true])
  })

  it('lies within 10 % of it', () => {
    expect([32.9, 27.1, 33.1, 26.9].map((last) => jumped(spot(10 * SECOND, last)))).toEqual([false, false, true, true])
  })

  it('is a price of the same coin in any dollar, but in no other coin', () => {
    const [usdc, inEth] = OTHERS.map((each) => of(each, 10 * SECOND, { mark: 30, lastAt: null, indexAt: null }))
    expect([jumped(usdc!), jumped(inEth!)]).toEqual([false, true])
  })
})

describe('a price seen for the first time', () => {
  const first = (...beside: ReturnType<typeof quote>[]) => codes([markOf(90 * SECOND, 30), ...beside])
  const spot = (at: number, last: number) => of(SPOT, at, { last, indexAt: null })

  it('is compared with other prices of the last minute', () => {
    expect(first()).toEqual([])
    expect(first(spot(30 * SECOND, 100))).toContain('mark')
    expect(first(spot(30 * SECOND - 1, 100))).not.toContain('mark')
    // A price that differs by less than a factor of two neither confirms nor contradicts it.
    expect(first(spot(90 * SECOND, 60))).toEqual([])
    expect(first(spot(90 * SECOND, 61))).toContain('mark')
  })

  it('is compared with other prices of its own instrument in any coin', () => {
    const inEth = of(OTHERS[1], 0, { mark: 30, last: 100, indexAt: null })
    expect(codes([inEth])).toEqual(['mark', 'last'])
  })

  it('is trusted after thirty reads and a minute too', () => {
    const reads = (count: number) => at30(count, 3 * SECOND, (at) => [spot(at, 100)]).slice(1)
    expect(codes(...reads(29))).toContain('mark')
    expect(codes(...reads(30))).not.toContain('mark')
  })
})

describe('the order book of a mark', () => {
  /** The findings after three reads of a mark of 103 and this order book. */
  const offBook = (book: object, step = SECOND) =>
    codes(...[0, 1, 2].map((index) => [of(BTC, index * step, { mark: 103, indexAt: null, ...book })]))

  it.each([
    [{ bid: 100, ask: 100 }, ['markOffBook']],
    [{ bid: '97.5', ask: '102.5' }, ['markOffBook']],
    [{ bid: '97.4', ask: '102.5' }, []],
    [{ bid: 101, ask: 100 }, []],
    [{ bid: 0, ask: 100 }, []],
  ])('has a mid unless it is crossed, one-sided, or wider than 5 %%: %j', (book, expected) => {
    expect(offBook(book)).toEqual(expected)
  })

  it.each([
    [5 * SECOND, ['markOffBook']],
    [5 * SECOND + 1, []],
  ])('may be compared when read %d ms apart', (apart, expected) => {
    const reads = (sign: number) =>
      [0, 1, 2].map((index) => {
        const at = index * SECOND
        return [of(BTC, at, { mark: 103, bid: 100, ask: 100, lastAt: at + sign * apart, indexAt: null })]
      })
    expect([codes(...reads(1)), codes(...reads(-1))]).toEqual([expected, expected])
  })

  it('counts each of its reads once, and the index by its own reads', () => {
    const reads = (lastAt: number | null, indexAt: number | null) =>
      codes(
        ...[0, 1, 2].map((index) => [
          of(BTC, index, {
            mark: 103,
            bid: 100,
            ask: 100,
            index: 100,
            lastAt: lastAt ?? index,
            indexAt: indexAt ?? index,
          }),
        ]),
      )
    expect(reads(null, null)).toEqual(['markOffBook', 'markOffIndex'])
    expect(reads(0, null)).toEqual(['markOffIndex'])
    expect(reads(null, 0)).toEqual(['markOffBook'])
  })

  it('counts consecutive reads only', () => {
    const reads = (...marks: number[]) =>
      codes(...marks.map((mark, at) => [of(BTC, at, { mark, bid: 100, ask: 100, indexAt: null })]))
    expect([reads(103, 103, 100, 103, 103), reads(100, 103, 103, 103)]).toEqual([[], ['markOffBook']])
    expect([reads(97, 97, 97), reads(98.1, 98.1, 98.1)]).toEqual([['markOffBook'], []])
  })
})

describe('a mark that stands still', () => {
  /** `count` reads of a mark at 100, with the order book at `book` and the mark's time at `at`. */
  const stood = (count: number, book: (index: number) => number, at = (index: number) => index) =>
    found(
      ...Array.from({ length: count }, (_, index) => [
        of(BTC, at(index), { mark: 100, bid: book(index), ask: book(index), lastAt: index, indexAt: null }),
      ]),
    )

  it('is frozen when its order book moved by 0.2 % meanwhile', () => {
    const [frozen] = stood(20, (index) => 100 + (index === 7 ? 0.2 : 0))
    expect(frozen).toMatchObject({ code: 'markFrozen', mark: 100, reads: 20 })
    expect((frozen as { bookMoved: number }).bookMoved).toBeCloseTo(0.002, 12)
    expect(stood(20, (index) => 100 - (index === 7 ? 0.199 : 0))).toEqual([])
  })

  it('is frozen by the count of its own reads', () => {
    expect(
      stood(
        40,
        (index) => 100 + index / 50,
        (index) => Math.floor(index / 2),
      ),
    ).toMatchObject([{ reads: 20 }])
    expect(
      stood(
        38,
        (index) => 100 + index / 50,
        (index) => Math.floor(index / 2),
      ),
    ).toEqual([])
  })

  it('measures its order book from the last change of the mark', () => {
    const moves = (index: number) => (index === 0 ? 99.5 : 100)
    const reads = Array.from({ length: 21 }, (_, index) => [
      of(BTC, index, { mark: index === 0 ? 99.5 : 100, bid: moves(index), ask: moves(index), indexAt: null }),
    ])
    expect(found(...reads)).toEqual([])
  })
})

describe('a closed contract', () => {
  const LTC = OTHERS[2]
  it.each([
    [{ last: 100 }, ['closedBook']],
    [{ bid: 100, ask: 100 }, ['closedBook']],
    [{}, []],
  ])('quoted with %j is reported once', (book, expected) => {
    const reads = [0, 1, 2].map((at) => [of(LTC, at, { mark: 103, indexAt: null, ...book })])
    expect(codes(...reads)).toEqual(expected)
  })
})
