import { expect, it } from 'vitest'
import { trayPixels } from '#electron/main/desktop/tray-icon.ts'

const SEVERITIES = ['neutral', 'amber', 'red'] as const
const alphas = (pixels: Buffer): string =>
  pixels
    .filter((_, index) => index % 4 === 3)
    .map((value) => (value > 127 ? 1 : 0))
    .join('')

it('shows each severity by its shape, without any color', () => {
  expect(new Set(SEVERITIES.map((severity) => alphas(trayPixels(severity, 16, true)))).size).toBe(3)
})

it('has the same shape in color and as a template, which is black', () => {
  for (const severity of SEVERITIES) {
    const template = trayPixels(severity, 32, true)
    expect(alphas(template)).toBe(alphas(trayPixels(severity, 32, false)))
    expect(template.filter((_, index) => index % 4 !== 3).every((value) => value === 0)).toBe(true)
  }
})

it('fills a bitmap of four bytes a pixel, with no color above its own alpha', () => {
  const pixels = trayPixels('red', 24, false)
  expect(pixels).toHaveLength(24 * 24 * 4)
  for (let at = 0; at < pixels.length; at += 4)
    expect(Math.max(...pixels.subarray(at, at + 3))).toBeLessThanOrEqual(pixels[at + 3]!)
})
