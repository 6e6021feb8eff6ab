import { describe, expect, it } from 'vitest'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import {
  comfortableRate,
  rescuable,
  targetRange,
  wayRows,
  type Ranked,
} from '../../../../renderer/src/desk/rescue-view.ts'

const RISK = fixtureSnapshot().parts.risk.data
const [SAMPLE] = RISK?.margin ?? []

function unit(change: Partial<Encoded<MarginUnit>>): Encoded<MarginUnit> {
  if (!SAMPLE) throw new Error('expected a margin unit')
  return { ...SAMPLE, marginRate: 0.1, requiredRate: 0.01, usage: 0.1, breachDown: -0.09, breachUp: null, ...change }
}

it('offers the units that hold positions, the nearest to liquidation first', () => {
  if (!RISK) throw new Error('expected risk figures')
  const [first, ...rest] = RISK.margin
  if (!first) throw new Error('expected a margin unit')
  expect(rescuable(RISK)[0]?.unit.id).toBe('isolated:E-LINK-USDT:isolated:long')
  const margin = [
    { ...first, state: 'inLiquidation' } as const,
    ...rest.map((each) => ({ ...each, state: 'noPosition' }) as const),
  ]
  expect(rescuable({ ...RISK, margin }).map(({ unit: { id } }) => id)).toEqual([first.id])
  expect(rescuable(null)).toEqual([])
})

describe('the initial target', () => {
  it('is where liquidation is further than the amber distance', () => {
    // The rate loses 9 points over a move of 9 %, so 20 % take 20 points.
    expect(comfortableRate(unit({}))).toBe('21.1')
    // Half hedged: the same move takes half as much.
    expect(comfortableRate(unit({ breachDown: -0.18 }))).toBe('11.1')
  })

  it('is where the requirement takes less than the amber share of equity', () => {
    expect(comfortableRate(unit({ requiredRate: 0.04, marginRate: 0.06, breachDown: null, breachUp: 0.9 }))).toBe('8.1')
  })

  it('treats a unit without data as a single position', () => {
    expect(comfortableRate(unit({ marginRate: 0.005, breachDown: null }))).toBe('21.1')
  })

  it('lies well inside the slider, which begins at the requirement', () => {
    expect(targetRange(unit({}))).toEqual({ min: 1, max: 45, step: 0.1 })
    expect(targetRange(unit({ marginRate: 1.273, breachDown: null })).max).toBeGreaterThan(127.3)
  })
})

it('gives every way its own key, which its size does not change', () => {
  const way = (volume: string): Ranked['ways'][number] => ({
    action: { ...closeAtMarket('E-ETH-USDT:isolated:short'), size: { kind: 'volume', volume } },
    after: 0.2,
    reaches: true,
    cost: null,
    realized: null,
    netExposure: null,
  })
  const ranked = (...volumes: string[]): Ranked => ({
    kind: 'ranked',
    unitId: 'cross:USDT',
    before: 0.1,
    target: 0.2,
    reportingCoin: 'USDT',
    ways: volumes.map(way),
    warnings: [],
  })
  const keys = (...volumes: string[]) => wayRows(ranked(...volumes), () => '').map(({ key }) => key)
  expect(keys('10')).toEqual(keys('20'))
  expect(new Set(keys('10', '20')).size).toBe(2)
})

it('says of a way whether it is enough, how far it falls short, or that it leaves nothing', () => {
  const way = (after: number | null, reaches: boolean): Ranked['ways'][number] => ({
    action: closeAtMarket('E-ETH-USDT:isolated:short'),
    after,
    reaches,
    cost: null,
    realized: null,
    netExposure: null,
  })
  const rows = wayRows(
    {
      kind: 'ranked',
      unitId: 'cross:USDT',
      before: 0.1,
      target: 0.2,
      reportingCoin: 'USDT',
      ways: [way(0.2, true), way(null, true), way(0.15, false), way(null, false)],
      warnings: [],
    },
    () => '',
  )
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    'reaches it',
    'reaches it',
    expect.stringMatching(/^below 20/),
    'no equity left',
  ])
})
