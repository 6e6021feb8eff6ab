import { describe, expect, it } from 'vitest'
import { histogramOption, histogramTooltip } from '../../../../../renderer/src/risk/var/histogram-option.ts'
import {
  histogramFinding,
  histogramTable,
  viewHistogram,
  type HistogramInput,
} from '../../../../../renderer/src/risk/var/histogram-view.ts'
import { THEME } from '../../kit/chart/fixtures.ts'

const DAY_MS = 86_400_000
const SINCE = Date.UTC(2026, 0, 14, 11, 3)
const input = (values: readonly number[], change: Partial<HistogramInput> = {}): HistogramInput => ({
  pnl: values.map((pnl, index) => ({ day: index * DAY_MS, pnl })),
  confidence: 0.95,
  valueAtRisk: null,
  shortfall: null,
  worst: null,
  today: null,
  coin: 'USDT',
  ...change,
})
const days = Array.from({ length: 101 }, (_, index) => (index - 50) * 10)

describe('viewHistogram', () => {
  it('counts every day once, in bins of one round width with an edge at zero', () => {
    const view = viewHistogram(input(days))
    if (view === null) throw new Error('expected a view')
    expect(view.bins.reduce((sum, bin) => sum + bin.days, 0)).toBe(days.length)
    expect(view.bins.some(({ from }) => from === 0)).toBe(true)
    const [{ from, to }] = view.bins as [(typeof view.bins)[number]]
    expect(view.bins.every((bin) => bin.to - bin.from === to - from)).toBe(true)
    expect(view.window).toEqual([-500, 500])
  })

  it('keeps zero and every mark visible when every day lost', () => {
    const view = viewHistogram(input([-900, -800, -850], { shortfall: 2_000, today: { amount: 400, since: SINCE } }))
    expect(view?.window[0]).toBeLessThanOrEqual(-2_000)
    expect(view?.window[1]).toBeGreaterThanOrEqual(400)
    expect(viewHistogram(input([-900, -800]))?.window[1]).toBe(0)
  })

  it('counts only days beyond the VaR, not those equal to it', () => {
    const view = viewHistogram(input([-100, -101, 20], { valueAtRisk: 100 }))
    expect(view?.bins.reduce((sum, bin) => sum + bin.beyond, 0)).toBe(1)
  })

  it.each([
    ['one day', [5]],
    ['days that are all the same', [7, 7, 7]],
    ['nothing but zeros', [0, 0]],
    ['one day far away', [...days, -1e6]],
  ])('draws %s in a bounded number of bins', (_, values) => {
    const view = viewHistogram(input(values))
    expect(view?.bins.length).toBeGreaterThan(0)
    expect(view?.bins.length).toBeLessThanOrEqual(62)
    expect(view?.bins.reduce((sum, bin) => sum + bin.days, 0)).toBe(values.length)
  })

  it('is null without days', () => {
    expect(viewHistogram(input([]))).toBeNull()
  })
})

describe('histogramFinding and histogramTable', () => {
  it('give the frequency, the average and the worst', () => {
    const worst = { day: 0, pnl: -500 }
    expect(histogramFinding(input(days, { valueAtRisk: 450, shortfall: 480, worst }))).toBe(
      'Loss above 450.00 USDT on 5 of 101 days; 480.00 on average on those. The worst: −500.00.',
    )
    expect(histogramFinding(input([1]))).toBe('Today’s positions on 1 day.')
  })

  it('list the bins', () => {
    const given = input(days, { valueAtRisk: 450 })
    const view = viewHistogram(given)
    if (view === null) throw new Error('expected a view')
    const table = histogramTable(view, given)
    expect(table.rows).toHaveLength(view.bins.length)
    expect(table.rows[0]).toEqual(['−500.00', '−400.00', '10', '5'])
  })
})

describe('histogramOption', () => {
  const given = input(days, {
    valueAtRisk: 450,
    shortfall: 480,
    worst: { day: 0, pnl: -500 },
    today: { amount: 30, since: SINCE },
  })
  const view = viewHistogram(given)
  if (view === null) throw new Error('expected a view')
  const option = histogramOption(view, THEME, 'USDT', [500, 200])

  it('marks VaR, ES, the worst day and today with a line and words, distinguishable without color', () => {
    const series = (option.series as { id: string; markLine?: { lineStyle: object } }[]).slice(2)
    expect(series.map(({ id }) => id).toSorted()).toEqual(['shortfall', 'today', 'valueAtRisk', 'worst'])
    const looks = series.map(({ markLine }) => JSON.stringify(markLine?.lineStyle))
    expect(new Set(looks).size).toBe(4)
    expect(view.marks.map(({ words }) => words)).toEqual([
      'VaR 95\u202f% −450.00',
      'ES 95\u202f% −480.00',
      'worst day −500.00',
      'equity since 11:03 +30.00',
    ])
  })

  it('leaves room for the labels above the highest bar', () => {
    expect((option.yAxis as { max: number }).max).toBeGreaterThan(view.mostDays)
  })

  it('describes a bin in figures', () => {
    expect(histogramTooltip({ from: -500, to: -400, days: 10, beyond: 5 }, THEME, 'USDT')).toMatchObject({
      title: '−500.00 to −400.00 USDT',
      rows: [
        { label: 'Days', value: '10' },
        { label: 'Beyond VaR', value: '5' },
      ],
    })
  })
})
