import type { BarSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { AXIS_TEXT_SIZE, axisText, gridLines } from '../../kit/chart/axis.ts'
import { compactText, roundText } from '../../kit/chart/number-text.ts'
import type { HistogramMark, HistogramView } from './histogram-view.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import { stagger, type Placed } from '../load-line/stagger.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { barTooltip, type TooltipContent } from '../../kit/chart/tooltip.ts'
import { t } from '../../kit/say.ts'

const LEFT = 40
const RIGHT = 14
const TOP = 4
const BOTTOM = 22
const ROW_PX = 16
const MARK_ROWS = 4

type Look = { readonly color: (theme: ChartTheme) => string; readonly type: 'solid' | 'dashed' | 'dotted' }
const LOOKS: Readonly<Record<HistogramMark['kind'], Look>> = {
  valueAtRisk: { color: (theme) => theme.danger, type: 'solid' },
  shortfall: { color: (theme) => theme.danger, type: 'dashed' },
  worst: { color: (theme) => theme.inkSoft, type: 'dotted' },
  today: { color: (theme) => theme.accent, type: 'solid' },
}

/**
 * A histogram: how many days made how much. The bins stand on a category axis, the marks on a value axis of the same
 * width. Words of marks have rows of their own above the highest bar. `size`: of the chart, px.
 */
export function histogramOption(
  view: HistogramView,
  theme: ChartTheme,
  coin: string,
  [width, height]: readonly [width: number, height: number],
): ChartOption {
  const placed = stagger(
    view.marks,
    ({ at }) => at,
    ({ words }) => words,
    { window: view.window, widthPx: width - LEFT - RIGHT, rows: MARK_ROWS },
  )
  const rows = placed.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const plotPx = Math.max(height - TOP - BOTTOM, 2 * ROW_PX * rows)
  // The bars end under the rows of words.
  const top = (Math.max(view.mostDays, 1) * plotPx) / (plotPx - rows * ROW_PX - 4)
  return {
    animation: false,
    grid: { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM },
    xAxis: [
      { type: 'category', show: false, data: view.bins.map((_, index) => index) },
      {
        type: 'value',
        position: 'bottom',
        min: view.window[0],
        max: view.window[1],
        axisPointer: { show: false },
        axisLine: { show: true, onZero: false, lineStyle: { color: theme.line } },
        axisLabel: {
          ...axisText(theme),
          formatter: compactText,
          hideOverlap: true,
          showMinLabel: false,
          showMaxLabel: false,
        },
        splitLine: { show: false },
      },
    ],
    yAxis: {
      type: 'value',
      min: 0,
      max: top,
      minInterval: 1,
      splitNumber: 4,
      axisPointer: { show: false },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...axisText(theme), formatter: (days: number) => (days > view.mostDays ? '' : String(days)) },
      splitLine: gridLines(theme),
    },
    tooltip: barTooltip(view.bins, theme, (bin) => histogramTooltip(bin, theme, coin)),
    series: [
      { ...bars, id: 'within', color: theme.holdings, data: view.bins.map(({ days, beyond }) => days - beyond) },
      { ...bars, id: 'beyond', color: theme.danger, data: view.bins.map(({ beyond }) => beyond) },
      ...placed.map((mark) => markSeries(mark, theme, top * (1 - ((rows - mark.row - 0.5) * ROW_PX) / plotPx))),
    ],
  }
}

const bars = {
  type: 'bar',
  stack: 'days',
  barCategoryGap: '12%',
  emphasis: { disabled: true },
} as const satisfies BarSeriesOption

function markSeries({ item, side }: Placed<HistogramMark>, theme: ChartTheme, top: number): ScatterSeriesOption {
  const color = LOOKS[item.kind].color(theme)
  return {
    type: 'scatter',
    id: item.kind,
    xAxisIndex: 1,
    silent: true,
    // Over the lines of other marks and with a background, so that no line runs through the words.
    z: 8,
    symbol: 'diamond',
    symbolSize: 7,
    itemStyle: { color },
    label: {
      show: side !== null,
      position: side ?? 'right',
      distance: 4,
      formatter: item.words,
      color,
      fontFamily: theme.words,
      fontSize: AXIS_TEXT_SIZE,
      fontWeight: 500,
      backgroundColor: theme.surface,
      padding: [1, 2],
    },
    markLine: {
      silent: true,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color, width: 1.5, type: LOOKS[item.kind].type },
      data: [[{ coord: [item.at, 0] }, { coord: [item.at, top] }]],
    },
    data: [[item.at, top]],
  }
}

export function histogramTooltip(
  { from, to, days, beyond }: HistogramView['bins'][number],
  theme: ChartTheme,
  coin: string,
): TooltipContent {
  return {
    title: t('var.pnlBin', { from: roundText(from, { sign: 'always' }), to: roundText(to, { sign: 'always' }), coin }),
    rows: [
      { label: t('kit.dayCount'), value: String(days), color: theme.holdings, strong: true },
      { label: t('var.beyond'), value: String(beyond), color: theme.danger },
    ],
  }
}
