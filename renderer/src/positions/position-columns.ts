import { decimal, toFloat, type DecimalText } from '#shared/domain/decimal.ts'
import type { Code } from '#shared/words/message.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { pnlBasis } from '../kit/use-look.ts'
import { openPnl, pnlAtLast, type PositionRow } from './position-rows.ts'

const float = (text: DecimalText | null | undefined): number | null => (text ? toFloat(decimal(text)) : null)
const size = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.abs(value)

/** The profit at the chosen price in the reporting coin, so that positions in several coins can be compared. */
function pnlValue(row: PositionRow): number | null {
  const [pnl, value, notional] = [
    float(openPnl(row, pnlBasis.value)),
    float(row.risk?.value),
    float(row.risk?.notional),
  ]
  return pnl === null || !value || notional === null ? null : (pnl * notional) / value
}

/** Columns with a hint in the catalogue. */
type Figures<C = Code> = C extends `positions.column.${infer Id}Hint` ? Id : never

/** A column of figures, its head explained on hover. */
const figures = (id: Figures, width: number, more: Partial<Column<PositionRow>> = {}): Column<PositionRow> => {
  const words = { header: t(`positions.column.${id}`), title: t(`positions.column.${id}Hint`) }
  return { id, ...words, width, align: 'end', ...more }
}

export const positionColumns = (): readonly Column<PositionRow>[] => [
  { id: 'contract', header: t('area.contract'), width: 110, sort: ({ position }) => position.contract },
  { id: 'side', header: t('kit.side'), width: 64, sort: ({ position }) => position.side },
  figures('size', 102, { spare: 4 }),
  figures('price', 108, { spare: 3 }),
  {
    ...{ id: 'pnl', header: t(`positions.pnl.${pnlBasis.value}`), title: t(`positions.pnlHint.${pnlBasis.value}`) },
    ...{ width: 118, align: 'end', spare: 1, sort: pnlValue },
  },
  figures('total', 118, { isExtra: true, sort: ({ risk }) => float(risk?.totalPnlValue) }),
  figures('roe', 78, { isExtra: true, spare: 8, sort: ({ risk }) => risk?.returnOnMargin ?? null }),
  figures('roi', 78, { isExtra: true, sort: ({ risk }) => risk?.returnOnValue ?? null }),
  figures('last', 158, { isExtra: true, spare: 7, sort: (row) => float(pnlAtLast(row)) }),
  figures('exit', 104, { isExtra: true, sort: ({ exit }) => exit?.exitPnl.value ?? null }),
  figures('breakEven', 92, { isExtra: true }),
  figures('funding', 92, { isExtra: true, sort: ({ position }) => float(position.fundingFees) }),
  figures('rate', 98, { spare: 5, sort: ({ risk }) => risk?.marginRate ?? null }),
  figures('liquidation', 116, { spare: 2 }),
  figures('distance', 96, { sort: ({ risk }) => size(risk?.liquidation?.distance) }),
  figures('notional', 134, { spare: 6, sort: ({ risk }) => float(risk?.notional) }),
  figures('cover', 78, { sort: ({ cover }) => cover.share }),
  { id: 'actions', header: '', width: 150, align: 'end' },
]

/** The columns that show how bad it is, and the way out; and how much it is, where there is room. */
const WORST: readonly string[] = [
  ...['contract', 'side', 'size', 'pnl', 'liquidation', 'distance', 'notional', 'cover', 'actions'],
]

export const overviewColumns = (): readonly Column<PositionRow>[] =>
  positionColumns().filter(({ id }) => WORST.includes(id))
