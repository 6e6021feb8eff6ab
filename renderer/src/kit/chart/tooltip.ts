/**
 * Tooltips as DOM elements with class names. HTML text would need every name of a venue encoded, and it carries style
 * attributes, which the window's CSP refuses; an element's text is only ever text.
 */
import type { TooltipComponentOption } from 'echarts/components'
import type { ChartTheme } from './theme.ts'

export interface TooltipRow {
  readonly label: string
  readonly value: string
  /** What sets the row apart: an own colour from the chart, or weight. */
  readonly color?: string
  readonly strong?: boolean
}

export interface TooltipContent {
  readonly title: string
  readonly rows: readonly TooltipRow[]
  readonly note?: string
}

const POINTER_GAP = 14

/** Settings of echarts' tooltip that leave the look to our classes. */
export const TOOLTIP_FRAME = {
  className: 'chart-tooltip',
  confine: true,
  padding: 0,
  borderWidth: 0,
  backgroundColor: 'transparent',
  shadowBlur: 0,
  shadowColor: 'transparent',
  transitionDuration: 0,
  position: besidePointer,
} as const

/** At the top, on the side of the pointer with more room, so that it does not cover what is pointed at. */
function besidePointer(
  pointer: number[],
  _params: unknown,
  _element: unknown,
  _rect: unknown,
  { contentSize, viewSize }: { contentSize: number[]; viewSize: number[] },
): [number, number] {
  const [x = 0] = pointer
  const [width = 0] = contentSize
  const [room = 0] = viewSize
  return [x < room / 2 ? x + POINTER_GAP : x - POINTER_GAP - width, 4]
}

/** The tooltip of the bar under the pointer, which is found by its index in `bars`. */
export function barTooltip<Bar>(bars: readonly Bar[], theme: ChartTheme, content: (bar: Bar) => TooltipContent) {
  return {
    ...TOOLTIP_FRAME,
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: theme.line, opacity: 0.4 } },
    formatter: (params) => {
      const first = Array.isArray(params) ? params[0] : params
      const bar = bars[first?.dataIndex ?? -1]
      return bar === undefined ? '' : tooltipElement(content(bar))
    },
  } as const satisfies TooltipComponentOption
}

export function tooltipElement({ title, rows, note }: TooltipContent): HTMLElement {
  const box = element('div', 'chart-tooltip-box')
  box.append(element('p', 'chart-tooltip-title', title))
  const list = element('dl', 'chart-tooltip-rows')
  for (const row of rows) list.append(...rowElements(row))
  box.append(list)
  if (note !== undefined) box.append(element('p', 'chart-tooltip-note', note))
  return box
}

function rowElements({ label, value, color, strong = false }: TooltipRow): readonly HTMLElement[] {
  const term = element('dt', strong ? 'strong' : '')
  const swatch = element('i', 'chart-tooltip-swatch')
  // Set through the object model, which the CSP allows; it would refuse a style attribute.
  swatch.style.backgroundColor = color ?? 'transparent'
  term.append(swatch, label)
  const figure = element('dd', 'figure', value)
  figure.classList.toggle('strong', strong)
  return [term, figure]
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.textContent = text
  return made
}
