import { hairlineAt } from '../../kit/chart/axis.ts'
import { BAR, barRows } from '../../kit/chart/bar-rows.ts'
import type { ComponentView, Step } from './component-view.ts'
import { rateText, roundText } from '../../kit/chart/number-text.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import type { TooltipContent } from '../../kit/chart/tooltip.ts'
import { t } from '../../kit/say.ts'

/**
 * A waterfall: each bar begins where the one above it ended; the last is the sum. Each is a stack of a transparent base
 * and the step itself. The two sides of zero are separate stacks, because a stack never crosses zero.
 */
export function componentOption(view: ComponentView, theme: ChartTheme, coin: string): ChartOption {
  const { steps } = view
  const colors = { adds: theme.contracts, takesOff: theme.holdings, total: theme.ink }
  const drawn = (length: (step: Step) => number) =>
    steps.map((step) => ({ value: length(step), itemStyle: { color: colors[step.kind] } }))
  const base = (length: (step: Step) => number) => steps.map(length)
  return {
    ...barRows(
      steps,
      {
        name: ({ name }) => name,
        text: (step) => lengthText(step, view.total),
        tooltip: (step) => componentTooltip(step, view, coin),
        left: 66,
        right: 70,
        margin: 58,
      },
      theme,
    ),
    series: [
      { ...stacked, id: 'baseAbove', ...clear, data: base(({ from, to }) => Math.max(Math.min(from, to), 0)) },
      { ...stacked, id: 'baseBelow', ...clear, data: base(({ from, to }) => Math.min(Math.max(from, to), 0)) },
      {
        ...stacked,
        id: 'above',
        data: drawn(({ from, to }) => Math.max(from, to, 0) - Math.max(Math.min(from, to), 0)),
        markLine: hairlineAt(0, theme),
      },
      {
        ...stacked,
        id: 'below',
        data: drawn(({ from, to }) => Math.min(from, to, 0) - Math.min(Math.max(from, to), 0)),
      },
    ],
  }
}

const stacked = { ...BAR, stack: 'components' } as const

const clear = { silent: true, itemStyle: { color: 'transparent' } } as const

function lengthText({ from, to, kind }: Step, scale: number): string {
  return roundText(to - from, { sign: kind === 'total' ? 'negative' : 'always', scale })
}

export function componentTooltip(step: Step, { total }: ComponentView, coin: string): TooltipContent {
  const { source } = step
  const exposure =
    typeof source?.value === 'number'
      ? [{ label: t('strip.exposure'), value: `${roundText(source.value, { sign: 'always' })} ${coin}` }]
      : []
  return {
    title: step.kind === 'total' ? t('var.shortfall') : step.name,
    rows: [
      { label: 'ES', value: `${lengthText(step, total)} ${coin}`, strong: true },
      ...(total > 0 ? [{ label: t('var.ofAll'), value: rateText((step.to - step.from) / total) }] : []),
      ...exposure,
    ],
  }
}
