/** Spot holdings: the columns of their table, and their fields as CSV. Pure. */
import { heldOf } from '#shared/domain/account.ts'
import { decodeBalance } from '#shared/domain/decode.ts'
import { decimal, encode, toFloat } from '#shared/domain/decimal.ts'
import type { CsvField } from '../kit/csv.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { balanceRow, type Holding } from './balance-rows.ts'

const figures = (
  id: 'total' | 'locked' | 'value',
  header: string,
  width: number,
  more: Partial<Column<Holding>>,
): Column<Holding> => ({ id, header, width, align: 'end', ...more })

/** Amounts of different coins cannot be compared, so the table is sorted only by name and by value. */
export const balanceColumns = (coin: string): readonly Column<Holding>[] => [
  { id: 'asset', header: t('kit.asset'), width: 84, sort: ({ balance }) => balance.asset },
  figures('total', t('overview.balance.total'), 104, {
    figure: (row) => ({ text: balanceRow(row).total, gap: balanceRow(row).gap }),
  }),
  figures('locked', t('overview.balance.locked'), 84, {
    spare: 1,
    figure: (row) => ({ text: balanceRow(row).locked, gap: balanceRow(row).gap, tone: 'muted' }),
  }),
  figures('value', t('overview.balance.value', { coin }), 104, {
    sort: ({ value }) => (value?.value == null ? null : toFloat(decimal(value.value))),
  }),
]

export const BALANCE_CSV: readonly CsvField<Holding>[] = [
  { name: 'asset', of: ({ balance }) => balance.asset },
  { name: 'free', of: ({ balance }) => balance.free },
  { name: 'locked', of: ({ balance }) => balance.locked },
  { name: 'total', of: ({ balance }) => encode(heldOf(decodeBalance(balance))) },
  { name: 'value', of: ({ value }) => value?.value },
  { name: 'rate', of: ({ value }) => value?.rate },
  { name: 'valued_by', of: ({ value }) => value?.path.join(' ') },
]
