import type { HeatmapSeriesOption } from 'echarts/charts'
import { t } from '../../kit/say.ts'
import { AXIS_TEXT_SIZE } from '../../kit/chart/axis.ts'
import { correlationText, type Cell, type CorrelationView } from './correlation-view.ts'
import { inkOn } from '../../kit/chart/diverge.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { TOOLTIP_FRAME, tooltipElement, type TooltipContent } from '../../kit/chart/tooltip.ts'

/** Beside and below the cells, px. */
const [LEFT, RIGHT, BOTTOM] = [52, 12, 4] as const
/** Above the cells, px: room for names that lie, and for names that stand. */
const [LYING, STANDING] = [22, 52] as const
/** The narrowest column for a name that lies, px. */
const LEAST_LYING = 44
/** The height of a row with room for its name and its numbers, px. */
const ROW_PX = 20
/** The smallest cell with room for its number, px. */
const NUMBER_PX = [38, 15] as const
/** With more assets than this the map is a picture of its clusters: a canvas cannot be as high as all their names. */
const MOST_NAMED = 120

/** px for so many assets; less than that would hide names and numbers. */
export function leastHeight(count: number): number {
  return count > MOST_NAMED ? 0 : STANDING + BOTTOM + count * ROW_PX
}

/** The room around the cells in a chart of this width: a page may lay something under them. */
export function matrixMargin(count: number, width: number) {
  const isLying = (width - LEFT - RIGHT) / count >= LEAST_LYING
  return { left: LEFT, right: RIGHT, top: isLying ? LYING : STANDING, bottom: BOTTOM }
}

/**
 * A heat map in the order of clusters. A missing pair is not drawn at all: the hatch under the chart shows through.
 * Cells show their numbers if these fit. `size`: of the chart, px.
 */
export function correlationOption(
  view: CorrelationView,
  theme: ChartTheme,
  [width, height]: readonly [width: number, height: number],
): ChartOption {
  const { assets } = view
  const margin = matrixMargin(assets.length, width)
  const cellWidth = (width - margin.left - margin.right) / assets.length
  const cellHeight = (height - margin.top - margin.bottom) / assets.length
  const isLying = margin.top === LYING
  /** Every name, unless there are too many. */
  const named = assets.length > MOST_NAMED ? {} : { interval: 0 }
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    splitArea: { show: false },
    axisLabel: { color: theme.inkSoft, fontFamily: theme.words, fontSize: AXIS_TEXT_SIZE },
  } as const
  const known = view.cells.filter(({ value }) => value !== null)
  return {
    animation: false,
    grid: margin,
    xAxis: {
      ...axis,
      position: 'top',
      data: [...assets],
      axisLabel: {
        ...axis.axisLabel,
        ...named,
        rotate: isLying ? 0 : 90,
        width: isLying ? cellWidth : STANDING - 10,
        overflow: 'truncate',
      },
    },
    yAxis: {
      ...axis,
      data: [...assets],
      inverse: true,
      axisLabel: { ...axis.axisLabel, ...named, width: margin.left - 10, overflow: 'truncate' },
    },
    visualMap: {
      show: false,
      min: -1,
      max: 1,
      dimension: 2,
      inRange: { color: [theme.diverge.low, theme.diverge.mid, theme.diverge.high] },
    },
    tooltip: {
      ...TOOLTIP_FRAME,
      trigger: 'item',
      formatter: (params) => {
        const cell = known[Array.isArray(params) ? -1 : params.dataIndex]
        return cell === undefined ? '' : tooltipElement(correlationTooltip(cell, assets))
      },
    },
    series: [heatmap(known, cellWidth >= NUMBER_PX[0] && cellHeight >= NUMBER_PX[1], theme)],
  }
}

/** The cells; with `hasNumbers` each shows its number. */
function heatmap(cells: readonly Cell[], hasNumbers: boolean, theme: ChartTheme): HeatmapSeriesOption {
  return {
    type: 'heatmap',
    id: 'correlation',
    emphasis: { disabled: true },
    itemStyle: { borderColor: theme.surface, borderWidth: 1 },
    // A cell with options of its own is dear to draw, and without numbers there may be thousands of cells.
    data: cells.map((cell) => (hasNumbers ? numbered(cell, theme) : valueOf(cell))),
  }
}

function numbered(cell: Cell, theme: ChartTheme) {
  return {
    value: valueOf(cell),
    label: {
      show: true,
      formatter: correlationText(cell.value),
      color: inkOn(cell.value ?? 0, theme),
      fontFamily: theme.figures,
      fontSize: AXIS_TEXT_SIZE,
    },
  }
}

const valueOf = ({ column, row, value }: Cell): number[] => [column, row, value ?? 0]

export function correlationTooltip({ row, column, value, days }: Cell, assets: readonly string[]): TooltipContent {
  return {
    title: t('correlation.pairTitle', { one: assets[row] ?? '', other: assets[column] ?? '' }),
    rows: [
      { label: t('risk.tab.correlation'), value: correlationText(value), strong: true },
      { label: t('correlation.daysBoth'), value: String(days) },
    ],
  }
}
