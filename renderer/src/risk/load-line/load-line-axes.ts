import { formatPercent } from '../../kit/format.ts'
import { AXIS_TEXT_SIZE, axisText, gridLines } from '../../kit/chart/axis.ts'
import type { LoadLineView, ShockWindow } from './load-line-view.ts'
import { profitTick, shockTick } from '../../kit/chart/number-text.ts'
import { t } from '../../kit/say.ts'
import type { PnlView } from './pnl-curve-view.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'

/** Room left of the plot for the labels of its vertical axes, pixels. */
export const LEFT = 58

/** Ticks at round shocks for every width of the window. */
function tickStep(span: number): number {
  const steps = [0.05, 0.1, 0.2]
  return steps.find((step) => span / step <= 8) ?? 0.5
}

/** The shared horizontal axis: price moves, with now at zero. */
export function shockAxis([min, max]: ShockWindow, theme: ChartTheme, gridIndex: number, labelled: boolean) {
  return {
    type: 'value',
    gridIndex,
    min,
    max,
    interval: tickStep(max - min),
    axisLine: { show: gridIndex === 0, onZero: false, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      ...axisText(theme),
      show: labelled,
      alignMinLabel: 'left',
      alignMaxLabel: 'right',
      formatter: (shock: number) => (Math.abs(shock) < 0.005 ? t('kit.now') : shockTick(shock)),
    },
    splitLine: { show: false },
  } as const
}

/** What the vertical axes share; the name stands at the top left corner of the chart. */
function valueAxis(name: string, [min, max]: readonly [number, number], theme: ChartTheme) {
  return {
    type: 'value',
    gridIndex: 0,
    min,
    max,
    name,
    nameLocation: 'end',
    nameGap: 8,
    nameTextStyle: {
      color: theme.inkFaint,
      fontFamily: theme.words,
      fontSize: AXIS_TEXT_SIZE,
      align: 'left',
      padding: [0, 0, 0, 12 - LEFT] as number[],
    },
    axisLine: { show: false, onZero: false },
    splitLine: gridLines(theme),
  } as const
}

/** Margin rates, with ticks from zero on. */
export function rateAxis({ rates }: LoadLineView, theme: ChartTheme) {
  const [, max] = rates
  const ticks = rateTicks(max)
  return {
    ...valueAxis(t('loadLine.axis'), rates, theme),
    // The gridlines stand where the ticks do, shown or not.
    axisTick: { show: false, customValues: ticks },
    axisLabel: { ...axisText(theme), customValues: ticks, formatter: rateTick(max) },
  } as const
}

/** Profit and loss, each tick with its sign. */
export function pnlAxis({ amounts, step }: Pick<PnlView, 'amounts' | 'step'>, coin: string, theme: ChartTheme) {
  return {
    ...valueAxis(t('pnlCurve.axis', { coin }), amounts, theme),
    interval: step,
    axisTick: { show: false },
    axisLabel: { ...axisText(theme), formatter: profitTick },
  } as const
}

/** Three to five round steps from zero to `max`: echarts would count from the lower end of the axis, which is not round. */
export function rateTicks(max: number): number[] {
  const parts = [4, 5, 3].find((count) => isRound(max / count)) ?? 4
  return Array.from({ length: parts + 1 }, (_, index) => (index * max) / parts)
}

function isRound(step: number): boolean {
  const leading = step / 10 ** Math.floor(Math.log10(step) + 1e-9)
  return [1, 2, 5].some((digit) => Math.abs(leading - digit) < 1e-6)
}

/** The axis of the lane: one word instead of ticks. */
export function laneAxis(rows: number, word: string, theme: ChartTheme) {
  return {
    type: 'value',
    gridIndex: 1,
    min: -0.5,
    max: Math.max(rows, 1) - 0.5,
    inverse: true,
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    axisLabel: {
      ...axisText(theme),
      fontFamily: theme.words,
      customValues: rows === 0 ? [] : [0],
      formatter: word,
    },
    splitLine: { show: false },
  } as const
}

/** Whole per cent unless the steps are smaller than that. */
function rateTick(top: number): (rate: number) => string {
  const places = top >= 0.16 ? 0 : 1
  return (rate) => formatPercent(rate, { places })
}
