/** The worst exposure if the open orders fill, as rows of text. Pure. */
import { message } from '#shared/words/message.ts'
import { say, t } from '../../kit/say.ts'
import type { PositionSide } from '#shared/domain/account.ts'
import { decimal, toText, ZERO, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { ContractFills, FillsReport } from '#shared/risk/report.ts'
import { formatAmount, formatPrice, formatTimes, UNKNOWN, formatValue } from '../../kit/format.ts'
import { namedNotes } from './named-notes.ts'

/** Each contract is put into words when it is shown (`contractFillRow`). */
export interface FillsWords {
  /** "181,204"; "?" where an order cannot be valued. */
  readonly worst: string
  readonly worstTitle: string
  /** "(1.96× equity)"; nothing where that is not known. */
  readonly timesEquity: string
  /** Net exposure of each asset, reporting coin. */
  readonly assets: readonly Readonly<Record<'asset' | 'now' | 'allBuys' | 'allSells' | 'worst', string>>[]
  readonly contracts: Encoded<FillsReport>['contracts']
  /** What is not known, and what is held by orders that are in no list. */
  readonly notes: readonly string[]
}

/** `steps`: the smallest amount of each coin that an order can hold; a smaller difference is rounding. */
export function fillsWords(report: Encoded<FillsReport>, steps: ReadonlyMap<string, Decimal>): FillsWords {
  return {
    ...worstWords(report),
    assets: report.assets.map(({ asset, now, allBuys, allSells, worst }) => ({
      asset,
      now: money(now),
      allBuys: money(allBuys),
      allSells: money(allSells),
      worst: money(worst),
    })),
    contracts: report.contracts,
    notes: notesOf(report, steps),
  }
}

/**
 * Contracts of one contract, signed net, and the margin its opening orders take. `title`: each side on its own, with
 * the average price it would have.
 */
export function contractFillRow(row: Encoded<ContractFills>) {
  return {
    now: size(row.net.now),
    range: t('stress.range', { least: size(row.net.least), most: size(row.net.most) }),
    worst: size(row.worstNet),
    orderMargin: row.orderMargin === null ? UNKNOWN : marginText(row.orderMargin),
    title: [
      sideWords('long', row.long, row.averageLong),
      sideWords('short', row.short, row.averageShort),
      t('stress.bothSides', { most: formatAmount(row.grossMost) }),
    ].join('\n'),
  }
}

function worstWords({
  worstGross,
  worstLeverage: { value, reason },
}: Encoded<FillsReport>): Pick<FillsWords, 'worst' | 'worstTitle' | 'timesEquity'> {
  return {
    worst: worstGross === null ? UNKNOWN : formatValue(worstGross, { places: 0 }),
    worstTitle: reason ? say(reason) : worstGross === null ? '' : formatAmount(worstGross),
    timesEquity: worstGross === null || value === null ? '' : t('stress.timesEquity', { times: formatTimes(value) }),
  }
}

function notesOf(
  { unvalued, unpriced, unknownMargin, locked }: Encoded<FillsReport>,
  steps: ReadonlyMap<string, Decimal>,
): readonly string[] {
  const gaps = locked.flatMap(({ asset, gap: text }) => {
    const gap = text === null ? ZERO : decimal(text)
    return gap.isZero() || gap.abs().lt(steps.get(asset) ?? ZERO) ? [] : [{ asset, gap }]
  })
  const amounts = (isMore: boolean): readonly string[] =>
    gaps.flatMap(({ asset, gap }) => (gap.gt(0) === isMore ? [`${formatAmount(toText(gap.abs()))} ${asset}`] : []))
  const unknown = locked.filter(({ implied }) => implied === null).map(({ asset }) => asset)
  return namedNotes(
    ['stress.note.unvalued', unvalued],
    ['stress.note.heldUnpriced', unpriced],
    ['stress.note.unknownMargin', unknownMargin],
    ['stress.note.heldMore', amounts(true)],
    ['stress.note.heldLess', amounts(false)],
    ['stress.note.holdUnknown', unknown],
  )
}

function sideWords(
  side: PositionSide,
  { now, least, most }: Encoded<ContractFills>['long'],
  average: DecimalText | null,
): string {
  const facts = { now: formatAmount(now), least: formatAmount(least), most: formatAmount(most) }
  const range = message(`stress.sideRange.${side}`, facts)
  return average === null
    ? say(range)
    : t('stress.averageEntry', { range, price: formatPrice(average, { maxPlaces: 8 }) })
}

function money(amount: DecimalText | null): string {
  return amount === null ? UNKNOWN : formatValue(amount, { places: 0, sign: 'always' })
}

/** Decimal places for an unnamed coin: cents from 1 up, satoshis below. */
function marginText(text: DecimalText): string {
  const amount = decimal(text)
  return formatAmount(text, { places: amount.abs().gte(1) || amount.isZero() ? 2 : 8 })
}

function size(contracts: DecimalText): string {
  return formatAmount(contracts, { sign: 'always' })
}
