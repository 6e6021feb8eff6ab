import { describe, expect, it } from 'vitest'
import { compactText, rateText, shockText, shockTick } from '../../../../../renderer/src/kit/chart/number-text.ts'
import { heightAt, pointsOf } from '../../../../../renderer/src/kit/chart/polyline.ts'
import { stagger } from '../../../../../renderer/src/risk/load-line/stagger.ts'
import { toTsv } from '../../../../../renderer/src/kit/chart/table.ts'
import { labelOf } from '../../../../../renderer/src/risk/unit-label.ts'

describe('labelOf', () => {
  it.each([
    ['cross:USDT', 'USDT cross'],
    ['isolated:E-XRP-USDT:isolated:short', 'E-XRP-USDT short'],
    ['isolated:E-BTC-USD:isolated:long', 'E-BTC-USD long'],
    ['isolated:gone', 'gone'],
    ['odd', 'odd'],
  ])('calls %s %s: a cross account by its coin, an isolated position as positions are called', (id, name) => {
    expect(labelOf(id)).toBe(name)
  })
})

describe('number-text', () => {
  it.each([
    [shockText(0.041), '+4.1\u202f%'],
    [shockText(-0.239), '−23.9\u202f%'],
    [shockText(0), '0.0\u202f%'],
    [rateText(0.0056), '0.56\u202f%'],
    [rateText(null), '?'],
    [shockTick(-0.6), '−60\u202f%'],
    [shockTick(1e-17), '0'],
    [compactText(-40_000), '−40k'],
    [compactText(1_250_000), '1.25M'],
    [compactText(100), '100'],
  ])('writes %s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('polyline', () => {
  it('interpolates inside and returns nothing outside', () => {
    const line = pointsOf([0, 1, 2], [0, null, 4])
    expect(line).toEqual([
      [0, 0],
      [2, 4],
    ])
    expect([heightAt(line, 1), heightAt(line, 2), heightAt(line, -1), heightAt(line, 3)]).toEqual([2, 4, null, null])
  })
})

describe('stagger', () => {
  const lane = { window: [-1, 1] as const, widthPx: 600, rows: 2 }
  const place = (...at: number[]) =>
    stagger(
      at,
      (x) => x,
      () => 'ten chars!',
      lane,
    )

  it('keeps labels apart in as few rows as needed', () => {
    expect(place(-0.5, 0.5).map(({ row }) => row)).toEqual([0, 0])
    expect(place(0.1, 0.2).map(({ row }) => row)).toEqual([0, 1])
  })

  it('drops the text of the farthest marks when rows run out, never the marks', () => {
    expect(place(0.12, 0.1, 0.11)).toEqual([
      { item: 0.1, row: 0, side: 'right' },
      { item: 0.11, row: 1, side: 'right' },
      { item: 0.12, row: 1, side: null },
    ])
  })

  it('writes to the left at the right edge and leaves out what is outside', () => {
    expect(place(0.95, 1.5)).toEqual([{ item: 0.95, row: 0, side: 'left' }])
  })
})

describe('toTsv', () => {
  it('separates with tabs, keeps a row on its line, and neutralizes formulas but not numbers', () => {
    const table = {
      caption: '',
      columns: ['a', 'b'],
      rows: [
        ['x\ty\n', '=cmd()'],
        ['−1.5\u202f%', '+cmd'],
      ],
    }
    expect(toTsv(table)).toBe("a\tb\nx y \t'=cmd()\n-1.5 %\t'+cmd")
  })
})
