import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { accountsAtMarks } from '#shared/risk/account/equity.ts'
import { loadUnit, plainHoldings } from '#shared/risk/load-line/load-input.ts'
import { isLiquidated, loadLine, SHOCKS, type LoadInput, type LoadUnit } from '#shared/risk/load-line/load-line.ts'
import { marginUnits } from '#shared/risk/account/margin.ts'
import { modelPosition } from '#shared/risk/account/position-model.ts'
import { betaShock, shocked, uniformShock, type ShockModel } from '#shared/risk/load-line/shock-model.ts'
import { valuationOf, type Pricing } from '#shared/risk/account/valuation.ts'
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

const ORACLE_NAMES: Record<ShockModel['name'], string> = {
  uniform: 'uniform',
  betaGeometric: 'beta_geometric',
  betaArithmeticFloor: 'beta_arithmetic_floor',
}

/** The account of an oracle as the load line takes it, under any shock model. */
function loadInput(account: OracleAccount, shock: ShockModel): LoadInput {
  const inputs: RiskInputs = oracleInputs(account)
  const pricing: Pricing = (asset) => ({ rate: decimal(account.mark_price[asset]!), method: 'direct', path: [] })
  const contracts = new Map(
    (inputs.instruments ?? []).flatMap((each) => (each.area === 'contract' ? [[each.name, each]] : [])),
  )
  const held = (inputs.positions ?? []).map((each) =>
    modelPosition(each, contracts.get(each.contract)!, each.markPrice),
  )
  const accounts = accountsAtMarks(inputs.marginAccounts ?? [], held)
  const spot = valuationOf(
    (inputs.balances ?? []).map(({ asset, free, locked }) => ({ asset, quantity: free.plus(locked) })),
    pricing,
  )
  const units = marginUnits(accounts, held)
  return {
    reportingCoin: 'USDT',
    units: units.map((unit) => loadUnit(unit, shock, accounts, pricing)),
    holdings: plainHoldings(spot, accounts, units, pricing),
  }
}

describe('load line', () => {
  it('agrees with the known answers of load_line under every shock model', () => {
    const { inputs, expected, tolerance } = readOracle('load_line') as LoadOracle
    const { rel, usd_abs } = tolerance
    let compared = 0
    for (const shock of models(inputs.betas)) {
      const want = expected[ORACLE_NAMES[shock.name]]!
      const input = loadInput(inputs, shock)
      const line = loadLine(input, shock, inputs.grid)
      want.rows.forEach((row, index) => {
        const { total_usd_no_liquidation, total_usd_with_liquidation, ...figures } = row as Row &
          Record<string, unknown>
        const totals = { total_usd_no_liquidation, total_usd_with_liquidation }
        compared += compareLeaves(rowOf(row, input.units, shock, inputs.mark_price), figures, { rel, abs: 1e-12 })
        const actual = {
          total_usd_no_liquidation: line.equity[index],
          total_usd_with_liquidation: line.equityWithLiquidation[index],
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
      models(inputs.betas).map((shock) => [ORACLE_NAMES[shock.name], rootsOf(loadInput(inputs, shock).units)]),
    )
    expect(compareLeaves(actual, expected.shock_roots, { abs: tolerance.shock_abs })).toBe(3 * 5 * 3)
  })

  it('covers -99 % to +200 % with half percents around now, and now itself', () => {
    expect(SHOCKS[0]).toBe(-0.99)
    expect(SHOCKS.at(-1)).toBe(2)
    expect(SHOCKS).toContain(0)
    expect(SHOCKS).toEqual([...new Set(SHOCKS)].sort((a, b) => a - b))
    expect(SHOCKS.length).toBe(221)
  })

  it('takes a unit already below its requirement as lost at every shock', () => {
    const { inputs } = readOracle('load_line') as LoadOracle
    const account = oracleInputs(inputs)
    const positions = (account.positions ?? []).map((each) => ({ ...each, maintenanceRate: decimal('0.2') }))
    const { margin, loadLine: line } = assess({ ...account, positions })
    const cross = margin.find(({ id }) => id === 'cross:USDT')
    expect(cross).toMatchObject({ state: 'inLiquidation', breachDown: null, breachUp: null })
    const now = line.shocks.indexOf(0)
    expect(line.equity[now]! - line.equityWithLiquidation[now]!).toBeGreaterThan(54_875 - 1e-6)
    expect(line.breaches.some(({ unitId }) => unitId === 'cross:USDT')).toBe(false)
  })

  it('loses what the unit is worth now at a breach, and says what is left with every unit on the way gone', () => {
    const { inputs } = readOracle('load_line') as LoadOracle
    const shock = uniformShock(CASH)
    const { breaches } = loadLine(loadInput(inputs, shock), shock)
    const cross = breaches.find(({ unitId }) => unitId === 'cross:USDT')!
    expect(cross.loss).toBe(54_875)
    const before = loadLine(loadInput(inputs, shock), shock, [cross.shock + 1e-9, cross.shock]).equityWithLiquidation
    expect(cross.equityLeft).toBe(before[1])
    expect(before[0]! - before[1]!).toBeCloseTo(5261.6 * (1 + cross.shock), 2)
  })
})

function rowOf(row: Row, units: readonly LoadUnit[], shock: ShockModel, marks: Record<string, number>): object {
  const x = row.shock
  const figures = (id: string) => {
    const unit = units.find((each) => oracleUnitId(each.id) === id)!
    const equity = shocked(unit.equity!, shock, x)
    return {
      equity_coin: equity,
      requirement_coin: shocked(unit.requirement!, shock, x),
      margin_rate: equity / shocked(unit.value!, shock, x),
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
      .filter(({ value }) => value !== null && value.now > 0)
      .map(({ id, state, roots }) => [oracleUnitId(id), { state: state === 'ok' ? 'ok' : 'in_liquidation', ...roots }]),
  )
}
