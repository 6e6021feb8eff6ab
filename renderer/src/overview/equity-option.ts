import type { LineSeriesOption } from 'echarts/charts'
import { formatMoment, formatTime, UNKNOWN } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { axisText, axisValueOf, crosshair, gridLines } from '../kit/chart/axis.ts'
import type { EquityView, Recorded } from './equity-view.ts'
import { compactText, figureText, rateText } from '../kit/chart/number-text.ts'
import type { ChartOption } from '../kit/chart/register.ts'
import type { ChartTheme } from '../kit/chart/theme.ts'
import { TOOLTIP_FRAME, tooltipElement, type TooltipContent } from '../kit/chart/tooltip.ts'

const LEFT = 66
const RIGHT = 12
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Equity over time, and below it the drawdown from its own high. The axis of equity does not start at zero. */
export function equityOption(view: EquityView, theme: ChartTheme, coin: string): ChartOption {
  const [low, high] = levelRange(view)
  return {
    animation: false,
    grid: [
      { left: LEFT, right: RIGHT, top: 6, bottom: '44%' },
      { left: LEFT, right: RIGHT, top: '66%', bottom: 22 },
    ],
    xAxis: [timeAxis(view, theme, 0), timeAxis(view, theme, 1)],
    yAxis: [
      {
        type: 'value',
        gridIndex: 0,
        min: low,
        max: high,
        splitNumber: 3,
        axisLabel: {
          ...axisText(theme),
          formatter: levelText(high - low),
          hideOverlap: true,
          showMinLabel: false,
          showMaxLabel: false,
        },
        splitLine: gridLines(theme),
      },
      {
        type: 'value',
        gridIndex: 1,
        min: Math.min(1.1 * view.deepest, -0.001),
        max: 0,
        splitNumber: 1,
        axisLabel: { ...axisText(theme), formatter: rateText, showMinLabel: false },
        splitLine: { show: false },
      },
    ],
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...TOOLTIP_FRAME,
      trigger: 'axis',
      axisPointer: crosshair(theme),
      formatter: (params) => tooltipElement(equityTooltip(view, axisValueOf(params) ?? view.last[0], coin)),
    },
    series: [
      {
        ...line(view.equity),
        id: 'equity',
        lineStyle: { color: theme.accent, width: 1.75 },
      },
      {
        ...line(view.drawdown),
        id: 'drawdown',
        xAxisIndex: 1,
        yAxisIndex: 1,
        lineStyle: { color: theme.inkFaint, width: 1 },
        areaStyle: { color: theme.inkFaint, opacity: 0.25, origin: 'end' },
      },
    ],
  }
}

/** The recorded point nearest to a time, in words. */
export function equityTooltip(view: EquityView, at: number, coin: string): TooltipContent {
  const index = view.equity.reduce((best, [time, value], each) => {
    const known = view.equity[best]
    const nearer = known === undefined || Math.abs(time - at) < Math.abs(known[0] - at)
    return value !== null && nearer ? each : best
  }, 0)
  const [time, equity] = view.equity[index] ?? [at, null]
  const drawdown = view.drawdown[index]?.[1] ?? null
  return {
    title: formatTime(time),
    rows: [
      {
        label: t('strip.equity'),
        value: equity === null ? UNKNOWN : `${figureText(equity)} ${coin}`,
        strong: true,
      },
      { label: t('overview.equity.fall'), value: rateText(drawdown) },
    ],
  }
}

/** A tenth of padding on both sides; a flat line gets a thousandth of its level. */
function levelRange({ lowest, highest }: EquityView): readonly [number, number] {
  const air = Math.max(0.1 * (highest - lowest), Math.abs(highest) * 0.0005, 1e-9)
  return [lowest - air, highest + air]
}

/** Short labels only while neighbours still differ. */
function levelText(span: number): (value: number) => string {
  return (value) => (span > 0.02 * Math.abs(value) ? compactText(value) : figureText(value).replace(/\.\d+$/, ''))
}

/** In the chosen zone, and as much of it as tells neighbours apart. */
function timeText({ first, last }: EquityView): (at: number) => string {
  const span = last[0] - first[0]
  if (span > DAY_MS) return (at) => formatMoment(at).slice(5, 16)
  return (at) => formatTime(at).slice(0, span > HOUR_MS ? 5 : 8)
}

function timeAxis(view: EquityView, theme: ChartTheme, gridIndex: number) {
  return {
    type: 'time',
    gridIndex,
    min: view.first[0],
    max: view.last[0],
    axisLine: { onZero: false, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: { ...axisText(theme), show: gridIndex === 1, hideOverlap: true, formatter: timeText(view) },
    splitLine: { show: false },
  } as const
}

function line(points: readonly Recorded[]): LineSeriesOption {
  return {
    type: 'line',
    symbol: 'none',
    silent: true,
    // Points are few, and sampling would bridge a gap of one point.
    connectNulls: false,
    data: points.map((point) => [...point]),
  }
}
