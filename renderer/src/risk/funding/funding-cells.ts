/** The text of each cell of the funding table: positions with a rate, and those whose rate is not known. */
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { FundingReport } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, formatPercentText, UNKNOWN, formatValue } from '../../kit/format.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

export type FundingLine = ReturnType<typeof fundingLines>[number]

/** Every position of the report, including those whose funding is not known. */
export function fundingLines(report: Encoded<FundingReport>, parts: Partial<Parts>) {
  const positions = new Map(parts.positions?.data?.map((each) => [each.key, each]))
  const quotes = new Map(
    parts.quotes?.data?.flatMap((quote) =>
      quote.area === 'contract' ? [[quote.instrument, quote.indexAt] as const] : [],
    ),
  )
  const rows = new Map(report.positions.map((row) => [row.key, row]))
  const keys = [...new Set([...rows.keys(), ...report.unknown])]
  return keys.map((key) => {
    const position = positions.get(key)
    const known = rows.get(key) ?? null
    const contract = known?.contract ?? position?.contract ?? key
    return {
      key,
      contract,
      marginMode: position?.marginMode ?? null,
      side: position?.side ?? null,
      marginCoin: position?.marginCoin ?? '',
      known,
      /** Paid or received since the position was opened, in the margin coin. */
      accrued: position?.fundingFees ?? null,
      /** When its rate was read, main's monotonic ms. */
      readAt: quotes.get(contract) ?? null,
    }
  })
}

/** "+0.0100 %" per interval. */
export const rate = ({ known }: FundingLine): string =>
  formatPercentText(known?.rate ?? null, { places: 4, sign: 'always' })

/** The next payment, in the margin coin. */
export const payment = ({ known, marginCoin }: FundingLine): string => inCoin(known?.payment ?? null, marginCoin)

/** What was paid or received so far, in the margin coin. */
export const accrued = (line: FundingLine): string => inCoin(line.accrued, line.marginCoin)

const inCoin = (value: DecimalText | null, coin: string): string =>
  value === null ? UNKNOWN : `${formatAmount(value, { places: placesOf(coin), sign: 'always' })} ${coin}`

/** A day's funding, in the reporting coin. */
export const daily = ({ known }: FundingLine): string => formatValue(known?.dailyValue ?? null, { sign: 'always' })

export const yearly = ({ known }: FundingLine): string => formatPercent(known?.yearly ?? null, { sign: 'always' })
