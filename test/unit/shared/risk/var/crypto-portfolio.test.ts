import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { ewmaCovariance, ewmaDeviation } from '#shared/risk/series/ewma.ts'
import { BAR_MS, type Bar } from '#shared/domain/bar.ts'
import { returnsOf } from '#shared/risk/series/return-series.ts'
import { CONFIDENCES, type Confidence } from '#shared/risk/statistics-report.ts'
import { ewmaComponents, historicalComponents } from '#shared/risk/var/components.ts'
import { estimateVar } from '#shared/risk/var/var-estimate.ts'
import { filtered } from '#shared/risk/var/filtered.ts'
import { historicalLoss, rankInterval, type Loss } from '#shared/risk/var/historical.ts'
import { ewmaLoss, shapeOf } from '#shared/risk/var/parametric.ts'
import { ascending, quantile, tailMean } from '#shared/risk/var/quantile.ts'
import { varReport } from '#shared/risk/var/var-report.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'

interface CryptoOracle {
  inputs: { assets: string[]; dates: string[]; closes: Record<string, number[]>; exposure_usd: Record<string, number> }
  expected: object
  tolerance: Tolerance
}

const { inputs, expected, tolerance } = readOracle('var_es_crypto_portfolio') as CryptoOracle
const { assets, dates, exposure_usd } = inputs

const returns = new Map(assets.map((asset) => [asset, returnsOf(bars(inputs.closes[asset]!), BAR_MS['1day'])]))
const parts = new Map(
  assets.map((asset) => [asset, returns.get(asset)!.values.map((value) => value * exposure_usd[asset]!)]),
)
const pnl = parts.get('BTC')!.map((_, day) => assets.reduce((sum, asset) => sum + parts.get(asset)![day]!, 0))

function bars(closes: readonly number[]): Bar[] {
  return closes.map((close, day) => {
    const openTime = Date.parse(`${dates[day]!}T00:00:00Z`)
    return { openTime, open: close, high: close, low: close, close, volume: 1 }
  })
}

function byAsset(of: (asset: string) => number): Record<string, number> {
  return Object.fromEntries(assets.map((asset) => [asset, of(asset)]))
}

function figuresAt(confidence: Confidence) {
  const share = 1 - confidence
  const sorted = ascending(pnl)
  const estimates = {
    historical: estimateVar(pnl, 'historical', confidence),
    gaussian: estimateVar(pnl, 'gaussian', confidence),
    ewma: estimateVar(pnl, 'ewma', confidence),
    cornishFisher: estimateVar(pnl, 'cornishFisher', confidence),
  }
  const fhs = estimateVar(pnl, 'filteredHistorical', confidence)
  const scaled = [...parts.values()].map(filtered)
  const perAsset = historicalLoss(
    scaled[0]!.map((_, day) => scaled.reduce((sum, own) => sum + own[day]!, 0)),
    confidence,
  )
  const ewmaParts = ewmaComponents(parts, pnl, confidence)
  const historicalParts = historicalComponents(parts, pnl, confidence)
  const ranks = rankInterval(pnl.length, share)
  const below = sorted.filter((value) => value < quantile(sorted, share)).length
  const part = (components: ReadonlyMap<string, Loss>, of: keyof Loss) => byAsset((asset) => components.get(asset)![of])
  return {
    historical_VaR_type7: estimates.historical.var.value,
    historical_ES_acerbi: estimates.historical.es.value,
    historical_ES_strict: -tailMean(sorted, below / sorted.length),
    VaR_order_stat_ci95: {
      rank_low: ranks.worse,
      rank_high: ranks.better,
      loss_high: estimates.historical.interval!.high,
      loss_low: estimates.historical.interval!.low,
    },
    gaussian_VaR_1n_mean: estimates.gaussian.var.value,
    gaussian_ES: estimates.gaussian.es.value,
    ewma_VaR: estimates.ewma.var.value,
    ewma_ES: estimates.ewma.es.value,
    cornish_fisher_VaR: estimates.cornishFisher.var.value,
    fhs_portfolio_VaR: fhs.var.value,
    fhs_portfolio_ES_acerbi: fhs.es.value,
    fhs_n: filtered(pnl).length,
    fhs_per_asset_VaR: perAsset.var,
    fhs_per_asset_ES_acerbi: perAsset.es,
    ewma_component_VaR: part(ewmaParts, 'var'),
    ewma_marginal_VaR_per_usd: byAsset((asset) => ewmaParts.get(asset)!.var / exposure_usd[asset]!),
    ewma_incremental_VaR: byAsset(
      (asset) =>
        ewmaLoss(pnl, confidence).var -
        ewmaLoss(
          pnl.map((value, day) => value - parts.get(asset)![day]!),
          confidence,
        ).var,
    ),
    historical_component_VaR_type7: part(historicalParts, 'var'),
    historical_component_ES_acerbi: part(historicalParts, 'es'),
  }
}

describe('VaR and ES of a crypto portfolio', () => {
  it('agrees with the known answers of var_es_crypto_portfolio', () => {
    const { times } = returns.get('BTC')!
    const report = varReport({
      days: times,
      total: pnl,
      byAsset: parts,
      withLiquidation: pnl,
      liquidationUnknown: null,
      values: new Map(Object.entries(exposure_usd)),
      otherwise: verbatim('not used'),
    })
    const covariance = ewmaCovariance(assets.map((asset) => returns.get(asset)!.values)).matrix
    const at = (row: number, column: number) => covariance[row * assets.length + column]!
    const square = (cell: (row: number, column: number) => number) =>
      assets.map((_, row) => assets.map((__, column) => cell(row, column)))
    const { skewness, excessKurtosis } = shapeOf(pnl)
    const actual = {
      n_returns: pnl.length,
      pnl_first3: [...pnl.slice(0, 3)],
      pnl_last3: [...pnl.slice(-3)],
      worst_scenario: {
        pnl: report.worst!.pnl,
        date: new Date(report.worst!.day).toISOString().slice(0, 10),
      },
      ...Object.fromEntries(CONFIDENCES.map((confidence) => [`p${confidence * 100}`, figuresAt(confidence)])),
      ewma_cov: square(at),
      ewma_corr: square((row, column) => at(row, column) / Math.sqrt(at(row, row) * at(column, column))),
      ewma_sigma_daily: byAsset((asset) => ewmaDeviation(returns.get(asset)!.values)),
      skew: skewness,
      exkurt: excessKurtosis,
    }
    expect(compareLeaves(actual, expected, tolerance)).toBe(121)
  })
})
