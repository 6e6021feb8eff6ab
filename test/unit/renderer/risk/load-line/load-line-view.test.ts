import { describe, expect, it } from 'vitest'
import { byDistance, lookUp, viewLoadLine } from '../../../../../renderer/src/risk/load-line/load-line-view.ts'
import { loadLineInput, unit } from '../../kit/chart/fixtures.ts'

const WINDOW = [-0.6, 0.6] as const

describe('viewLoadLine', () => {
  it('draws cross accounts as lines, the one liquidated first as the worst, and isolated positions as dominoes', () => {
    const view = viewLoadLine(loadLineInput(), WINDOW)
    expect(view.lines.map((line) => [line.label, line.worst])).toEqual([
      ['USDT cross', true],
      ['BTC cross', false],
    ])
    expect(view.dominoes).toEqual([{ unitId: 'isolated:XRP:isolated:short', label: 'XRP short', shock: 0.3 }])
  })

  it('ends a line exactly at its breach, on the required rate, and continues it only as a hypothesis', () => {
    const input = loadLineInput({ units: [unit('cross:USDT', { breachDown: -0.3 })] })
    const [line] = viewLoadLine(input, WINDOW).lines
    expect(line?.alive[0]).toEqual([-0.3, 0.02])
    expect(line?.alive.every(([shock]) => shock >= -0.3)).toBe(true)
    expect(line?.beyond[0]?.map(([shock]) => shock)).toEqual([-0.99, -0.6, -0.4, -0.3])
  })

  it('does the same for a unit that rising prices liquidate', () => {
    const input = loadLineInput({ units: [unit('isolated:XRP:isolated:short', { breachUp: 0.3 })] })
    const [line] = viewLoadLine(input, WINDOW).lines
    expect(line?.alive.at(-1)).toEqual([0.3, 0.02])
    expect(line?.alive.every(([shock]) => shock <= 0.3)).toBe(true)
    expect(line?.beyond[1]?.map(([shock]) => shock)).toEqual([0.3, 0.4, 0.6, 2])
  })

  it('draws no solid line for a unit that is in liquidation now', () => {
    const input = loadLineInput({ units: [unit('cross:USDT', { state: 'inLiquidation' })] })
    const [line] = viewLoadLine(input, WINDOW).lines
    expect(line).toMatchObject({ alive: [], breaches: [] })
    expect(line?.beyond[0]).toHaveLength(9)
  })

  it('keeps the worst line readable: shows at most three times its current rate and names lines above that', () => {
    const view = viewLoadLine(loadLineInput(), WINDOW)
    expect(view.rates[1]).toBeCloseTo(0.6)
    expect(view.rates[0]).toBeLessThan(0)
    expect(view.above.map((line) => line.label)).toEqual(['BTC cross'])
  })

  it('does not flatten the worst line for one that starts above the axis', () => {
    const narrow = [-0.2, 0.2] as const
    const both = viewLoadLine(loadLineInput(), narrow)
    const units = loadLineInput().units.filter((each) => each.id !== 'cross:BTC')
    const alone = viewLoadLine(loadLineInput({ units }), narrow)
    expect(both.above).toHaveLength(1)
    expect(both.rates).toEqual(alone.rates)
  })

  it('draws isolated positions as lines when there is no cross account', () => {
    const view = viewLoadLine(
      loadLineInput({ units: [unit('isolated:XRP:isolated:short', { breachUp: 0.3 })] }),
      WINDOW,
    )
    expect(view.lines.map((line) => line.label)).toEqual(['XRP short'])
  })

  it('leaves out units without a position and units that are not modelled', () => {
    const units = [unit('cross:USDT', { state: 'noPosition' }), unit('cross:BTC', { state: 'notModelled' })]
    expect(viewLoadLine(loadLineInput({ units }), WINDOW).lines).toEqual([])
  })
})

describe('byDistance', () => {
  it('ranks units in liquidation first, then by the nearer breach on either side, then by headroom', () => {
    const units = [
      unit('far', { breachDown: -0.5 }),
      unit('never-thin', { marginRate: 0.03 }),
      unit('never', { marginRate: 0.9 }),
      unit('near', { breachDown: -0.4, breachUp: 0.1 }),
      unit('gone', { state: 'inLiquidation' }),
    ]
    expect(byDistance(units).map(({ id }) => id)).toEqual(['gone', 'near', 'far', 'never-thin', 'never'])
  })
})

describe('lookUp', () => {
  const input = loadLineInput()
  const view = viewLoadLine(input, WINDOW)

  it('names what is liquidated on the way down and not what would be on the way up', () => {
    expect(lookUp(input, view, -0.3).lost).toEqual([{ label: 'USDT cross', shock: -0.2 }])
    expect(lookUp(input, view, 0.3).lost).toEqual([{ label: 'XRP short', shock: 0.3 }])
    expect(lookUp(input, view, 0).lost).toEqual([])
  })

  it('never shows an equity with liquidations that is better than at the next computed shock outward', () => {
    expect(lookUp(input, view, -0.1).equityWithLiquidation).toBe(800)
    expect(lookUp(input, view, -0.1).equity).toBeCloseTo(950)
  })

  it('distinguishes a unit that still exists from one that was liquidated before', () => {
    expect(lookUp(input, view, -0.1).lines[0]).toMatchObject({ alive: true, rate: expect.closeTo(0.11) as number })
    expect(lookUp(input, view, -0.3).lines[0]).toMatchObject({ alive: false })
  })
})
