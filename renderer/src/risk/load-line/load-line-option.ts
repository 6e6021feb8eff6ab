import type { Message } from '#shared/domain/message.ts'
import { figureText, marginRateText, shockText } from '../../kit/chart/number-text.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import type { TooltipContent, TooltipRow } from '../../kit/chart/tooltip.ts'
import { say, t } from '../../kit/say.ts'
import { rateAxis } from './load-line-axes.ts'
import { lineSeries, lineWords } from './load-line-series.ts'
import { type DrawnLine, type LoadLineInput, type LoadLineView, lookUp } from './load-line-view.ts'
import { moveTitle } from './moved-prices.ts'
import { laneSeries, shockFrame, shockPlot, shockTooltip, type Size } from './shock-plot.ts'

/**
 * Margin rate against a shock of all prices. Cross accounts are lines that end in their liquidation, isolated positions
 * are marks in a lane below; the shaded band is where the worst account is liquidated.
 */
export function loadLineOption(input: LoadLineInput, given: LoadLineView, theme: ChartTheme, size: Size): ChartOption {
  const view = withBand(given, size)
  const plot = shockPlot(size, view.window, view.rates, view.dominoes)
  const colors = new Map(view.lines.map((line, index) => [line, lineColor(line, index, theme)]))
  return {
    ...shockFrame(plot, rateAxis(view, theme), t('positions.isolated'), theme),
    tooltip: shockTooltip(theme, (shock) => rateTooltip(lookUp(input, view, shock), input, colors)),
    series: [
      ...view.lines.flatMap((line) => lineSeries(line, colors.get(line) ?? theme.ink, view, theme)),
      lineWords(view, colors, plot, theme),
      ...laneSeries(plot, theme),
    ],
  }
}

/** Room for words below zero, px. */
const BAND_PX = 20

/** The view with room for words in the band, however low the chart is. */
function withBand(view: LoadLineView, size: Size): LoadLineView {
  const { window, rates, dominoes } = view
  const [low, top] = rates
  const { room } = shockPlot(size, window, rates, dominoes)
  const above = Math.max(room.bottom - room.top - BAND_PX, BAND_PX)
  return { ...view, rates: [Math.min(low, (-top * BAND_PX) / above), top] }
}

/** The tooltip of one shock. */
export function rateTooltip(
  at: ReturnType<typeof lookUp>,
  input: Pick<LoadLineInput, 'reportingCoin' | 'moved'>,
  colors: ReadonlyMap<DrawnLine, string>,
): TooltipContent {
  const rates = at.lines.map(({ line, alive, rate, required }): TooltipRow => {
    const color = colors.get(line)
    const value = alive
      ? t('loadLine.rate', { rate: marginRateText(rate), required: marginRateText(required) })
      : t('stress.unit.liquidated')
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
