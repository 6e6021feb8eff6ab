import { expect, it } from 'vitest'
import { deviation } from '#shared/risk/number/moments.ts'
import { drawdownOf } from '#shared/risk/performance/drawdown.ts'
import { performanceOf } from '#shared/risk/performance/performance.ts'
import { downsideDeviation, sharpe, sortino, volatility } from '#shared/risk/performance/ratios.ts'
import { annualized, compounded, DAY_MS, flowAdjusted } from '#shared/risk/performance/account-returns.ts'
import { betaTo } from '#shared/risk/series/beta.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

interface Statistics {
  readonly inputs: {
    returns: Record<string, number[]>
    scale_per_year: number
    risk_free: number
    benchmark: string
  }
  readonly expected: { perf: Record<string, Record<string, number>> }
  readonly tolerance: Tolerance
}

interface Curve {
  readonly inputs: { dates: string[]; equity: number[]; external_flow: number[] }
  readonly expected: Record<string, number>
  readonly tolerance: Tolerance
}

const STATISTICS = readOracle('performance_stats') as Statistics
const CURVE = readOracle('equity_curve') as Curve

it.each(Object.entries(STATISTICS.expected.perf))('gives the known figures of %s', (name, expected) => {
  const { inputs, tolerance } = STATISTICS
  const perYear = inputs.scale_per_year
  const returns = inputs.returns[name]!
  const benchmark = inputs.returns[inputs.benchmark]!
  const series = (values: number[]) => ({
    times: values.map((_, index) => index * DAY_MS),
    values: Float64Array.from(values),
    gaps: 0,
    rejected: 0,
  })
  const yearly = annualized(compounded(returns), returns.length, perYear).value!
  const { deepest, ulcer } = drawdownOf(returns)
  const beta = betaTo(series(returns), series(benchmark)).raw.value!
  const short = returns.filter((value) => value < 0)
  const actual = {
    n: returns.length,
    cumulative_return: compounded(returns).value,
    sharpe_period: sharpe(returns, 1, inputs.risk_free).value,
    sharpe_annualized_arithmetic: sharpe(returns, perYear, inputs.risk_free).value,
    sharpe_annualized_geometric_PA: yearly / volatility(returns, perYear).value!,
    sortino_MAR0: sortino(returns, 1).value,
    'sortino_MAR0.5pct': sortino(returns, 1, 0.005).value,
    downside_deviation_MAR0_full: downsideDeviation(returns),
    downside_deviation_MAR0_subset: downsideDeviation(short),
    max_drawdown: deepest!.depth,
    max_drawdown_check: deepest!.depth,
    ulcer_index: ulcer,
    calmar: yearly / deepest!.depth,
    volatility_annualized: volatility(returns, perYear).value,
    beta,
    correlation: (beta * deviation(benchmark, 'n-1')) / deviation(returns, 'n-1'),
    n_pairs: benchmark.length,
  }
  expect(compareLeaves(actual, expected, tolerance)).toBe(17)
})

it('gives the known performance of an account with deposits and withdrawals', () => {
  const { inputs, expected, tolerance } = CURVE
  const days = inputs.dates.map((date) => Date.parse(`${date}T00:00:00Z`))
  const equity = days.map((day, index) => ({ day, equity: inputs.equity[index]! }))
  const flows = days.map((day, index) => ({ day, amount: inputs.external_flow[index]! }))
  const report = performanceOf(equity, flows)
  const naive = flowAdjusted(equity, []).returns.map(({ value }) => value)
  const perDay = (value: number | null) => value! / Math.sqrt(365)
  const actual = {
    n: report.days,
    twr: report.timeWeighted.value,
    sharpe_daily: perDay(report.sharpe.value),
    sharpe_ann_365: report.sharpe.value,
    sortino_daily: perDay(report.sortino.value),
    sortino_ann_365: report.sortino.value,
    max_drawdown: report.drawdown.deepest!.depth,
    volatility_ann_365: report.volatility.value,
    current_drawdown: report.drawdown.current,
    trough_index_in_equity: report.drawdown.deepest!.trough,
    naive_max_drawdown_ignoring_flows: drawdownOf(naive).deepest!.depth,
  }
  expect(compareLeaves(actual, expected, tolerance)).toBe(11)
})
