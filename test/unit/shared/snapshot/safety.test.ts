import { describe, expect, it } from 'vitest'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit, RiskReport } from '#shared/risk/report.ts'
import { nearestBreach, safetyOf, standingsOf } from '#shared/snapshot/safety.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'

type Unit = Encoded<MarginUnit>
type Risk = Encoded<RiskReport>

function report(change: Partial<Risk> = {}): Risk {
  const { data } = fixtureSnapshot().parts.risk
  if (!data) throw new Error('expected risk figures')
  return { ...data, ...change }
}

const CALM = { mode: 'cross', state: 'ok', usage: 0.05, breachDown: null, breachUp: null } as const

function unit(change: Partial<Unit> = {}): Unit {
  const [sample] = report().margin
  if (!sample) throw new Error('expected a margin unit')
  return { ...sample, ...CALM, id: 'a', ...change }
}

/** Positions of a unit, each so far from its own liquidation price. */
function of(unitId: string, ...distances: (number | null)[]): Risk['positions'] {
  const [sample] = report().positions
  if (!sample?.liquidation) throw new Error('expected a position with a liquidation price')
  const { liquidation } = sample
  return distances.map((distance, index) => ({
    ...sample,
    unitId,
    key: `${unitId}${String(index)}`,
    liquidation: { ...liquidation, distance },
  }))
}

describe('safetyOf', () => {
  it.each([
    ['far away', [unit()], of('a', 0.5, -0.3), 'ok', 'neutral', 'position'],
    ['a position within 20 %', [unit()], of('a', 0.5, -0.2), 'watch', 'amber', 'position'],
    ['a position within 10 %', [unit()], of('a', 0.1), 'danger', 'red', 'position'],
    ['all prices within 20 %', [unit({ breachDown: -0.2 })], of('a', -0.3), 'watch', 'amber', 'allPrices'],
    ['all prices within 10 %', [unit({ breachUp: 0.1 })], of('a', null), 'danger', 'red', 'allPrices'],
    ['half of the equity required', [unit({ usage: 0.5 })], of('a', null), 'watch', 'amber', 'usage'],
    ['most of the equity required', [unit({ usage: 0.8 })], of('a', -0.2), 'danger', 'red', 'usage'],
    ['no equity left', [unit({ usage: null })], of('a', null), 'danger', 'red', 'usage'],
    ['a unit in liquidation', [unit({ state: 'inLiquidation' })], of('a', 0.5), 'liquidating', 'red', 'inLiquidation'],
    ['a unit that is not modelled', [unit({ state: 'notModelled' })], [], 'partlyKnown', 'amber', 'unknown'],
    // The figures of a unit leave out test contracts.
    ['a test contract', [unit({ state: 'noPosition' })], of('a', -0.05), 'danger', 'red', 'position'],
    ['the venue’s price alone', [unit({ state: 'notModelled' })], of('a', -0.05), 'danger', 'red', 'position'],
  ] as const)('with %s', (_, margin, positions, word, severity, code) => {
    expect(safetyOf(report({ margin, positions }))).toMatchObject({ word, severity, worst: { reason: { code } } })
  })

  it('says that there is no position', () => {
    const none = report({ margin: [unit({ state: 'noPosition', usage: null })], positions: [] })
    expect(safetyOf(none)).toEqual({ severity: 'neutral', word: 'noPositions', worst: null })
    expect(safetyOf(none, false).word).toBe('noContracts')
  })

  it('never calls anything safe that was never read', () => {
    expect(safetyOf(report({ margin: [], positions: [], missing: ['positions'] }))).toMatchObject({ word: 'notKnown' })
  })

  it('never calls an account safe if a position could not be read', () => {
    const one = report({ margin: [unit()], positions: [], incomplete: ['positions'] })
    expect(safetyOf(one)).toMatchObject({ word: 'notKnown' })
  })

  it('shows one unit: the position and the figures are of the same one', () => {
    // Of the fuller unit no price is near.
    const margin = [unit({ id: 'full', usage: 0.4 }), unit({ id: 'near', usage: 0.1 })]
    const positions = [...of('full', 0.7), ...of('near', 0.4, -0.15)]
    expect(safetyOf(report({ margin, positions })).worst).toMatchObject({
      unit: { id: 'near' },
      severity: 'amber',
      reason: { code: 'position', key: 'near1', distance: -0.15 },
    })
  })
})

describe('standingsOf', () => {
  it('has the worst unit first: by severity, then by how near it is to liquidation', () => {
    const margin = [
      unit({ id: 'calm', breachDown: -0.6 }),
      unit({ id: 'amber', usage: 0.79 }),
      unit({ id: 'lost', state: 'inLiquidation' }),
      unit({ id: 'red', breachUp: 0.09 }),
      unit({ id: 'full', usage: 0.95 }),
      unit({ id: 'idle', state: 'noPosition', usage: null }),
    ]
    const ids = standingsOf(report({ margin, positions: [] })).map(({ unit: { id } }) => id)
    expect(ids).toEqual(['lost', 'full', 'red', 'amber', 'calm'])
  })

  it('takes the nearer of the own price of a position and of all prices', () => {
    const codeOf = (breachDown: number, mode: Unit['mode'] = 'cross') =>
      standingsOf(report({ margin: [unit({ breachDown, mode })], positions: of('a', -0.09) }))[0]?.reason.code
    // All fall together: sooner. A hedge: later.
    expect([codeOf(-0.05), codeOf(-0.5)]).toEqual(['allPrices', 'position'])
    // An isolated position is named, not its unit.
    expect(codeOf(-0.05, 'isolated')).toBe('position')
  })
})

it.each([
  [-0.3, 0.2, 0.2],
  [-0.2, 0.3, -0.2],
  [-0.2, 0.2, -0.2],
  [null, 0.4, 0.4],
  [-0.4, null, -0.4],
  [null, null, null],
])('of a fall of %s and a rise of %s, %s liquidates first', (breachDown, breachUp, nearest) => {
  expect(nearestBreach({ breachDown, breachUp })).toBe(nearest)
})
