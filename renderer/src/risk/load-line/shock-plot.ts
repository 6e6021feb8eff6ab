/** What the charts along a move of prices share: their plot, the lane of liquidations under it, and the words on it. */
import type { ScatterSeriesOption } from 'echarts/charts'
import type { TooltipComponentOption } from 'echarts/components'
import { AXIS_TEXT_SIZE, axisValueOf, crosshair } from '../../kit/chart/axis.ts'
import { shockText } from '../../kit/chart/number-text.ts'
import { placeLabels, type Box, type Pixel, type Wanted } from '../../kit/chart/place-labels.ts'
import type { Point } from '../../kit/chart/polyline.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { TOOLTIP_FRAME, tooltipElement, type TooltipContent } from '../../kit/chart/tooltip.ts'
import { laneAxis, LEFT, shockAxis, type rateAxis, type pnlAxis } from './load-line-axes.ts'
import type { Domino, ShockWindow } from './load-line-view.ts'
import { stagger } from './stagger.ts'

const RIGHT = 14
const TOP = 22
const AXIS_HEIGHT = 22
const LANE_ROW = 16
const LANE_GAP = 8
const MAX_LANE_ROWS = 4

/** px */
export interface Size {
  readonly width: number
  readonly height: number
}

export type ShockPlot = ReturnType<typeof shockPlot>

/** Where things are drawn in a chart of this size. `values`: the range of the vertical axis. */
export function shockPlot(
  { width, height }: Size,
  [from, to]: ShockWindow,
  [low, high]: readonly [number, number],
  dominoes: readonly Domino[],
) {
  const widthPx = width - LEFT - RIGHT
  const places = { window: [from, to], widthPx, rows: MAX_LANE_ROWS } as const
  const lane = stagger(dominoes, (domino) => domino.shock, laneLabel, places)
  const rows = lane.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const laneHeight = rows === 0 ? 0 : rows * LANE_ROW + LANE_GAP
  const room: Box = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - AXIS_HEIGHT - laneHeight }
  const [perShock, perValue] = [widthPx / (to - from), (room.bottom - room.top) / (high - low)]
  return {
    window: [from, to] as ShockWindow,
    lane,
    rows,
    laneHeight,
    room,
    pixelAt: ([shock, value]: Point): Pixel => [
      LEFT + (shock - from) * perShock,
      room.bottom - (value - low) * perValue,
    ],
    pointAt: ([x, y]: Pixel): Point => [from + (x - LEFT) / perShock, low + (room.bottom - y) / perValue],
  }
}

/** The axes. `laneWord` names the lane of liquidations. */
export function shockFrame(
  plot: ShockPlot,
  valueAxis: ReturnType<typeof rateAxis | typeof pnlAxis>,
  laneWord: string,
  theme: ChartTheme,
) {
  const { rows, laneHeight, window } = plot
  return {
    animation: false,
    grid: [
      { left: LEFT, right: RIGHT, top: TOP, bottom: AXIS_HEIGHT + laneHeight },
      { left: LEFT, right: RIGHT, bottom: AXIS_HEIGHT, height: laneHeight },
    ],
    xAxis: [shockAxis(window, theme, 0, rows === 0), shockAxis(window, theme, 1, rows > 0)],
    yAxis: [valueAxis, laneAxis(rows, laneWord, theme)],
    axisPointer: { link: [{ xAxisIndex: 'all' as const }] },
  }
}

/** What a tooltip says of the move under the pointer. */
export function shockTooltip(theme: ChartTheme, contentAt: (shock: number) => TooltipContent) {
  return {
    ...TOOLTIP_FRAME,
    trigger: 'axis',
    axisPointer: crosshair(theme),
    formatter: (params) => tooltipElement(contentAt(axisValueOf(params) ?? 0)),
  } as const satisfies TooltipComponentOption
}

/** "XRP short +4.1 %". */
function laneLabel(domino: Domino): string {
  return `${domino.label} ${shockText(domino.shock)}`
}

/** The liquidations, in their lane; nothing while there are none. */
export function laneSeries({ lane, rows }: ShockPlot, theme: ChartTheme): readonly ScatterSeriesOption[] {
  if (rows === 0) return []
  return [
    {
      type: 'scatter',
      id: 'lane',
      xAxisIndex: 1,
      yAxisIndex: 1,
      silent: true,
      symbol: 'diamond',
      symbolSize: 8,
      itemStyle: { color: theme.danger },
      data: lane.map(({ item, row, side }) => ({
        value: [item.shock, row],
        label: {
          show: side !== null,
          position: side ?? 'right',
          distance: 4,
          formatter: laneLabel(item),
          ...wordsStyle(theme.inkSoft, theme),
        },
      })),
    },
  ]
}

export interface Label extends Wanted {
  readonly color: string
  /** Whether it stands on a shaded area, where a halo would look like a stain. */
  readonly isShaded?: boolean
}

/**
 * The words on the plot, the most important first; those that fit nowhere are left out. `drawn`: the lines and points
 * that they must not cover, in the units of the axes.
 */
export function wordsSeries(
  labels: readonly Label[],
  drawn: { readonly lines: readonly (readonly Point[])[]; readonly points: readonly Point[] },
  plot: ShockPlot,
  theme: ChartTheme,
): ScatterSeriesOption {
  const placed = placeLabels(labels, {
    room: plot.room,
    lines: drawn.lines.map((line) => line.map(plot.pixelAt)),
    points: drawn.points.map(plot.pixelAt),
  })
  return {
    type: 'scatter',
    id: 'words',
    silent: true,
    z: 9,
    symbolSize: 1,
    // Not by opacity: the words would inherit it.
    itemStyle: { color: 'transparent' },
    data: placed.flatMap((label, index) => {
      if (label === null) return []
      const { color = theme.ink, isShaded = false } = labels[index] ?? {}
      const style = { ...wordsStyle(color, theme), ...(isShaded && { textBorderWidth: 0 }) }
      return {
        value: [...plot.pointAt(label.corner)],
        label: { show: true, formatter: label.words, position: [0, 2], ...style },
      }
    }),
  }
}

/** A halo in the surface's colour keeps words readable over the lines of the grid. */
function wordsStyle(color: string, theme: ChartTheme) {
  return {
    color,
    fontFamily: theme.words,
    fontSize: AXIS_TEXT_SIZE,
    fontWeight: 500,
    textBorderColor: theme.surface,
    textBorderWidth: 3,
  } as const
}
