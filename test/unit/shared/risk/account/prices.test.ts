import { expect, it } from 'vitest'
import { freshQuotes, marksOf } from '#shared/risk/account/prices.ts'
import { contract, pair, position, quote } from '#test/support/portfolio-fixtures.ts'

const HOUR = 3_600_000
const now = 30 * HOUR
const perpetual = contract('BTC', 'USDT')

/** What remains of a quote whose parts were read that many hours ago. */
function leftOf(mark: number, last: number, index: number): readonly string[] {
  const [readAt, lastAt, indexAt] = [mark, last, index].map((hours) => now - hours * HOUR) as [number, number, number]
  const read = quote(perpetual, 100, { fundingRate: '0.001', readAt, lastAt, indexAt })
  const fresh = freshQuotes({ quotes: [read], now })('contract', perpetual.name)
  const names = ['mark', 'last', 'bid', 'ask', 'index', 'fundingRate'] as const
  return names.filter((name) => fresh?.[name] != null)
}

it('drops the parts of a quote that are more than 24 hours old, however new the others are', () => {
  const traded = ['last', 'bid', 'ask']
  const indexed = ['index', 'fundingRate']
  expect(leftOf(24, 24, 24)).toEqual(['mark', ...traded, ...indexed])
  expect(leftOf(0, 25, 0)).toEqual(['mark', ...indexed])
  expect(leftOf(0, 0, 25)).toEqual(['mark', ...traded])
  expect(leftOf(25, 0, 0)).toEqual([])
})

it('has no quote of what was never read', () => {
  expect(freshQuotes({ quotes: [quote(pair('BTC', 'USDT'), 1)], now: 0 })('contract', perpetual.name)).toBeNull()
})

it('uses the newest mark of a contract, even if a kept row comes first', () => {
  const long = { ...position(perpetual, { markPrice: 90 }), keptFrom: 1 }
  const short = position(perpetual, { markPrice: 100, side: 'short' })
  const marks = (...rows: Parameters<typeof marksOf>[0]) =>
    marksOf(rows, () => null, 2)
      .get(perpetual.name)
      ?.toNumber()
  expect(marks(long, short)).toBe(100)
  expect(marks(short, long)).toBe(100)
  expect(marks(long)).toBe(90)
})

it('uses the newest mark, from quotes or positions, and the quote if both are equally new', () => {
  const mark = (quotedAt: number, keptFrom?: number) => {
    const row = { ...position(perpetual, { markPrice: 90 }), ...(keptFrom === undefined ? {} : { keptFrom }) }
    const quoted = quote(perpetual, 100, { readAt: quotedAt })
    return marksOf([row], () => quoted, 10)
      .get(perpetual.name)
      ?.toNumber()
  }
  expect([mark(9), mark(10), mark(11)]).toEqual([90, 100, 100])
  expect([mark(5, 5), mark(4, 5)]).toEqual([100, 90])
})

it('uses an older mark when the newer is unusable, and none when both are', () => {
  const mark = (held: number | null, quoted: number | null) =>
    marksOf([position(perpetual, { markPrice: held })], () => quote(perpetual, 1, { mark: quoted, readAt: 5 }), 10)
      .get(perpetual.name)
      ?.toNumber()
  expect([mark(null, 100), mark(0, 100), mark(90, null), mark(0, 0)]).toEqual([100, 100, 90, undefined])
})
