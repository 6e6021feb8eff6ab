import { decimal, toFloat, type DecimalText } from '#shared/domain/decimal.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import * as cell from './position-cells.ts'
import type { PositionRow } from './position-rows.ts'

const float = (text: DecimalText | null | undefined): number | null => (text ? toFloat(decimal(text)) : null)
const size = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.abs(value)

export const positionColumns = (): readonly Column<PositionRow>[] => [
  { id: 'contract', header: t('positions.column.contract'), width: 110, sort: ({ position }) => position.contract },
  { id: 'side', header: t('positions.column.side'), width: 64, sort: ({ position }) => position.side },
  { id: 'size', header: t('positions.column.size'), width: 102, align: 'end', title: t('positions.column.sizeHint') },
  { id: 'price', header: t('positions.column.price'), width: 84, align: 'end', title: t('positions.column.priceHint') },
  {
    id: 'pnl',
    header: t('positions.column.pnl'),
    width: 118,
    align: 'end',
    title: t('positions.column.pnlHint'),
    sort: ({ risk }) => float(risk?.totalPnlValue),
  },
  {
    id: 'rate',
    header: t('positions.column.rate'),
    width: 78,
    align: 'end',
    title: t('positions.column.rateHint'),
    sort: ({ risk }) => risk?.marginRate ?? null,
  },
  {
    id: 'liquidation',
    header: t('positions.column.liquidation'),
    width: 108,
    align: 'end',
    title: t('positions.column.liquidationHint'),
  },
  {
    id: 'distance',
    header: t('positions.column.distance'),
    width: 80,
    align: 'end',
    title: t('positions.column.distanceHint'),
    sort: ({ risk }) => size(risk?.liquidation?.distance),
    figure: (row) => ({ text: cell.distance(row), tone: cell.distanceTone(row) }),
  },
  {
    id: 'notional',
    header: t('positions.column.notional'),
    width: 82,
    align: 'end',
    title: t('positions.column.notionalHint'),
    isSpare: true,
    sort: ({ risk }) => float(risk?.notional),
  },
  {
    id: 'cover',
    header: t('positions.column.cover'),
    width: 82,
    align: 'end',
    title: t('positions.column.coverHint'),
    sort: ({ cover }) => cover.share,
  },
  { id: 'actions', header: '', width: 150, align: 'end' },
]
