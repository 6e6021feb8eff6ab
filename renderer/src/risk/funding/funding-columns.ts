import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { tone } from '../../kit/format.ts'
import { t } from '../../kit/say.ts'
import type { Column } from '../../kit/use-data-table.ts'
import * as cell from './funding-cells.ts'
import type { FundingLine } from './funding-cells.ts'

/** `coin`: the reporting coin. The view draws the heads of figures: each opens how its figure is computed. */
export const fundingColumns = (coin: string): readonly Column<FundingLine>[] => [
  { id: 'contract', header: t('area.contract'), width: 112, sort: ({ contract }) => contract },
  { id: 'side', header: t('kit.side'), width: 66 },
  { id: 'rate', header: t('funding.column.rate'), width: 92, align: 'end', figure: cell.rate },
  {
    id: 'payment',
    header: t('funding.column.payment'),
    width: 120,
    align: 'end',
    figure: (row) => ({ text: cell.payment(row), tone: tone(row.known?.payment ?? null) }),
  },
  {
    id: 'daily',
    header: t('funding.column.day'),
    title: t('funding.column.dayHint', { coin }),
    width: 84,
    align: 'end',
    sort: ({ known }) => (known?.dailyValue == null ? null : toFloat(decimal(known.dailyValue))),
    figure: (row) => ({ text: cell.daily(row), tone: tone(row.known?.dailyValue ?? null) }),
  },
  { id: 'yearly', header: t('funding.column.year'), width: 72, align: 'end', spare: 1, figure: cell.yearly },
  {
    id: 'accrued',
    header: t('funding.column.accrued'),
    title: t('funding.column.accruedHint'),
    width: 120,
    align: 'end',
    spare: 3,
    figure: (row) => ({ text: cell.accrued(row), tone: tone(row.accrued) }),
  },
  { id: 'age', header: t('funding.column.age'), title: t('funding.column.ageHint'), width: 66, align: 'end', spare: 2 },
]
