/**
 * How each model would have done, in a trader's words: "rejected" only with its p, and never for being careful. Pure.
 */
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Backtest, DayPnl, LikelihoodRatio } from '#shared/risk/statistics-report.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { dayText, levelText, ratioText, roundText } from '../../kit/chart/number-text.ts'
import { NOT_APPLICABLE } from '../../kit/format.ts'
import { say, sayAll, t } from '../../kit/say.ts'

export interface BacktestRow {
  readonly key: string
  readonly name: string
  /** "12 of 199 days, 9.95 expected"; "no days tested". */
  readonly count: string
  readonly verdicts: readonly {
    readonly test: 'kupiec' | 'christoffersen'
    readonly words: string
    readonly isRejected: boolean
  }[]
  readonly zone: Backtest['zone']
  readonly note: string | null
  /** Positions of the exceptions: 0 is the first day tested, 1 the last. */
  readonly marks: readonly { readonly at: number; readonly words: string }[]
  readonly days: number
}

/** The level of the tests: a correct model is rejected one time in twenty. */
const REJECT_BELOW = 0.05
/** A smaller p is shown as below this: two decimal places would make it 0. */
const LEAST_P = 0.01

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
      name: nameOf(test),
      count:
        test.days === 0
          ? t('var.testedNone')
          : t('var.tested', {
              exceptions: test.exceptions.length,
              count: test.days,
              expected: ratioText(test.expected),
            }),
      verdicts: verdictsOf(test),
      zone: test.zone,
      note: test.note && say(test.note),
      marks: test.exceptions.map((each) => ({ at: at(each), words: exceptionWords(each, coin) })),
      days: test.days,
    }
  })
}

const verdictsOf = (test: Backtest): BacktestRow['verdicts'] => [
  verdict('kupiec', test.kupiec, test.exceptions.length < test.expected),
  verdict('christoffersen', test.independence, false),
]

/** Whether a model loses more, or more in a row, than it says. */
export const isRejected = (test: Backtest): boolean => verdictsOf(test).some((verdict) => verdict.isRejected)

function nameOf({ method, confidence }: Backtest): string {
  return t('var.model', { method: message(`var.method.${method}`), level: levelText(confidence) })
}

/** `isCareful`: fewer exceptions than expected, which fails the test but does no harm. */
function verdict(
  test: 'kupiec' | 'christoffersen',
  { p }: LikelihoodRatio,
  isCareful: boolean,
): BacktestRow['verdicts'][number] {
  if (p.value === null) return { test, words: t(`var.verdict.${test}.unknown`, { why: p.reason }), isRejected: false }
  const level = p.value < LEAST_P ? `p < ${ratioText(LEAST_P)}` : `p ${ratioText(p.value)}`
  if (p.value >= REJECT_BELOW) return { test, words: t(`var.verdict.${test}.kept`, { level }), isRejected: false }
  const failed = isCareful ? 'var.verdict.kupiec.careful' : (`var.verdict.${test}.rejected` as const)
  return { test, words: t(failed, { level }), isRejected: !isCareful }
}

function exceptionWords({ day, pnl }: DayPnl, coin: string): string {
  return t('var.exception', { day: dayText(day), pnl: roundText(pnl, { sign: 'always' }), coin })
}

/** Every exception of every model. */
export function backtestTable(backtests: readonly Backtest[], coin: string): ChartTable {
  return {
    caption: t('var.backtestCaption'),
    columns: [
      t('var.column.model'),
      t('var.column.tested'),
      t('var.column.expected'),
      t('var.column.exceptions'),
      t('var.column.kupiec'),
      t('var.column.independence'),
      t('var.column.conditional'),
      t('var.column.exceptionDays', { coin }),
    ],
    rows: backtests.map((test) => [
      nameOf(test),
      String(test.days),
      ratioText(test.expected),
      String(test.exceptions.length),
      ...[test.kupiec, test.independence, test.conditional].map(({ p }) =>
        p.value === null ? say(p.reason) : p.value < LEAST_P ? `< ${ratioText(LEAST_P)}` : ratioText(p.value),
      ),
      test.days === 0
        ? NOT_APPLICABLE
        : test.exceptions.map((each) => exceptionWords(each, coin)).join('; ') || t('kit.none'),
    ]),
  }
}

/** The panel's title. It also names the models with too few days to test: they were not found correct either. */
export function backtestFinding(rows: readonly BacktestRow[]): string | null {
  if (rows.length === 0) return null
  const tested = rows.filter(({ days }) => days > 0)
  if (tested.length === 0) return t('var.tooFewDays')
  const rejected = tested.filter(({ verdicts }) => verdicts.some(({ isRejected }) => isRejected))
  const untested = rows.filter(({ days }) => days === 0)
  const found = (): Message => {
    if (rejected.length > 0) return message('var.rejected', { names: named(rejected) })
    return message(untested.length === 0 ? 'var.noneRejected' : 'var.noneTestedRejected')
  }
  return sayAll(found(), untested.length > 0 && message('var.untested', { names: named(untested) }))
}

function named(rows: readonly BacktestRow[]): readonly string[] {
  return rows.map(({ name }) => name)
}
