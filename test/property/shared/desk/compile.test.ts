import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closable, compile, MAX_SLICES, slice, sliceBounds } from '#shared/desk/compile.ts'
import { decimal, sum } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const amount = (max: number): fc.Arbitrary<Decimal> =>
  fc.tuple(fc.nat({ max: max * 1000 }), fc.constantFrom(1, 10, 1000)).map(([n, scale]) => decimal(n).div(scale))

/** Bounds as a venue may give them: whole contracts or a fraction of one, with or without an upper bound. */
const bounds = fc
  .record({
    step: fc.constantFrom('1', '0.1', '0.001', '5'),
    min: fc.integer({ min: 1, max: 20 }),
    span: fc.option(fc.nat({ max: 50 })),
  })
  .map(({ step, min, span }) => ({
    step: decimal(step),
    min: decimal(step).times(min),
    max: span === null ? null : decimal(step).times(min + span),
  }))

it('slices are orders the venue takes, and never more than there is', () => {
  fc.assert(
    fc.property(amount(2_000), bounds, (volume, within) => {
      const slices = slice(volume, within)
      expect(sum(slices).lte(volume)).toBe(true)
      expect(slices.length).toBeLessThanOrEqual(MAX_SLICES)
      for (const part of slices) {
        expect(part.gte(within.min)).toBe(true)
        expect(within.max === null || part.lte(within.max)).toBe(true)
        expect(part.mod(within.step).isZero()).toBe(true)
      }
    }),
    { numRuns: 5_000 },
  )
})

it('slices leave nothing that another split could have closed', () => {
  fc.assert(
    fc.property(amount(200), bounds, (volume, within) => {
      const { min, max, step } = within
      const slices = slice(volume, within)
      fc.pre(slices.length < MAX_SLICES)
      const whole = volume.div(step).trunc().times(step)
      // With n orders every multiple of the step from n x min to n x max can be had.
      let best = decimal(0)
      for (let n = 1; min.times(n).lte(whole) && n <= MAX_SLICES; n++) {
        const most = max === null || max.times(n).gte(whole) ? whole : max.times(n)
        if (most.gt(best)) best = most
      }
      expect(sum(slices).eq(best)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

it('a plan never closes more than is closable, and closing a short mirrors closing a long', () => {
  const side = fc.constantFrom('long' as const, 'short' as const)
  fc.assert(
    fc.property(amount(500), amount(500), amount(40), side, (volume, pending, max, held) => {
      const of = contract('BTC', 'USDT', { maxMarketVolume: max.plus(1) })
      const shown = (as: 'long' | 'short') => position(of, { side: as, volume, pendingCloseVolume: pending })
      const planOf = (as: 'long' | 'short') => {
        const view = { instruments: [of], positions: [shown(as)], orders: [] }
        const compiled = compile({ kind: 'closePosition', positionKey: shown(as).key }, view, () => 'id')
        return compiled.ok ? compiled.value.legs.flatMap((leg) => (leg.kind === 'close' ? [leg] : [])) : []
      }
      const legs = planOf(held)
      expect(sum(legs.map((leg) => leg.volume)).lte(closable(shown(held)))).toBe(true)
      expect(legs.every((leg) => leg.side === (held === 'long' ? 'sell' : 'buy'))).toBe(true)
      expect(legs.map((leg) => leg.volume)).toEqual(planOf(held === 'long' ? 'short' : 'long').map((leg) => leg.volume))
      expect(legs.map((leg) => leg.volume)).toEqual(slice(closable(shown(held)), sliceBounds(of, decimal(100))))
    }),
    { numRuns: 2_000 },
  )
})
