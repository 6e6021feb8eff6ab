import { describe, expect, it } from 'vitest'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { Fact } from '#shared/domain/message.ts'
import type { MarginUnit, RiskReport } from '#shared/risk/report.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { safetyOf } from '#shared/snapshot/safety.ts'
import {
  bulletFill,
  bulletSeverity,
  changeThisRun,
  equityParts,
  leftOut,
} from '../../../../renderer/src/strip/safety.ts'

type Unit = Encoded<MarginUnit>
type Risk = Encoded<RiskReport>

function report(change: Partial<Risk> = {}): Risk {
  const { data } = fixtureSnapshot().parts.risk
  if (!data) throw new Error('expected risk figures')
  return { ...data, ...change }
}

function unit(change: Partial<Unit>): Unit {
  const [sample] = report().margin
  if (!sample) throw new Error('expected a margin unit')
  return { ...sample, state: 'ok', usage: 0.05, ...change }
}

function at(...distances: (number | null)[]): Risk['positions'] {
  const [sample] = report().positions
  if (!sample?.liquidation) throw new Error('expected a position with a liquidation price')
  const { liquidation } = sample
  return distances.map((distance, index) => ({
    ...sample,
    key: `p${index}`,
    liquidation: { ...liquidation, distance },
  }))
}

describe('safetyOf', () => {
  it.each([
    ['far away', [unit({})], at(0.5, -0.3), 'ok', 'neutral'],
    ['a position within 20 %', [unit({})], at(0.5, -0.2), 'watch', 'amber'],
    ['a position within 10 %', [unit({})], at(0.1), 'danger', 'red'],
    ['half of the equity required', [unit({ usage: 0.5 })], at(null), 'watch', 'amber'],
    ['most of the equity required', [unit({ usage: 0.8 })], at(null), 'danger', 'red'],
    ['no equity left', [unit({ usage: null })], at(null), 'danger', 'red'],
    ['a unit in liquidation', [unit({}), unit({ state: 'inLiquidation' })], at(0.5), 'liquidating', 'red'],
    ['a unit that is not modelled', [unit({}), unit({ state: 'notModelled' })], at(0.5), 'partlyKnown', 'amber'],
    ['no position', [unit({ state: 'noPosition' })], [], 'noPositions', 'neutral'],
  ] as const)('with %s', (_, margin, positions, word, severity) => {
    expect(safetyOf(report({ margin, positions }))).toMatchObject({ word, severity })
  })

  it('never calls anything safe that was never read', () => {
    expect(safetyOf(report({ margin: [], positions: [], missing: ['positions'] }))).toMatchObject({ word: 'notKnown' })
  })

  it('never calls an account safe if a position could not be read', () => {
    const one = report({ margin: [unit({})], positions: [], incomplete: ['positions'] })
    expect(safetyOf(one)).toMatchObject({ word: 'notKnown' })
  })

  it('shows the unit with the highest usage, and the nearest position on either side', () => {
    const margin = [unit({ id: 'a', usage: 0.1 }), unit({ id: 'b', usage: 0.3 }), unit({ id: 'c', usage: 0.2 })]
    const { unit: worst, nearest } = safetyOf(report({ margin, positions: at(0.4, -0.25, null) }))
    expect(worst?.id).toBe('b')
    expect(nearest).toEqual({ key: 'p1', distance: -0.25 })
  })
})

describe('bulletFill', () => {
  it.each([
    [0.02, 0.02, 0.25],
    [0.08, 0.02, 1],
    [0.5, 0.02, 1],
    [-0.01, 0.02, 0],
  ])('fills for a rate of %s with a requirement of %s to %s', (marginRate, requiredRate, fill) => {
    expect(bulletFill(unit({ marginRate, requiredRate }))).toBeCloseTo(fill)
  })

  it('draws nothing for unknown values', () => {
    expect(bulletFill(unit({ marginRate: null }))).toBeNull()
    expect(bulletFill(unit({ requiredRate: null }))).toBeNull()
  })
})

describe('bulletSeverity', () => {
  it.each([
    [0.0805, 0.0072, 'neutral'],
    [0.03, 0.02, 'amber'],
    [0.022, 0.02, 'red'],
    [-0.01, 0.02, 'red'],
    [null, 0.02, 'neutral'],
    [0.03, null, 'neutral'],
  ])('for a rate of %s with a requirement of %s is %s', (marginRate, requiredRate, severity) => {
    expect(bulletSeverity(unit({ marginRate, requiredRate }))).toBe(severity)
  })
})

it('measures the change of equity from the first point of the run', () => {
  const curve = [
    [1_000, 100],
    [2_000, 90],
  ] as const
  expect(changeThisRun('112.5' as DecimalText, curve)).toEqual({ since: 1_000, amount: '12.5' })
  expect(changeThisRun('112.5' as DecimalText, [])).toBeNull()
})

it('names what the total leaves out', () => {
  const names = (...all: Fact[]) => message('strip.without', { names: all })
  const balances = message('strip.part.balances')
  expect(leftOut(report())).toEqual([names('WEN')])
  expect(leftOut(report({ missing: ['balances', 'quotes'] }))).toEqual([names(balances, 'WEN')])
  const partly = message('strip.someUnread', { part: balances })
  expect(leftOut(report({ incomplete: ['balances', 'positions'] }))).toEqual([names('WEN'), partly])
  const { equity } = report()
  const [many] = leftOut(report({ equity: { ...equity, unpriced: ['A', 'B', 'C', 'D'] } }))
  expect(many && inEnglish(many)).toBe('without A, B and 2 more')
  expect(leftOut(report({ equity: { ...equity, unpriced: [] } }))).toEqual([])
})

describe('equityParts', () => {
  it('names Spot, and the contract equity in each margin coin with its value', () => {
    const text = (value: string) => value as DecimalText
    const equity = {
      ...report().equity,
      spot: text('100'),
      coins: [
        { marginCoin: 'BTC', equity: text('0.5'), value: text('30000') },
        { marginCoin: 'ODD', equity: text('7'), value: null },
        { marginCoin: 'USDT', equity: null, value: null },
      ],
    }
    expect(equityParts(report({ equity })).map(inEnglish)).toEqual([
      'Spot: 100.00 USDT',
      'Contracts: 0.5 BTC, worth 30,000.00 USDT',
      'Contracts: 7 ODD, worth ? USDT',
      'Contracts: ? USDT, worth ? USDT',
    ])
  })
})
