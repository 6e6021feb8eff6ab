import type { PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { figureText, shockText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { t } from '../../kit/say.ts'
import { tableRows } from './load-line-table.ts'
import type { LoadLineInput } from './load-line-view.ts'
import { moveName } from './moved-prices.ts'
import { pnlAt, type PnlView } from './pnl-curve-view.ts'

/** The curve as a table: round moves, every liquidation, and the move that is tried out. */
export function pnlTable(input: LoadLineInput, { path, countsLiquidations, ignoring }: PnlView): ChartTable {
  const { reportingCoin: coin, moved, tried = null } = input
  const own = tried === null ? [] : [{ shock: tried, event: t('pnlCurve.event') }]
  const money = (of: readonly PnlPoint[] | null, shock: number): string => {
    const pnl = of && pnlAt(of, shock)
    return pnl === null ? '?' : figureText(pnl, 'always')
  }
  return {
    caption: t('pnlCurve.caption', { move: moveName(moved) }),
    columns: [
      t('loadLine.column.move'),
      t('loadLine.column.event'),
      t('pnlCurve.column.left', { coin }),
      t('pnlCurve.column.ignoring', { coin }),
    ],
    rows: [...tableRows(input), ...own]
      .toSorted((a, b) => a.shock - b.shock)
      .map(({ shock, event }) => [
        shockText(shock),
        event,
        money(countsLiquidations ? path : null, shock),
        money(ignoring ?? path, shock),
      ]),
  }
}
