import { DAYS_PER_YEAR } from '#shared/domain/bar.ts'
import { decimal, toFloat, toText, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import type { FundingReport } from '#shared/risk/report.ts'
import { UNKNOWN, formatValue } from '../../kit/format.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { sayAll, t } from '../../kit/say.ts'

export type FundingView = ReturnType<typeof viewFunding>

/** The `limit` assets whose funding is largest, either way. */
export function viewFunding({ assets }: Encoded<FundingReport>, limit: number) {
  const bars = assets.flatMap(({ asset, dailyValue }) =>
    dailyValue === null ? [] : [{ asset, value: toFloat(decimal(dailyValue)), text: moneyText(dailyValue) }],
  )
  const largest = bars.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, limit)
  return {
    /** The most expensive first: a length is drawn, its text is exact. */
    bars: largest.toSorted((a, b) => a.value - b.value),
    /** How many did not fit. */
    more: Math.max(0, bars.length - limit),
    /** Assets with a part that is not known: they have no bar. */
    unknown: assets.filter(({ dailyValue }) => dailyValue === null).map(({ asset }) => asset),
  }
}

/** Which asset costs most and which brings most; the chart's title. */
export function fundingFinding(report: Encoded<FundingReport>, coin: string): string {
  const { bars, unknown } = viewFunding(report, Infinity)
  const [first, last] = [bars[0], bars.at(-1)]
  const facts = ({ asset, text }: (typeof bars)[number]) => ({ asset, amount: text, coin })
  const most = [
    ...(first && first.value < 0 ? [message('funding.costsMost', facts(first))] : []),
    ...(last && last.value > 0 ? [message('funding.bringsMost', facts(last))] : []),
  ]
  const none = message(bars.length === 0 ? 'funding.unknown' : 'funding.netsOut')
  const without = unknown.length === 0 ? [] : [message('kit.unknownNames', { names: unknown })]
  return sayAll(...(most.length === 0 ? [none] : most), ...without)
}

/** Every asset, to the cent. */
export function fundingTable({ assets }: Encoded<FundingReport>, coin: string): ChartTable {
  return {
    caption: t('funding.caption', { coin }),
    columns: [t('kit.asset'), t('funding.column.dayIn', { coin }), t('funding.column.yearIn', { coin })],
    rows: assets.map(({ asset, dailyValue }) => [
      asset,
      dailyValue === null ? t('funding.assetUnknown', { unknown: UNKNOWN }) : moneyText(dailyValue),
      dailyValue === null ? UNKNOWN : moneyText(inAYear(dailyValue)),
    ]),
  }
}

function moneyText(value: DecimalText): string {
  return formatValue(value, { sign: 'always' })
}

/** The funding of a day, every day of a year. */
export function inAYear(daily: DecimalText): DecimalText {
  return toText(decimal(daily).times(DAYS_PER_YEAR))
}
