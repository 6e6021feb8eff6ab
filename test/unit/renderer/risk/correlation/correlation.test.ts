import { describe, expect, it } from 'vitest'
import type { CorrelationReport } from '#shared/risk/statistics-report.ts'
import {
  correlationOption,
  correlationTooltip,
  leastHeight,
  matrixMargin,
} from '../../../../../renderer/src/risk/correlation/correlation-option.ts'
import {
  correlationBasis,
  correlationFinding,
  correlationTable,
  viewCorrelation,
} from '../../../../../renderer/src/risk/correlation/correlation-view.ts'
import { inkOn } from '../../../../../renderer/src/kit/chart/diverge.ts'
import { THEME } from '../../kit/chart/fixtures.ts'

const report: CorrelationReport = {
  assets: ['BTC', 'ETH', 'DOT'],
  matrix: [
    [1, 0.86, null],
    [0.86, 1, -0.4],
    [null, -0.4, 1],
  ],
  overlap: [
    [299, 299, 41],
    [299, 299, 80],
    [41, 80, 80],
  ],
  from: Date.UTC(2025, 2, 22),
  to: Date.UTC(2026, 0, 14),
  shrinkage: 0.0421,
  repair: { leastEigenvalue: -0.0031, distance: 0.012 },
  reason: null,
}
const view = viewCorrelation(report)
if (view === null) throw new Error('expected a view')

describe('viewCorrelation', () => {
  it('keeps missing values missing, and counts pairs once', () => {
    expect(view.missing).toBe(1)
    expect(view.overlap).toEqual([41, 299])
    expect(view.cells.filter(({ value }) => value === null)).toHaveLength(2)
    expect(view.cells.some(({ value }) => value === 0)).toBe(false)
  })

  it('is null without assets, and has no overlap with a single one', () => {
    expect(viewCorrelation({ ...report, assets: [], matrix: [], overlap: [] })).toBeNull()
    expect(viewCorrelation({ ...report, assets: ['BTC'], matrix: [[1]], overlap: [[299]] })?.overlap).toBeNull()
  })
})

describe('an asset without history', () => {
  const dusty: CorrelationReport = {
    ...{ ...report, shrinkage: null, repair: null },
    assets: [...report.assets, 'DUST', 'CRUMB'],
    matrix: [...report.matrix.map((row) => [...row, null, null]), [], []],
    overlap: [...report.overlap.map((row) => [...row, 0, 0]), [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
  }
  const basisOf = (of: CorrelationReport) => correlationBasis(of, viewCorrelation(of) ?? view, 'w')

  it('is counted separately, and its pairs share no days', () => {
    expect(basisOf(dusty)).toEqual(['w', 'pairs share 41 to 299 days', '2 assets without history'])
  })

  it('does not hide that two assets with a history share no day', () => {
    const overlap = dusty.overlap.map((row, at) => row.map((days, other) => (at + other === 2 && at !== 1 ? 0 : days)))
    expect(basisOf({ ...dusty, overlap })[1]).toBe('pairs share 0 to 299 days')
  })

  it('leaves no pair when only one other asset has history', () => {
    const matrix = [[1, null], []]
    const overlap = [
      [299, 0],
      [0, 0],
    ]
    expect(basisOf({ ...dusty, assets: ['BTC', 'DUST'], matrix, overlap })).toEqual(['w', '1 asset without history'])
  })
})

describe('words', () => {
  it('name the most and the least correlated pair', () => {
    expect(correlationFinding(view)).toBe(
      'Most alike: BTC and ETH (0.86); least: ETH and DOT (−0.40); 0.23 on average.',
    )
  })

  it('give window, overlap, shrinkage and repair', () => {
    expect(correlationBasis(report, view, '299 days')).toEqual([
      '299 days',
      'pairs share 41 to 299 days',
      'shrunk toward zero by 0.042',
      'repaired: smallest eigenvalue −0.003, moved by 0.012',
    ])
    expect(correlationBasis({ ...report, shrinkage: null, repair: null }, view, 'w')).toHaveLength(2)
  })

  it('give the days for every pair of the table, and ? where there are none', () => {
    expect(correlationTable(view).rows[2]).toEqual(['DOT', '? (41)', '−0.40 (80)', '1.00'])
  })
})

describe('correlationOption', () => {
  const cells = (size: readonly [number, number]) => {
    const [series] = correlationOption(view, THEME, size).series as {
      data: (number[] | { value: number[]; label: { show: boolean } })[]
    }[]
    return (series?.data ?? []).map((cell) =>
      Array.isArray(cell) ? { value: cell, hasNumber: false } : { value: cell.value, hasNumber: cell.label.show },
    )
  }

  it('draws no cell where there is no figure', () => {
    expect(cells([600, 300])).toHaveLength(7)
    expect(cells([600, 300]).map(({ value }) => value[2])).not.toContain(0)
  })

  it('writes numbers only where they fit', () => {
    expect(cells([600, 300]).every(({ hasNumber }) => hasNumber)).toBe(true)
    expect(cells([160, 300]).some(({ hasNumber }) => hasNumber)).toBe(false)
    expect(cells([600, 60]).some(({ hasNumber }) => hasNumber)).toBe(false)
  })

  it.each([
    [15, 1040, 22],
    [60, 1040, 52],
  ])('names each of %d assets, and has room for the number of each where columns are wide', (count, width, top) => {
    const assets = Array.from({ length: count }, (_, at) => `A${at}`)
    const cells = assets.flatMap((_, row) => assets.map((_other, column) => ({ row, column, value: 0.5, days: 90 })))
    const many = { ...view, assets, cells }
    const option = correlationOption(many, THEME, [width, leastHeight(count)])
    for (const axis of [option.xAxis, option.yAxis]) expect(axis).toMatchObject({ axisLabel: { interval: 0 } })
    expect(matrixMargin(count, width).top).toBe(top)
    const [series] = option.series as { data: object[] }[]
    expect(series!.data.every((cell) => 'label' in cell)).toBe(count === 15)
  })

  it('is never higher than a canvas can be', () => {
    for (const count of [120, 121, 1_000]) expect(leastHeight(count)).toBeLessThan(4_096)
  })

  it('says a pair with its days', () => {
    expect(correlationTooltip({ row: 0, column: 2, value: null, days: 41 }, report.assets)).toMatchObject({
      title: 'BTC and DOT',
      rows: [{ value: '?' }, { value: '41' }],
    })
  })
})

describe('inkOn', () => {
  const theme = { ...THEME, ink: 'rgba(20, 20, 20, 1)', surface: 'rgba(255, 255, 255, 1)' }
  it('takes the ink that is read on the colour', () => {
    expect(inkOn(0, theme)).toBe('#000')
    expect(inkOn(1, theme)).toBe('#000')
    expect(inkOn(-1, theme)).toBe('#fff')
  })
})
