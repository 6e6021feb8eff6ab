import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { AXIS_TEXT_SIZE, hairlineAt } from '../../kit/chart/axis.ts'
import type { Domino, DrawnLine, LoadLineView } from './load-line-view.ts'
import { rateText, shockText } from '../../kit/chart/number-text.ts'
import { heightAt } from '../../kit/chart/polyline.ts'
import { t } from '../../kit/say.ts'
import { labelPx, type Placed } from './stagger.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'

/** Words beside a point, clear of the line through it. */
const OVER = { verticalAlign: 'bottom', padding: [0, 0, 4, 0] as number[] } as const
const UNDER = { verticalAlign: 'top', padding: [4, 0, 0, 0] as number[] } as const

/** Everything drawn of one margin unit. `plotPx` is the width of the plot. */
export function lineSeries(
  line: DrawnLine,
  color: string,
  view: LoadLineView,
  theme: ChartTheme,
  plotPx: number,
): readonly (LineSeriesOption | ScatterSeriesOption)[] {
  const base = { type: 'line', symbol: 'none', silent: true, z: line.worst ? 4 : 3 } as const
  const required: LineSeriesOption = {
    ...base,
    id: `${line.unitId} required`,
    z: 2,
    data: line.required.map((point) => [...point]),
    lineStyle: { color: theme.danger, width: 1, type: 'dashed', opacity: line.worst ? 1 : 0.4 },
    ...(line.worst ? { areaStyle: { color: theme.dangerWash, opacity: 1, origin: 'start' as const } } : {}),
    ...(line.worst ? { markLine: hairlineAt(0, theme) } : {}),
  }
  const alive: LineSeriesOption = {
    ...base,
    id: `${line.unitId} alive`,
    data: line.alive.map((point) => [...point]),
    lineStyle: { color, width: line.worst ? 2.5 : 1.5 },
  }
  const beyond = line.beyond
    .filter((points) => points.length > 1)
    .map((points): LineSeriesOption => ({
      ...base,
      data: points.map((point) => [...point]),
      lineStyle: { color, width: 1, type: 'dotted', opacity: 0.7 },
    }))
  return [required, alive, ...beyond, nowPoint(line, color, view, theme), ...breachPoints(line, view, theme, plotPx)]
}

function nowPoint(line: DrawnLine, color: string, view: LoadLineView, theme: ChartTheme): ScatterSeriesOption {
  const shown = line.now !== null && line.now[1] <= view.rates[1]
  return {
    type: 'scatter',
    id: `${line.unitId} now`,
    silent: true,
    z: 6,
    symbolSize: line.worst ? 9 : 7,
    itemStyle: { color, borderColor: theme.surface, borderWidth: 1.5 },
    label: {
      show: true,
      position: 'right',
      distance: 8,
      formatter: `${line.label} ${rateText(line.now?.[1] ?? null)}`,
      ...labelText(color, theme),
      // Off the line: under it where it rises to the right, over it where it falls.
      ...(rises(line) ? UNDER : OVER),
    },
    labelLayout: { moveOverlap: 'shiftY' },
    data: shown ? [[...line.now]] : [],
  }
}

function rises(line: DrawnLine): boolean {
  const right = line.alive.find(([shock]) => shock > 0)
  return right === undefined || line.now === null || right[1] >= line.now[1]
}

/** What the band under the required rate means, written at the end without a liquidation. */
export function bandWords(line: DrawnLine, view: LoadLineView, theme: ChartTheme): ScatterSeriesOption {
  const required = heightAt(line.required, 0)
  const [from, to] = view.window
  const isRightFree = !line.breaches.some(([shock]) => shock > 0 && shock <= to)
  return {
    type: 'scatter',
    id: 'band',
    silent: true,
    symbolSize: 1,
    // Not by opacity: the words would inherit it.
    itemStyle: { color: 'transparent' },
    label: {
      show: true,
      position: isRightFree ? 'left' : 'right',
      formatter: t('loadLine.band', { rate: rateText(required) }),
      ...labelText(theme.danger, theme),
      textBorderWidth: 0,
    },
    // These words give way to those of a liquidation.
    labelLayout: { hideOverlap: true },
    data: required === null ? [] : [[isRightFree ? to : from, view.rates[0] / 2]],
  }
}

function breachPoints(
  line: DrawnLine,
  view: LoadLineView,
  theme: ChartTheme,
  plotPx: number,
): readonly ScatterSeriesOption[] {
  return line.breaches
    .filter(([shock]) => shock >= view.window[0] && shock <= view.window[1])
    .map(([shock, rate]) => {
      const at = shockText(shock)
      const words = line.worst ? t('loadLine.unitAt', { unit: line.label, shock: at }) : `${line.label} ${at}`
      const side = outside(shock, words, view, plotPx)
      // The worst line's words stand over the band on the outer side. On the inner side its line is there, so they
      // stand in the band.
      const isOver = line.worst && shock < 0 === (side === 'left')
      return {
        type: 'scatter',
        id: `${line.unitId} breach ${String(shock)}`,
        silent: true,
        z: line.worst ? 8 : 7,
        symbol: 'diamond',
        symbolSize: 10,
        itemStyle: { color: theme.danger, borderColor: theme.surface, borderWidth: 1.5 },
        label: {
          show: true,
          position: side,
          formatter: words,
          ...labelText(theme.danger, theme),
          ...(isOver ? OVER : { ...UNDER, textBorderWidth: 0 }),
        },
        labelLayout: { hideOverlap: true },
        data: [[shock, rate]],
      }
    })
}

/** Away from the line, which runs inwards; on the line's side only if the words would cross the edge. */
function outside(shock: number, words: string, { window: [from, to] }: LoadLineView, plotPx: number): 'left' | 'right' {
  const roomPx = (plotPx * (shock < 0 ? shock - from : to - shock)) / (to - from)
  const fits = roomPx > labelPx(words)
  return shock < 0 === fits ? 'left' : 'right'
}

/** "XRP short +4.1 %". */
export function laneLabel(domino: Domino): string {
  return `${domino.label} ${shockText(domino.shock)}`
}

/** Liquidations of isolated positions, in their lane. */
export function laneSeries(lane: readonly Placed<Domino>[], theme: ChartTheme): ScatterSeriesOption {
  return {
    type: 'scatter',
    id: 'isolated',
    xAxisIndex: 1,
    yAxisIndex: 1,
    silent: true,
    symbol: 'diamond',
    symbolSize: 8,
    itemStyle: { color: theme.danger },
    data: lane.map(({ item, row, side }) => ({
      value: [item.shock, row],
      label: {
        show: side !== null,
        position: side ?? 'right',
        distance: 4,
        formatter: laneLabel(item),
        ...labelText(theme.inkSoft, theme),
      },
    })),
  }
}

/** A halo in the surface's colour keeps words readable over lines. */
function labelText(color: string, theme: ChartTheme) {
  return {
    color,
    fontFamily: theme.words,
    fontSize: AXIS_TEXT_SIZE,
    fontWeight: 500,
    textBorderColor: theme.surface,
    textBorderWidth: 3,
  } as const
}
