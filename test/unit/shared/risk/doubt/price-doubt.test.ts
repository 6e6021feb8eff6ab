import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { NO_PRICES, observePrices, type PriceDoubt } from '#shared/risk/doubt/price-doubt.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const CLOSED = contract('LTC', 'USDT', { tradable: false })
const SPOT = pair('BTC', 'USDT')
const INSTRUMENTS = [BTC, CLOSED, SPOT]
const STEP = 4_000

interface Prices {
  readonly mark?: number | null
  readonly book?: number | null
  readonly last?: number | null
  readonly index?: number | null
  readonly spot?: number | null
}

const price = (value: number | null | undefined) => (value == null ? null : decimal(value))

/** The quotes read at one time: the given fields of the contract, and the pair. */
function readAt(at: number, { mark, book, last, index, spot }: Prices): QuoteReading[] {
  const times = { readAt: at, lastAt: at, indexAt: at }
  const future: QuoteReading = {
    ...{ area: 'contract', instrument: BTC.name, fundingRate: null, ...times },
    ...{ mark: price(mark), last: price(last), index: price(index) },
    ...{ bid: price(book && book * 0.9999), ask: price(book && book * 1.0001) },
  }
  const held: QuoteReading = {
    ...{ area: 'spot', instrument: SPOT.symbol, fundingRate: null, mark: null, index: null, bid: null, ask: null },
    ...{ ...times, indexAt: null, last: price(spot) },
  }
  return spot == null ? [future] : [future, held]
}

/** Reads four seconds apart. Returns the last findings. */
function after(...reads: readonly Prices[]): PriceDoubt {
  return reads.reduce(
    (known, prices, index) => observePrices(known, readAt(index * STEP, prices), INSTRUMENTS, CASH_ASSETS),
    NO_PRICES,
  )
}

const times = (count: number, prices: (index: number) => Prices): Prices[] =>
  Array.from({ length: count }, (_, index) => prices(index))
const ALL: Prices = { mark: 100, book: 100, last: 100, index: 100, spot: 100 }
const codes = ({ findings }: PriceDoubt): string[] =>
  findings.map((each) => (each.code === 'jump' ? `${each.instrument} ${each.field}` : each.code))

describe('an implausible price jump', () => {
  it.each(['mark', 'book', 'last', 'index'] as const)(
    'is doubtful while other prices stay where they were: %s',
    (field) => {
      for (const factor of [0.001, 1000]) {
        const jumped = times(40, (index) => ({ ...alive(index), [field]: 100 * factor }))
        expect(codes(after(ALL, ...jumped))).toContain(`${BTC.name} ${field}`)
        expect(codes(after(ALL, ...jumped, ALL))).toEqual([])
      }
    },
  )

  it("is reported with both prices, and the last price of a coin's pair is checked too", () => {
    const { findings } = after(ALL, { ...ALL, spot: 0.1 })
    expect(findings).toEqual([{ code: 'jump', area: 'spot', instrument: 'BTCUSDT', field: 'last', from: 100, to: 0.1 }])
  })

  it('is not confirmed by other values of the same reply', () => {
    const jumped = { mark: 100, book: 0.1, last: 0.1, index: 100 }
    expect(codes(after(ALL, jumped)).toSorted()).toEqual([`${BTC.name} book`, `${BTC.name} last`])
  })

  it('is a crash as soon as a second source confirms it', () => {
    expect(codes(after(ALL, { mark: 40, book: 100, last: 100, index: 100 }))).toContain(`${BTC.name} mark`)
    expect(
      codes(after(ALL, { mark: 40, book: 41, last: 100, index: 100 })).filter((each) => each.endsWith('mark')),
    ).toEqual([])
    expect(codes(after(ALL, { mark: 40, book: 41, last: 40.5, index: 40.2, spot: 40.1 }))).toEqual([])
  })

  it('is trusted after five reads and ten seconds when nothing contradicts it', () => {
    const alone = (count: number) => after({ mark: 100 }, ...times(count, () => ({ mark: 30 })))
    expect(codes(alone(4))).toEqual([`${BTC.name} mark`])
    expect(codes(alone(5))).toEqual([])
  })

  it('is trusted after thirty reads and a minute against prices that stand still themselves', () => {
    const against = (count: number) => after({ mark: 100, last: 100 }, ...times(count, () => ({ mark: 30, last: 100 })))
    expect(codes(against(29))).toEqual([`${BTC.name} mark`])
    expect(codes(against(30))).toEqual([])
  })

  it('is not reported for fast moves in steps, or on the first read when all prices agree', () => {
    expect(codes(after(ALL))).toEqual([])
    expect(codes(after({ mark: 100 }, { mark: 60 }, { mark: 35 }, { mark: 20 }))).toEqual([])
    expect(codes(after({ ...ALL, mark: 0.1 }))).toContain(`${BTC.name} mark`)
  })

  it('is forgotten when the price is no longer quoted', () => {
    const known = after(ALL, { ...ALL, mark: 0.1 })
    expect(observePrices(known, [], INSTRUMENTS, CASH_ASSETS)).toEqual({ ...NO_PRICES })
  })
})

/** All prices near 100, and no two reads alike. */
function alive(index: number): Prices {
  const value = 100 + 0.3 * Math.sin(index)
  return { mark: value, book: value + 0.01, last: value, index: value, spot: value }
}

describe('the reference of a mark', () => {
  it('detects a mark off its own order book, and off its index, at the third consecutive read', () => {
    const off = (count: number) => codes(after(...times(count, () => ({ ...ALL, mark: 104 }))))
    expect(off(2)).toEqual([])
    expect(off(3)).toEqual(['markOffBook', 'markOffIndex'])
    expect(codes(after(...times(3, () => ({ ...ALL, mark: 104 })), ALL))).toEqual([])
    expect(codes(after(...times(9, () => ({ ...ALL, mark: 101.9 }))))).toEqual([])
  })

  it('detects a mark that stands still while its order book moves, but not when both stand still', () => {
    const frozen = (count: number) => codes(after(...times(count, (index) => ({ ...alive(index), mark: 100 }))))
    expect(frozen(19)).toEqual([])
    expect(frozen(20)).toEqual(['markFrozen'])
    expect(codes(after(...times(60, () => ALL)))).toEqual([])
    expect(codes(after(...times(60, alive)))).toEqual([])
  })

  it.each(['bid', 'ask'] as const)('does not compare a mark with an order book without a %s', (side) => {
    const found = times(5, () => ({ ...ALL, mark: 104, index: null, spot: null })).reduce((known, prices, index) => {
      const [future] = readAt(index * STEP, prices)
      return observePrices(known, [{ ...future!, [side]: null }], INSTRUMENTS, CASH_ASSETS)
    }, NO_PRICES)
    expect(codes(found)).not.toContain('markOffBook')
  })

  it('detects the order book of a closed contract', () => {
    const quote = { ...readAt(0, ALL)[0]!, instrument: CLOSED.name }
    const { findings } = observePrices(NO_PRICES, [quote], INSTRUMENTS, CASH_ASSETS)
    expect(findings).toEqual([{ code: 'closedBook', area: 'contract', instrument: CLOSED.name }])
  })
})
