/** The words on the charts along a price move, as they are painted: never on a line, never on each other. */
import { getInstanceByDom } from 'echarts/core'
import { afterEach, expect, it } from 'vitest'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import LoadLineChart from '../../../renderer/src/risk/load-line/LoadLineChart.vue'
import { ALL_PRICES } from '../../../renderer/src/risk/load-line/moved-prices.ts'
import { MEASURES } from '../../../renderer/src/risk/load-line/shock-chart.ts'
import { crosses, type Box, type Pixel } from '../../../renderer/src/kit/chart/place-labels.ts'
import { show, type Shown } from '../kit/chart/window.ts'

const snapshot = fixtureSnapshot()
const report = snapshot.parts.risk.data
if (report === null) throw new Error('expected a fixture with a risk report')
const { loadLine, margin: units, reportingCoin } = report
const input = { loadLine, units, reportingCoin, moved: ALL_PRICES, tried: -0.1 }

interface Series {
  readonly id: string
  readonly type: string
  readonly data: unknown[]
}

let shown: Shown | null = null
afterEach(() => {
  shown?.close()
  shown = null
})

/** Sizes of the panel on screens of 1024, 1280, 1920 and 3840 px. */
const SIZES = [
  [480, 250],
  [600, 320],
  [720, 330],
  [760, 760],
  [1500, 420],
] as const

it.each(MEASURES.flatMap((measure) => SIZES.map(([width, height]) => [measure, width, height] as const)))(
  'of %s at %d × %d',
  async (measure, width, height) => {
    const props = { input, reading: snapshot.parts.risk, measure }
    shown = show(LoadLineChart, { snapshot, props, size: [`${width}px`, `${height}px`] })
    const { wrapper } = shown
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    const chart = getInstanceByDom(wrapper.find('[_echarts_instance_]').element as HTMLElement)!
    const seriesOf = () => (chart.getOption() as { series?: Series[] }).series ?? []
    const wordsOn = (): string[] =>
      seriesOf()
        .filter(({ id }) => id === 'words')
        .flatMap(({ data }) => (data as { label: { formatter: string } }[]).map(({ label }) => label.formatter))
    // The first pictures are drawn before the box has its size.
    await expect.poll(() => wordsOn().length).toBeGreaterThan(0)
    const [series, words] = [seriesOf(), wordsOn()]

    const painted = chart
      .getZr()
      .storage.getDisplayList(true)
      .flatMap((each): { words: string; box: Box }[] => {
        const text: unknown = (each as { style?: { text?: unknown } }).style?.text
        if (typeof text !== 'string' || !words.includes(text)) return []
        const rect = each.getBoundingRect().clone()
        rect.applyTransform(each.transform)
        const { x, y } = rect
        return [{ words: text, box: { left: x, top: y, right: x + rect.width, bottom: y + rect.height } }]
      })
    expect(painted.map(({ words: text }) => text).toSorted()).toEqual(words.toSorted())

    const lines = series
      .filter(({ type, id }) => type === 'line' && id !== 'gain' && id !== 'loss')
      .map(({ id, data }) => ({
        id,
        line: data.map((point): Pixel => chart.convertToPixel({ gridIndex: 0 }, point as number[]) as [number, number]),
      }))
    for (const { words: text, box } of painted) {
      for (const { id, line } of lines) expect(crosses(line, box), `${text} on ${id}`).toBe(false)
      for (const other of painted) {
        if (other.words === text) continue
        const isApart =
          other.box.left >= box.right ||
          other.box.right <= box.left ||
          other.box.top >= box.bottom ||
          other.box.bottom <= box.top
        expect(isApart, `${text} on ${other.words}`).toBe(true)
      }
    }
  },
)
