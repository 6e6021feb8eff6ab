/** Colours of a scale with a middle, and the text colour that is legible on them. */
import type { ChartTheme } from './theme.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** "rgba(12, 34, 56, 1)" taken apart. */
function channels(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+(\.\d+)?/g) ?? []).map((each) => Number.parseInt(each, 10))
  return [red, green, blue]
}

/** The colour of `value` from -1 over 0 to 1, mixed as a canvas mixes. */
function divergeColor(value: number, { diverge }: ChartTheme): Rgb {
  const share = Math.min(Math.abs(value), 1)
  const from = channels(diverge.mid)
  const to = channels(value < 0 ? diverge.low : diverge.high)
  const mix = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share
  return [mix(0), mix(1), mix(2)]
}

/** Relative luminance, sRGB. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** WCAG contrast of two colours, 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever has more contrast on the colour of `value`: at least 4.5 on any colour. */
export function inkOn(value: number, theme: ChartTheme): string {
  const ground = divergeColor(value, theme)
  return contrast([0, 0, 0], ground) >= contrast([255, 255, 255], ground) ? '#000' : '#fff'
}
