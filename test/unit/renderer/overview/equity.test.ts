import { describe, expect, it, onTestFinished } from 'vitest'
import { equityOption, equityTooltip } from '../../../../renderer/src/overview/equity-option.ts'
import {
  equityFinding,
  equityTable,
  viewEquity,
  type EquityView,
} from '../../../../renderer/src/overview/equity-view.ts'
import { timeZone } from '../../../../renderer/src/kit/use-look.ts'
import { THEME } from '../kit/chart/fixtures.ts'

const START = Date.UTC(2026, 0, 15, 12)
const points = (...values: number[]) => values.map((value, index) => [START + index * 10_000, value] as const)

function view(...values: number[]): EquityView {
  const made = viewEquity(points(...values))
  if (made === null) throw new Error('expected enough points')
  return made
}

describe('viewEquity', () => {
  it('measures drawdown from the highest value so far, never from a later high', () => {
    expect(view(100, 80, 120, 90).drawdown.map(([, value]) => value)).toEqual([0, expect.closeTo(-0.2), 0, -0.25])
    expect(view(100, 80, 120, 90).deepest).toBe(-0.25)
  })

  it('has no drawdown while equity was never positive', () => {
    expect(view(-10, -5).drawdown.map(([, value]) => value)).toEqual([null, null])
  })

  it('breaks both lines where equity was unknown, however briefly, and computes with the known values', () => {
    const gapped = viewEquity([
      ...points(100, 90),
      [START + 12_000, null],
      [START + 14_000, 120],
      [START + 16_000, 110],
    ])
    expect(gapped?.equity.map(([, value]) => value)).toEqual([100, 90, null, 120, 110])
    expect(gapped?.drawdown.map(([, value]) => value)).toEqual([
      0,
      expect.closeTo(-0.1),
      null,
      0,
      expect.closeTo(-1 / 12),
    ])
    expect(gapped).toMatchObject({ lowest: 90, highest: 120, first: [START, 100], last: [START + 16_000, 110] })
    expect(equityFinding(gapped!.equity, 'USDT')).toMatch(/With gaps where it was not read\.$/)
    expect(equityTable(gapped!.equity, 'USDT').rows[2]?.[1]).toBe('not read')
    // Sampling may drop the one point that separates two stretches.
    for (const line of [equityOption(gapped!, THEME, 'USDT').series].flat()) {
      expect(line).toMatchObject({ connectNulls: false })
      expect(line).not.toHaveProperty('sampling')
    }
  })

  it('needs two points', () => {
    expect(viewEquity([])).toBeNull()
    expect(viewEquity(points(1))).toBeNull()
  })
})

describe('equityOption', () => {
  it('adds a margin around the values and does not start at zero', () => {
    const { yAxis } = equityOption(view(1_000, 1_100), THEME, 'USDT')
    expect(yAxis).toMatchObject([{ min: 990, max: 1_110 }, { max: 0 }])
  })

  it('keeps a flat line away from the edges', () => {
    const [level] = [equityOption(view(1_000, 1_000), THEME, 'USDT').yAxis].flat()
    expect(level).toMatchObject({ min: 999.5, max: 1_000.5 })
  })

  it('aligns both grids to the same time', () => {
    const option = equityOption(view(1, 2, 3), THEME, 'USDT')
    const time = { type: 'time', min: START, max: START + 20_000 }
    expect(option.xAxis).toMatchObject([time, time])
    expect(option).toMatchObject({ animation: false, axisPointer: { link: [{ xAxisIndex: 'all' }] } })
  })

  it('labels its times in the chosen zone, with as much of each as the span needs', () => {
    onTestFinished(() => void (timeZone.value = 'local'))
    timeZone.value = 'Asia/Tokyo'
    const labelOf = (spanMs: number): string => {
      const spanned = viewEquity([
        [START, 1],
        [START + spanMs, 2],
      ])
      const [axis] = [equityOption(spanned!, THEME, 'USDT').xAxis].flat()
      return (axis as { axisLabel: { formatter: (at: number) => string } }).axisLabel.formatter(START)
    }
    expect([60_000, 7_200_000, 172_800_000].map(labelOf)).toEqual(['21:00:00', '21:00', '01-15 21:00'])
  })

  it('shows the recorded point nearest to the pointer, not an interpolated value', () => {
    const { title, rows } = equityTooltip(view(100, 80, 120), START + 12_000, 'USDT')
    expect(title).toBe('12:00:10')
    expect(rows.map(({ value }) => value)).toEqual(['80.00 USDT', '−20.0\u202f%'])
  })
})

describe('equityFinding and equityTable', () => {
  it('give the range, the start, and the deepest drawdown', () => {
    expect(equityFinding(points(100, 80, 120), 'USDT')).toBe(
      'Between 80.00 and 120.00 USDT since 12:00:00 (20 s); deepest drawdown −20.0\u202f%.',
    )
    expect(equityFinding(points(1, 2), 'USDT')).toMatch(/no drawdown\.$/)
    expect(equityFinding(points(1), 'USDT')).toBe('The curve begins with the second full read.')
  })

  it('thin out a long curve, newest first, and say so', () => {
    const { caption, rows } = equityTable(points(...Array.from({ length: 601 }, (_, index) => index + 1)), 'USDT')
    expect(caption).toBe('Equity of this run, every 11th point')
    expect(rows[0]?.[1]).toBe('601.00')
    expect(rows.length).toBeLessThanOrEqual(60)
  })
})
