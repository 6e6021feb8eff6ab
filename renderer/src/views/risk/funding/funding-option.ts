import { AXIS_TEXT_SIZE, axisText, gridLines, hairAt } from '../../../charts/axis.ts'
import { compactText } from '../../../charts/number-text.ts'
import type { ChartOption } from '../../../charts/register.ts'
import type { ChartTheme } from '../../../charts/theme.ts'
import { TOOLTIP_FRAME, tooltipElement } from '../../../charts/tooltip.ts'
import type { FundingView } from './funding-view.ts'

/** Bars either side of zero: what is paid to the left, what is received to the right. */
export function fundingOption({ bars }: FundingView, theme: ChartTheme, coin: string): ChartOption {
  const rows = { type: 'category', inverse: true, axisTick: { show: false }, axisLine: { show: false } } as const
  return {
    animation: false,
    grid: { left: 58, right: 70, top: 4, bottom: 22 },
    xAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { ...axisText(theme), formatter: compactText, hideOverlap: true },
      splitLine: gridLines(theme),
    },
    yAxis: [
      {
        ...rows,
        data: bars.map(({ asset }) => asset),
        axisLabel: { color: theme.ink, fontFamily: theme.words, fontSize: 12, width: 50, overflow: 'truncate' },
      },
      {
        ...rows,
        data: bars.map(({ text }) => text),
        axisLabel: {
          color: theme.ink,
          fontFamily: theme.figures,
          fontSize: AXIS_TEXT_SIZE,
          align: 'right',
          margin: 62,
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
        if (bar === undefined) return ''
        const label = bar.value < 0 ? 'Paid a day' : 'Received a day'
        return tooltipElement({ title: bar.asset, rows: [{ label, value: `${bar.text} ${coin}`, strong: true }] })
      },
    },
    series: [
      {
        type: 'bar',
        id: 'funding',
        barMaxWidth: 14,
        emphasis: { disabled: true },
        data: bars.map(({ value }) => ({
          value,
          itemStyle: { color: value < 0 ? theme.holdings : theme.contracts },
        })),
        markLine: hairAt(0, theme),
      },
    ],
  }
}
