import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAR_INTERVALS, BAR_MS, type Bar, type BarInterval } from '#shared/domain/bar.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { statisticsOf } from '#shared/risk/statistics.ts'
import { account } from './accounts.ts'
import { faultsOf } from './faults.ts'

const price = fc.oneof(
  { weight: 60, arbitrary: fc.double({ min: 50, max: 200, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e-300, 1e300, 100) },
)

function closes(minLength: number, maxLength: number) {
  return fc.array(fc.option(price, { freq: 60 }), { minLength, maxLength, size: 'max' })
}

/** Candles as a venue may send them: missing days, invalid prices, any length. */
const candles: fc.Arbitrary<(interval: BarInterval) => readonly Bar[]> = fc
  .oneof(closes(0, 5), closes(130, 340), closes(330, 340))
  .map((sent) => {
    const barsAt = (step: number) =>
      sent.flatMap((close, index) =>
        close === null
          ? []
          : [{ openTime: index * step, open: close, high: close, low: close, close, volume: index % 3 }],
      )
    const bars = Object.fromEntries(BAR_INTERVALS.map((interval) => [interval, barsAt(BAR_MS[interval])]))
    return (interval) => bars[interval] ?? []
  })

const market = fc.dictionary(fc.constantFrom('BTC', 'ETH', 'SOL'), candles, { maxKeys: 3 })

function reportOf(risk: RiskInputs, histories: Record<string, (interval: BarInterval) => readonly Bar[]>) {
  return statisticsOf({
    risk,
    benchmark: 'BTC',
    venueTime: 340 * BAR_MS['1day'],
    seriesOf: (asset) => ({ source: null, bars: histories[asset] ?? (() => []) }),
  })
}

describe('statistics', () => {
  it('contain a finite number or a reason in every place, whatever the account and its history', () => {
    fc.assert(
      fc.property(account, market, (risk, histories) => {
        expect(faultsOf(reportOf(risk, histories))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('components add up to the expected shortfall of the account', () => {
    fc.assert(
      fc.property(account, market, (risk, histories) => {
        const { estimates, components } = reportOf(risk, histories).var
        for (const { method, confidence, es } of estimates) {
          if (method !== 'historical' || es.value === null) continue
          const parts = components.filter((each) => each.confidence === confidence)
          const sum = parts.reduce((total, { componentEs }) => total + (componentEs.value ?? NaN), 0)
          const scale = parts.reduce((total, { componentEs }) => total + Math.abs(componentEs.value ?? NaN), 0)
          expect(Math.abs(sum - es.value)).toBeLessThanOrEqual(1e-9 * (1 + scale))
        }
      }),
      { numRuns: 40 },
    )
  })
})
