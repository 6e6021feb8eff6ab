import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, ONE, type Decimal } from '#shared/domain/decimal.ts'
import { breakEven, unrealizedAt, valueAt, type PositionTerms } from '#shared/risk/account/contract-pnl.ts'
import {
  crossLiquidationFactor,
  reachablePrice,
  isolatedLiquidation,
  roundTowardMark,
} from '#shared/risk/account/liquidation.ts'
import { amount } from '../accounts.ts'
import { netIfClosed } from '#test/support/net-if-closed.ts'

const MARK = decimal(50_000)

/** With this much margin, the position is liquidated only below a thousandth of the mark. */
const LONG_ALL_BUT_PAID: PositionTerms = {
  direction: 'linear',
  sign: 1,
  size: decimal('40.1075'),
  entry: decimal('30000.6'),
}

const terms: fc.Arbitrary<PositionTerms> = fc
  .record({
    direction: fc.constantFrom('linear' as const, 'inverse' as const),
    sign: fc.constantFrom(1 as const, -1 as const),
    size: amount(0.01, 100),
    entry: amount(30_000, 70_000),
  })
  .map((made) => (made.direction === 'inverse' ? { ...made, size: made.size.times(MARK) } : made))

const held = terms.chain((own) =>
  fc.record({
    own: fc.constant(own),
    margin: amount(0.005, 1.2).map((share) => valueAt(own, own.entry).times(share)),
    rate: amount(0.001, 0.05),
  }),
)

function isZero(amountLeft: Decimal, scale: Decimal): boolean {
  return amountLeft.abs().lte(scale.times('1e-30'))
}

/** A fall to a thousandth of the mark is in range; its reciprocal, a rise to a thousand times the mark, is not. */
function inReachBothWays(price: Decimal | null, mark: Decimal): Decimal | null {
  return price && reachablePrice(ONE.div(price), ONE.div(mark)) && price
}

describe('the liquidation price of any isolated position', () => {
  it('is where margin plus profit equals the requirement, and everywhere before it is above', () => {
    fc.assert(
      fc.property(held, amount(0.01, 0.99), ({ own, margin, rate }, share) => {
        const { state, price } = isolatedLiquidation(own, margin, rate, MARK)
        const free = (at: Decimal) => margin.plus(unrealizedAt(own, at)).minus(valueAt(own, at).times(rate))
        expect(state).toBe(free(MARK).gt(0) ? 'ok' : 'inLiquidation')
        if (!price) return
        expect(isZero(free(price), valueAt(own, price))).toBe(true)
        const onTheWay = MARK.plus(price.minus(MARK).times(share))
        expect(free(onTheWay).gt(0)).toBe(true)
      }),
    )
  })

  it('is nearer to the mark when the fee counts', () => {
    fc.assert(
      fc.property(held, amount(0.0005, 0.003), ({ own, margin, rate }, fee) => {
        const without = isolatedLiquidation(own, margin, rate, MARK).price
        const withFee = isolatedLiquidation(own, margin, rate.plus(fee), MARK)
        if (!without || withFee.state === 'inLiquidation') return
        expect(withFee.price!.minus(MARK).abs().lt(without.minus(MARK).abs())).toBe(true)
      }),
    )
  })

  it('of an inverse long equals that of a linear short in the reciprocal price', () => {
    fc.assert(
      fc.property(held, ({ own, margin, rate }) => {
        const mirrored: PositionTerms = {
          direction: own.direction === 'linear' ? 'inverse' : 'linear',
          sign: own.sign === 1 ? -1 : 1,
          size: own.size,
          entry: ONE.div(own.entry),
        }
        const direct = isolatedLiquidation(own, margin, rate, MARK)
        const reciprocal = isolatedLiquidation(mirrored, margin, rate, ONE.div(MARK))
        expect(reciprocal.state).toBe(direct.state)
        const price = inReachBothWays(direct.price, MARK)
        const mirror = inReachBothWays(reciprocal.price, ONE.div(MARK))
        expect(mirror === null).toBe(price === null)
        if (price && mirror) expect(isZero(price.times(mirror).minus(ONE), ONE)).toBe(true)
      }),
      { examples: [[{ own: LONG_ALL_BUT_PAID, margin: decimal('1201246.858056672'), rate: decimal('0.001') }]] },
    )
  })

  it('equals that of a cross account that holds nothing else', () => {
    fc.assert(
      fc.property(held, ({ own, margin, rate }) => {
        const { state, price } = isolatedLiquidation(own, margin, rate, MARK)
        if (state === 'inLiquidation') return
        const value = valueAt(own, MARK)
        const free = margin.plus(unrealizedAt(own, MARK)).minus(value.times(rate))
        const factor = crossLiquidationFactor(free, [{ ...own, value, requirementSlope: rate }])
        expect(factor === null).toBe(price === null)
        if (factor && price) expect(isZero(factor.times(MARK).minus(price), price)).toBe(true)
      }),
    )
  })

  it('is shown on its own side of the mark, never further away, within one unit of the last place', () => {
    fc.assert(
      fc.property(held, fc.nat(6), ({ own, margin, rate }, places) => {
        const { price } = isolatedLiquidation(own, margin, rate, MARK)
        if (!price) return
        const shown = roundTowardMark(price, MARK, places)
        expect(shown.minus(MARK).abs().lte(price.minus(MARK).abs())).toBe(true)
        expect(
          shown
            .minus(price)
            .abs()
            .lt(decimal(`1e-${places}`)),
        ).toBe(true)
      }),
    )
  })
})

describe('the break-even of any position', () => {
  it('is where closing leaves exactly nothing, after fees and funding', () => {
    fc.assert(
      fc.property(terms, amount(-0.01, 0.01), amount(0, 0.002), (own, flow, feeRate) => {
        const cashFlows = valueAt(own, own.entry).times(flow)
        const price = breakEven(own, cashFlows, feeRate)
        if (price) expect(isZero(netIfClosed(own, price, cashFlows, feeRate), valueAt(own, price))).toBe(true)
      }),
    )
  })
})
