import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Confidence, DayPnl } from '#shared/risk/statistics-report.ts'
import { roundUpTo } from '../../kit/chart/axis.ts'
import { levelText, roundText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { formatTime } from '../../kit/format.ts'
import { sayAll, t } from '../../kit/say.ts'

/** What is drawn: each day's P&L of today's positions, and the figures derived from them. Losses are positive. */
export interface HistogramInput {
  readonly pnl: readonly DayPnl[]
  readonly confidence: Confidence
  /** null where there is none. */
  readonly valueAtRisk: number | null
  readonly shortfall: number | null
  readonly worst: DayPnl | null
  /** What the account really made since then (wall clock, ms); null while it is not known. */
  readonly today: { readonly amount: number; readonly since: number } | null
  readonly coin: string
}

export interface HistogramMark {
  readonly kind: 'valueAtRisk' | 'shortfall' | 'worst' | 'today'
  readonly at: number
  readonly words: string
}

export interface HistogramView {
  /**
   * Days whose P&L is in [from, to), and how many of them lost more than the VaR; the last bin takes its upper end too.
   */
  readonly bins: readonly Readonly<Record<'from' | 'to' | 'days' | 'beyond', number>>[]
  readonly marks: readonly HistogramMark[]
  /** Ends of the axis; 0 is inside. */
  readonly window: readonly [from: number, to: number]
  readonly mostDays: number
}

const FEWEST_BINS = 12
const MOST_BINS = 60
const STEPS = [1, 2, 2.5, 5, 10] as const

/** Bins of one round width with an edge at 0, as wide as the sample allows (Freedman and Diaconis 1981); null without days. */
export function viewHistogram(input: HistogramInput): HistogramView | null {
  const { pnl, valueAtRisk } = input
  if (pnl.length === 0) return null
  const marks = marksOf(input)
  const reach = [0, ...pnl.map((day) => day.pnl), ...marks.map(({ at }) => at)]
  const low = Math.min(...reach)
  const high = Math.max(...reach)
  const width = binWidth(
    pnl.map((day) => day.pnl),
    high - low,
  )
  const first = Math.floor(low / width)
  const last = Math.max(Math.ceil(high / width), first + 1)
  const days = Array.from({ length: last - first }, () => ({ days: 0, beyond: 0 }))
  for (const day of pnl) {
    const bin = days[Math.min(Math.floor(day.pnl / width), last - 1) - first]
    if (bin === undefined) continue
    bin.days += 1
    if (isBeyond(day.pnl, valueAtRisk)) bin.beyond += 1
  }
  return {
    bins: days.map((bin, index) => ({ ...bin, from: (first + index) * width, to: (first + index + 1) * width })),
    marks,
    window: [first * width, last * width],
    mostDays: days.reduce((most, bin) => Math.max(most, bin.days), 0),
  }
}

/** A day that loses exactly the VaR is no exception. */
function isBeyond(pnl: number, valueAtRisk: number | null): boolean {
  return valueAtRisk !== null && pnl < -valueAtRisk
}

function marksOf({ valueAtRisk, shortfall, worst, today, confidence }: HistogramInput): readonly HistogramMark[] {
  const scale = Math.max(...[valueAtRisk, shortfall, worst?.pnl, today?.amount].map((each) => Math.abs(each ?? 0)))
  const level = levelText(confidence)
  const time = today === null ? '' : formatTime(today.since).slice(0, 5)
  const mark = (kind: HistogramMark['kind'], at: number | null): readonly HistogramMark[] => {
    if (at === null) return []
    const amount = roundText(at, { sign: 'always', scale })
    return [{ kind, at, words: t(`var.mark.${kind}`, { level, time, amount }) }]
  }
  return [
    ...mark('valueAtRisk', valueAtRisk === null ? null : -valueAtRisk),
    ...mark('shortfall', shortfall === null ? null : -shortfall),
    ...mark('worst', worst?.pnl ?? null),
    ...mark('today', today?.amount ?? null),
  ]
}

/** Twice the interquartile range over the cube root of the count, rounded up, so that there are 12 to 60 bins. */
function binWidth(values: readonly number[], span: number): number {
  if (span === 0) return 1
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const wanted = (2 * (at(0.75) - at(0.25))) / Math.cbrt(values.length)
  return roundUpTo(STEPS, Math.min(Math.max(wanted, span / MOST_BINS), span / FEWEST_BINS))
}

/** How often and how much, in words; the title of the chart. */
export function histogramFinding({ pnl, valueAtRisk, shortfall, worst, coin }: HistogramInput): string {
  const count = pnl.length
  const losing = (over: number): Message => {
    const beyond = pnl.filter((day) => isBeyond(day.pnl, over)).length
    const facts = { beyond, count, amount: roundText(over), coin }
    return shortfall === null
      ? message('var.pnlBeyond', facts)
      : message('var.pnlTail', { ...facts, tail: roundText(shortfall) })
  }
  return sayAll(
    valueAtRisk === null ? message('var.pnlDays', { count }) : losing(valueAtRisk),
    worst !== null && message('var.pnlWorst', { amount: roundText(worst.pnl, { sign: 'always' }) }),
  )
}

export function histogramTable({ bins, window }: HistogramView, { coin, pnl }: HistogramInput): ChartTable {
  const scale = Math.max(...window.map(Math.abs))
  return {
    caption: t('var.pnlCaption', { count: pnl.length, coin }),
    columns: [t('var.from', { coin }), t('var.to', { coin }), t('kit.dayCount'), t('var.beyond')],
    rows: bins.map(({ from, to, days, beyond }) => [
      roundText(from, { sign: 'always', scale }),
      roundText(to, { sign: 'always', scale }),
      String(days),
      String(beyond),
    ]),
  }
}
