/** How far each position is from the price that liquidates it, as rows of words. Pure. */
import { messageKey, type Message } from '#shared/domain/message.ts'
import { say } from '../../kit/say.ts'
import type { Position } from '#shared/domain/account.ts'
import { toText, type DecimalText } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import { shockText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { labelOf, type UnitLabels } from '../unit-label.ts'
import {
  formatAmount,
  formatLiquidation,
  formatNumber,
  formatPercent,
  NOT_APPLICABLE,
  UNKNOWN,
} from '../../kit/format.ts'
import { distanceSeverity, type Severity } from '../../kit/severity.ts'
import { shown, type FigureWords } from '../figure-words.ts'
import type { DistanceReport, PositionDistance } from './position-distances.ts'

export interface DistanceRow {
  readonly key: string
  readonly contract: string
  readonly side: Position['side']
  readonly mode: Position['marginMode']
  /** What is liquidated with it: "SOL long" alone, or all of "USDT cross". */
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

export function distanceRow(row: PositionDistance, labels: UnitLabels): DistanceRow {
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
    mode: position.marginMode,
    unit: labelOf(labels, row.unitId),
    mark: mark === null ? UNKNOWN : formatAmount(toText(mark), style),
    liquidation: liquidationCell(row, liquidatedAt),
    isInLiquidation: row.isInLiquidation,
    severity: row.isInLiquidation ? 'red' : distanceSeverity(row.fraction.value),
    fraction: shown(row.fraction, shockText),
    atrs: shown(row.atrMultiples, timesText, range === null ? '' : `ATR of a day ${formatNumber(range, style)}`),
    sigmaDays: shown(
      row.sigmaDays,
      timesText,
      sigma === null ? '' : `σ of a day ${formatPercent(sigma, { places: 2 })}`,
    ),
    touch: shown(row.touchInDay, chanceText, 'Gaussian, no drift: fat tails make it more'),
  }
}

function liquidationCell({ liquidation }: PositionDistance, price: (value: DecimalText | null) => string): FigureWords {
  if (liquidation === null || liquidation.headline === null) return { text: NOT_APPLICABLE, title: '' }
  const { own, venue, headline, agreement } = liquidation
  const ours = agreement === 'notCompared' ? 'ours not known' : `ours ${price(own)}`
  return { text: price(headline), title: `${ours}, the venue’s ${venue === null ? 'not given' : price(venue)}` }
}

/** "3.1"; what is not zero never reads as zero. */
function timesText(times: number): string {
  if (times > 0 && times < 0.005) return '<\u202f0.01'
  return formatNumber(times, { places: times < 1 ? 2 : 1 })
}

function chanceText(chance: number): string {
  return chance < 0.00005 ? '<\u202f0.01\u202f%' : formatPercent(chance, { places: chance < 0.01 ? 2 : 1 })
}

/** Who goes first, in words, and of whom that is not known. */
export function distanceFinding({ rows, unknown }: DistanceReport, labels: UnitLabels): string | null {
  const [first] = rows
  if (first === undefined) return null
  const falling = rows.filter(({ isInLiquidation }) => isInLiquidation)
  if (falling.length > 0) return `In liquidation: ${namesOf(falling)}.`
  const { position, fraction, sigmaDays } = first
  if (fraction.value === null) return 'How far liquidation is, is not known.'
  const along = position.marginMode === 'cross' ? `, and ${labelOf(labels, first.unitId)} with it,` : ''
  const said =
    sigmaDays.value === null
      ? ` is nearest by price, ${shockText(fraction.value)}; σ-days are not known`
      : ` goes first: ${timesText(sigmaDays.value)} σ-days away${nearerByPrice(rows, fraction.value)}`
  const untold = [...rows.filter((row) => row.fraction.value === null), ...unknown]
  const caveat = untold.length === 0 ? '' : `; not known of ${namesOf(untold)}`
  return `${nameOf(position)}${along}${said}${caveat}.`
}

/** One that may go before the first: it is nearer by price, and nobody knows how much it moves. */
function nearerByPrice(rows: readonly PositionDistance[], far: number): string {
  const other = rows.find(({ sigmaDays }) => sigmaDays.value === null)
  const price = other?.fraction.value ?? null
  if (other === undefined || price === null || Math.abs(price) >= Math.abs(far)) return ''
  return `; ${nameOf(other.position)} is ${shockText(price)} away, in σ-days not known`
}

/** Which figures are missing, and why; one thing an entry. */
export function distanceWarnings({ rows, unknown }: DistanceReport): readonly string[] {
  const missing = rows.flatMap((row) => {
    const [what, reason] = missingOf(row)
    return reason === null ? [] : [{ what, position: row.position, reason }]
  })
  const untold = unknown.map((each) => ({ what: 'Not known where it is liquidated', ...each }))
  return [...Map.groupBy([...untold, ...missing], ({ what }) => what)].map(([what, of]) => {
    const reasons = [...Map.groupBy(of, ({ reason }) => messageKey(reason)).values()]
    const told = reasons.flatMap((named) => (named[0] ? `${namesOf(named)}: ${say(named[0].reason)}` : []))
    return `${what}. ${told.join(' ')}`
  })
}

/** The first measure that is missing of a row, and why; no reason when none is. */
function missingOf(row: PositionDistance): readonly [what: string, reason: Message | null] {
  if (row.isInLiquidation) return ['', null]
  if (row.fraction.value === null) return ['Not known how far', row.fraction.reason]
  if (row.sigmaDays.value === null) return ['Not known in σ-days', row.sigmaDays.reason]
  return ['Not known in ATRs', row.atrMultiples.reason]
}

/** Who has no liquidation price because none is in reach; null when all have one. */
export function unreachedWords({ unreached }: DistanceReport): string | null {
  return unreached.length === 0 ? null : `No price in reach liquidates ${namesOf(unreached)}.`
}

/** Names said before the rest is counted. */
const LISTED = 4

function namesOf(of: readonly { readonly position: Position }[]): string {
  return listed(
    of.map(({ position }) => nameOf(position)),
    LISTED,
  )
}

function nameOf({ contract, side }: Position): string {
  return `${contract} ${side}`
}

/** The same to be copied, with what the distances are counted in and reasons in words. */
export function distanceTable(rows: readonly DistanceRow[]): ChartTable {
  const text = (each: FigureWords): string =>
    each.text === UNKNOWN ? `${NOT_APPLICABLE} ${each.title ?? ''}` : each.text
  return {
    caption: 'Distance to liquidation',
    columns: ['Position', 'Margin', 'Mark', 'Liquidated at', 'Distance', 'ATRs', 'σ-days', 'Gaussian touch, 1 d'],
    rows: rows.map((row) => [
      `${row.contract} ${row.side}`,
      row.mode,
      row.mark,
      row.liquidation.text,
      ...[row.fraction, row.atrs, row.sigmaDays, row.touch].map(text),
    ]),
  }
}
