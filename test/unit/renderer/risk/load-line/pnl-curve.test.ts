import { describe, expect, it } from 'vitest'
import { loadLineInput, THEME } from '../../kit/chart/fixtures.ts'
import { SHOCK_CHARTS } from '../../../../../renderer/src/risk/load-line/shock-chart.ts'
import { pnlOption, pnlTooltip } from '../../../../../renderer/src/risk/load-line/pnl-curve-option.ts'
import { viewPnl, type PnlView } from '../../../../../renderer/src/risk/load-line/pnl-curve-view.ts'
import type { LoadLineInput } from '../../../../../renderer/src/risk/load-line/load-line-view.ts'

const WINDOW = [-0.6, 0.6] as const
const SIZE = { width: 800, height: 300 }
const input = loadLineInput()

const viewOf = (of: LoadLineInput): PnlView => viewPnl(of, WINDOW)!
const finding = (of: LoadLineInput): string => SHOCK_CHARTS.pnl(of, WINDOW).finding.replaceAll('\u202f', ' ')
const line = (change: Partial<LoadLineInput['loadLine']>): LoadLineInput => ({
  ...input,
  loadLine: { ...input.loadLine, ...change },
})

function seriesOf(id: string, of = input) {
  const series = [pnlOption(of, viewOf(of), THEME, SIZE).series].flat().find((each) => each?.id === id)
  if (series === undefined) throw new Error(`expected a series ${id}`)
  return series as Record<string, unknown> & { data: unknown[] }
}

describe('the P&L of a price move', () => {
  it('says what a usual move brings and which is the worst shown', () => {
    expect(finding(input)).toBe(
      'All prices −10.0 %: −50.00 USDT; +10.0 %: +50.00 USDT. ' +
        'Worst between −60 % and +60 %: −400.00 USDT at −60.0 %.',
    )
  })

  it('begins with the move that is tried out, and marks it', () => {
    const tried = { ...input, tried: -0.4 }
    expect(finding(tried)).toMatch(/^All prices −40\.0 %: −300\.00 USDT\. Worst/)
    expect(seriesOf('marked', tried).data).toEqual([[-0.4, -300]])
    expect(seriesOf('marked').data).toEqual([[0, 0]])
  })

  it('says that liquidations are ignored where they are not known', () => {
    const silent = line({ equityWithLiquidation: null, notModelled: ['isolated:XRP:isolated:short'] })
    expect(finding(silent)).toContain('Liquidations are ignored: where they begin is unknown for XRP short.')
    expect(pnlTooltip(silent, viewOf(silent), -0.4).rows).toEqual([
      { label: 'liquidations ignored', value: '−200.00 USDT', strong: true },
    ])
    expect(SHOCK_CHARTS.pnl(silent, WINDOW).table?.().rows[0]?.[2]).toBe('?')
  })

  it('is unknown without total equity, and nothing is drawn', () => {
    const chart = SHOCK_CHARTS.pnl(
      line({ equity: null, equityWithLiquidation: null, notCounted: ['E-SOL-USDT'] }),
      WINDOW,
    )
    expect(chart.blank).toBe('What a price move gains or loses is unknown. Not included: E-SOL-USDT.')
    expect(chart.option).toBeNull()
  })

  it('is blank where nothing moves, and claims no loss where there is none', () => {
    const still = input.loadLine.shocks.map(() => 1000)
    const flat = line({ equity: still, equityWithLiquidation: still, breaches: [] })
    expect(SHOCK_CHARTS.pnl(flat, WINDOW).blank).toBe('No common price move gains or loses anything.')
    const up = input.loadLine.shocks.map((shock) => 1000 + Math.abs(shock))
    expect(finding(line({ equity: up, equityWithLiquidation: up, breaches: [] }))).toContain(
      'No loss between −60 % and +60 %.',
    )
  })

  it('names doubtful prices and unread positions', () => {
    expect(finding({ ...input, isPartial: true, equityDoubt: 'Doubt.' })).toMatch(
      /Some positions could not be read\. Doubt\.$/,
    )
  })

  it('has zero on its axis, and round ticks with a sign', () => {
    const view = viewOf(input)
    expect(view.amounts).toEqual([-400, 400])
    expect(view.step).toBe(200)
    const { yAxis } = pnlOption(input, view, THEME, SIZE)
    const [axis] = [yAxis].flat() as { name: string; axisLabel: { formatter: (amount: number) => string } }[]
    expect(axis?.name).toBe('P&L, USDT: + gain, − loss')
    expect([-200, 0, 200].map((amount) => axis?.axisLabel.formatter(amount))).toEqual(['−200', '0', '+200'])
  })

  it('tints gain above zero and loss below, and draws a line at zero', () => {
    expect(seriesOf('gain')).toMatchObject({ areaStyle: { color: 'up', origin: 0 } })
    expect(seriesOf('loss')).toMatchObject({ areaStyle: { color: 'down', origin: 0 } })
    const values = (id: string) => (seriesOf(id).data as [number, number][]).map(([, pnl]) => pnl)
    expect(Math.min(...values('gain'))).toBe(0)
    expect(Math.max(...values('loss'))).toBe(0)
    expect(seriesOf('pnl')).toMatchObject({ markLine: { data: [{ xAxis: 0 }, { yAxis: 0 }] } })
  })

  it('marks the worst point in words, and names every liquidation in the lane', () => {
    expect(seriesOf('worst').data).toEqual([[-0.6, expect.closeTo(-400, 9)]])
    const words = (seriesOf('words').data as { label: { formatter: string } }[]).map(({ label }) => label.formatter)
    expect(words).toEqual(['worst −400.00 at −60.0\u202f%'])
    expect(seriesOf('lane').data).toHaveLength(2)
  })

  it('gives both P&Ls and what was liquidated at a move', () => {
    expect(pnlTooltip(input, viewOf(input), -0.2)).toEqual({
      title: 'All prices −20.0\u202f%',
      rows: [
        { label: 'with liquidations', value: '−200.00 USDT', strong: true },
        { label: 'liquidations ignored', value: '−100.00 USDT' },
      ],
      note: 'Liquidated on the way: USDT cross −20.0\u202f%',
    })
  })

  it('has a table of the same figures, with the move that is tried out', () => {
    const { columns, rows } = SHOCK_CHARTS.pnl({ ...input, tried: -0.4 }, WINDOW).table!()
    expect(columns.slice(2)).toEqual(['P&L, with liquidations (USDT)', 'P&L, liquidations ignored (USDT)'])
    expect(rows.find(([, event]) => event === 'now')).toEqual(['0.0\u202f%', 'now', '0.00', '0.00'])
    expect(rows.find(([, event]) => event === 'tried out')).toEqual(['−40.0\u202f%', 'tried out', '−300.00', '−200.00'])
    expect(rows.find(([, event]) => event === 'USDT cross liquidated')?.slice(2)).toEqual(['−200.00', '−100.00'])
  })
})
