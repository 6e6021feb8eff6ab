/** The colours and fonts of the charts, read from the same CSS tokens as everything else: a canvas knows no `var()`. */
import { createSharedComposable, useEventListener, useMutationObserver } from '@vueuse/core'
import { shallowRef, type ShallowRef } from 'vue'

export interface ChartTheme {
  readonly surface: string
  readonly ink: string
  readonly inkSoft: string
  readonly inkFaint: string
  readonly line: string
  readonly lineStrong: string
  readonly accent: string
  readonly danger: string
  readonly dangerWash: string
  /** Gain and loss, in the colours the trader chose. */
  readonly up: string
  readonly down: string
  /** Sources of exposure: told apart by lightness as well as hue, and neither means gain or loss. */
  readonly holdings: string
  readonly contracts: string
  /** A scale with a middle: below it, at it, above it. */
  readonly diverge: { readonly low: string; readonly mid: string; readonly high: string }
  /** Lines beside the accented one, in order. */
  readonly others: readonly string[]
  readonly words: string
  readonly figures: string
}

/** Reads the tokens in force on `element`. */
export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element)
  const text = (token: string): string => style.getPropertyValue(token).trim()
  // A custom property is only text, such as `light-dark(…)`; the browser resolves the colour of an element.
  const probe = element.appendChild(document.createElement('i'))
  const color = (token: string): string => {
    probe.style.color = `var(${token})`
    return toRgb(getComputedStyle(probe).color)
  }
  const theme = {
    surface: color('--surface-1'),
    ink: color('--ink-1'),
    inkSoft: color('--ink-2'),
    inkFaint: color('--ink-3'),
    line: color('--line-1'),
    lineStrong: color('--line-3'),
    accent: color('--accent'),
    danger: color('--red'),
    dangerWash: color('--red-wash'),
    up: color('--up'),
    down: color('--down'),
    holdings: color('--ink-3'),
    contracts: color('--accent'),
    diverge: { low: color('--diverge-low'), mid: color('--diverge-mid'), high: color('--diverge-high') },
    others: [color('--ink-2'), color('--ok'), color('--ink-3')],
    words: text('--font-words'),
    figures: text('--font-figures'),
  }
  probe.remove()
  return theme
}

/**
 * The current theme, one for all charts: read once at first and once per change (the system's, or of the theme or
 * colours on the root).
 */
export const useChartTheme = createSharedComposable((): ShallowRef<ChartTheme> => {
  const root = document.documentElement
  const theme = shallowRef(readChartTheme(root))
  const reread = (): void => {
    theme.value = readChartTheme(root)
  }
  useEventListener(matchMedia('(prefers-color-scheme: dark)'), 'change', reread)
  useMutationObserver(root, reread, { attributeFilter: ['data-theme', 'data-money'] })
  return theme
})

/** echarts cannot mix colours written as oklch(); one painted pixel gives the RGB of any colour. */
function toRgb(color: string): string {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d')
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${[red, green, blue].join(', ')}, ${String((alpha ?? 255) / 255)})`
}
