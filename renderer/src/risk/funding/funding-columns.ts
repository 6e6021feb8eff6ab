import { decimal, toFloat } from '#shared/domain/decimal.ts'
import type { Column } from '../../kit/use-data-table.ts'
import type { FundingLine } from './funding-cells.ts'

/** `coin` is the reporting coin. Names of figures stand in their own heads: they open how each is computed. */
export const fundingColumns = (coin: string): readonly Column<FundingLine>[] => [
  { id: 'contract', header: 'Contract', width: 112, sort: ({ contract }) => contract },
  { id: 'side', header: 'Side', width: 66 },
  { id: 'rate', header: 'Rate', width: 92, align: 'end' },
  { id: 'payment', header: 'Next payment', width: 118, align: 'end' },
  {
    id: 'daily',
    header: 'A day',
    title: `In ${coin}`,
    width: 84,
    align: 'end',
    sort: ({ known }) => (known?.dailyValue == null ? null : toFloat(decimal(known.dailyValue))),
  },
  { id: 'yearly', header: 'A year', width: 72, align: 'end' },
  { id: 'age', header: 'Read', title: 'How old the rate is', width: 66, align: 'end' },
]
