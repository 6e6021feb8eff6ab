import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, isDecimal, sum, toFloat, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { heldAfter } from '#shared/risk/account/open-orders.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { marginAccount, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { account, amount, LINEAR } from './accounts.ts'

const RUNS = { numRuns: 200 }

/** Equal to 25 significant digits: what 40-digit sums of a few dozen legs keep. */
function same(a: Decimal, b: Decimal, scale: Decimal): boolean {
  return a.minus(b).abs().lte(scale.abs().plus(1).times('1e-25'))
}

function near(a: number | null, b: number | null, relative = 1e-9): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= relative * Math.max(1, Math.abs(a), Math.abs(b))
}

describe('a risk report of any account', () => {
  it('adds up: the value of all deltas and the cash left is the total equity', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { exposure, equity } = assess(inputs)
        const deltas = sum(exposure.assets.flatMap(({ value }) => value ?? []))
        expect(same(deltas.plus(exposure.cash), equity.total, exposure.gross)).toBe(true)
        expect(same(exposure.net, deltas, exposure.gross)).toBe(true)
      }),
      RUNS,
    )
  })

  it('has deltas that are worth their price where spot and mark agree', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const prices = new Map((inputs.quotes ?? []).map((each) => [each.instrument, each.last!]))
        for (const { asset, delta, value } of assess(inputs).exposure.assets) {
          const price = prices.get(`${asset}USDT`)
          if (price && value) expect(same(delta.times(price), value, value)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('starts its load line at the margin rate and the equity of now', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { loadLine, margin, equity } = assess(inputs)
        const now = loadLine.shocks.indexOf(0)
        expect(near(loadLine.equity[now]!, toFloat(equity.total))).toBe(true)
        for (const { id, marginRate, requiredRate } of loadLine.units) {
          const unit = margin.find((each) => each.id === id)
          expect(near(marginRate[now]!, unit!.marginRate)).toBe(true)
          expect(near(requiredRate[now]!, unit!.requiredRate)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('crosses the required rate where it says a unit breaches, and not before', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { loadLine, margin } = assess(inputs)
        for (const { id, marginRate, requiredRate } of loadLine.units) {
          const unit = margin.find((each) => each.id === id)
          if (unit?.state !== 'ok') continue
          loadLine.shocks.forEach((shock, index) => {
            const isBetween = shock > (unit.breachDown ?? -1) && shock < (unit.breachUp ?? 3)
            if (isBetween) expect(marginRate[index]! - requiredRate[index]!).toBeGreaterThan(-1e-9)
          })
        }
      }),
      RUNS,
    )
  })

  it('never keeps a breach out of the with-liquidation line', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { loadLine, margin } = assess(inputs)
        if (margin.some(({ state }) => state === 'inLiquidation')) return
        const nearest = (direction: 'down' | 'up') =>
          loadLine.breaches.find((breach) => breach.direction === direction)?.shock
        const down = nearest('down') ?? -1
        const up = nearest('up') ?? 3
        loadLine.shocks.forEach((shock, index) => {
          const isSame = near(loadLine.equity[index]!, loadLine.equityWithLiquidation![index]!, 1e-12)
          expect(isSame).toBe(shock > down && shock < up)
        })
      }),
      RUNS,
    )
  })

  it('does not depend on the order of anything it was given', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const turned = {
          ...inputs,
          instruments: inputs.instruments!.toReversed(),
          balances: inputs.balances!.toReversed(),
          marginAccounts: inputs.marginAccounts!.toReversed(),
          positions: inputs.positions!.toReversed(),
          quotes: inputs.quotes!.toReversed(),
          orders: inputs.orders!.toReversed(),
        }
        expect(differences(sorted(assess(turned)), sorted(assess(inputs)))).toEqual([])
      }),
      RUNS,
    )
  })

  it('does not depend on the size of the account: rates, prices and shocks stay when everything is k times as large', () => {
    fc.assert(
      fc.property(account, fc.constantFrom(0.001, 3, 1000), (inputs, k) => {
        const small = assess(inputs)
        const large = assess(scaled(inputs, decimal(k)))
        large.margin.forEach((unit, index) => {
          const own = small.margin[index]!
          for (const figure of ['marginRate', 'requiredRate', 'usage', 'breachDown', 'breachUp'] as const) {
            expect(near(unit[figure], own[figure]), figure).toBe(true)
          }
        })
        large.positions.forEach(({ liquidation }, index) => {
          const own = small.positions[index]?.liquidation
          expect(near(liquidation?.distance ?? null, own?.distance ?? null)).toBe(true)
        })
        expect(near(large.exposure.effectiveLeverage, small.exposure.effectiveLeverage)).toBe(true)
        expect(near(large.funding.dailyShare.value, small.funding.dailyShare.value)).toBe(true)
        expect(near(large.fills!.worstLeverage.value, small.fills!.worstLeverage.value)).toBe(true)
        expect(same(large.equity.total, small.equity.total.times(k), large.equity.total)).toBe(true)
      }),
      RUNS,
    )
  })

  it('turns every contract exposure and profit round when longs become shorts', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const own = assess(inputs)
        const other = assess({
          ...inputs,
          positions: inputs.positions!.map((each) => ({ ...each, side: each.side === 'long' ? 'short' : 'long' })),
        })
        own.positions.forEach(({ unrealizedPnl, value }, index) => {
          const mirrored = other.positions[index]!
          expect(unrealizedPnl!.eq(mirrored.unrealizedPnl!.neg())).toBe(true)
          expect(value!.eq(mirrored.value!)).toBe(true)
        })
        for (const { asset, contractValue } of own.exposure.assets) {
          const mirrored = other.exposure.assets.find((each) => each.asset === asset)?.contractValue ?? ZERO
          expect(same(contractValue ?? ZERO, mirrored.neg(), own.exposure.positionNotional)).toBe(true)
        }
        expect(
          same(own.exposure.positionNotional, other.exposure.positionNotional, own.exposure.positionNotional),
        ).toBe(true)
        expect(same(own.funding.daily, other.funding.daily.neg(), own.exposure.positionNotional)).toBe(true)
      }),
      RUNS,
    )
  })

  it('breaches an isolated position where its liquidation price is, under any rule', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { margin, positions } = assess(inputs)
        for (const { positionKey, state, breachDown, breachUp } of margin) {
          if (positionKey === null || state !== 'ok') continue
          const { own, distance } = positions.find(({ key }) => key === positionKey)!.liquidation!
          // The shock looks no further than -99 % and +200 %.
          const isInSight = own !== null && distance! > -0.98 && distance! < 1.98
          if (isInSight) expect(near(breachDown ?? breachUp, distance)).toBe(true)
          else expect(breachDown === null || breachDown <= -0.98).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('has funding that adds up over assets, and is paid by one side to the other', () => {
    fc.assert(
      fc.property(account, (inputs) => {
        const { funding } = assess(inputs)
        expect(funding.unknown).toEqual([])
        const total = sum(funding.assets.flatMap(({ dailyValue }) => dailyValue ?? []))
        expect(same(total, funding.daily, sum(funding.positions.map(({ dailyValue }) => dailyValue!.abs())))).toBe(true)
        for (const { key, rate, payment } of funding.positions) {
          expect(
            payment
              .times(rate)
              .times(key.endsWith('long') ? 1 : -1)
              .lte(0),
          ).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('never becomes more, by any of its orders, than its worst case says', () => {
    fc.assert(
      fc.property(account, fc.infiniteStream(fc.boolean()), (inputs, fills) => {
        const report = assess(inputs)
        const { assets, contracts, worstGross, unpriced } = report.fills!
        for (const { asset, now, allBuys, allSells, worst } of assets) {
          expect(now === null).toBe(unpriced.includes(asset))
          if (!now) expect([allBuys, allSells, worst]).toEqual([null, null, null])
          else {
            expect(allSells!.lte(now) && now.lte(allBuys!)).toBe(true)
            expect(worst!.abs().gte(now.abs())).toBe(true)
          }
        }
        expect(worstGross!.gte(report.exposure.gross.times(1 - 1e-12))).toBe(true)
        for (const { contract: name, long, short, net } of contracts) {
          const some = inputs.orders!.filter(({ instrument }) => instrument === name && fills.next().value)
          const after = heldAfter({ long: long.now, short: short.now }, some)
          const total = after.long.minus(after.short)
          expect(total.gte(net.least) && total.lte(net.most)).toBe(true)
        }
      }),
      RUNS,
    )
  })
})

describe('a linear long-only cross account', () => {
  it('only loses as prices fall: equity and free margin rise with the shock, and it breaches downward only', () => {
    const longs = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...LINEAR), amount(1, 1000)).map(([of, volume]) => position(of, { volume })),
      { minLength: 1, maxLength: 3, selector: ({ key }) => key },
    )
    fc.assert(
      fc.property(longs, amount(10, 2000), (positions, crossEquity) => {
        const { loadLine, margin } = assess(
          riskInputs({ instruments: LINEAR, positions, marginAccounts: [marginAccount('USDT', { crossEquity })] }),
        )
        expect(margin[0]!.breachUp).toBeNull()
        loadLine.equity.forEach((equity, index) => {
          if (index > 0) expect(equity).toBeGreaterThan(loadLine.equity[index - 1]!)
        })
      }),
      RUNS,
    )
  })
})

/** A report with its rows in the order of their names. */
function sorted(report: RiskReport): RiskReport {
  const { equity, valuation, exposure, margin, positions, loadLine } = report
  return {
    ...report,
    equity: {
      ...equity,
      coins: byName(equity.coins, ({ marginCoin }) => marginCoin),
      unpriced: byName(equity.unpriced, String),
    },
    valuation: { ...valuation, assets: byName(valuation.assets, ({ asset }) => asset) },
    exposure: { ...exposure, assets: byName(exposure.assets, ({ asset }) => asset) },
    margin: byName(margin, ({ id }) => id),
    positions: byName(positions, ({ key }) => key),
    loadLine: { ...loadLine, units: byName(loadLine.units, ({ id }) => id) },
  }
}

/**
 * Where two values differ by more than the order of a sum can make: 25 digits of a Decimal, 1e-7 of a float. Compared
 * by distance and never by rounding both, which fails whenever a value sits on the edge of its last digit.
 */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a === 'number' && typeof b === 'number') return near(a, b, 1e-7) ? [] : [`${path}: ${a}, ${b}`]
  if (isDecimal(a) && isDecimal(b)) return same(a, b, decimal(1e7).plus(a.abs())) ? [] : [path]
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b ? [] : [path]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].flatMap((key) =>
    differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`),
  )
}

function byName<T>(rows: readonly T[], name: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))
}

/** The same account k times as large. */
function scaled(inputs: RiskInputs, k: Decimal): RiskInputs {
  return {
    ...inputs,
    balances: inputs.balances!.map(({ asset, free, locked }) => ({
      asset,
      free: free.times(k),
      locked: locked.times(k),
    })),
    marginAccounts: inputs.marginAccounts!.map((each) => ({
      ...each,
      crossEquity: each.crossEquity.times(k),
      isolatedEquity: each.isolatedEquity.times(k),
      orderMargin: each.orderMargin.times(k),
    })),
    positions: inputs.positions!.map((each) => ({
      ...each,
      volume: each.volume.times(k),
      margin: each.margin.times(k),
    })),
    orders: inputs.orders!.map((each) => ({
      ...each,
      quantity: each.quantity.times(k),
      executed: each.executed.times(k),
    })),
  }
}
