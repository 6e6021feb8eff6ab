/** How each model would have done, in words a trader reads: "rejected" never without its p, and never for being careful. Pure. */
import { say } from '../../kit/say.ts'
import type { Backtest, DayPnl, LikelihoodRatio } from '#shared/risk/statistics-report.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { dayText, figureText, roundText } from '../../kit/chart/number-text.ts'
import { NOT_APPLICABLE } from '../../kit/format.ts'
import { levelText } from './var-facts.ts'

export interface BacktestRow {
  readonly key: string
  readonly name: string
  /** "12 of 199 days, 9.95 expected"; "no days tested". */
  readonly count: string
  readonly verdicts: readonly Verdict[]
  readonly zone: Backtest['zone']
  readonly note: string | null
  /** Where the exceptions are: 0 is the first day tested, 1 the last. */
  readonly marks: readonly Mark[]
  readonly days: number
}

interface Verdict {
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
/** Smaller ones are only said to be: two places would make them 0. */
const LEAST_P = 0.01
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
      count:
        test.days === 0
          ? 'no days tested'
          : `${test.exceptions.length} of ${test.days} days, ${figureText(test.expected)} expected`,
      verdicts: [
        { test: 'kupiec', ...verdict('number', test.kupiec, test.exceptions.length < test.expected) },
        { test: 'christoffersen', ...verdict('independence', test.independence, false) },
      ],
      zone: test.zone,
      note: test.note && say(test.note),
      marks: test.exceptions.map((each) => ({ at: at(each), words: exceptionWords(each, coin) })),
      days: test.days,
    }
  })
}

/** `isCareful`: fewer exceptions than expected, which fails the statistics but harms nobody. */
function verdict(what: string, { p }: LikelihoodRatio, isCareful: boolean): Omit<Verdict, 'test'> {
  if (p.value === null) return { words: `${what}: ${say(p.reason)}`, isRejected: false }
  const level = p.value < LEAST_P ? `p < ${figureText(LEAST_P)}` : `p ${figureText(p.value)}`
  if (p.value >= REJECT_BELOW) return { words: `${what} not rejected (${level})`, isRejected: false }
  return isCareful
    ? { words: `${what}: more careful than needed (${level})`, isRejected: false }
    : { words: `${what} rejected (${level})`, isRejected: true }
}

function exceptionWords({ day, pnl }: DayPnl, coin: string): string {
  return `${dayText(day)}: ${roundText(pnl, { sign: 'always' })} ${coin}`
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
      figureText(test.expected),
      String(test.exceptions.length),
      ...[test.kupiec, test.independence, test.conditional].map(({ p }) =>
        p.value === null ? say(p.reason) : p.value < LEAST_P ? `< ${figureText(LEAST_P)}` : figureText(p.value),
      ),
      test.days === 0 ? NOT_APPLICABLE : test.exceptions.map((each) => exceptionWords(each, coin)).join('; ') || 'none',
    ]),
  }
}

/** The whole in a sentence; the title of the panel. What was not tested was not found right either. */
export function backtestFinding(rows: readonly BacktestRow[]): string | null {
  if (rows.length === 0) return null
  const tested = rows.filter(({ days }) => days > 0)
  if (tested.length === 0) return 'Too few days to test on.'
  const rejected = tested.filter(({ verdicts }) => verdicts.some(({ isRejected }) => isRejected))
  const untested = rows.filter(({ days }) => days === 0)
  const finding =
    rejected.length > 0
      ? `Rejected by its own past: ${named(rejected)}`
      : untested.length === 0
        ? 'No model is rejected by its own past'
        : 'None that was tested is rejected by its own past'
  return untested.length === 0 ? `${finding}.` : `${finding}; too few days to test ${named(untested)}.`
}

function named(rows: readonly BacktestRow[]): string {
  return rows.map(({ name }) => name).join(', ')
}
