import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { PnlPoint } from '#shared/risk/load-line/line-pnl.ts'
import { hairlineAt } from '../../kit/chart/axis.ts'
import { figureText, roundText, shockText } from '../../kit/chart/number-text.ts'
import { around } from '../../kit/chart/place-labels.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import type { TooltipContent } from '../../kit/chart/tooltip.ts'
import { say, t } from '../../kit/say.ts'
import { pnlAxis } from './load-line-axes.ts'
import { lostOnTheWay, type LoadLineInput } from './load-line-view.ts'
import { moveTitle } from './moved-prices.ts'
import { pnlAt, type PnlView } from './pnl-curve-view.ts'
import { laneSeries, shockFrame, shockPlot, shockTooltip, wordsSeries, type Label, type Size } from './shock-plot.ts'

/**
 * Profit and loss against a shock of prices, above and below a line at zero. Everything that is liquidated is a mark in the
 * lane below, where the curve drops.
 */
export function pnlOption(input: LoadLineInput, view: PnlView, theme: ChartTheme, size: Size): ChartOption {
  const plot = shockPlot(size, view.window, view.amounts, view.dominoes)
  return {
    ...shockFrame(plot, pnlAxis(view, input.reportingCoin, theme), t('pnlCurve.lane'), theme),
    tooltip: shockTooltip(theme, (shock) => pnlTooltip(input, view, shock)),
    series: [
      ...areas(view, theme),
      ...(view.ignoring === null
        ? []
        : [curve('ignoring', view.ignoring, { color: theme.inkSoft, width: 1.25, type: 'dotted' })]),
      { ...curve('pnl', view.path, { color: theme.accent, width: 2.5, type: 'solid' }), markLine: crossHair(theme) },
      ...points(view, theme),
      wordsSeries(labels(view, plot.pixelAt, theme), drawn(view), plot, theme),
      ...laneSeries(plot, theme),
    ],
  }
}

/** The tooltip of one move. */
export function pnlTooltip(input: LoadLineInput, view: PnlView, shock: number): TooltipContent {
  const { moved, reportingCoin: coin } = input
  const money = (path: readonly PnlPoint[]): string => {
    const pnl = pnlAt(path, shock)
    return pnl === null ? '?' : `${figureText(pnl, 'always')} ${coin}`
  }
  const lost = lostOnTheWay(input, shock).map(({ label, shock: at }) => `${label} ${shockText(at)}`)
  return {
    title: shock === 0 ? t('loadLine.asTheyAre') : say(moveTitle(moved, shockText(shock))),
    rows: [
      {
        label: t(view.countsLiquidations ? 'stress.withLiquidations' : 'pnlCurve.ignoring'),
        value: money(view.path),
        strong: true,
      },
      ...(view.ignoring === null ? [] : [{ label: t('pnlCurve.ignoring'), value: money(view.ignoring) }]),
    ],
    ...(lost.length === 0 ? {} : { note: t('loadLine.onTheWay', { units: lost }) }),
  }
}

function curve(id: string, path: readonly PnlPoint[], lineStyle: LineSeriesOption['lineStyle']): LineSeriesOption {
  return {
    type: 'line',
    id,
    symbol: 'none',
    silent: true,
    z: 4,
    data: path.map((point) => [...point]),
    ...(lineStyle && { lineStyle }),
  }
}

/** A hairline at prices as they are, and one where nothing is gained or lost. */
function crossHair(theme: ChartTheme): NonNullable<LineSeriesOption['markLine']> {
  const hair = hairlineAt(0, theme)
  return { ...hair, data: [...(hair.data ?? []), { yAxis: 0 }] }
}

/** The tinted areas between the curve and zero: gain above, loss below. */
function areas({ path }: PnlView, theme: ChartTheme): readonly LineSeriesOption[] {
  const crossed = withZeros(path)
  const area = (id: 'gain' | 'loss', color: string, clip: (pnl: number) => number): LineSeriesOption => ({
    ...curve(
      id,
      crossed.map(([shock, pnl]) => [shock, clip(pnl)] as const),
      { width: 0 },
    ),
    z: 1,
    areaStyle: { color, opacity: 0.16, origin: 0 },
  })
  return [area('gain', theme.up, (pnl) => Math.max(0, pnl)), area('loss', theme.down, (pnl) => Math.min(0, pnl))]
}

/** The path with a point wherever it crosses zero. */
function withZeros(path: readonly PnlPoint[]): readonly PnlPoint[] {
  return path.flatMap((point, index) => {
    const before = path[index - 1]
    if (before === undefined || before[1] * point[1] >= 0) return [point]
    const share = before[1] / (before[1] - point[1])
    return [[before[0] + share * (point[0] - before[0]), 0] as const, point]
  })
}

/** A dot at the worst P&L that is shown, and one at the marked move. */
function points({ worst, marked }: PnlView, theme: ChartTheme): readonly ScatterSeriesOption[] {
  const base = { type: 'scatter', silent: true, z: 6 } as const
  const border = { borderColor: theme.surface, borderWidth: 1.5 }
  return [
    {
      ...base,
      id: 'worst',
      symbol: 'triangle',
      symbolRotate: 180,
      symbolSize: 10,
      itemStyle: { color: theme.down, ...border },
      data: worst === null ? [] : [[...worst]],
    },
    { ...base, id: 'marked', symbolSize: 9, itemStyle: { color: theme.accent, ...border }, data: [[...marked]] },
  ]
}

/** The labels beside both dots. The present has none, because the axis names it. */
function labels(
  view: PnlView,
  pixelAt: (point: PnlPoint) => readonly [number, number],
  theme: ChartTheme,
): readonly Label[] {
  const scale = Math.max(...view.amounts.map(Math.abs))
  const label = (at: PnlPoint, words: string, color: string): Label => ({
    color,
    phrases: [{ words, corners: around(pixelAt(at), words, at[0] < 0 ? 'right' : 'left') }],
  })
  const text = ([shock, pnl]: PnlPoint) => ({ shock: shockText(shock), pnl: roundText(pnl, { sign: 'always', scale }) })
  const { marked, worst } = view
  return [
    ...(marked[0] === 0 ? [] : [label(marked, t('pnlCurve.at', text(marked)), theme.accent)]),
    ...(worst === null ? [] : [label(worst, t('pnlCurve.worstAt', text(worst)), theme.ink)]),
  ]
}

function drawn({ path, ignoring, worst, marked, window: [from, to], amounts: [low, high] }: PnlView) {
  return {
    lines: [
      path,
      ignoring ?? [],
      [
        [from, 0],
        [to, 0],
      ],
      [
        [0, low],
        [0, high],
      ],
    ] as const,
    points: worst === null ? [marked] : [marked, worst],
  }
}
