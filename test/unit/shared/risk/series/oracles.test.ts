import { describe, expect, it } from 'vitest'
import type { Bar } from '#shared/domain/bar.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { mean, total } from '#shared/risk/number/moments.ts'
import { normalQuantile } from '#shared/risk/number/normal.ts'
import { alignReturns } from '#shared/risk/series/align.ts'
import { betaTo, shrunkBeta } from '#shared/risk/series/beta.ts'
import { clippedCorrelation } from '#shared/risk/series/correlation-repair.ts'
import { correlationMatrix, ledoitWolf, standardised } from '#shared/risk/series/covariance.ts'
import { crossProducts } from '#shared/risk/series/cross-products.ts'
import { eigenOf } from '#shared/risk/series/eigen.ts'
import { ewmaDeviation, HOURLY_DECAY, hourlyDeviation } from '#shared/risk/series/ewma.ts'
import { regress } from '#shared/risk/series/regression.ts'
import { onCommonDays, returnsOf, type ReturnSeries } from '#shared/risk/series/return-series.ts'
import { averageTrueRange, ohlcVolatility } from '#shared/risk/series/volatility.ts'
import { historicalLoss } from '#shared/risk/var/historical.ts'
import { correlationOf } from '#shared/risk/series/correlation.ts'
import { repairedCorrelation } from '#shared/risk/series/correlation-repair.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'
import { barsOf, DAY } from './bars.ts'

interface Closes {
  readonly assets: readonly string[]
  readonly closes: Readonly<Record<string, readonly (number | null)[]>>
}

function seriesOf({ assets, closes }: Closes): Map<string, ReturnSeries> {
  return new Map(assets.map((asset) => [asset, returnsOf(barsOf(closes[asset] ?? []), DAY)]))
}

function rows(matrix: Float64Array): number[][] {
  const size = Math.sqrt(matrix.length)
  return Array.from({ length: size }, (_, row) => Array.from(matrix.subarray(row * size, (row + 1) * size)))
}

function columnsOf(series: ReadonlyMap<string, ReturnSeries>): Float64Array[] {
  return [...series.values()].map(({ values }) => values)
}

/** Ranks from 1. No two values of the oracle are equal. */
function ranks(column: Float64Array): Float64Array {
  const sorted = column.slice().sort()
  return column.map((value) => sorted.indexOf(value) + 1)
}

describe('covariance, correlation and beta', () => {
  const { inputs, expected, tolerance } = readOracle('covariance_beta') as {
    inputs: Closes
    expected: Record<string, unknown> & { lw_on_standardised_corr: number[][] }
    tolerance: Tolerance
  }
  const series = seriesOf(inputs)
  const columns = columnsOf(series)

  it('equal those of scikit-learn, statsmodels and numpy', () => {
    const raw = ledoitWolf(columns)
    const shrunk = ledoitWolf(columns.map((column) => standardised(column) ?? column))
    const centred = columns.map((column) => column.map((value) => value - mean(column)))
    const btc = series.get('BTC') as ReturnSeries
    const mine = {
      corr_pearson: rows(correlationMatrix(columns)),
      cov_1n: rows(crossProducts(centred).map((sum) => sum / (columns[0]?.length ?? 0))),
      lw_cov: rows(raw.matrix),
      lw_cov_shrinkage: raw.shrinkage,
      lw_on_standardised_corr: rows(shrunk.matrix),
      lw_on_standardised_shrinkage: shrunk.shrinkage,
      beta: Object.fromEntries(
        inputs.assets.map((asset) => {
          const fit = regress(...onCommonDays(series.get(asset) as ReturnSeries, btc))
          if (!fit) throw new Error(`${asset} has no regression`)
          const { beta, alpha, standardError: se_beta, explained: r2 } = fit
          return [asset, { beta, alpha, se_beta, r2, beta_vasicek: shrunkBeta(fit) }]
        }),
      ),
      corr_logreturns: rows(correlationMatrix(columns.map((column) => column.map(Math.log1p)))),
      spearman: rows(correlationMatrix(columns.map(ranks))),
    }
    expect(compareLeaves(mine, expected, tolerance)).toBe(118)
  })

  it('are the same in the reports', () => {
    const report = correlationOf(series, inputs.assets)
    const inOrder = inputs.assets.map((row) =>
      inputs.assets.map((column) => report.matrix[report.assets.indexOf(row)]?.[report.assets.indexOf(column)]),
    )
    expect(compareLeaves(inOrder, expected.lw_on_standardised_corr, tolerance)).toBe(16)
    const { beta } = expected as { beta?: Record<string, { beta: number; se_beta: number; beta_vasicek: number }> }
    for (const asset of ['ETH', 'BNB', 'SOL']) {
      const mine = betaTo(series.get(asset) as ReturnSeries, series.get('BTC') as ReturnSeries)
      const leaves = { beta: mine.raw.value, se_beta: mine.standardError.value, beta_vasicek: mine.used }
      const {
        beta: raw,
        se_beta,
        beta_vasicek,
      } = beta?.[asset] as { beta: number; se_beta: number; beta_vasicek: number }
      expect(compareLeaves(leaves, { beta: raw, se_beta, beta_vasicek }, tolerance)).toBe(3)
    }
  })
})

describe('the repair of a correlation matrix', () => {
  const { inputs, expected, tolerance } = readOracle('psd_repair') as {
    inputs: Record<string, number[][]>
    expected: Record<string, Record<string, unknown>>
    tolerance: { higham_abs: number; clip_abs: number }
  }

  it.each(Object.entries(inputs))('of %s equals that of Higham 2002 and of nearPD', (name, given) => {
    const size = given.length
    const matrix = Float64Array.from(given.flat())
    const repair = repairedCorrelation(matrix, size)
    const { 'clip_1e-8_rescaled': clipped, ...nearest } = expected[name] ?? {}
    const mine = {
      higham_nearest: rows(repair?.matrix ?? matrix),
      higham_frobenius_distance: repair?.distance,
      eigen_input: Array.from(eigenOf(matrix, size).values.sort().reverse()),
    }
    expect(compareLeaves(mine, nearest, { abs: tolerance.higham_abs })).toBe(size * size + 1 + size)
    const mineClipped = rows(clippedCorrelation(matrix, size, 1e-8))
    expect(compareLeaves(mineClipped, clipped, { abs: tolerance.clip_abs })).toBe(size * size)
    expect(repair?.leastEigenvalue).toBeCloseTo(Math.min(...(nearest['eigen_input'] as number[])), 9)
  })
})

interface Candles {
  readonly open: readonly number[]
  readonly high: readonly number[]
  readonly low: readonly number[]
  readonly close: readonly number[]
}

describe('volatility from candles', () => {
  const { inputs, expected, tolerance } = readOracle('volatility_ohlc') as {
    inputs: Record<string, Candles>
    expected: Record<string, { n: number; N: number; rows: number; mid_index: number }>
    tolerance: Tolerance
  }
  const NAMES = {
    close: 'close',
    parkinson: 'parkinson',
    garman_klass: 'garmanKlass',
    rogers_satchell: 'rogersSatchell',
    yang_zhang: 'yangZhang',
  } as const

  it.each(Object.keys(inputs))('of %s equals that of TTR', (name) => {
    const { open, high, low, close } = inputs[name] as Candles
    const bars = close.map((_, index): Bar => ({
      openTime: index * DAY,
      open: open[index] as number,
      high: high[index] as number,
      low: low[index] as number,
      close: close[index] as number,
      volume: 1,
    }))
    const { n, N, rows: count, mid_index: middle } = expected[name] as (typeof expected)[string]
    const value = ({ value: known, reason }: Figure): number | string => known ?? reason.code
    const estimates = Object.entries(NAMES).map(([theirs, estimator]) => {
      const length = estimator === 'yangZhang' ? n + 1 : n
      const at = (row: number) => value(ohlcVolatility(bars.slice(row - length, row), N)[estimator])
      return [theirs, { last: at(count), first_index: length, first: at(length), mid: at(middle) }]
    })
    const mine = {
      ...(Object.fromEntries(estimates) as object),
      n,
      N,
      mid_index: middle,
      rows: bars.length,
      atr14_wilder_last: value(averageTrueRange(bars)),
      atr14_first_index: bars.findIndex((_, index) => averageTrueRange(bars.slice(0, index + 1)).value !== null) + 1,
      atr14_first: value(averageTrueRange(bars.slice(0, 15))),
    }
    expect(compareLeaves(mine, expected[name], tolerance)).toBe(27)
  })
})

describe('missing history', () => {
  const { inputs, expected, tolerance } = readOracle('missing_history') as {
    inputs: Closes & { exposure_usd: Record<string, number>; late_asset: string }
    expected: unknown
    tolerance: Tolerance
  }
  const series = seriesOf(inputs)
  const late = inputs.late_asset

  function losses(returns: ReadonlyMap<string, Float64Array>, days: number, withCount: boolean) {
    const pnl = Float64Array.from({ length: days }, (_, day) =>
      total(inputs.assets.map((asset) => (inputs.exposure_usd[asset] ?? 0) * (returns.get(asset)?.[day] as number))),
    )
    const at = (confidence: 0.95 | 0.99) => {
      const loss = historicalLoss(pnl, confidence)
      return { ...(withCount ? { n: days } : {}), VaR_type7: loss.var, ES_acerbi: loss.es }
    }
    return { p95: at(0.95), p99: at(0.99) }
  }

  it('is replaced by beta and residuals', () => {
    const aligned = alignReturns(series, 'BTC')
    const [proxy] = aligned.proxies
    const filled = aligned.returns.get(late) ?? new Float64Array(0)
    const own = series.get(late) as ReturnSeries
    const fit = regress(...onCommonDays(own, series.get('BTC') as ReturnSeries))
    const missing = aligned.days.length - own.values.length
    expect(aligned.proxies).toHaveLength(1)
    expect(proxy).toMatchObject({ asset: late, kind: 'beta', observations: own.values.length, filled: missing })
    const complete = new Map([...aligned.returns].map(([asset, values]) => [asset, values.slice(missing)]))
    const mine = {
      n_overlap: proxy?.observations,
      beta: proxy?.beta,
      alpha: fit?.alpha,
      filled_first5: Array.from(filled.slice(0, 5)),
      filled_mean_first_block: mean(filled.slice(0, missing)),
      proxy: losses(aligned.returns, aligned.days.length, false),
      complete_case: losses(complete, own.values.length, true),
    }
    expect(compareLeaves(mine, expected, tolerance)).toBe(19)
  })
})

/** The return over every 24 consecutive hours, none over a gap. */
function overlappingDays({ times, values }: ReturnSeries): Float64Array {
  const days = times.flatMap((time, start) => {
    const isWhole = times[start + 23] === time + 23 * 3_600_000
    return isWhole ? Math.expm1(total(values.subarray(start, start + 24).map(Math.log1p))) : []
  })
  return Float64Array.from(days)
}

describe('daily figures from hours', () => {
  const { inputs, expected, tolerance } = readOracle('hourly_horizon') as {
    inputs: { close: number[]; open_time_ms: number[] }
    expected: unknown
    tolerance: Tolerance
  }

  it('have the deviation, the overlap and the memory of the reference', () => {
    const bars = inputs.close.flatMap((close, index) =>
      barsOf([close], 3_600_000, inputs.open_time_ms[index] as number),
    )
    const series = returnsOf(bars, 3_600_000)
    const { values } = series
    const perDay = hourlyDeviation(values)
    const overlapping = overlappingDays(series)
    const overlap = historicalLoss(overlapping, 0.95)
    const mine = {
      lambda_hourly: HOURLY_DECAY,
      n_hourly_returns: values.length,
      sigma_1h_ewma: ewmaDeviation(values, HOURLY_DECAY),
      sigma_1d_sqrt24: perDay,
      VaR95_1d_per_unit: -normalQuantile(0.05) * perDay,
      VaR99_1d_per_unit: -normalQuantile(0.01) * perDay,
      overlap_count: overlapping.length,
      effective_independent: values.length / 24,
      overlap_VaR95_type7: overlap.var,
      overlap_ES95_acerbi: overlap.es,
      realised_var_24h_last: total(values.slice(-24).map((value) => value * value)),
      weight_mass_lost_by_truncation: HOURLY_DECAY ** values.length,
    }
    expect(compareLeaves(mine, expected, tolerance)).toBe(12)
  })
})
