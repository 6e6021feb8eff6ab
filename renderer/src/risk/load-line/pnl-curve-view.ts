import { pnlAlong, worstWithin, type PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { roundUpTo } from '../../kit/chart/axis.ts'
import { heightAt } from '../../kit/chart/polyline.ts'
import { labelOf } from '../unit-label.ts'
import type { LoadLineInput, ShockWindow } from './load-line-view.ts'

export type PnlView = NonNullable<ReturnType<typeof viewPnl>>

/** What is drawn of the profit and loss along a load line; null: total equity is not known. */
export function viewPnl({ loadLine, labels, tried = null }: LoadLineInput, window: ShockWindow) {
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
    dominoes: loadLine.breaches.map(({ unitId, shock }) => ({ unitId, label: labelOf(labels, unitId), shock })),
  }
}

/** The profit at a move; where it drops straight down, the one after the drop. */
export function pnlAt(path: readonly PnlPoint[], shock: number): number | null {
  const there = path.filter(([at]) => at === shock).map(([, pnl]) => pnl)
  return there.length > 0 ? Math.min(...there) : heightAt(path, shock)
}

/** About how many steps the axis has. */
const TICKS = 4
