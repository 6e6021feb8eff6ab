/** What the axes of all charts share. */
import type { LineSeriesOption } from 'echarts/charts'
import type { ChartTheme } from './theme.ts'

export const AXIS_TEXT_SIZE = 11

/** Text of an axis: figures in the figure font. */
export function axisText(theme: ChartTheme) {
  return { color: theme.inkFaint, fontFamily: theme.figures, fontSize: AXIS_TEXT_SIZE } as const
}

/** Hairlines behind the drawing. */
export function gridLines(theme: ChartTheme) {
  return { show: true, lineStyle: { color: theme.line, width: 1 } } as const
}

/** The vertical hair under the mouse. */
export function crosshair(theme: ChartTheme) {
  return { type: 'line', snap: false, lineStyle: { color: theme.lineStrong, width: 1, type: 'solid' } } as const
}

/** A hairline at one value of the horizontal axis: today's prices, or zero. */
export function hairlineAt(xAxis: number, theme: ChartTheme): NonNullable<LineSeriesOption['markLine']> {
  return {
    silent: true,
    symbol: 'none',
    label: { show: false },
    lineStyle: { color: theme.lineStrong, width: 1, type: 'solid' },
    data: [{ xAxis }],
  }
}

/** The tooltip's place on the horizontal axis. echarts passes it with each series' item, outside its own types. */
export function axisValueOf(params: unknown): number | null {
  const first: unknown = Array.isArray(params) ? params[0] : params
  if (typeof first !== 'object' || first === null || !('axisValue' in first)) return null
  return typeof first.axisValue === 'number' ? first.axisValue : null
}

/** The next of `digits` (from 1 up to 10) times a power of ten, no smaller than `value`, which is above zero. */
export function roundUpTo(digits: readonly number[], value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  // A value that only a rounding error lifts over a step stays on it.
  return power * (digits.find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10)
}
