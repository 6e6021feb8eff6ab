import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFloat, type Decimal } from '#shared/domain/decimal.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { booksOf } from '#shared/risk/liquidity/exits.ts'
import { datedPrices } from '#shared/risk/liquidity/mark-then.ts'
import { liquidityOf, type DepthReading, type LiquidityInputs } from '#shared/risk/liquidity/liquidity.ts'
import { peakImpact } from '#shared/risk/liquidity/impact.ts'
import { account, amount } from '../accounts.ts'
import { faultsOf } from '../faults.ts'

const RUNS = { numRuns: 120 }

/** An order book around a price: up to six levels a side, some with an empty side, some crossed. */
const book = fc.record({
  around: amount(0.98, 1.02),
  steps: fc.array(fc.tuple(amount(0.0001, 0.01), amount(1, 3_000)), { maxLength: 6 }),
  crossed: fc.boolean(),
})

const inputs: fc.Arbitrary<LiquidityInputs> = account.chain((risk) => {
  const model = modelAccount(risk)
  const marks = datedPrices(risk)
  const wanted = booksOf(model, risk.instruments ?? [])
  const prices = new Map((risk.quotes ?? []).map(({ instrument, last }) => [instrument, last!]))
  return fc
    .tuple(fc.array(fc.option(book), { minLength: wanted.length, maxLength: wanted.length }), fc.boolean())
    .map(([books, hasVolume]) => ({
      model,
      instruments: risk.instruments ?? [],
      depths: wanted.flatMap(({ area, instrument }, index): DepthReading[] => {
        const made = books[index]
        if (!made) return []
        const base = area === 'spot' ? instrument.replace('USDT', '') : instrument.split('-')[1]!
        const mid = prices.get(`${base}USDT`)!.times(made.around)
        const tilt = made.crossed ? -1 : 1
        const side = (sign: 1 | -1) => {
          let price: Decimal = mid
          return made.steps.map(([step, size]) => {
            price = price.times(step.times(sign * tilt).plus(1))
            return [price, size] as const
          })
        }
        const mark = marks.get(instrumentKey(area, instrument)) ?? null
        return [{ area, instrument, bids: side(-1), asks: side(1), readAt: 0, mark }]
      }),
      orders: [],
      unread: [],
      statistics: null,
      dayVolumes: new Map(
        hasVolume ? wanted.map(({ area, instrument }) => [`${area}:${instrument}`, 1e6] as const) : [],
      ),
    }))
})

describe('a liquidity report of any account and any order books', () => {
  it('contains only finite numbers, and a reason wherever there is none', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const report = liquidityOf(given)
        expect(faultsOf(report)).toEqual([])
        for (const row of report.rows) {
          if (row.cost.value === null) expect(row.reason).not.toBeNull()
        }
      }),
      RUNS,
    )
  })

  it('adds up: parts to a cost, costs to the total, and the remainder to the equity', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { rows, totals } = liquidityOf(given)
        const known = rows.filter(({ cost }) => cost.value !== null)
        const equity = toFloat(given.model.equity.total)
        const scale = Math.max(1, Math.abs(equity), ...rows.map(({ notional }) => notional.value ?? 0))
        for (const { cost, markGap, spreadCost, depthCost, impactCost, fee } of known) {
          const parts = [markGap.value ?? 0, ...[spreadCost, depthCost, impactCost, fee].map(({ value }) => value!)]
          expect(Math.abs(cost.value! - parts.reduce((a, b) => a + b, 0))).toBeLessThanOrEqual(1e-12 * scale)
          for (const part of [spreadCost, depthCost, impactCost, fee]) expect(part.value).toBeGreaterThanOrEqual(-1e-9)
        }
        if (known.length === 0) return
        const sum = known.reduce((total, { cost }) => total + cost.value!, 0)
        expect(Math.abs(totals.cost.value! - sum)).toBeLessThanOrEqual(1e-12 * scale)
        expect(Math.abs(totals.liquidationValue.value! + sum - equity)).toBeLessThanOrEqual(1e-12 * scale)
      }),
      RUNS,
    )
  })

  it('does not depend on the order of positions and order books', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { model } = given
        const turned = {
          ...given,
          model: { ...model, positions: model.positions.toReversed() },
          depths: given.depths.toReversed(),
        }
        const texts = (report: ReturnType<typeof liquidityOf>) =>
          report.rows.map(({ key, cost }) => [key, cost.value?.toPrecision(9) ?? cost.reason])
        expect(texts(liquidityOf(turned)).sort()).toEqual(texts(liquidityOf(given)).sort())
      }),
      RUNS,
    )
  })

  it('never costs less for closing more into the same order book', () => {
    const sizes = fc.tuple(amount(1, 3_000), amount(1, 3_000))
    fc.assert(
      fc.property(inputs, sizes, (given, [some, more]) => {
        const scaled = (volume: Decimal) => {
          const [first] = given.model.positions
          if (!first?.priced) return null
          const size = volume.times(first.priced.contract.multiplier)
          const model = {
            ...given.model,
            spot: { ...given.model.spot, assets: [] },
            positions: [
              {
                ...first,
                position: { ...first.position, volume },
                priced: { ...first.priced, terms: { ...first.priced.terms, size } },
              },
            ],
          }
          const { spreadCost, depthCost } = liquidityOf({ ...given, model }).rows[0]!
          return spreadCost.value === null || depthCost.value === null ? null : spreadCost.value + depthCost.value
        }
        const least = scaled(some.lt(more) ? some : more)
        const most = scaled(some.lt(more) ? more : some)
        if (least !== null && most !== null) expect(most).toBeGreaterThanOrEqual(least - 1e-9 * Math.abs(least))
      }),
      RUNS,
    )
  })
})

describe('impact beyond an order book', () => {
  it('grows with the root of the share and with volatility, and is unknown above a tenth of a day', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 0.025, noNaN: true }),
        fc.double({ min: 1e-4, max: 2, noNaN: true }),
        (share, volatility) => {
          const one = peakImpact(share, volatility).value!
          expect(peakImpact(4 * share, volatility).value! / one).toBeCloseTo(2, 9)
          expect(peakImpact(share, 2 * volatility).value! / one).toBeCloseTo(2, 9)
          expect(peakImpact(0.1 + share, volatility).value).toBeNull()
        },
      ),
    )
  })
})
