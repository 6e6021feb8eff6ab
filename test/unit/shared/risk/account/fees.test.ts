import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { Fill } from '#shared/domain/fill.ts'
import { feeRateOf, ownFeesOf } from '#shared/risk/account/fees.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
const PAIR = pair('BTC', 'USDT')

function fill(of: typeof BTC | typeof PAIR, fee: string, changes: Partial<Fill> = {}): Fill {
  return {
    area: of.area,
    instrument: of.area === 'spot' ? of.symbol : of.name,
    tradeId: '1',
    orderId: null,
    side: 'sell',
    price: decimal(100),
    quantity: decimal(10),
    fee: decimal(fee),
    feeCoin: null,
    isMaker: false,
    time: 0,
    ...changes,
  }
}

const taker = (fills: readonly Fill[], area: 'spot' | 'contract' = 'contract') => {
  const rate = ownFeesOf(fills, [BTC, INVERSE, PAIR])[area].taker
  return rate && toText(rate)
}

describe('the fee rate of own trades', () => {
  it('is the fee divided by the value, in the coin in which it is paid', () => {
    // 10 linear contracts of 0.01 BTC at 100 are worth 10; 10 inverse ones of 100 USD are worth 10 BTC.
    expect(taker([fill(BTC, '0.006')])).toBe('0.0006')
    expect(taker([fill(INVERSE, '0.006')])).toBe('0.0006')
    expect(taker([fill(PAIR, '0.8', { feeCoin: 'USDT' })], 'spot')).toBe('0.0008')
    expect(taker([fill(PAIR, '0.01', { feeCoin: 'BTC' })], 'spot')).toBe('0.001')
  })

  it('accepts a trade of any size, with a fee up to a twentieth of its value', () => {
    const small = { price: decimal('0.5'), quantity: decimal('0.5'), feeCoin: 'USDT' }
    expect(taker([fill(PAIR, '0.0005', small)], 'spot')).toBe('0.002')
    expect(taker([fill(BTC, '0.5')])).toBe('0.05')
  })

  it('is the median, or the higher of two, for makers and takers separately; a rebate counts', () => {
    const fees = ['0.006', '0.004', '0.005'].map((fee) => fill(BTC, fee))
    expect(taker(fees)).toBe('0.0005')
    expect(taker(fees.slice(0, 2))).toBe('0.0006')
    const own = ownFeesOf([...fees, fill(BTC, '-0.001', { isMaker: true })], [BTC])
    expect(own.contract.maker?.toFixed()).toBe('-0.0001')
  })

  it.each([
    ['paid in a third coin', fill(PAIR, '0.8', { feeCoin: 'VIP' })],
    ['far too high', fill(BTC, '5')],
    ['a rebate far too high', fill(BTC, '-5')],
    ['of a trade at a price of zero', fill(INVERSE, '0.006', { price: decimal(0) })],
    ['of a trade that may have waited', fill(BTC, '0.006', { isMaker: null })],
    ['of a trade with a quantity of zero', fill(BTC, '0.006', { quantity: decimal(0) })],
    ['of an unknown contract', fill(BTC, '0.006', { instrument: 'E-ODD-USDT' })],
  ])('ignores a fee %s', (_, odd) => {
    expect(taker([odd], odd.area)).toBeNull()
  })

  it("takes precedence over the venue's list, and that over the maximum rate", () => {
    const listed = { ...BTC, takerFee: decimal('0.0006') }
    const own = ownFeesOf([fill(BTC, '0.004')], [BTC])
    const worst = decimal('0.00075')
    expect(feeRateOf(listed, 'taker', own, worst)).toEqual({ rate: decimal('0.0004'), basis: 'own' })
    expect(feeRateOf(listed, 'taker', undefined, worst)).toEqual({ rate: decimal('0.0006'), basis: 'listed' })
    expect(feeRateOf(BTC, 'taker', undefined, worst)).toEqual({ rate: worst, basis: 'most' })
    expect(feeRateOf({ ...BTC, takerFee: decimal(6) }, 'taker', undefined, null)).toBeNull()
  })
})
