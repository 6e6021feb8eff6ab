/** What the account becomes at the worst if its open orders fill, as rows of words. Pure. */
import { say } from '../../kit/say.ts'
import { toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { FillsReport } from '#shared/risk/report.ts'
import { formatAmount, formatTimes, UNKNOWN } from '../../kit/format.ts'
import { said } from './said.ts'

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
  /** Each side on its own, and at what average it would stand. */
  readonly title: string
}

export interface FillsWords {
  /** "181,204, 1.96 × equity"; "?" where an order can not be valued. */
  readonly worst: string
  readonly worstTitle: string
  readonly assets: readonly AssetFillRow[]
  readonly contracts: readonly ContractFillRow[]
  /** What is not known, and what orders hold that nobody listed. */
  readonly notes: readonly string[]
}

/** `steps`: the least an order can hold of a coin; gaps below it are rounding. */
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
      range: `${size(row.net.least)} to ${size(row.net.most)}`,
      worst: size(row.worstNet),
      orderMargin: row.orderMargin === null ? UNKNOWN : marginText(row.orderMargin),
      title: [
        sideWords('long', row.long, row.averageLong),
        sideWords('short', row.short, row.averageShort),
        `both sides at most ${formatAmount(toText(row.grossMost))}`,
      ].join('\n'),
    })),
    notes: notesOf(report, steps),
  }
}

function worstWords({ worstGross, worstLeverage }: FillsReport): Pick<FillsWords, 'worst' | 'worstTitle'> {
  if (worstGross === null) return { worst: UNKNOWN, worstTitle: worstLeverage.reason ? say(worstLeverage.reason) : '' }
  const amount = formatAmount(toText(worstGross), { places: 0 })
  const times = worstLeverage.value === null ? '' : `, ${formatTimes(worstLeverage.value)} equity`
  return {
    worst: `${amount}${times}`,
    worstTitle: worstLeverage.reason ? say(worstLeverage.reason) : formatAmount(toText(worstGross)),
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
    gaps.flatMap(({ asset, gap }) => (gap.gt(0) === isMore ? [`${formatAmount(toText(gap.abs()))} ${asset}`] : []))
  const untold = locked.filter(({ implied }) => implied === null).map(({ asset }) => asset)
  return [
    said('No price or no rules, so the worst is not known', unvalued),
    said('Held without a price, so not in it', unpriced),
    said('Margin of their orders is not known', unknownMargin),
    said('Held by orders nobody listed', amounts(true)),
    said('Less is held than these orders should hold, or was read at another moment', amounts(false)),
    said('What orders should hold is not known', untold),
  ].filter((note) => note !== '')
}

function sideWords(
  side: string,
  { now, least, most }: { now: Decimal; least: Decimal; most: Decimal },
  average: Decimal | null,
) {
  const at = average === null ? '' : `, average entry ${formatAmount(toText(average))} when all opening orders filled`
  return `${side} ${formatAmount(toText(now))}, from ${formatAmount(toText(least))} to ${formatAmount(toText(most))}${at}`
}

function money(amount: Decimal | null): string {
  return amount === null ? UNKNOWN : formatAmount(toText(amount), { places: 0, sign: 'always' })
}

/** Of a coin that is not named here: cents of USDT, satoshis of BTC. */
function marginText(amount: Decimal): string {
  return formatAmount(toText(amount), { places: amount.abs().gte(1) || amount.isZero() ? 2 : 8 })
}

function size(contracts: Decimal): string {
  return formatAmount(toText(contracts), { sign: 'always' })
}
