import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { pnlAlong, worstWithin, type PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { loadLineOf } from '#shared/risk/load-line/lines.ts'
import { uniformShock } from '#shared/risk/load-line/shock-model.ts'
import type { LoadLine } from '#shared/risk/report.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { runScenario } from '#shared/risk/stress/scenario.ts'
import { verbatim } from '#shared/words/message.ts'
import { oracleInputs, readOracle, type OracleAccount } from '../oracle.ts'

interface LoadOracle {
  inputs: OracleAccount & { grid: number[] }
  expected: Record<
    string,
    { rows: { shock: number; total_usd_no_liquidation: number; total_usd_with_liquidation: number }[] }
  >
  tolerance: { usd_abs: number }
}

const { inputs, expected, tolerance } = readOracle('load_line') as LoadOracle
const model = modelAccount(oracleInputs(inputs))

function at(path: readonly PnlPoint[] | null, shock: number): number {
  const found = path?.filter(([each]) => each === shock).at(-1)
  if (!found) throw new Error(`expected a point at ${shock}`)
  return found[1]
}

describe('profit along a load line', () => {
  it('is the known equity of load_line at each move, less the one at prices as they are', () => {
    const { rows } = expected['uniform']!
    const now = rows.find(({ shock }) => shock === 0)!
    const { ignoring, left } = pnlAlong(loadLineOf(model, uniformShock(['USDT']), inputs.grid))
    for (const row of rows) {
      const { shock, total_usd_no_liquidation: without, total_usd_with_liquidation: with_ } = row
      expect(Math.abs(at(ignoring, shock) - (without - now.total_usd_no_liquidation))).toBeLessThan(tolerance.usd_abs)
      expect(Math.abs(at(left, shock) - (with_ - now.total_usd_with_liquidation))).toBeLessThan(tolerance.usd_abs)
    }
    expect(rows).toHaveLength(22)
  })

  it('is the profit of the scenario in which every price moves as far', () => {
    const { ignoring, left } = pnlAlong(loadLineOf(model, uniformShock(['USDT'])))
    for (const shock of [-0.5, -0.1, 0.05, 0.4]) {
      const moves = { named: {}, others: shock }
      const scenario = { id: 'x', name: verbatim(''), about: verbatim(''), close: moves, low: moves }
      const { pnl, pnlWithLiquidation } = runScenario(shockAccount(model), scenario)
      expect(at(ignoring, shock)).toBeCloseTo(pnl.value!, 6)
      expect(at(left, shock)).toBeCloseTo(pnlWithLiquidation.value!, 6)
    }
  })

  /** Loses 2 for each per cent; what is left drops by 30 at -2.5 % and again at -3 %, a computed move. */
  const line: Pick<LoadLine, 'shocks' | 'equity' | 'equityWithLiquidation' | 'breaches'> = {
    shocks: [-0.04, -0.03, -0.02, -0.01, 0, 0.01],
    equity: [92, 94, 96, 98, 100, 102],
    equityWithLiquidation: [32, 34, 96, 98, 100, 102],
    breaches: [
      { unitId: 'a', direction: 'down', shock: -0.025, loss: 30, equityLeft: 65 },
      { unitId: 'b', direction: 'down', shock: -0.03, loss: 30, equityLeft: 34 },
    ],
  }

  it('drops straight down where a unit is liquidated, from where the line before leads to', () => {
    const { left } = pnlAlong(line)
    expect(left?.map(([shock]) => shock)).toEqual([-0.04, -0.03, -0.03, -0.025, -0.025, -0.02, -0.01, 0, 0.01])
    const expectedPnl = [-68, -66, -36, -35, -5, -4, -2, 0, 2]
    left?.forEach(([, pnl], index) => expect(pnl).toBeCloseTo(expectedPnl[index]!, 9))
  })

  it('is not known where the equity is not', () => {
    expect(pnlAlong({ ...line, equity: null, equityWithLiquidation: null })).toEqual({ ignoring: null, left: null })
  })

  it('is worst where it is least within the window, at the smallest of equal moves', () => {
    const { left } = pnlAlong(line)
    expect(worstWithin(left!, [-0.02, 0.01])).toEqual([-0.02, expect.closeTo(-4, 9)])
    expect(
      worstWithin(
        [
          [-0.2, -5],
          [-0.1, -5],
          [0, 0],
        ],
        [-1, 2],
      ),
    ).toEqual([-0.1, -5])
    expect(worstWithin(left!, [0.5, 1])).toBeNull()
  })
})
