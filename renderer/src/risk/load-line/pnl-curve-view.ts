import { pnlAlong, worstWithin, type PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { roundUpTo } from '../../kit/chart/axis.ts'
import { figureText, roundText, shockText, shockTick } from '../../kit/chart/number-text.ts'
import { heightAt } from '../../kit/chart/polyline.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { sayAll, t } from '../../kit/say.ts'
import { labelOf } from '../unit-label.ts'
import { tableRows } from './load-line-table.ts'
import type { LoadLineInput, ShockWindow } from './load-line-view.ts'
import { moveName, moveTitle } from './moved-prices.ts'

export type PnlView = NonNullable<ReturnType<typeof viewPnl>>

/** What is drawn of the profit and loss along a load line; null: total equity is not known. */
export function viewPnl({ loadLine, tried = null }: LoadLineInput, window: ShockWindow) {
  const { ignoring, left } = pnlAlong(loadLine)
  const path = left ?? ignoring
  if (path === null) return null
  const [from, to] = window
  const shown = path.filter(([shock]) => shock >= from && shock <= to).map(([, pnl]) => pnl)
  const [low, high] = [Math.min(0, ...shown), Math.max(0, ...shown)]
  const step = high === low ? 1 : roundUpTo([1, 2, 5], (high - low) / TICKS)
  const worst = worstWithin(path, window)
  return {
    window,
    /** With liquidations, or ignoring them where they are not known. */
    path,
    countsLiquidations: left !== null,
    /** The profit if nothing were liquidated; null: `path` is that already. */
    ignoring: left !== null && loadLine.breaches.length > 0 ? ignoring : null,
    /** Shown amounts: round, and zero among them; `step` is that of the ticks. */
    amounts: [Math.floor(low / step) * step, Math.ceil(high / step) * step] as const,
    step,
    /** The worst shown; null: nothing shown loses. */
    worst: worst !== null && worst[1] < 0 ? worst : null,
    /** The move that is tried out, or none at all. */
    marked: [tried ?? 0, pnlAt(path, tried ?? 0) ?? 0] as const,
    dominoes: loadLine.breaches.map(({ unitId, shock }) => ({ unitId, label: labelOf(unitId), shock })),
  }
}

/** The profit at a move; where it drops straight down, the one after the drop. */
export function pnlAt(path: readonly PnlPoint[], shock: number): number | null {
  const there = path.filter(([at]) => at === shock).map(([, pnl]) => pnl)
  return there.length > 0 ? Math.min(...there) : heightAt(path, shock)
}

/** About how many steps the axis has. */
const TICKS = 4

/** The move of the first sentence while none is tried out. */
const USUAL = 0.1

/** What the curve shows, in sentences: the P&L of the move tried out or of a usual one, then the worst that is shown. */
export function pnlFinding(input: LoadLineInput, view: PnlView | null): string {
  const { loadLine, moved, reportingCoin: coin, tried = null, isPartial = false, equityDoubt } = input
  if (view === null) return t('pnlCurve.unknown', { names: loadLine.notCounted })
  const scale = Math.max(...view.amounts.map(Math.abs))
  const pnl = (amount: number | null): string => (amount === null ? '?' : roundText(amount, { sign: 'always', scale }))
  const at = (shock: number): string => pnl(pnlAt(view.path, shock))
  const ends = { from: endText(view.window, 0), to: endText(view.window, 1) }
  const first =
    tried === null
      ? message('pnlCurve.usual', {
          move: moveTitle(moved, shockText(-USUAL)),
          fall: at(-USUAL),
          shock: shockText(USUAL),
          rise: at(USUAL),
          coin,
        })
      : message('pnlCurve.tried', { move: moveTitle(moved, shockText(tried)), pnl: at(tried), coin })
  const worst =
    view.worst && message('pnlCurve.worst', { ...ends, pnl: pnl(view.worst[1]), shock: shockText(view.worst[0]), coin })
  return sayAll(
    isFlat(view) ? message('pnlCurve.flat', { move: moveName(moved) }) : first,
    !isFlat(view) && (worst ?? message('pnlCurve.noLoss', ends)),
    !view.countsLiquidations && message('pnlCurve.ignored', { names: loadLine.notModelled.map(labelOf) }),
    isPartial && message('plan.positionsUnread'),
    equityDoubt && verbatim(equityDoubt),
  )
}

/** Whether nothing shown gains or loses. */
export function isFlat({ amounts }: PnlView): boolean {
  return amounts[0] === 0 && amounts[1] === 0
}

/** "−60 %": an end of the window, within which prices stay positive. */
function endText(window: ShockWindow, end: 0 | 1): string {
  return shockTick(Math.max(window[end], -0.99))
}

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
