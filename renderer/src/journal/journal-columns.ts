import { toFloat } from '#shared/domain/decimal.ts'
import { zoneName } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { plannedCost, type JournalRow } from './journal-rows.ts'

/** A column of figures, its head explained on hover. */
const figures = (
  id: 'requests' | 'rounds' | 'planned' | 'took' | 'cost',
  width: number,
  more: Partial<Column<JournalRow>> = {},
): Column<JournalRow> => {
  const words = { header: t(`journal.column.${id}`), title: t(`journal.column.${id}Hint`) }
  return { id, ...words, width, align: 'end', ...more }
}

export const journalColumns = (): readonly Column<JournalRow>[] => [
  {
    id: 'at',
    header: t('journal.column.at'),
    width: 172,
    title: zoneName(),
    spare: 1,
    sort: ({ intent }) => intent.createdAt,
  },
  { id: 'what', header: t('journal.column.what'), width: 280, sort: ({ title }) => title },
  { id: 'state', header: t('journal.column.state'), width: 138, sort: ({ intent }) => intent.state },
  figures('requests', 82, { spare: 2, figure: ({ requests }) => requests }),
  figures('rounds', 58, { spare: 6, figure: ({ rounds }) => String(rounds) }),
  figures('planned', 92, { spare: 5 }),
  figures('took', 80, { spare: 3, sort: ({ intent }) => intent.tookMs, figure: ({ timeTaken }) => timeTaken }),
  figures('cost', 118, {
    spare: 4,
    sort: ({ intent: { estimate } }) => estimate && toFloat(plannedCost(estimate)),
    figure: ({ cost }) => cost,
  }),
  { id: 'actions', header: '', width: 108, align: 'end' },
]
