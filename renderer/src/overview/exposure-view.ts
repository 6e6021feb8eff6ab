import { parseDecimal, toFloat, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import type { Exposure } from '#shared/risk/report.ts'
import { formatAmount, formatCompact, formatTimes } from '../kit/format.ts'
import type { ChartTable } from '../kit/chart/table.ts'

type AssetExposure = Encoded<Exposure>['assets'][number]

/** One bar: lengths are drawn, texts are exact. */
export interface ExposureBar {
  readonly asset: string
  readonly holdings: number
  readonly contracts: number
  readonly net: number
  readonly netText: string
  readonly source: AssetExposure
}

export interface ExposureView {
  /** Largest first. */
  readonly bars: readonly ExposureBar[]
  /** Priced assets that did not fit. */
  readonly more: number
  readonly unpriced: readonly string[]
  /** Contracts held that no bar and no total has. */
  readonly notCounted: readonly string[]
}

/** The largest `limit` exposures by size; assets without a price have no length and are named instead. */
export function viewExposure(exposure: Encoded<Exposure>, limit: number): ExposureView {
  const bars = exposure.assets.flatMap(bar).toSorted((a, b) => Math.abs(b.net) - Math.abs(a.net))
  return {
    bars: bars.slice(0, limit),
    more: Math.max(0, bars.length - limit),
    unpriced: exposure.assets.filter((asset) => asset.value === null).map((asset) => asset.asset),
    notCounted: exposure.notCounted,
  }
}

function bar(asset: AssetExposure): readonly ExposureBar[] {
  if (asset.value === null) return []
  const netText = formatCompact(asset.value, { sign: 'always' })
  return [
    {
      asset: asset.asset,
      holdings: lengthOf(asset.holdingValue),
      contracts: lengthOf(asset.contractValue),
      net: lengthOf(asset.value),
      netText,
      source: asset,
    },
  ]
}

/** A bar with no part from a source has no length there. */
function lengthOf(value: DecimalText | null): number {
  const amount = value === null ? null : parseDecimal(value)
  return amount === null ? 0 : toFloat(amount)
}

/** What the exposure says, in words; the title of the chart. */
export function exposureFinding(exposure: Encoded<Exposure>, coin: string): string {
  const view = viewExposure(exposure, 1)
  const [largest] = view.bars
  const without = view.notCounted.length === 0 ? '' : ` Without ${listed(view.notCounted, 2)}.`
  if (largest === undefined && view.unpriced.length === 0) {
    return without === '' ? 'No exposure: everything is cash.' : `Exposure not known.${without}`
  }
  const leverage = exposure.effectiveLeverage === null ? '' : ` (${formatTimes(exposure.effectiveLeverage)} equity)`
  const totals = `Net ${formatCompact(exposure.net, { sign: 'always' })}, gross ${formatCompact(exposure.gross)} ${coin}${leverage}`
  const top = largest === undefined ? '' : `; largest: ${largest.asset} ${largest.netText}`
  return `${totals}${top}.${without}`
}

/** Every exposure as a table, exact. */
export function exposureTable(exposure: Encoded<Exposure>, coin: string): ChartTable {
  const money = (value: DecimalText | null): string => formatAmount(value, { places: 2, sign: 'always' })
  return {
    caption: `Exposure of each asset in ${coin}`,
    columns: ['Asset', 'Units', `Holdings (${coin})`, `Contracts (${coin})`, `Net (${coin})`],
    rows: exposure.assets.map((asset) => [
      asset.asset,
      formatAmount(asset.delta, { sign: 'always' }),
      money(asset.holdingValue),
      money(asset.contractValue),
      money(asset.value),
    ]),
  }
}
