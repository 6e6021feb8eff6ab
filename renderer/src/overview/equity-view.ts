import type { EquityPoint } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { formatDuration, formatTime, zoneName } from '../kit/format.ts'
import { sayAll, t } from '../kit/say.ts'
import { figureText, rateText } from '../kit/chart/number-text.ts'
import type { ChartTable } from '../kit/chart/table.ts'

/** [wall clock ms, value]; a null value breaks the line where nothing was recorded. */
export type Recorded = readonly [at: number, value: number | null]

export type EquityView = NonNullable<ReturnType<typeof viewEquity>>

/** Equity of this run and how far below its own high it was; null before the second point. */
export function viewEquity(points: readonly EquityPoint[]) {
  const known = points.flatMap(([at, value]) => (value === null ? [] : [[at, value] as const]))
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined || known.length < 2) return null
  const drawdown = underwater(points)
  const values = known.map(([, value]) => value)
  return {
    equity: points,
    drawdown,
    first,
    last,
    lowest: values.reduce((low, value) => Math.min(low, value), Infinity),
    highest: values.reduce((high, value) => Math.max(high, value), -Infinity),
    deepest: drawdown.reduce((deep, [, value]) => Math.min(deep, value ?? 0), 0),
  }
}

/** equity / highest so far - 1, never above 0; null where the highest so far is not positive. */
function underwater(points: readonly EquityPoint[]): readonly Recorded[] {
  let high = -Infinity
  return points.map(([at, value]) => {
    high = Math.max(high, value ?? -Infinity)
    return [at, value !== null && high > 0 ? value / high - 1 : null]
  })
}

/** What the curve shows, in words; the title of the chart. */
export function equityFinding(points: readonly EquityPoint[], coin: string): string {
  const view = viewEquity(points)
  if (view === null) return t('overview.equity.soon')
  const { first, last, lowest, highest, deepest } = view
  const range = {
    low: figureText(lowest),
    high: figureText(highest),
    coin,
    since: formatTime(first[0]),
    time: formatDuration(last[0] - first[0]),
  }
  const finding =
    deepest === 0
      ? message('overview.equity.rose', range)
      : message('overview.equity.fell', { ...range, fall: rateText(deepest) })
  const hasGaps = points.some(([, value]) => value === null)
  return sayAll(finding, hasGaps && message('overview.equity.gaps'))
}

/** The most rows of the table; the curve keeps every point. */
const TABLE_ROWS = 60

export function equityTable(points: readonly EquityPoint[], coin: string): ChartTable {
  const drawdown = underwater(points)
  const every = Math.max(1, Math.ceil(points.length / TABLE_ROWS))
  const rows = points.flatMap(([at, value], index) => {
    // Counted back from the newest, which is always shown.
    if ((points.length - 1 - index) % every !== 0) return []
    return [
      [formatTime(at), value === null ? t('kit.notRead') : figureText(value), rateText(drawdown[index]?.[1] ?? null)],
    ]
  })
  return {
    caption: every === 1 ? t('overview.equity.caption') : t('overview.equity.captionEvery', { number: every }),
    columns: [zoneName(), t('overview.equity.levelColumn', { coin }), t('overview.equity.fall')],
    rows: rows.toReversed(),
  }
}
