import { AXIS_TEXT_SIZE, axisText, gridLines, hairAt } from '../../../charts/axis.ts'
import { compactText, figureText } from '../../../charts/number-text.ts'
import type { ChartOption } from '../../../charts/register.ts'
import type { ChartTheme } from '../../../charts/theme.ts'
import { TOOLTIP_FRAME, tooltipElement, type TooltipContent } from '../../../charts/tooltip.ts'
import { COST_PARTS, type CostBar, type CostPart, type CostView } from './cost-view.ts'

/** Told apart by lightness: the same in both themes, and none of them means gain or danger. */
export function costColors(theme: ChartTheme): Readonly<Record<CostPart, string>> {
  return {
    markGap: theme.line,
    spreadCost: theme.lineStrong,
    depthCost: theme.accent,
    impactCost: theme.ink,
    fee: theme.inkFaint,
  }
}

/** Stacked bars, dearest first; a gap between mark and mid that is a gain lies left of zero. */
export function costOption({ bars }: CostView, theme: ChartTheme, coin: string): ChartOption {
  const rows = { type: 'category', inverse: true, axisTick: { show: false }, axisLine: { show: false } } as const
  const colors = costColors(theme)
  return {
    animation: false,
    grid: { left: 90, right: 56, top: 4, bottom: 22 },
    xAxis: {
      type: 'value',
      splitNumber: 3,
      axisLabel: { ...axisText(theme), formatter: compactText, hideOverlap: true },
      splitLine: gridLines(theme),
    },
    yAxis: [
      {
        ...rows,
        data: bars.map(({ name }) => name),
        axisLabel: { color: theme.ink, fontFamily: theme.words, fontSize: 12, width: 84, overflow: 'truncate' },
      },
      {
        ...rows,
        data: bars.map(({ cost }) => compactText(cost)),
        axisLabel: {
          color: theme.ink,
          fontFamily: theme.figures,
          fontSize: AXIS_TEXT_SIZE,
          align: 'right',
          margin: 48,
        },
      },
    ],
    tooltip: {
      ...TOOLTIP_FRAME,
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: theme.line, opacity: 0.4 } },
      formatter: (params) => {
        const first = Array.isArray(params) ? params[0] : params
        const bar = bars[first?.dataIndex ?? -1]
        return bar === undefined ? '' : tooltipElement(costTooltip(bar, theme, coin))
      },
    },
    series: COST_PARTS.map(({ id }, index) => ({
      type: 'bar',
      stack: 'cost',
      barMaxWidth: 14,
      id,
      color: colors[id],
      itemStyle: { borderColor: theme.surface, borderWidth: 0.5 },
      emphasis: { disabled: true },
      data: bars.map(({ exit }) => exit[id].value ?? 0),
      ...(index === 0 ? { markLine: hairAt(0, theme) } : {}),
    })),
  }
}

export function costTooltip({ name, cost, exit }: CostBar, theme: ChartTheme, coin: string): TooltipContent {
  const colors = costColors(theme)
  return {
    title: name,
    rows: [
      ...COST_PARTS.map(({ id, label }) => ({
        label,
        value: `${figureText(exit[id].value ?? 0)} ${coin}`,
        color: colors[id],
      })),
      { label: 'Cost', value: `${figureText(cost)} ${coin}`, strong: true },
    ],
  }
}
