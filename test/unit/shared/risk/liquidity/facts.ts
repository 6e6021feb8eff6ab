import { verbatim } from '#shared/words/message.ts'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { AssetStatistics, StatisticsReport } from '#shared/risk/statistics-report.ts'

const NO_SAMPLE = { count: 0, from: null, to: null }
const NO_CORRELATION = { assets: [], matrix: [], overlap: [], from: null, to: null, shrinkage: null, repair: null }

/** Statistics with only the daily volatility and, if given, the factor by which the wildest days exceeded it. */
export function volatilities(
  daily: Readonly<Record<string, number>>,
  wildest: Readonly<Record<string, number>> = {},
): StatisticsReport {
  const unknown = none(verbatim('not of this test'))
  const assets = Object.entries(daily).map(([asset, value]): AssetStatistics => ({
    asset,
    source: null,
    value: null,
    observations: 300,
    to: { '1day': null, '60min': null, '1min': null },
    samples: { day: NO_SAMPLE, hour: NO_SAMPLE, minute: NO_SAMPLE, year: NO_SAMPLE },
    dailyVolatility: { value, reason: null },
    hourlyVolatility: unknown,
    wildestOverAll: figure(wildest[asset] ?? NaN, verbatim('not of this test')),
    minuteVolatility: unknown,
    annualVolatility: {
      close: unknown,
      parkinson: unknown,
      garmanKlass: unknown,
      rogersSatchell: unknown,
      yangZhang: unknown,
    },
    averageTrueRange: unknown,
    beta: { used: 1, kind: 'default', raw: unknown, standardError: unknown, observations: 0 },
  }))
  return {
    reportingCoin: 'USDT',
    history: {
      benchmark: 'BTC',
      from: null,
      to: null,
      scenarios: 0,
      gaps: 0,
      share: { own: unknown, proxied: unknown, uncovered: unknown },
      proxies: [],
      uncovered: [],
      basisUnseen: [],
      suspects: [],
    },
    assets,
    correlation: { ...NO_CORRELATION, reason: verbatim('not of this test') },
    var: {
      estimates: [],
      withLiquidation: [],
      worst: null,
      pnl: [],
      components: [],
      backtests: [],
      reason: verbatim('not of this test'),
    },
  }
}
