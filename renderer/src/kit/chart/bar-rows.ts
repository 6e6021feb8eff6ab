/** What all charts of bars in rows share: a name before each bar, its figure behind it, one axis of values under them. */
import type { BarSeriesOption } from 'echarts/charts'
import { AXIS_TEXT_SIZE, axisText, gridLines } from './axis.ts'
import { compactText } from './number-text.ts'
import type { ChartOption } from './register.ts'
import type { ChartTheme } from './theme.ts'
import { barTooltip, type TooltipContent } from './tooltip.ts'

/** How every bar is drawn. */
export const BAR = { type: 'bar', barMaxWidth: 14, emphasis: { disabled: true } } as const satisfies BarSeriesOption

/** Room between the end of a name and its bar, px: echarts' own. */
const NAME_GAP = 8

interface BarRows<Bar> {
  readonly name: (bar: Bar) => string
  /** The figure behind the bar. */
  readonly text: (bar: Bar) => string
  readonly tooltip: (bar: Bar) => TooltipContent
  /** Room for names and for figures, px. */
  readonly left: number
  readonly right: number
  /** From the plot to the end of the figures, px. */
  readonly margin: number
  /** About how many lines there are behind the bars. */
  readonly splitNumber?: number
}

/** Everything but the series; the first bar is on top. */
export function barRows<Bar>(
  bars: readonly Bar[],
  { name, text, tooltip, left, right, margin, splitNumber = 4 }: BarRows<Bar>,
  theme: ChartTheme,
): ChartOption {
  const rows = { type: 'category', inverse: true, axisTick: { show: false }, axisLine: { show: false } } as const
  return {
    animation: false,
    grid: { left, right, top: 4, bottom: 22 },
    xAxis: {
      type: 'value',
      splitNumber,
      axisLabel: { ...axisText(theme), formatter: compactText, hideOverlap: true },
      splitLine: gridLines(theme),
    },
    yAxis: [
      {
        ...rows,
        data: bars.map(name),
        axisLabel: {
          color: theme.ink,
          fontFamily: theme.words,
          fontSize: 12,
          width: left - NAME_GAP,
          overflow: 'truncate',
        },
      },
      {
        ...rows,
        data: bars.map(text),
        axisLabel: { color: theme.ink, fontFamily: theme.figures, fontSize: AXIS_TEXT_SIZE, align: 'right', margin },
      },
    ],
    tooltip: barTooltip(bars, theme, tooltip),
  }
}
