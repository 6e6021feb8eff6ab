/** The exits in a stressed market, in the same shape as in the live one. */
import type { Encoded } from '#shared/domain/decimal.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/liquidity-report.ts'
import { STRESSED_MARKET } from '#shared/risk/liquidity/stressed.ts'
import { t } from '../../kit/say.ts'
import { formatPercent } from '../../kit/format.ts'
import { input, type HowInput } from '../how/methods.ts'
import { name, type Exit } from './exit-cells.ts'

/** The report with the figures of the stressed market; the others stay as they are. */
export function inStress(report: Encoded<LiquidityReport>): Encoded<LiquidityReport> {
  const rows = report.rows.map((row): Exit => ({ ...row, ...row.stressed }))
  return { ...report, rows, totals: report.stressedTotals }
}

/** Whether its impact cost uses a volatility multiplied by an assumed factor. */
function isAssumed({ stressed: { isFactorAssumed, impactCost } }: Exit): boolean {
  return isFactorAssumed && impactCost.value !== null && impactCost.value !== 0
}

/** Names the exits whose volatility is multiplied by an assumed factor; empty without any. */
export function stressNotes({ rows }: Encoded<LiquidityReport>): readonly string[] {
  const assumed = [...new Set(rows.filter(isAssumed).map(name))]
  return assumed.length === 0
    ? []
    : [t('liquidity.volatilityTimes', { factor: STRESSED_MARKET.volatilityFactor, names: assumed })]
}

/** An input of every figure in a stressed market. */
export function depthLeft(): HowInput {
  const text = formatPercent(STRESSED_MARKET.depthLeft, { places: 0 })
  return input(t('liquidity.input.depthLeft'), text)
}
