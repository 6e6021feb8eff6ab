import { Lock } from '@lucide/vue'
import { decimal, toFloat, type DecimalText } from '#shared/domain/decimal.ts'
import type { Code } from '#shared/words/message.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { tone } from '../kit/format.ts'
import { say, t } from '../kit/say.ts'
import { SEVERITY_ICONS } from '../kit/severity-icons.ts'
import type { Column, FigureText } from '../kit/use-data-table.ts'
import { pnlBasis, returnBasis } from '../kit/use-look.ts'
import { coverInFull, coverSource, coverText } from './cover-words.ts'
import * as cell from './position-cells.ts'
import { coverOfRow, openPnl, pnlAtLast, type PositionRow } from './position-rows.ts'

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

/** A figure that needs fields of the position. */
const resting = (row: PositionRow, text: string, on: Parameters<typeof cell.gapOf>[1]): FigureText => ({
  text,
  gap: cell.gapOf(row, on),
})

export const positionColumns = (): readonly Column<PositionRow>[] => [
  { id: 'contract', header: t('area.contract'), width: 110, sort: ({ position }) => position.contract },
  { id: 'side', header: t('kit.side'), width: 64, sort: ({ position }) => position.side },
  figures('size', 102, {
    spare: 4,
    figure: (row) => ({ text: cell.size(row), gap: cell.sizeGap(row), title: cell.sizeInFull(row) }),
    sub: cell.contracts,
  }),
  figures('price', 116, {
    spare: 3,
    figure: (row) => resting(row, cell.mark(row), 'mark'),
    sub: (row) => ({
      ...resting(row, t('positions.entry', { price: cell.entry(row) }), 'entry'),
      title: t('positions.entryHint'),
    }),
  }),
  {
    id: 'pnl',
    header: t(`positions.pnl.${pnlBasis.value}`),
    title: t(`positions.pnlHint.${pnlBasis.value}`),
    width: 118,
    align: 'end',
    spare: 1,
    sort: pnlValue,
    figure: (row) => ({ ...resting(row, cell.pnl(row), 'pnl'), tone: cell.pnlTone(row) }),
    sub: (row) => ({ ...resting(row, cell.gain(row), returnBasis.value), ...pnlAge(row) }),
  },
  figures('total', 118, {
    extra: 4,
    sort: ({ risk }) => float(risk?.totalPnlValue),
    figure: (row) => ({
      ...resting(row, cell.total(row), 'total'),
      tone: cell.totalTone(row),
      title: cell.totalInFull(row),
    }),
  }),
  figures('roe', 78, {
    extra: 5,
    spare: 8,
    sort: ({ risk }) => risk?.returnOnMargin ?? null,
    figure: (row) => ({ ...resting(row, cell.roe(row), 'roe'), tone: tone(row.risk?.returnOnMargin ?? null) }),
  }),
  figures('roi', 78, {
    extra: 7,
    sort: ({ risk }) => risk?.returnOnValue ?? null,
    figure: (row) => ({ ...resting(row, cell.roi(row), 'roi'), tone: tone(row.risk?.returnOnValue ?? null) }),
  }),
  figures('last', 158, {
    extra: 6,
    spare: 7,
    sort: (row) => float(pnlAtLast(row)),
    figure: (row) => ({ ...resting(row, cell.lastPnl(row), 'total'), tone: tone(pnlAtLast(row)) }),
    sub: (row) => ({ text: cell.last(row), age: { reading: row.lastReading } }),
  }),
  figures('exit', 136, {
    extra: 1,
    sort: ({ exit }) => exit?.exitPnl.value ?? null,
    figure: (row) => ({ ...cell.exitPnl(row), tone: tone(row.exit?.exitPnl.value ?? null) }),
    sub: ({ exit, bookReading }) =>
      exit && { isWords: true, text: '', age: { reading: bookReading, label: t('positions.book') } },
  }),
  figures('breakEven', 92, {
    extra: 3,
    figure: (row) => resting(row, cell.breakEven(row), 'breakEven'),
  }),
  figures('funding', 118, {
    extra: 2,
    sort: ({ position }) => float(position.fundingFees),
    figure: (row) => ({ ...resting(row, cell.funding(row), 'funding'), tone: cell.fundingTone(row) }),
  }),
  figures('rate', 98, {
    spare: 5,
    sort: ({ risk }) => risk?.marginRate ?? null,
    figure: (row) => ({ text: cell.marginRate(row), gap: cell.rateGap(row) }),
    sub: (row) => ({
      text: t('positions.required', { rate: cell.requiredRate(row) }),
      title: t('positions.requiredHint'),
    }),
  }),
  figures('liquidation', 116, {
    spare: 2,
    figure: (row) => ({ text: cell.liquidation(row, 'headline'), title: bothLiquidations(row) }),
    sub: liquidationNote,
  }),
  figures('distance', 96, {
    sort: ({ risk }) => size(risk?.liquidation?.distance),
    figure: (row) => {
      const severity = cell.distanceTone(row)
      const icon = severity === 'neutral' ? undefined : SEVERITY_ICONS[severity]
      return { text: cell.distance(row), tone: severity, icon }
    },
  }),
  figures('notional', 134, {
    spare: 6,
    sort: ({ risk }) => float(risk?.notional),
    figure: (row) => resting(row, cell.notional(row), 'notional'),
    sub: (row) => ({
      ...resting(row, t('positions.margin', { amount: cell.margin(row) }), 'margin'),
      title: t('positions.fact.margin'),
    }),
  }),
  figures('cover', 78, {
    sort: (row) => coverOfRow(row).share,
    figure: (row) => {
      const cover = coverOfRow(row)
      return { text: coverText(cover), title: coverInFull(cover, row), tone: cover.share === 0 ? 'muted' : '' }
    },
    sub: (row) => ({ ...coverSource(coverOfRow(row)), isWords: true }),
  }),
  { id: 'actions', header: '', width: 150, align: 'end' },
]

/** The mark is as old as the row, any other price has an age of its own. */
function pnlAge({ lastReading, bookReading }: PositionRow): Pick<FigureText, 'age'> {
  if (pnlBasis.value === 'mark') return {}
  return { age: { reading: pnlBasis.value === 'last' ? lastReading : bookReading } }
}

/** Both liquidation prices, or why there is none. */
function bothLiquidations(row: PositionRow): string {
  if (row.risk?.liquidation)
    return t('positions.liquidation.both', { own: cell.liquidation(row, 'own'), venue: cell.liquidation(row, 'venue') })
  return row.risk?.reason ? say(row.risk.reason) : t('positions.liquidation.notComputed')
}

/** How well our liquidation price and the venue's agree; a frozen position says so first. */
function liquidationNote(row: PositionRow): FigureText {
  const isWords = true
  const frozen = FREEZE_WORDS[row.position.freeze]
  if (frozen) return { isWords, text: frozen.word, title: frozen.why, tone: frozen.tone, icon: Lock }
  if (row.doubt !== null) return { isWords, text: t('risk.doubtful'), title: row.doubt, tone: 'amber' }
  const title = bothLiquidations(row)
  const agreement = row.risk?.liquidation?.agreement
  if (!agreement) return { isWords, text: title, title }
  return {
    isWords,
    text: t(`positions.liquidation.${agreement}`),
    title,
    tone: agreement === 'disagree' ? 'amber' : '',
  }
}

/** The columns that show how bad it is, and the way out; and how much it is, where there is room. */
const WORST: readonly string[] = [
  ...['contract', 'side', 'size', 'pnl', 'liquidation', 'distance', 'notional', 'cover', 'actions'],
]

export const overviewColumns = (): readonly Column<PositionRow>[] =>
  positionColumns().map((column, at) => (WORST.includes(column.id) ? column : { ...column, extra: at }))
