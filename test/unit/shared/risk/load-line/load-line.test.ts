import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess } from '#shared/risk/assess.ts'
import { loadInput } from '#shared/risk/load-line/lines.ts'
import { loadLine, SHOCKS } from '#shared/risk/load-line/load-line.ts'
import type { LoadInput } from '#shared/risk/load-line/load-totals.ts'
import { isLiquidated, type LoadUnit } from '#shared/risk/load-line/load-unit.ts'
import { betaShock, shocked, uniformShock, type ShockModel } from '#shared/risk/load-line/shock-model.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { contract, marginAccount, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, oracleInputs, oracleUnitId, readOracle, type OracleAccount } from '../oracle.ts'

interface Row {
  shock: number
  prices: Record<string, number>
  cross: Record<string, { requirement_coin: number }>
  isolated: { contractName: string; side: 'BUY' | 'SELL' }[]
}
interface LoadOracle {
  inputs: OracleAccount & { betas: Record<string, number>; grid: number[] }
  expected: Record<string, { rows: Row[]; waterfall_down: object[]; waterfall_up: object[] }>
  tolerance: { rel: number; usd_abs: number }
}
interface RootOracle {
  inputs: OracleAccount & { betas: Record<string, number> }
  expected: { shock_roots: Record<string, Record<string, object>> }
  tolerance: { shock_abs: number }
}

const CASH = ['USDT']

function models(betas: Record<string, number>): ShockModel[] {
  return [
    uniformShock(CASH),
    betaShock('betaGeometric', CASH, betas, NaN),
    betaShock('betaArithmeticFloor', CASH, betas, NaN),
  ]
}

const ORACLE_NAMES: Readonly<Record<string, string>> = {
  uniform: 'uniform',
  betaGeometric: 'beta_geometric',
  betaArithmeticFloor: 'beta_arithmetic_floor',
}

/** The account of an oracle as input of the load line, under any shock model. */
function inputOf(account: OracleAccount, shock: ShockModel): LoadInput {
  return loadInput(shockAccount(modelAccount(oracleInputs(account))), shock)
}

describe('load line', () => {
  it('agrees with the known answers of load_line under every shock model', () => {
    const { inputs, expected, tolerance } = readOracle('load_line') as LoadOracle
    const { rel, usd_abs } = tolerance
    let compared = 0
    for (const shock of models(inputs.betas)) {
      const want = expected[ORACLE_NAMES[shock.name]!]!
      const input = inputOf(inputs, shock)
      const line = loadLine(input, shock, inputs.grid)
      want.rows.forEach((row, index) => {
        const { total_usd_no_liquidation, total_usd_with_liquidation, ...figures } = row as Row &
          Record<string, unknown>
        const totals = { total_usd_no_liquidation, total_usd_with_liquidation }
        compared += compareLeaves(rowOf(row, input.units, shock, inputs.mark_price), figures, { rel, abs: 1e-12 })
        const actual = {
          total_usd_no_liquidation: line.equity?.[index],
          total_usd_with_liquidation: line.equityWithLiquidation?.[index],
        }
        compared += compareLeaves(actual, totals, { abs: usd_abs })
      })
      const waterfall = (direction: string) =>
        line.breaches
          .filter((breach) => breach.direction === direction)
          .map((breach) => ({ unit: oracleUnitId(breach.unitId), direction, shock: breach.shock }))
      compared += compareLeaves(waterfall('down'), want.waterfall_down, { rel, abs: 1e-9 })
      compared += compareLeaves(waterfall('up'), want.waterfall_up, { rel, abs: 1e-9 })
    }
    expect(compared).toBe(3 * (22 * 30 + 12))
  })

  it('agrees with the known roots of liquidation_multi_position under every shock model', () => {
    const { inputs, expected, tolerance } = readOracle('liquidation_multi_position') as RootOracle
    const actual = Object.fromEntries(
      models(inputs.betas).map((shock) => [ORACLE_NAMES[shock.name]!, rootsOf(inputOf(inputs, shock).units)]),
    )
    expect(compareLeaves(actual, expected.shock_roots, { abs: tolerance.shock_abs })).toBe(3 * 5 * 3)
  })

  it('covers -99 % to +200 % with half percents around zero, and zero itself', () => {
    expect(SHOCKS[0]).toBe(-0.99)
    expect(SHOCKS.at(-1)).toBe(2)
    expect(SHOCKS).toContain(0)
    expect(SHOCKS).toEqual([...new Set(SHOCKS)].sort((a, b) => a - b))
    expect(SHOCKS.length).toBe(221)
  })

  it('treats a unit that is already below its requirement as lost at every shock', () => {
    const { inputs } = readOracle('load_line') as LoadOracle
    const account = oracleInputs(inputs)
    const positions = (account.positions ?? []).map((each) => ({ ...each, maintenanceRate: decimal('0.2') }))
    const { margin, loadLine: line } = assess({ ...account, positions })
    const cross = margin.find(({ id }) => id === 'cross:USDT')
    expect(cross).toMatchObject({ state: 'inLiquidation', breachDown: null, breachUp: null })
    const now = line.shocks.indexOf(0)
    expect(line.equity![now]! - line.equityWithLiquidation![now]!).toBeGreaterThan(54_875 - 1e-6)
    expect(line.breaches.some(({ unitId }) => unitId === 'cross:USDT')).toBe(false)
  })

  it('names the breaches of known units, and not what is left, when a unit is not modelled', () => {
    const { inputs } = readOracle('load_line') as LoadOracle
    const account = oracleInputs(inputs)
    const index = account.positions!.findIndex(({ marginMode }) => marginMode === 'isolated')
    const positions = account.positions!.map((each, at) => (at === index ? { ...each, maintenanceRate: null } : each))
    const whole = assess(account).loadLine
    const { notModelled, equity, equityWithLiquidation, breaches } = assess({ ...account, positions }).loadLine
    const id = `isolated:${positions[index]!.key}`
    expect(notModelled).toEqual([id])
    expect([equity, equityWithLiquidation]).toEqual([whole.equity, null])
    const others = whole.breaches.filter(({ unitId }) => unitId !== id)
    expect(breaches).toEqual(others.map((each) => ({ ...each, equityLeft: null })))
    expect(whole.notModelled).toEqual([])
  })

  it('keeps an existing debt', () => {
    const BTC = contract('BTC', 'USDT')
    const marginAccounts = [marginAccount('USDT', { crossEquity: -5 })]
    const { loadLine: line } = assess(riskInputs({ instruments: [BTC], positions: [position(BTC)], marginAccounts }))
    for (const [index, x] of line.shocks.entries()) {
      expect(line.equity![index]).toBeCloseTo(-5 + 100 * x, 9)
      expect(line.equityWithLiquidation![index]).toBeCloseTo(-5 + Math.min(0, 100 * x), 9)
    }
  })

  it("loses the unit's current value at a breach, and gives what is left with every unit on the way liquidated", () => {
    const { inputs } = readOracle('load_line') as LoadOracle
    const shock = uniformShock(CASH)
    const { breaches } = loadLine(inputOf(inputs, shock), shock)
    const cross = breaches.find(({ unitId }) => unitId === 'cross:USDT')!
    expect(cross.loss).toBe(54_875)
    const before = loadLine(inputOf(inputs, shock), shock, [cross.shock + 1e-9, cross.shock]).equityWithLiquidation!
    expect(cross.equityLeft).toBe(before[1])
    expect(before[0]! - before[1]!).toBeCloseTo(5261.6 * (1 + cross.shock), 2)
  })
})

function rowOf(row: Row, units: readonly LoadUnit[], shock: ShockModel, marks: Record<string, number>): object {
  const x = row.shock
  const figures = (id: string) => {
    const unit = units.find((each) => oracleUnitId(each.id) === id)!
    const [now] = unit.path.down
    const equity = shocked(now.equity!, shock, x)
    return {
      equity_coin: equity,
      requirement_coin: shocked(now.requirement!, shock, x),
      margin_rate: equity / shocked(now.value!, shock, x),
      liquidated_on_path: isLiquidated(unit, x),
    }
  }
  return {
    shock: x,
    prices: Object.fromEntries(
      Object.keys(row.prices).map((asset) => [asset, marks[asset]! * shock.factor(shock.betaOf(asset), x)]),
    ),
    cross: Object.fromEntries(Object.keys(row.cross).map((coin) => [coin, figures(`cross:${coin}`)])),
    isolated: row.isolated.map(({ contractName, side }) => ({
      contractName,
      side,
      ...figures(`isolated:${contractName}:${side}`),
    })),
  }
}

function rootsOf(units: readonly LoadUnit[]): object {
  return Object.fromEntries(
    units
      .filter(({ path }) => path.down[0].value!.now > 0)
      .map(({ id, state, roots }) => [oracleUnitId(id), { state: state === 'ok' ? 'ok' : 'in_liquidation', ...roots }]),
  )
}
