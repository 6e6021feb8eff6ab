import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { Moves, Scenario } from '#shared/risk/stress/scenario-report.ts'
import { FUNDING_SPIKE, SCENARIOS } from '#shared/risk/stress/listed-scenarios.ts'
import { dayMore } from '#shared/risk/stress/venue-down.ts'

const moves = (others: number, named: Record<string, number> = {}): Moves => ({ named, others })
const scenario = (close: Moves, low: Moves, days?: number): Scenario => ({
  ...{ id: 'x', name: verbatim('X'), about: verbatim('x'), close, low },
  ...(days === undefined ? {} : { days }),
})
const listed = (id: string): Scenario => {
  const found = SCENARIOS.find((each) => each.id === id)
  if (!found) throw new Error(`there is no scenario ${id}`)
  return found
}

describe('one more day with the venue down', () => {
  it.each([
    ['one day happens twice', 1, -0.2, -0.4, -0.36, -0.52],
    ['two days continue for one more', 2, -0.19, -0.28, -0.271, -0.352],
    ['a rise continues like a fall', 2, 0.44, 0.5, 0.728, 0.8],
    ['a fall that was made good is not worse for it', 2, 0.21, -0.1, 0.331, -0.1],
    ['what does not move stays', 3, 0, 0, 0, 0],
    ['a price of zero stays zero', 4, -1, -1, -1, -1],
  ])('%s', (_, days, close, low, closeAfter, lowAfter) => {
    const after = dayMore(scenario(moves(close, { BTC: close }), moves(low, { BTC: low }), days))
    expect(after.days).toBe(days + 1)
    for (const [actual, wanted] of [
      [after.close, closeAfter],
      [after.low, lowAfter],
    ] as const) {
      expect(actual.others).toBeCloseTo(wanted, 12)
      expect(actual.named['BTC']).toBeCloseTo(wanted, 12)
    }
  })

  it('counts one day when none are given', () => {
    expect(dayMore(scenario(moves(-0.5), moves(-0.5))).close.others).toBeCloseTo(-0.75, 12)
  })

  it('lets a coin with only a known low move with the others', () => {
    const { low } = dayMore(scenario(moves(-0.5), moves(-0.5, { UST: -0.8 })))
    expect(low.named['UST']).toBeCloseTo(-0.9, 12)
  })

  it('uses the days of the table: four for November 2022, one for October 2025', () => {
    const ftx = dayMore(listed('2022-11_ftx'))
    expect(ftx.close.named['BTC']).toBeCloseTo(-0.3064639256305385, 12)
    expect(ftx.low.named['BTC']).toBeCloseTo(-0.31510756740437385, 12)
    const tariffs = dayMore(listed('2025-10-10_tariff_liquidations'))
    expect(tariffs.close.named['XRP']).toBeCloseTo(0.8409 ** 2 - 1, 12)
    expect(tariffs.low.named['XRP']).toBeCloseTo(0.5449 * 0.8409 - 1, 12)
  })

  it('is never better than without it, and no price falls below zero', () => {
    for (const each of SCENARIOS) {
      const after = dayMore(each)
      for (const [asset, low] of Object.entries(each.low.named)) {
        const worse = after.low.named[asset]!
        expect(Math.abs(worse), `${each.id} ${asset}`).toBeGreaterThanOrEqual(Math.abs(low))
        expect(worse, `${each.id} ${asset}`).toBeGreaterThan(-1)
      }
    }
  })

  it('includes another day of funding', () => {
    const { funding, close } = dayMore(listed('funding_spike'))
    expect(funding).toEqual({ ...FUNDING_SPIKE, payments: 2 * FUNDING_SPIKE.payments })
    expect(close.others).toBe(0)
  })
})
