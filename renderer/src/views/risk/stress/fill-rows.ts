/** What the account becomes at the worst if its open orders fill, as rows of words. Pure. */
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import type { FillsReport } from '#shared/risk/report.ts'
import { formatAmount, formatTimes, UNKNOWN } from '../../../format.ts'

/** Net exposure of an asset, reporting coin. */
export interface AssetFillRow {
  readonly asset: string
  readonly now: string
  readonly allBuys: string
  readonly allSells: string
  readonly worst: string
}

/** Contracts of one contract, signed net, and the margin its opening orders take. */
export interface ContractFillRow {
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

export function fillsWords(report: FillsReport): FillsWords {
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
    notes: notesOf(report),
  }
}

function worstWords({ worstGross, worstLeverage }: FillsReport): Pick<FillsWords, 'worst' | 'worstTitle'> {
  if (worstGross === null) return { worst: UNKNOWN, worstTitle: worstLeverage.reason ?? '' }
  const amount = formatAmount(toText(worstGross), { places: 0 })
  const times = worstLeverage.value === null ? '' : `, ${formatTimes(worstLeverage.value)} equity`
  return { worst: `${amount}${times}`, worstTitle: worstLeverage.reason ?? formatAmount(toText(worstGross)) }
}

function notesOf({ unvalued, unpriced, unknownMargin, locked }: FillsReport): readonly string[] {
  const gaps = locked.flatMap(({ asset, gap }) =>
    gap === null || gap.isZero() ? [] : [`${formatAmount(toText(gap), { sign: 'always' })} ${asset}`],
  )
  const untold = locked.filter(({ implied }) => implied === null).map(({ asset }) => asset)
  return [
    said('No price or no rules, so the worst is not known', unvalued),
    said('Held without a price, so not in it', unpriced),
    said('Margin of their orders is not known', unknownMargin),
    said('Held by orders nobody listed', gaps),
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

function said(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`
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
