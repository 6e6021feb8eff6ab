/** How each model would have done, in words a trader reads: "rejected" never without its p, and never for being careful. Pure. */
import type { Backtest, DayPnl, LikelihoodRatio } from '#shared/risk/statistics-report.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { ChartTable } from '../../../charts/table.ts'
import { dayText, roundText } from '../../../charts/number-text.ts'
import { formatAmount } from '../../../format.ts'
import { levelText } from './var-facts.ts'

export interface BacktestRow {
  readonly key: string
  readonly name: string
  /** "12 of 199 days, 9.95 expected". */
  readonly count: string
  readonly verdicts: readonly Verdict[]
  readonly zone: Backtest['zone']
  readonly note: string | null
  /** Where the exceptions are: 0 is the first day tested, 1 the last. */
  readonly marks: readonly Mark[]
  readonly days: number
}

export interface Verdict {
  readonly test: 'kupiec' | 'christoffersen'
  readonly words: string
  readonly isRejected: boolean
}

export interface Mark {
  readonly at: number
  readonly words: string
}

/** The level of the tests: a right model is rejected one time in twenty. */
const REJECT_BELOW = 0.05
const NAMES: Readonly<Record<Backtest['method'], string>> = { historical: 'Historical', ewma: 'EWMA' }

/** One row a backtest. `pnl` is the whole sample, oldest first: the days tested are its last ones. */
export function backtestRows(
  backtests: readonly Backtest[],
  pnl: readonly DayPnl[],
  coin: string,
): readonly BacktestRow[] {
  const places = new Map(pnl.map(({ day }, index) => [day, index]))
  return backtests.map((test) => {
    const first = pnl.length - test.days
    const at = ({ day }: DayPnl): number =>
      test.days < 2 ? 0.5 : ((places.get(day) ?? first) - first) / (test.days - 1)
    return {
      key: `${test.method} ${test.confidence}`,
      name: `${NAMES[test.method]} ${levelText(test.confidence)}`,
      count: `${test.exceptions.length} of ${test.days} days, ${places2(test.expected)} expected`,
      verdicts: [
        { test: 'kupiec', ...verdict('number', test.kupiec, test.exceptions.length < test.expected) },
        { test: 'christoffersen', ...verdict('independence', test.independence, false) },
      ],
      zone: test.zone,
      note: test.note,
      marks: test.exceptions.map((each) => ({ at: at(each), words: exceptionWords(each, coin) })),
      days: test.days,
    }
  })
}

/** `isCareful`: fewer exceptions than expected, which fails the statistics but harms nobody. */
function verdict(what: string, { p }: LikelihoodRatio, isCareful: boolean): Omit<Verdict, 'test'> {
  if (p.value === null) return { words: `${what}: ${p.reason}`, isRejected: false }
  const level = `p ${places2(p.value)}`
  if (p.value >= REJECT_BELOW) return { words: `${what} not rejected (${level})`, isRejected: false }
  return isCareful
    ? { words: `${what}: more careful than needed (${level})`, isRejected: false }
    : { words: `${what} rejected (${level})`, isRejected: true }
}

function exceptionWords({ day, pnl }: DayPnl, coin: string): string {
  return `${dayText(day)}: ${roundText(pnl, { sign: 'always' })} ${coin}`
}

function places2(value: number): string {
  return formatAmount(toText(decimal(value)), { places: 2 })
}

/** Every exception of every model. */
export function backtestTable(backtests: readonly Backtest[], coin: string): ChartTable {
  return {
    caption: 'Days that lost more than was forecast',
    columns: [
      'Model',
      'Days tested',
      'Expected',
      'Exceptions',
      'Kupiec p',
      'Independence p',
      'Both p',
      `Exception days (${coin})`,
    ],
    rows: backtests.map((test) => [
      `${NAMES[test.method]} ${levelText(test.confidence)}`,
      String(test.days),
      places2(test.expected),
      String(test.exceptions.length),
      ...[test.kupiec, test.independence, test.conditional].map(({ p }) =>
        p.value === null ? p.reason : places2(p.value),
      ),
      test.exceptions.map((each) => exceptionWords(each, coin)).join('; ') || 'none',
    ]),
  }
}

/** The whole in a sentence; the title of the panel. */
export function backtestFinding(rows: readonly BacktestRow[]): string | null {
  if (rows.length === 0) return null
  const rejected = rows.filter(({ verdicts }) => verdicts.some(({ isRejected }) => isRejected)).map(({ name }) => name)
  return rejected.length === 0
    ? 'No model is rejected by its own past.'
    : `Rejected by its own past: ${rejected.join(', ')}.`
}
