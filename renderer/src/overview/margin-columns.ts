/** Margin units: the columns of their table, and their fields as CSV. Rates are fractions. Pure. */
import { toText, type Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import type { CsvField } from '../kit/csv.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'
import { labelOf } from '../risk/unit-label.ts'
import { breachOf, coinText, freeOf, fullness } from './margin-rows.ts'

type Unit = Encoded<MarginUnit>

const figures = (
  id: 'equity' | 'rate' | 'venue' | 'required' | 'used' | 'toLiquidation' | 'free',
  header: string,
  width: number,
  more: Partial<Column<Unit>> = {},
): Column<Unit> => ({ id, header, width, align: 'end', ...more })

/**
 * `nameWidth`, `amountWidth`: px; see `widthsFor`. Amounts of different coins cannot be compared, so the table is not
 * sorted by them.
 */
export const marginColumns = (nameWidth: number, amountWidth: number): readonly Column<Unit>[] => [
  { id: 'unit', header: t('desk.rescue.unit'), width: nameWidth, sort: ({ id }) => labelOf(id) },
  figures('equity', t('strip.equity'), amountWidth),
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
  figures('free', t('overview.margin.free'), amountWidth, { title: t('overview.margin.freeHint'), spare: 1 }),
]

/** px of a character of a figure or a name, and of the padding of a cell. */
const [CHARACTER_PX, PADDING_PX] = [7.8, 18]
/** Even short names and amounts have this many characters of room. */
const LEAST_CHARACTERS = 8

/**
 * How wide the columns of names and amounts have to be to show each of them whole, px. There may be a thousand units, so
 * only those that may be the longest are put into words.
 */
export function widthsFor(units: readonly Unit[]) {
  const longestIds = [...Map.groupBy(units, ({ mode }) => mode).values()].map((of) => mostBy(of, ({ id }) => id.length))
  const equities = units.flatMap(({ equity }) => (equity === null ? [] : [equity]))
  const ends = [mostBy(equities, Number), mostBy(equities, (equity) => -Number(equity))]
  return {
    name: widthFor(longestIds.flatMap((unit) => (unit === undefined ? [] : [labelOf(unit.id)]))),
    amount: widthFor(ends.flatMap((equity) => (equity === undefined ? [] : [coinText(equity)]))),
  }
}

function mostBy<One>(all: readonly One[], by: (one: One) => number): One | undefined {
  return all.reduce<One | undefined>((most, one) => (most === undefined || by(one) > by(most) ? one : most), undefined)
}

function widthFor(texts: readonly string[]): number {
  const longest = Math.max(LEAST_CHARACTERS, ...texts.map(({ length }) => length))
  return Math.ceil(longest * CHARACTER_PX) + PADDING_PX
}

/** How far all prices can move until it is liquidated, whichever way. */
function distance(unit: Unit): number | null {
  const breach = breachOf(unit)
  return breach === null ? null : Math.abs(breach)
}

function freeText(unit: Unit): string | null {
  const free = freeOf(unit)
  return free && toText(free)
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
  { name: 'free', of: freeText },
  { name: 'breach_down', of: ({ breachDown }) => breachDown },
  { name: 'breach_up', of: ({ breachUp }) => breachUp },
]
