/** The distance of each position to its liquidation price, as rows of text. Pure. */
import { messageKey, type Fact, type Message } from '#shared/domain/message.ts'
import { inARow, listed, message } from '#shared/words/message.ts'
import { say, sayAll, t } from '../../kit/say.ts'
import type { Position } from '#shared/domain/account.ts'
import { toText, type DecimalText } from '#shared/domain/decimal.ts'
import { shockText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { labelOf } from '../unit-label.ts'
import {
  formatLiquidation,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRatio,
  NOT_APPLICABLE,
  UNKNOWN,
} from '../../kit/format.ts'
import { distanceSeverity, type Severity } from '#shared/risk/severity.ts'
import { shown, type FigureWords } from '../figure-words.ts'
import type { DistanceReport, PositionDistance } from './position-distances.ts'

interface DistanceRow {
  readonly key: string
  readonly contract: string
  readonly side: Position['side']
  /** "E-SOL-USDT long". */
  readonly position: string
  /** "cross". */
  readonly mode: string
  /** The unit it is liquidated with: "SOL long" alone, or all of "USDT cross". */
  readonly unit: string
  readonly mark: string
  /** The nearer of ours and the venue's. */
  readonly liquidation: FigureWords
  readonly isInLiquidation: boolean
  readonly severity: Severity
  readonly fraction: FigureWords
  readonly atrs: FigureWords
  readonly sigmaDays: FigureWords
  readonly touch: FigureWords
}

export function distanceRow(row: PositionDistance): DistanceRow {
  const { position, mark, pricePlaces, move } = row
  const { value: range } = move.atr
  const { value: sigma } = move.sigma
  const style = pricePlaces === undefined ? {} : { places: pricePlaces }
  const liquidatedAt = (value: DecimalText | null): string =>
    formatLiquidation(value, mark && toText(mark), pricePlaces)
  return {
    key: position.key,
    contract: position.contract,
    side: position.side,
    position: say(nameOf(position)),
    mode: t(`positions.${position.marginMode}`),
    unit: labelOf(row.unitId),
    mark: mark === null ? UNKNOWN : formatPrice(toText(mark), style),
    liquidation: liquidationCell(row, liquidatedAt),
    isInLiquidation: row.isInLiquidation,
    severity: row.isInLiquidation ? 'red' : distanceSeverity(row.fraction.value),
    fraction: shown(row.fraction, shockText),
    atrs: shown(
      row.atrMultiples,
      timesText,
      range === null ? '' : t('stress.atrOfDay', { range: formatNumber(range, style, 'price') }),
    ),
    sigmaDays: shown(
      row.sigmaDays,
      timesText,
      sigma === null ? '' : t('stress.sigmaOfDay', { sigma: formatPercent(sigma, { places: 2 }) }),
    ),
    touch: shown(row.touchInDay, chanceText, t('stress.touchMeans')),
  }
}

function liquidationCell({ liquidation }: PositionDistance, price: (value: DecimalText | null) => string): FigureWords {
  if (liquidation === null || liquidation.headline === null) return { text: NOT_APPLICABLE, title: '' }
  const { own, venue, headline, agreement } = liquidation
  const title = t('stress.oursAndVenue', {
    own: agreement === 'notCompared' ? message('desk.unknown') : price(own),
    venue: venue === null ? message('stress.venueSilent') : price(venue),
  })
  return { text: price(headline), title }
}

/** "3.1"; a value above zero never reads as zero. */
function timesText(times: number): string {
  if (times > 0 && times < 0.005) return '<\u202f0.01'
  return formatRatio(times, { places: times < 1 ? 2 : 1 })
}

function chanceText(chance: number): string {
  return chance < 0.00005 ? '<\u202f0.01\u202f%' : formatPercent(chance, { places: chance < 0.01 ? 2 : 1 })
}

/** Which position is liquidated first, and for which positions that is not known. */
export function distanceFinding({ rows, unknown }: DistanceReport): string | null {
  const [first] = rows
  if (first === undefined) return null
  const falling = rows.filter(({ isInLiquidation }) => isInLiquidation)
  if (falling.length > 0) return t('stress.falling', { names: namesOf(falling) })
  const { fraction } = first
  if (fraction.value === null) return t('stress.farUnknown')
  const unplaced = [...rows.filter((row) => row.fraction.value === null), ...unknown]
  return sayAll(
    firstMessage(first, fraction.value),
    ...(first.sigmaDays.value === null ? [] : nearerByPrice(rows, fraction.value)),
    unplaced.length > 0 && message('stress.notKnownOf', { names: namesOf(unplaced) }),
  )
}

function firstMessage({ position, unitId, sigmaDays }: PositionDistance, far: number): Message {
  const own = nameOf(position)
  const first =
    position.marginMode === 'cross' ? message('stress.withUnit', { position: own, unit: labelOf(unitId) }) : own
  return sigmaDays.value === null
    ? message('stress.nearestByPrice', { first, move: shockText(far) })
    : message('stress.goesFirst', { first, times: timesText(sigmaDays.value) })
}

/** Positions that may be liquidated before the first: nearer by price, with an unknown volatility. */
function nearerByPrice(rows: readonly PositionDistance[], far: number): readonly Message[] {
  const other = rows.find(({ sigmaDays }) => sigmaDays.value === null)
  const price = other?.fraction.value ?? null
  if (other === undefined || price === null || Math.abs(price) >= Math.abs(far)) return []
  return [message('stress.nearerByPrice', { position: nameOf(other.position), move: shockText(price) })]
}

/** The missing figures, and why; one entry each. */
export function distanceWarnings({ rows, unknown }: DistanceReport): readonly string[] {
  const missing = rows.flatMap((row) => {
    const found = missingOf(row)
    return found === null ? [] : [{ position: row.position, ...found }]
  })
  const unplaced = unknown.map((each) => ({ what: 'place' as const, ...each }))
  return [...Map.groupBy([...unplaced, ...missing], ({ what }) => what)].map(([what, of]) => {
    const reasons = [...Map.groupBy(of, ({ reason }) => messageKey(reason)).values()].flatMap((named) =>
      named[0] ? [message('kit.reasonOf', { names: namesOf(named), why: named[0].reason })] : [],
    )
    return t(`stress.missing.${what}`, { reasons: inARow(reasons) })
  })
}

/** The first missing measure of a row, and why; null without any. */
function missingOf(
  row: PositionDistance,
): { readonly what: 'distance' | 'sigmaDays' | 'atrs'; readonly reason: Message } | null {
  if (row.isInLiquidation) return null
  if (row.fraction.value === null) return { what: 'distance', reason: row.fraction.reason }
  if (row.sigmaDays.value === null) return { what: 'sigmaDays', reason: row.sigmaDays.reason }
  return row.atrMultiples.value === null ? { what: 'atrs', reason: row.atrMultiples.reason } : null
}

/** Positions without a liquidation price because none is in reach, in words; null when all have one. */
export function unreachedWords({ unreached }: DistanceReport): string | null {
  return unreached.length === 0 ? null : t('stress.unreached', { names: namesOf(unreached) })
}

/** The most names before the rest is counted. */
const LISTED = 4

function namesOf(of: readonly { readonly position: Position }[]): Fact {
  return listed(of, LISTED, ({ position }) => nameOf(position))
}

function nameOf({ contract, side }: Position): Message {
  return message(`plan.position.${side}`, { contract })
}

const COLUMNS = [
  ...(['stress.position', 'stress.margin', 'kit.mark', 'stress.liquidatedAt'] as const),
  ...(['positions.column.distance', 'stress.atrs', 'stress.sigmaDays', 'stress.touchColumn'] as const),
]

/** The distances as a table to copy, with their units, and with the reasons for unknown figures in words. */
export function distanceTable(rows: readonly DistanceRow[]): ChartTable {
  const text = (each: FigureWords): string =>
    each.text === UNKNOWN ? `${NOT_APPLICABLE} ${each.title ?? ''}` : each.text
  return {
    caption: t('how.liquidationDistance.title'),
    columns: COLUMNS.map((code) => t(code)),
    rows: rows.map((row) => [
      row.position,
      row.mode,
      row.mark,
      row.liquidation.text,
      ...[row.fraction, row.atrs, row.sigmaDays, row.touch].map(text),
    ]),
  }
}
