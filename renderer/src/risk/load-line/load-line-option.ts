import { axisValueOf, crosshair } from '../../kit/chart/axis.ts'
import { LEFT, laneAxis, rateAxis, shockAxis } from './load-line-axes.ts'
import { bandWords, laneLabel, laneSeries, lineSeries } from './load-line-series.ts'
import { lookUp } from './load-line-view.ts'
import type { DrawnLine, LoadLineInput, LoadLineView, ShockView } from './load-line-view.ts'
import { moveTitle } from './moved-prices.ts'
import { figureText, rateText, shockText } from '../../kit/chart/number-text.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { Message } from '#shared/domain/message.ts'
import { say, t } from '../../kit/say.ts'
import { stagger } from './stagger.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { TOOLTIP_FRAME, tooltipElement, type TooltipContent, type TooltipRow } from '../../kit/chart/tooltip.ts'

const RIGHT = 14
const TOP = 22
const AXIS_HEIGHT = 22
const LANE_ROW = 16
const LANE_GAP = 8
const MAX_LANE_ROWS = 4

/**
 * Margin rate against a shock of all prices. Cross accounts are lines that end in their liquidation, isolated positions
 * are marks in a lane below; the shaded band is where the worst account is liquidated. `width` is the chart's, in pixels.
 */
export function loadLineOption(
  input: LoadLineInput,
  view: LoadLineView,
  theme: ChartTheme,
  width: number,
): ChartOption {
  const plotPx = width - LEFT - RIGHT
  const lane = stagger(view.dominoes, (domino) => domino.shock, laneLabel, {
    window: view.window,
    widthPx: plotPx,
    rows: MAX_LANE_ROWS,
  })
  const rows = lane.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const laneHeight = rows === 0 ? 0 : rows * LANE_ROW + LANE_GAP
  const colors = new Map(view.lines.map((line, index) => [line, lineColor(line, index, theme)]))
  return {
    animation: false,
    grid: [
      { left: LEFT, right: RIGHT, top: TOP, bottom: AXIS_HEIGHT + laneHeight },
      { left: LEFT, right: RIGHT, bottom: AXIS_HEIGHT, height: laneHeight },
    ],
    xAxis: [shockAxis(view, theme, 0, rows === 0), shockAxis(view, theme, 1, rows > 0)],
    yAxis: [rateAxis(view, theme), laneAxis(rows, theme)],
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...TOOLTIP_FRAME,
      trigger: 'axis',
      axisPointer: crosshair(theme),
      formatter: (params) => tooltipElement(shockTooltip(lookUp(input, view, axisValueOf(params) ?? 0), input, colors)),
    },
    series: [
      ...view.lines.filter((line) => line.worst).map((line) => bandWords(line, view, theme)),
      ...view.lines.flatMap((line) => lineSeries(line, colors.get(line) ?? theme.ink, view, theme, plotPx)),
      ...(rows === 0 ? [] : [laneSeries(lane, theme)]),
    ],
  }
}

/** The tooltip of one shock. */
export function shockTooltip(
  at: ShockView,
  input: Pick<LoadLineInput, 'reportingCoin' | 'moved'>,
  colors: ReadonlyMap<DrawnLine, string>,
): TooltipContent {
  const rates = at.lines.map(({ line, alive, rate, required }): TooltipRow => {
    const color = colors.get(line)
    const value = alive
      ? t('loadLine.rate', { rate: rateText(rate), required: rateText(required) })
      : t('loadLine.gone')
    return { label: line.label, value, strong: line.worst, ...(color === undefined ? {} : { color }) }
  })
  const equity = (label: string, value: number | null, reason: Message | null): readonly TooltipRow[] => {
    if (value !== null) return [{ label, value: `${figureText(value)} ${input.reportingCoin}` }]
    return reason === null ? [] : [{ label, value: say(reason) }]
  }
  return {
    title: at.shock === 0 ? t('loadLine.asTheyAre') : say(moveTitle(input.moved, shockText(at.shock))),
    rows: [
      ...rates,
      ...equity(t('loadLine.equity'), at.equity, at.equityReason),
      ...equity(t('loadLine.equityLeft'), at.equityWithLiquidation, at.leftReason),
    ],
    ...(at.lost.length === 0
      ? {}
      : {
          note: t('loadLine.onTheWay', { units: at.lost.map(({ label, shock }) => `${label} ${shockText(shock)}`) }),
        }),
  }
}

function lineColor(line: DrawnLine, index: number, theme: ChartTheme): string {
  return line.worst ? theme.accent : (theme.others[(index - 1) % theme.others.length] ?? theme.inkSoft)
}
