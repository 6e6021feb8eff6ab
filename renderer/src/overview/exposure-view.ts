import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { AssetExposure, Exposure } from '#shared/risk/report.ts'
import { listed, message } from '#shared/words/message.ts'
import { formatAmount, formatCompact, formatTimes, formatValue } from '../kit/format.ts'
import { sayAll, t } from '../kit/say.ts'
import type { ChartTable } from '../kit/chart/table.ts'

export type ExposureView = ReturnType<typeof viewExposure>

/** The largest `limit` exposures by size; assets without a price have no length and are named instead. */
export function viewExposure(exposure: Encoded<Exposure>, limit: number) {
  const priced = exposure.assets.flatMap((asset) => (asset.value === null ? [] : [{ ...asset, value: asset.value }]))
  const largest = priced.toSorted((a, b) => Math.abs(lengthOf(b.value)) - Math.abs(lengthOf(a.value)))
  return {
    bars: largest.slice(0, limit).map(bar),
    /** How many priced assets did not fit. */
    more: Math.max(0, priced.length - limit),
    unpriced: exposure.assets.filter((asset) => asset.value === null).map((asset) => asset.asset),
    /** Held contracts that no bar and no total includes. */
    notCounted: exposure.notCounted,
  }
}

/** Lengths are drawn, texts are exact. */
function bar(asset: Encoded<AssetExposure> & { readonly value: DecimalText }) {
  return {
    asset: asset.asset,
    holdings: lengthOf(asset.holdingValue),
    contracts: lengthOf(asset.contractValue),
    net: lengthOf(asset.value),
    netText: formatCompact(asset.value, { sign: 'always' }),
    source: asset,
  }
}

/** 0 when the source adds nothing. Read as float64: there may be hundreds, and a length needs no exact digits. */
function lengthOf(value: DecimalText | null): number {
  return Number(value)
}

/** What the exposure shows, in words; the title of the chart. */
export function exposureFinding(exposure: Encoded<Exposure>, coin: string): string {
  const view = viewExposure(exposure, 1)
  const [largest] = view.bars
  const { notCounted } = view
  const without =
    notCounted.length === 0 ? [] : [message('overview.exposure.without', { names: listed(notCounted, 2) })]
  if (largest === undefined && view.unpriced.length === 0) {
    const none = message(without.length === 0 ? 'overview.exposure.none' : 'overview.exposure.unknown')
    return sayAll(none, ...without)
  }
  const sums = { net: formatCompact(exposure.net, { sign: 'always' }), gross: formatCompact(exposure.gross), coin }
  const totals =
    exposure.effectiveLeverage === null
      ? message('overview.exposure.totals', sums)
      : message('overview.exposure.totalsTimes', { ...sums, times: formatTimes(exposure.effectiveLeverage) })
  const finding =
    largest === undefined
      ? message('overview.exposure.unpriced', { totals })
      : message('overview.exposure.finding', { totals, asset: largest.asset, value: largest.netText })
  return sayAll(finding, ...without)
}

/** Every exposure as a table, exact. */
export function exposureTable(exposure: Encoded<Exposure>, coin: string): ChartTable {
  const money = (value: DecimalText | null): string => formatValue(value, { sign: 'always' })
  return {
    caption: t('overview.exposure.caption', { coin }),
    columns: [
      t('kit.asset'),
      t('overview.exposure.units'),
      t('overview.exposure.holdingsColumn', { coin }),
      t('overview.exposure.contractsColumn', { coin }),
      t('correlation.netColumn', { coin }),
    ],
    rows: exposure.assets.map((asset) => [
      asset.asset,
      formatAmount(asset.delta, { sign: 'always' }),
      money(asset.holdingValue),
      money(asset.contractValue),
      money(asset.value),
    ]),
  }
}
