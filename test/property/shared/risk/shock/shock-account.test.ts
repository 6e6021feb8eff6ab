import { verbatim } from '#shared/words/message.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { stressMatrix } from '#shared/risk/stress/matrix.ts'
import type { ScenarioResult } from '#shared/risk/stress/scenario-report.ts'
import { runScenario } from '#shared/risk/stress/scenario.ts'
import { SCENARIOS } from '#shared/risk/stress/listed-scenarios.ts'
import { takenAlready } from '#shared/risk/shock/when-liquidated.ts'
import { shockAccount, type ShockAccount } from '#shared/risk/shock/shock-account.ts'
import { pnlOf } from '#shared/risk/var/revaluation.ts'
import { without } from '#shared/risk/stress/left-out.ts'
import { equityUnder, unitsUnder } from '#test/support/account-under.ts'
import { account } from '../accounts.ts'
import { scaled, turned } from '../changes.ts'

const RUNS = { numRuns: 100 }
const ASSETS = ['BTC', 'ETH', 'SOL', 'USDT'] as const

const accountOf = (inputs: RiskInputs): ShockAccount => shockAccount(modelAccount(inputs))
const inCoin = (inputs: RiskInputs, reportingCoin: string): RiskInputs => ({ ...inputs, reportingCoin })
const reportingCoin = fc.constantFrom('USDT', 'BTC')
const move = fc.double({ min: -0.9999, max: 3, noNaN: true })
const moves = fc.record(
  Object.fromEntries(ASSETS.map((asset) => [asset, move])) as Record<(typeof ASSETS)[number], typeof move>,
)
const days = fc.array(moves, { minLength: 1, maxLength: 6 })

/** Daily returns by asset. `still` gets none. */
function returnsOf(of: readonly Record<string, number>[], still: string): ReadonlyMap<string, Float64Array> {
  const moving = ASSETS.filter((asset) => asset !== still)
  return new Map(moving.map((asset) => [asset, Float64Array.from(of, (day) => day[asset]!)]))
}

const factorOn = (day: Record<string, number>, still: string) => (asset: string) =>
  asset === still ? 1 : 1 + (day[asset] ?? 0)

/** The sum of the account's gross amounts, the scale for rounding errors. */
function sizeOf({ standing, gains }: ShockAccount): number {
  const amounts = [...standing.values(), ...gains.map(({ coefficient }) => coefficient)]
  return amounts.reduce((size, amount) => size + Math.abs(amount), 1)
}

describe('an account under any price moves', () => {
  it("has on every day a profit equal to the change of equity, and its assets' contributions add up to that", () => {
    fc.assert(
      fc.property(
        account,
        reportingCoin,
        days,
        fc.constantFrom('SOL', 'USDT', 'none'),
        (inputs, coin, tried, still) => {
          const shocked = accountOf(inCoin(inputs, coin))
          const { total, byAsset } = pnlOf(shocked, returnsOf(tried, still), tried.length)
          for (const [day, each] of tried.entries()) {
            const after = equityUnder(shocked, factorOn(each, still))
            // When the price of the yardstick falls to almost nothing, amounts grow as much as its factor is small.
            const scale = sizeOf(shocked) * Math.max(1, ...ASSETS.map((asset) => 1 / Math.max(1 + each[asset], 1e-9)))
            expect(Math.abs(total[day]! - (after - shocked.equity))).toBeLessThanOrEqual(scale * 1e-12)
            let sum = 0
            for (const own of byAsset.values()) sum += own[day]!
            expect(total[day]).toBe(sum)
          }
        },
      ),
      RUNS,
    )
  })

  it('loses no more of a liquidated unit than it has, on the days that `unitsUnder` gives', () => {
    fc.assert(
      fc.property(account, days, (inputs, tried) => {
        const shocked = accountOf(inputs)
        const { total, withLiquidation } = pnlOf(shocked, returnsOf(tried, 'USDT'), tried.length)
        for (const [day, each] of tried.entries()) {
          const factorOf = factorOn(each, 'USDT')
          let expected = total[day]! + takenAlready(shocked)
          let scale = sizeOf(shocked)
          for (const under of unitsUnder(shocked, factorOf)) {
            const { rate, marginCoin, equity } = shocked.units.find(({ id }) => id === under.id)!
            if (!under.isLiquidated || rate === null) continue
            const perCoin = rate * Math.max(factorOf(marginCoin), 1e-9)
            const worth = under.equity! * perCoin
            scale += Math.abs(worth)
            // A unit that was in debt before keeps its debt.
            expected -= worth - (equity!.now > 0 ? 0 : Math.min(equity!.now * perCoin, worth))
          }
          expect(Math.abs(withLiquidation[day]! - expected)).toBeLessThanOrEqual(scale * 1e-9)
        }
      }),
      RUNS,
    )
  })

  it('stays the same without moves: same equity, and only units already in liquidation are liquidated', () => {
    fc.assert(
      fc.property(account, reportingCoin, (inputs, coin) => {
        const shocked = accountOf(inCoin(inputs, coin))
        expect(Math.abs(equityUnder(shocked, () => 1) - shocked.equity)).toBeLessThanOrEqual(sizeOf(shocked) * 1e-13)
        const gone = unitsUnder(shocked, () => 1).filter(({ isLiquidated }) => isLiquidated)
        expect(gone.map(({ id }) => id)).toEqual(
          shocked.units.filter(({ state }) => state === 'inLiquidation').map(({ id }) => id),
        )
        const still = pnlOf(shocked, returnsOf([{ BTC: 0, ETH: 0, SOL: 0, USDT: 0 }], 'none'), 1)
        expect(still.total[0]).toBeCloseTo(0, 12)
        expect(Math.abs(still.withLiquidation[0]!)).toBeLessThanOrEqual(sizeOf(shocked) * 1e-12)
      }),
      RUNS,
    )
  })

  it('does not depend on order or scale', () => {
    fc.assert(
      fc.property(account, fc.constantFrom(...SCENARIOS), fc.constantFrom(0.001, 1000), (inputs, tried, k) => {
        const shocked = accountOf(inputs)
        const result = runScenario(shocked, tried)
        const same = runScenario(accountOf(turned(inputs)), tried)
        const large = runScenario(accountOf(scaled(inputs, decimal(k))), tried)
        const tolerance = sizeOf(shocked) * 1e-12
        for (const [other, scale] of [
          [same, 1],
          [large, k],
        ] as const) {
          expect(liquidatedIn(other)).toEqual(liquidatedIn(result))
          for (const figure of ['pnl', 'pnlWithLiquidation', 'equityAfter'] as const) {
            expect(Math.abs(other[figure].value! / scale - result[figure].value!)).toBeLessThanOrEqual(tolerance)
          }
        }
      }),
      RUNS,
    )
  })

  it('never contains NaN or an infinity, however prices fall', () => {
    const hostile = fc.oneof(move, fc.constantFrom(-1, -2, NaN, Infinity, 1e300))
    fc.assert(
      fc.property(account, reportingCoin, hostile, hostile, (inputs, coin, named, others) => {
        const shocked = accountOf(inCoin(inputs, coin))
        const tried = { named: { BTC: named }, others }
        const result = runScenario(shocked, {
          id: 'x',
          name: verbatim('x'),
          about: verbatim('x'),
          close: tried,
          low: tried,
        })
        expect(JSON.stringify(result, (_, value: unknown) => finiteOnly(value))).not.toContain('not finite')
        const cells = stressMatrix(shocked, 'BTC', [-0.999, 0, 2], [0, 1, 3]).flat()
        expect(JSON.stringify(cells, (_, value: unknown) => finiteOnly(value))).not.toContain('not finite')
      }),
      RUNS,
    )
  })

  it('has the same equity without any of its positions and orders, closed at the mark', () => {
    fc.assert(
      fc.property(account, fc.array(fc.nat({ max: 7 })), (inputs, chosen) => {
        const positions = new Set(chosen.flatMap((index) => inputs.positions![index]?.key ?? []))
        const left = without(inputs, { positions, orders: new Set() })
        expect(left.positions!.every(({ key }) => !positions.has(key))).toBe(true)
        const [before, after] = [modelAccount(inputs).equity.total, modelAccount(left).equity.total]
        expect(toFloat(after.minus(before).abs())).toBeLessThanOrEqual(toFloat(before.abs().plus(1).times('1e-25')))
        expect(without(left, { positions, orders: new Set() }).positions).toEqual(left.positions)
      }),
      RUNS,
    )
  })
})

function liquidatedIn({ units }: ScenarioResult): readonly string[] {
  return units.flatMap(({ id, isLiquidated }) => (isLiquidated ? [id] : [])).sort()
}

function finiteOnly(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? 'not finite' : value
}
