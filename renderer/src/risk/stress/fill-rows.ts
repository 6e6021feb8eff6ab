/** The worst exposure if the open orders fill, as rows of text. Pure. */
import { message } from '#shared/words/message.ts'
import { say, t } from '../../kit/say.ts'
import type { PositionSide } from '#shared/domain/account.ts'
import { toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { FillsReport } from '#shared/risk/report.ts'
import { formatAmount, formatPrice, formatTimes, UNKNOWN, formatValue } from '../../kit/format.ts'
import { namedNotes } from './named-notes.ts'

/** Net exposure of an asset, reporting coin. */
interface AssetFillRow {
  readonly asset: string
  readonly now: string
  readonly allBuys: string
  readonly allSells: string
  readonly worst: string
}

/** Contracts of one contract, signed net, and the margin its opening orders take. */
interface ContractFillRow {
  readonly contract: string
  readonly now: string
  readonly range: string
  readonly worst: string
  readonly orderMargin: string
  /** Each side on its own, with the average price it would have. */
  readonly title: string
}

export interface FillsWords {
  /** "181,204"; "?" where an order can not be valued. */
  readonly worst: string
  readonly worstTitle: string
  /** "(1.96× equity)"; nothing where that is not known. */
  readonly timesEquity: string
  readonly assets: readonly AssetFillRow[]
  readonly contracts: readonly ContractFillRow[]
  /** What is not known, and what is held by orders that are in no list. */
  readonly notes: readonly string[]
}

/** `steps`: the least of a coin that an order can hold; smaller gaps are rounding. */
export function fillsWords(report: FillsReport, steps: ReadonlyMap<string, Decimal>): FillsWords {
  return {
    ...worstWords(report),
    assets: report.assets.map(({ asset, now, allBuys, allSells, worst }) => ({
      asset,
      now: money(now),
      allBuys: money(allBuys),
      allSells: money(allSells),
      worst: money(worst),
    })),
    contracts: report.contracts.map((row) => ({
      contract: row.contract,
      now: size(row.net.now),
      range: t('stress.range', { least: size(row.net.least), most: size(row.net.most) }),
      worst: size(row.worstNet),
      orderMargin: row.orderMargin === null ? UNKNOWN : marginText(row.orderMargin),
      title: [
        sideWords('long', row.long, row.averageLong),
        sideWords('short', row.short, row.averageShort),
        t('stress.bothSides', { most: plain(row.grossMost) }),
      ].join('\n'),
    })),
    notes: notesOf(report, steps),
  }
}

function worstWords({
  worstGross,
  worstLeverage: { value, reason },
}: FillsReport): Pick<FillsWords, 'worst' | 'worstTitle' | 'timesEquity'> {
  return {
    worst: worstGross === null ? UNKNOWN : formatValue(toText(worstGross), { places: 0 }),
    worstTitle: reason ? say(reason) : worstGross === null ? '' : plain(worstGross),
    timesEquity: worstGross === null || value === null ? '' : t('stress.timesEquity', { times: formatTimes(value) }),
  }
}

function notesOf(
  { unvalued, unpriced, unknownMargin, locked }: FillsReport,
  steps: ReadonlyMap<string, Decimal>,
): readonly string[] {
  const gaps = locked.flatMap(({ asset, gap }) =>
    gap === null || gap.isZero() || gap.abs().lt(steps.get(asset) ?? ZERO) ? [] : [{ asset, gap }],
  )
  const amounts = (isMore: boolean): readonly string[] =>
    gaps.flatMap(({ asset, gap }) => (gap.gt(0) === isMore ? [`${plain(gap.abs())} ${asset}`] : []))
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
  { now, least, most }: { now: Decimal; least: Decimal; most: Decimal },
  average: Decimal | null,
): string {
  const facts = { now: plain(now), least: plain(least), most: plain(most) }
  const range = message(`stress.sideRange.${side}`, facts)
  return average === null
    ? say(range)
    : t('stress.averageEntry', { range, price: formatPrice(toText(average), { maxPlaces: 8 }) })
}

function plain(amount: Decimal): string {
  return formatAmount(toText(amount))
}

function money(amount: Decimal | null): string {
  return amount === null ? UNKNOWN : formatValue(toText(amount), { places: 0, sign: 'always' })
}

/** Decimal places for an unnamed coin: cents from 1 up, satoshis below. */
function marginText(amount: Decimal): string {
  return formatAmount(toText(amount), { places: amount.abs().gte(1) || amount.isZero() ? 2 : 8 })
}

function size(contracts: Decimal): string {
  return formatAmount(toText(contracts), { sign: 'always' })
}
