/** Margin units: the columns of their table, and their fields as CSV. Rates are fractions. Pure. */
import { decimal, toText, type Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { nearestBreach } from '#shared/snapshot/safety.ts'
import type { CsvField } from '../kit/csv.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { labelOf } from '../risk/unit-label.ts'
import { fullness } from './margin-rows.ts'

type Unit = Encoded<MarginUnit>

const figures = (
  id: 'equity' | 'rate' | 'venue' | 'required' | 'used' | 'toLiquidation' | 'free',
  header: string,
  width: number,
  more: Partial<Column<Unit>> = {},
): Column<Unit> => ({ id, header, width, align: 'end', ...more })

/** px of a character of a figure or a name, and of the padding of a cell. */
const [CHARACTER_PX, PADDING_PX] = [7.3, 18]
/** Even short names and amounts have this many characters of room. */
const LEAST_CHARACTERS = 8

/**
 * Amounts of different coins cannot be compared, so the table is not sorted by them. `names`, `amounts`: what the columns
 * are wide enough for.
 */
export const marginColumns = (names: readonly string[], amounts: readonly string[]): readonly Column<Unit>[] => [
  { id: 'unit', header: t('desk.rescue.unit'), width: widthFor(names), sort: ({ id }) => labelOf(id) },
  figures('equity', t('strip.equity'), widthFor(amounts)),
  figures('rate', t('overview.margin.rate'), 116, { sort: ({ marginRate }) => marginRate }),
  figures('venue', t('overview.margin.venue'), 98, {
    title: t('overview.margin.venueHint'),
    spare: 2,
    sort: ({ venueMarginRate }) => venueMarginRate,
  }),
  figures('required', t('overview.margin.required'), 80, { spare: 4, sort: ({ requiredRate }) => requiredRate }),
  figures('used', t('overview.margin.used'), 104, { spare: 3, sort: fullness }),
  figures('toLiquidation', t('overview.margin.toLiquidation'), 86, {
    title: t('overview.margin.toLiquidationHint'),
    sort: distance,
  }),
  figures('free', t('overview.margin.free'), widthFor(amounts), { title: t('overview.margin.freeHint'), spare: 1 }),
]

function widthFor(texts: readonly string[]): number {
  const longest = Math.max(LEAST_CHARACTERS, ...texts.map(({ length }) => length))
  return Math.ceil(longest * CHARACTER_PX) + PADDING_PX
}

/** How far all prices can move until it is liquidated, whichever way. */
function distance(unit: Unit): number | null {
  const breach = unit.state === 'ok' ? nearestBreach(unit) : null
  return breach === null ? null : Math.abs(breach)
}

export const MARGIN_CSV: readonly CsvField<Unit>[] = [
  { name: 'margin_account', of: ({ id }) => id },
  { name: 'margin_coin', of: ({ marginCoin }) => marginCoin },
  { name: 'mode', of: ({ mode }) => mode },
  { name: 'state', of: ({ state }) => state },
  { name: 'equity', of: ({ equity }) => equity },
  { name: 'margin_rate', of: ({ marginRate }) => marginRate },
  { name: 'venue_margin_rate', of: ({ venueMarginRate }) => venueMarginRate },
  { name: 'required_rate', of: ({ requiredRate }) => requiredRate },
  { name: 'requirement', of: ({ requirement }) => requirement },
  {
    name: 'free',
    of: ({ equity, requirement }) =>
      equity === null || requirement === null ? null : toText(decimal(equity).minus(requirement)),
  },
  { name: 'breach_down', of: ({ breachDown }) => breachDown },
  { name: 'breach_up', of: ({ breachUp }) => breachUp },
]
