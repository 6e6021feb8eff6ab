/** The two charts along a move of prices, and what each says. */
import { rateText } from '../../kit/chart/number-text.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { t } from '../../kit/say.ts'
import { loadLineFinding } from './load-line-finding.ts'
import { loadLineOption } from './load-line-option.ts'
import { loadLineTable } from './load-line-table.ts'
import { viewLoadLine, type LoadLineInput, type ShockWindow } from './load-line-view.ts'
import { pnlOption } from './pnl-curve-option.ts'
import { isFlat, pnlFinding, pnlTable, viewPnl } from './pnl-curve-view.ts'
import type { Size } from './shock-plot.ts'

/** What is drawn against the move: the margin rate, or profit and loss. */
export const MEASURES = ['rate', 'pnl'] as const
export type Measure = (typeof MEASURES)[number]

interface ShockChart {
  readonly finding: string
  /** Why there is nothing to draw; null: there is. */
  readonly blank: string | null
  /** The picture for those who do not see it. */
  readonly label: string
  /** What the lines are, where there are two of a kind. */
  readonly legend: readonly { readonly line: 'solid' | 'dotted'; readonly words: string }[]
  /** What lies outside of the chart; null: nothing. */
  readonly note: string | null
  readonly table: (() => ChartTable) | null
  readonly option: ((theme: ChartTheme, size: Size) => ChartOption) | null
}

export const SHOCK_CHARTS: Readonly<Record<Measure, (input: LoadLineInput, window: ShockWindow) => ShockChart>> = {
  rate(input, window) {
    const view = viewLoadLine(input, window)
    const finding = loadLineFinding(input)
    const lines = view.above.map((line) => `${line.label} ${rateText(line.now?.[1] ?? null)}`)
    return {
      finding,
      blank: view.lines.length === 0 ? finding : null,
      label: t('loadLine.chart', { finding }),
      legend: [],
      note: lines.length === 0 ? null : t('loadLine.above', { lines }),
      table: () => loadLineTable(input),
      option: (theme, size) => loadLineOption(input, view, theme, size),
    }
  },
  pnl(input, window) {
    const view = viewPnl(input, window)
    const finding = pnlFinding(input, view)
    const said = { finding, label: t('pnlCurve.chart', { finding }), note: null }
    if (view === null || isFlat(view)) return { ...said, blank: finding, legend: [], table: null, option: null }
    return {
      ...said,
      blank: null,
      legend:
        view.ignoring === null
          ? []
          : [
              { line: 'solid', words: t('stress.withLiquidations') },
              { line: 'dotted', words: t('pnlCurve.ignoring') },
            ],
      table: () => pnlTable(input, view),
      option: (theme, size) => pnlOption(input, view, theme, size),
    }
  },
}
