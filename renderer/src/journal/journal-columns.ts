import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import type { JournalRow } from './journal-rows.ts'

export const journalColumns = (): readonly Column<JournalRow>[] => [
  {
    id: 'at',
    header: t('journal.column.at'),
    width: 164,
    title: t('journal.column.atHint'),
    sort: ({ intent }) => intent.createdAt,
  },
  { id: 'what', header: t('journal.column.what'), width: 186, sort: ({ title }) => title },
  { id: 'state', header: t('journal.column.state'), width: 140, sort: ({ intent }) => intent.state },
  {
    id: 'requests',
    header: t('journal.column.requests'),
    width: 94,
    align: 'end',
    title: t('journal.column.requestsHint'),
    figure: ({ requests }) => requests,
  },
  {
    id: 'rounds',
    header: t('journal.column.rounds'),
    width: 58,
    align: 'end',
    title: t('journal.column.roundsHint'),
    figure: ({ rounds }) => String(rounds),
  },
  {
    id: 'planned',
    header: t('journal.column.planned'),
    width: 92,
    align: 'end',
    title: t('journal.column.plannedHint'),
  },
  {
    id: 'took',
    header: t('journal.column.took'),
    width: 80,
    align: 'end',
    title: t('journal.column.tookHint'),
    sort: ({ intent }) => intent.tookMs,
    figure: ({ timeTaken }) => timeTaken,
  },
  {
    id: 'cost',
    header: t('journal.column.cost'),
    width: 126,
    align: 'end',
    title: t('journal.column.costHint'),
    isSpare: true,
    sort: ({ intent: { estimate } }) => estimate && toFloat(decimal(estimate.slippage).plus(estimate.fee)),
    figure: ({ cost }) => cost,
  },
  { id: 'actions', header: '', width: 108, align: 'end' },
]
