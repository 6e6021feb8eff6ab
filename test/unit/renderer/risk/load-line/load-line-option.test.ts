import { describe, expect, it } from 'vitest'
import { rateTicks } from '../../../../../renderer/src/risk/load-line/load-line-axes.ts'
import { loadLineOption, rateTooltip } from '../../../../../renderer/src/risk/load-line/load-line-option.ts'
import { loadLineTable } from '../../../../../renderer/src/risk/load-line/load-line-table.ts'
import { lookUp, viewLoadLine } from '../../../../../renderer/src/risk/load-line/load-line-view.ts'
import { loadLineInput, THEME, unit } from '../../kit/chart/fixtures.ts'

const input = loadLineInput()
const view = viewLoadLine(input, [-0.6, 0.6])
const SIZE = { width: 800, height: 300 }

function seriesOf(id: string, from = loadLineOption(input, view, THEME, SIZE)) {
  const series = [from.series].flat().find((each) => each?.id === id)
  if (series === undefined) throw new Error(`expected a series ${id}`)
  return series as Record<string, unknown>
}

describe('loadLineOption', () => {
  it('has no animation and a fixed window', () => {
    const option = loadLineOption(input, view, THEME, SIZE)
    expect(option.animation).toBe(false)
    expect(option.xAxis).toMatchObject([
      { min: -0.6, max: 0.6 },
      { min: -0.6, max: 0.6 },
    ])
  })

  it('draws the worst line strongest and shades only below its required rate', () => {
    expect(seriesOf('cross:USDT alive')).toMatchObject({ lineStyle: { color: 'accent', width: 2.5 } })
    expect(seriesOf('cross:BTC alive')).toMatchObject({ lineStyle: { color: 'other1', width: 1.5 } })
    expect(seriesOf('cross:USDT required')).toMatchObject({
      lineStyle: { type: 'dashed' },
      areaStyle: { color: 'dangerWash', origin: 'start' },
    })
    expect(seriesOf('cross:BTC required')).not.toHaveProperty('areaStyle')
  })

  it('marks the present and the breach, each with its words', () => {
    expect(seriesOf('cross:USDT now')).toMatchObject({ data: [[0, 0.2]] })
    expect(seriesOf('cross:USDT breaches')).toMatchObject({ symbol: 'diamond', data: [[-0.2, 0.02]] })
    const { data } = seriesOf('words') as { data: { label: { formatter: string } }[] }
    expect(data.map(({ label }) => label.formatter)).toEqual([
      'USDT cross liquidated at −20.0\u202f%',
      'USDT cross 20.0\u202f%',
      'liquidation below the required 2.0\u202f%',
    ])
  })

  it('does not draw the present of a line that lies above the chart', () => {
    expect(seriesOf('cross:BTC now')).toMatchObject({ data: [] })
  })

  it('draws isolated liquidations in a separate lane, and no lane without them', () => {
    expect(seriesOf('lane')).toMatchObject({ data: [{ value: [0.3, 0] }] })
    const calm = loadLineInput({ units: [unit('cross:USDT', { breachDown: -0.2 })] })
    const option = loadLineOption(calm, viewLoadLine(calm, [-0.6, 0.6]), THEME, SIZE)
    expect([option.series].flat().some((each) => each?.id === 'lane')).toBe(false)
    expect(option.grid).toMatchObject([{}, { height: 0 }])
  })

  it('gives every series an id, so that an update never merges two', () => {
    const ids = [loadLineOption(input, view, THEME, SIZE).series].flat().map((each) => each?.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('rateTooltip', () => {
  it('gives rates with their requirement, equity with and without liquidation, and what was liquidated', () => {
    const content = rateTooltip(lookUp(input, view, -0.2), input, new Map())
    expect(content.title).toBe('All prices −20.0\u202f%')
    expect(content.rows.map(({ value }) => value)).toEqual([
      '2.00\u202f% (required 2.00\u202f%)',
      '100.00\u202f% (required 2.00\u202f%)',
      '900.00 USDT',
      '800.00 USDT',
    ])
    expect(content.note).toBe('Liquidated on the way: USDT cross −20.0\u202f%')
  })

  it('does not say what is left when a unit is not modelled', () => {
    const silent = {
      ...input,
      loadLine: { ...input.loadLine, equityWithLiquidation: null, notModelled: ['isolated:XRP:isolated:short'] },
    }
    const { rows } = rateTooltip(lookUp(silent, view, -0.2), silent, new Map())
    expect(rows.at(-1)?.value).toBe('not known: a margin account is not modelled')
    const now = loadLineTable(silent).rows.find(([, event]) => event === 'now')
    expect(now?.at(-1)).toBe('?')
  })

  it('says why there is no equity when a position is not included', () => {
    const part = { equity: null, equityWithLiquidation: null, notCounted: ['E-SOL-USDT'] }
    const silent = { ...input, loadLine: { ...input.loadLine, ...part } }
    const { rows } = rateTooltip(lookUp(silent, view, -0.2), silent, new Map())
    expect(rows.slice(-2).map(({ value }) => value)).toEqual(Array(2).fill('not known, not included: E-SOL-USDT'))
    const now = loadLineTable(silent).rows.find(([, event]) => event === 'now')
    expect(now?.slice(-2)).toEqual(['?', '?'])
  })

  it('gives no margin rate to a liquidated unit', () => {
    expect(rateTooltip(lookUp(input, view, -0.4), input, new Map()).rows[0]?.value).toBe('liquidated')
  })
})

describe('loadLineTable', () => {
  it('lists round shocks and every breach in order, with the remaining equity', () => {
    const { columns, rows } = loadLineTable(input)
    expect(columns.slice(2, 5)).toEqual(['BTC cross', 'USDT cross', 'XRP short'])
    const breach = rows.find(([, event]) => event === 'XRP short liquidated')
    expect(breach).toEqual([
      '+30.0\u202f%',
      'XRP short liquidated',
      '100.00\u202f%',
      '50.00\u202f%',
      '2.00\u202f%',
      '1,150.00',
      '1,100.00',
    ])
    expect(rows.every((row) => row.length === columns.length)).toBe(true)
  })

  it('shows "liquidated" instead of a rate beyond a breach', () => {
    const row = loadLineTable(input).rows.find(([shock]) => shock === '−40.0\u202f%')
    expect(row?.[3]).toBe('liquidated')
  })
})

it.each([
  [0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [0.8, [0, 0.2, 0.4, 0.6, 0.8]],
  [0.015, [0, 0.005, 0.01, 0.015]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
])('places ticks for rates up to %s at round steps', (max, ticks) => {
  expect(rateTicks(max).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks)
})
