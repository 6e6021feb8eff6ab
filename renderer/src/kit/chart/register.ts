/** The parts of echarts this app draws with, registered once; everything else stays out of the bundle. */
import { BarChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts'
import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import {
  AxisPointerComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import type {
  AxisPointerComponentOption,
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import { use } from 'echarts/core'
import LRU from 'zrender/lib/core/LRU.js'
import { platformApi, setPlatformAPI } from 'zrender/lib/core/platform.js'
import type { ComposeOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([
  AxisPointerComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  HeatmapChart,
  LineChart,
  MarkLineComponent,
  ScatterChart,
  TooltipComponent,
  VisualMapComponent,
])

/** What a chart builder may return: only the parts registered above. */
export type ChartOption = ComposeOption<
  | AxisPointerComponentOption
  | BarSeriesOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

// zrender caches the width of a text under the text itself, in a plain object: a coin called "__proto__" would write to
// every object of the page. No built-in property name of JavaScript ends in a space.
const memory: {
  get: (this: unknown, text: string | number) => unknown
  put: (this: unknown, text: string | number, value: unknown) => unknown
} = LRU.prototype
const { get, put } = memory
memory.get = function (text) {
  return get.call(this, `${text} `)
}
memory.put = function (text, value) {
  return put.call(this, `${text} `, value)
}

// zrender takes the width of this character for the height of a line, and keeps it. Measured before a Chinese font is
// loaded, it is that of whatever font the machine has; in every font it should be as wide as the font is high.
const SQUARE = '国'
const measureText = platformApi.measureText.bind(platformApi)
setPlatformAPI({
  measureText: (text, font) => {
    const size = text === SQUARE && /(\d{1,3}(?:\.\d{1,3})?)px/.exec(font ?? '')
    return size ? { width: Number(size[1]) } : measureText(text, font)
  },
})
