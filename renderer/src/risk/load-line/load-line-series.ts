import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { hairlineAt } from '../../kit/chart/axis.ts'
import { rateText, shockText } from '../../kit/chart/number-text.ts'
import { around, wordsPx, type Pixel } from '../../kit/chart/place-labels.ts'
import { heightAt, type Point } from '../../kit/chart/polyline.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { t } from '../../kit/say.ts'
import type { DrawnLine, LoadLineView } from './load-line-view.ts'
import { wordsSeries, type Label, type ShockPlot } from './shock-plot.ts'

/** Everything drawn of one margin unit, without words. */
export function lineSeries(
  line: DrawnLine,
  color: string,
  view: LoadLineView,
  theme: ChartTheme,
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
  const border = { borderColor: theme.surface, borderWidth: 1.5 }
  const now: ScatterSeriesOption = {
    type: 'scatter',
    id: `${line.unitId} now`,
    silent: true,
    z: 6,
    symbolSize: line.worst ? 9 : 7,
    itemStyle: { color, ...border },
    data: shownNow(line, view).map((point) => [...point]),
  }
  const breaches: ScatterSeriesOption = {
    type: 'scatter',
    id: `${line.unitId} breaches`,
    silent: true,
    z: line.worst ? 8 : 7,
    symbol: 'diamond',
    symbolSize: 10,
    itemStyle: { color: theme.danger, ...border },
    data: shownBreaches(line, view).map((point) => [...point]),
  }
  return [required, alive, ...beyond, now, breaches]
}

/** The point of the present, unless it lies above the chart. */
function shownNow({ now }: DrawnLine, { rates }: LoadLineView): readonly Point[] {
  return now !== null && now[1] <= rates[1] ? [now] : []
}

function shownBreaches({ breaches }: DrawnLine, { window: [from, to] }: LoadLineView): readonly Point[] {
  return breaches.filter(([shock]) => shock >= from && shock <= to)
}

/**
 * The labels: where the worst unit is liquidated, where each unit stands now, where others are liquidated, and what the
 * band means.
 */
export function lineWords(
  view: LoadLineView,
  colors: ReadonlyMap<DrawnLine, string>,
  plot: ShockPlot,
  theme: ChartTheme,
): ScatterSeriesOption {
  const { lines } = view
  const worst = lines.filter((line) => line.worst)
  const others = lines.filter((line) => !line.worst)
  const hair: readonly Point[] = [view.rates[0], view.rates[1]].map((rate): Point => [0, rate])
  const labels = [
    ...worst.flatMap((line) => breachLabels(line, view, plot, theme)),
    ...[...worst, ...others].flatMap((line) => nowLabels(line, view, colors.get(line) ?? theme.ink, plot)),
    ...others.flatMap((line) => breachLabels(line, view, plot, theme)),
    ...worst.flatMap((line) => bandLabels(line, view, plot, theme)),
  ]
  const drawn = {
    lines: [hair, ...lines.flatMap(({ alive, beyond, required }) => [alive, ...beyond, required])],
    points: lines.flatMap((line) => [...shownNow(line, view), ...shownBreaches(line, view)]),
  }
  return wordsSeries(labels, drawn, plot, theme)
}

function nowLabels(line: DrawnLine, view: LoadLineView, color: string, plot: ShockPlot): readonly Label[] {
  return shownNow(line, view).map((now) => {
    const words = `${line.label} ${rateText(now[1])}`
    return { color, phrases: [{ words, corners: around(plot.pixelAt(now), words, 'right') }] }
  })
}

/** Labels of liquidations. The place on the outer side of the line is tried first, because the line runs inwards. */
function breachLabels(line: DrawnLine, view: LoadLineView, plot: ShockPlot, theme: ChartTheme): readonly Label[] {
  return shownBreaches(line, view).map((breach) => {
    const [shock] = breach
    const at = shockText(shock)
    const short = [`${line.label} ${at}`, at]
    const phrases = line.worst ? [t('loadLine.unitAt', { unit: line.label, shock: at }), ...short] : short
    const side = shock < 0 ? 'left' : 'right'
    return {
      color: theme.danger,
      phrases: phrases.map((words) => ({ words, corners: around(plot.pixelAt(breach), words, side) })),
    }
  })
}

/**
 * The label of the band under the required rate. It stands at the bottom of the band and starts from an end where
 * nothing is liquidated.
 */
function bandLabels(line: DrawnLine, view: LoadLineView, plot: ShockPlot, theme: ChartTheme): readonly Label[] {
  const required = heightAt(line.required, 0)
  if (required === null) return []
  const words = t('loadLine.band', { rate: rateText(required) })
  const { left, right, bottom } = plot.room
  const isRightFree = !shownBreaches(line, view).some(([shock]) => shock > 0)
  const [start, step] = isRightFree ? [right - wordsPx(words), -BAND_STEP] : [left, BAND_STEP]
  const count = Math.max(0, Math.floor((right - left - wordsPx(words)) / BAND_STEP))
  const top = bottom - BAND_WORDS
  const corners = Array.from({ length: count + 1 }, (_, index): Pixel => [start + index * step, top])
  return [{ color: theme.danger, isShaded: true, phrases: [{ words, corners }] }]
}

/** How far the band's label moves on to the next place, and how far above the bottom it stands, px. */
const BAND_STEP = 40
const BAND_WORDS = 15
