import { err, ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { datedPrices, markAt, nearerTo, type DatedPrice } from '#shared/risk/liquidity/mark-then.ts'
import { contract, pair, position, quote } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const PAIR = pair('BTC', 'USDT')
const read = (readAt: number): DatedPrice => ({ price: decimal(readAt), readAt })

describe('the price at the time of an order book', () => {
  it('is the one read nearer in time, before or after, and the first if equally near', () => {
    expect(nearerTo(100, read(90), read(105))?.readAt).toBe(105)
    expect(nearerTo(100, read(95), read(110))?.readAt).toBe(95)
    expect(nearerTo(100, read(90), read(110))?.readAt).toBe(90)
    expect(nearerTo(100, null, read(500))?.readAt).toBe(500)
    expect(nearerTo(100, read(500), null)?.readAt).toBe(500)
    expect(nearerTo(100, null, null)).toBeNull()
  })

  it('is the mark of a contract as it was read, and the last trade price of a pair', () => {
    const quotes = [quote(PAIR, 100, { readAt: 5, mark: 7 }), quote(BTC, 200, { readAt: 6, last: 9, bid: 9, ask: 9 })]
    const at = (positionsReadAt: number | null) =>
      [...datedPrices({ quotes, positions: [position(BTC, { markPrice: 300 })], positionsReadAt })].map(
        ([key, { price, readAt }]) => [key, toText(price), readAt],
      )
    const pair = ['spot:BTCUSDT', '100', 5]
    expect(at(null)).toEqual([pair, ['contract:E-BTC-USDT', '200', 6]])
    expect(at(6)).toEqual([pair, ['contract:E-BTC-USDT', '200', 6]])
    // A newer read of the positions has a newer mark.
    expect(at(7)).toEqual([pair, ['contract:E-BTC-USDT', '300', 7]])
    expect(datedPrices({ quotes: null, positions: [position(BTC)], positionsReadAt: 0 }).size).toBe(1)
  })

  it('may be read up to two seconds apart', () => {
    expect(markAt(10_000, read(12_000))).toEqual(ok(decimal(12_000)))
    expect(markAt(10_000, read(8_000))).toEqual(ok(decimal(8_000)))
    expect(markAt(10_000, read(12_001))).toEqual(err(message('figure.readApart', { apart: { ms: 3_000 } })))
    expect(markAt(10_000, null)).toEqual(err(message('figure.noMarkThen')))
  })
})
