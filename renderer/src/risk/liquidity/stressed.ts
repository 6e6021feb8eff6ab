/** The exits in a stressed market, in the shape they have in the one there is. */
import type { Encoded } from '#shared/domain/decimal.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/liquidity-report.ts'
import { STRESSED_MARKET } from '#shared/risk/liquidity/stressed.ts'
import { t } from '../../kit/say.ts'
import { formatPercent } from '../../kit/format.ts'
import type { HowInput } from '../how/methods.ts'
import { name, type Exit } from './exit-cells.ts'

type Report = Encoded<LiquidityReport>

/** The report as it would be: what is not said of the stressed market is as it is. */
export function inStress(report: Report): Report {
  const rows = report.rows.map((row): Exit => ({ ...row, ...row.stressed }))
  return { ...report, rows, totals: report.stressedTotals }
}

/** Whether a volatility was counted that is multiplied with an assumed factor. */
function isAssumed({ stressed: { isFactorAssumed, impactCost } }: Exit): boolean {
  return isFactorAssumed && impactCost.value !== null && impactCost.value !== 0
}

/** Whose volatility is multiplied by an assumption; nothing where none is. */
export function stressNotes({ rows }: Report): readonly string[] {
  const assumed = [...new Set(rows.filter(isAssumed).map(name))]
  return assumed.length === 0
    ? []
    : [t('liquidity.volatilityTimes', { factor: STRESSED_MARKET.volatilityFactor, names: assumed })]
}

/** Of every figure in a stressed market. */
export function depthLeft(): HowInput {
  const text = formatPercent(STRESSED_MARKET.depthLeft, { places: 0 })
  return { label: t('liquidity.input.depthLeft'), text, ageMs: null }
}
