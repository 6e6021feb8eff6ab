import { pnlAlong, worstWithin, type PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { roundUpTo } from '../../kit/chart/axis.ts'
import { heightAt } from '../../kit/chart/polyline.ts'
import { labelOf } from '../unit-label.ts'
import type { Domino, LoadLineInput, ShockWindow } from './load-line-view.ts'

/** What is drawn of the profit and loss along a load line. */
export interface PnlView {
  readonly window: ShockWindow
  /** With liquidations, or ignoring them where they are not known. */
  readonly path: readonly PnlPoint[]
  readonly countsLiquidations: boolean
  /** The profit if nothing were liquidated; null: `path` is that already. */
  readonly ignoring: readonly PnlPoint[] | null
  /** Shown amounts: round, and zero among them; `step` is that of the ticks. */
  readonly amounts: readonly [from: number, to: number]
  readonly step: number
  /** The worst shown; null: nothing shown loses. */
  readonly worst: PnlPoint | null
  /** The move that is tried out, or none at all. */
  readonly marked: PnlPoint
  /** Everything that is liquidated. */
  readonly dominoes: readonly Domino[]
}

/** null: total equity is not known. */
export function viewPnl({ loadLine, labels, tried = null }: LoadLineInput, window: ShockWindow): PnlView | null {
  const { ignoring, left } = pnlAlong(loadLine)
  const path = left ?? ignoring
  if (path === null) return null
  const [from, to] = window
  const shown = path.filter(([shock]) => shock >= from && shock <= to).map(([, pnl]) => pnl)
  const [low, high] = [Math.min(0, ...shown), Math.max(0, ...shown)]
  const step = high === low ? 1 : roundUpTo([1, 2, 5], (high - low) / TICKS)
  const worst = worstWithin(path, window)
  return {
    ...{ window, path, step },
    countsLiquidations: left !== null,
    ignoring: left !== null && loadLine.breaches.length > 0 ? ignoring : null,
    amounts: [Math.floor(low / step) * step, Math.ceil(high / step) * step],
    worst: worst !== null && worst[1] < 0 ? worst : null,
    marked: [tried ?? 0, pnlAt(path, tried ?? 0) ?? 0],
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
