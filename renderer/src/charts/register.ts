/** The parts of echarts this app draws with, registered once; everything else stays out of the bundle. */
import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import type { AxisPointerComponentOption, GridComponentOption, TooltipComponentOption } from 'echarts/components'
import { use } from 'echarts/core'
import type { ComposeOption } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

use([
  AxisPointerComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LabelLayout,
  LineChart,
  MarkLineComponent,
  ScatterChart,
  TooltipComponent,
])

/** What a chart builder may return: only the parts registered above. */
export type ChartOption = ComposeOption<
  | AxisPointerComponentOption
  | BarSeriesOption
  | GridComponentOption
  | LineSeriesOption
  | ScatterSeriesOption
  | TooltipComponentOption
>
