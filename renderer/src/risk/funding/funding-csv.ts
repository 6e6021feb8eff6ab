/** The fields of a position's funding as CSV. Rates are fractions; positive amounts are received. */
import type { CsvField } from '../../kit/csv.ts'
import type { FundingLine } from './funding-cells.ts'

export const FUNDING_CSV: readonly CsvField<FundingLine>[] = [
  { name: 'contract', of: ({ contract }) => contract },
  { name: 'side', of: ({ side }) => side },
  { name: 'margin_mode', of: ({ marginMode }) => marginMode },
  { name: 'margin_coin', of: ({ marginCoin }) => marginCoin },
  { name: 'rate', of: ({ known }) => known?.rate },
  { name: 'next_payment', of: ({ known }) => known?.payment },
  { name: 'daily', of: ({ known }) => known?.daily },
  { name: 'daily_in_reporting_coin', of: ({ known }) => known?.dailyValue },
  { name: 'accrued', of: ({ accrued }) => accrued },
  { name: 'yearly_rate', of: ({ known }) => known?.yearly },
]
