/** Spot holdings: the columns of their table, and their fields as CSV. Pure. */
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import type { CsvField } from '../kit/csv.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { balanceRow, totalOf, type Holding } from './balance-rows.ts'

const figures = (
  id: 'total' | 'locked' | 'value',
  header: string,
  width: number,
  more: Partial<Column<Holding>>,
): Column<Holding> => ({ id, header, width, align: 'end', ...more })

/** An amount, or why it is not known. */
function figureOf(holding: Holding, name: 'total' | 'locked') {
  const { [name]: text, gap } = balanceRow(holding)
  return { text, gap }
}

/** Amounts of different coins cannot be compared, so the table is sorted only by name and by value. */
export const balanceColumns = (coin: string): readonly Column<Holding>[] => [
  { id: 'asset', header: t('kit.asset'), width: 84, sort: ({ balance }) => balance.asset },
  figures('total', t('overview.balance.total'), 104, { figure: (row) => figureOf(row, 'total') }),
  figures('locked', t('overview.balance.locked'), 84, {
    spare: 1,
    figure: (row) => ({ ...figureOf(row, 'locked'), tone: 'muted' }),
  }),
  figures('value', t('overview.balance.value', { coin }), 104, {
    sort: ({ value }) => (value?.value == null ? null : toFloat(decimal(value.value))),
  }),
]

export const BALANCE_CSV: readonly CsvField<Holding>[] = [
  { name: 'asset', of: ({ balance }) => balance.asset },
  { name: 'free', of: ({ balance }) => balance.free },
  { name: 'locked', of: ({ balance }) => balance.locked },
  { name: 'total', of: ({ balance }) => totalOf(balance) },
  { name: 'value', of: ({ value }) => value?.value },
  { name: 'rate', of: ({ value }) => value?.rate },
  { name: 'valued_by', of: ({ value }) => value?.path.join(' ') },
]
