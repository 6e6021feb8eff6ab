import { describe, expect, it } from 'vitest'
import { toFloat, type Decimal } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { compareLeaves, oracleInputs, readOracle, type OracleAccount } from '../oracle.ts'

interface ExposureOracle {
  inputs: OracleAccount
  expected: object
  tolerance: { rel: number }
}

describe('exposure, leverage and concentration', () => {
  it('agrees with the known answers of exposure_concentration', () => {
    const { inputs, expected, tolerance } = readOracle('exposure_concentration') as ExposureOracle
    expect(compareLeaves(figuresOf(assess(oracleInputs(inputs))), expected, tolerance)).toBe(31)
  })
})

function figuresOf({ equity, exposure }: RiskReport): object {
  const { assets, concentration } = exposure
  const each = <T>(figure: (asset: (typeof assets)[number]) => T) =>
    Object.fromEntries(assets.map((asset) => [asset.asset, figure(asset)]))
  const gross = toFloat(exposure.gross)
  return {
    contract_equity_coin: Object.fromEntries(equity.coins.map((coin) => [coin.marginCoin, coin.equity])),
    delta_units: each(({ delta }) => delta),
    delta_usd: each(({ value }) => value),
    synthetic_cash_usd: exposure.cash,
    total_equity_usd: equity.total,
    gross_by_asset: exposure.gross,
    net: exposure.net,
    long: exposure.long,
    short: exposure.short,
    long_short_ratio: exposure.longShortRatio,
    gross_position_notional: exposure.positionNotional,
    effective_leverage: exposure.effectiveLeverage,
    net_leverage: exposure.netLeverage,
    contract_leverage: exposure.contractLeverage,
    weights: each(({ value }) => Math.abs(toFloat(value as Decimal)) / gross),
    hhi: concentration.hhi,
    hhi_normalised: concentration.hhiNormalised,
    effective_number: concentration.effectiveNumber,
    top1_share: concentration.top1Share,
    top3_share: concentration.top3Share,
  }
}
