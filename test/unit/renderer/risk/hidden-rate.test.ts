import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { none } from '#shared/risk/number/figure.ts'
import type { AssetStatistics, CorrelationReport } from '#shared/risk/statistics-report.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { hiddenRates, hiddenText, rateSlopes } from '../../../../renderer/src/risk/hidden-rate.ts'

const MINUTE = 60_000
const volatile = (asset: string, value: number | null) =>
  ({
    asset,
    minuteVolatility: value === null ? none(message('figure.noHistory')) : { value, reason: null },
  }) as AssetStatistics
const ties = (rho: number | null): CorrelationReport => ({
  assets: ['BTC', 'ETH'],
  matrix: [
    [1, rho],
    [rho, 1],
  ],
  overlap: [],
  from: null,
  to: null,
  shrinkage: null,
  repair: null,
  reason: null,
})
const assets = [volatile('BTC', 0.003), volatile('ETH', 0.004)]
const slopes = () =>
  new Map([
    ['BTC', 1],
    ['ETH', -1],
  ])
const hidden = (rho: number | null, ageMs: number | null = MINUTE) =>
  hiddenRates(slopes, { assets, correlation: ties(rho) }, ageMs)('u')

describe('hiddenRates', () => {
  it.each([
    [0, 0.005],
    [1, 0.001],
    [-1, 0.007],
    [null, 0.007],
  ])('combines a long and a short with a correlation of %j', (rho, by) => {
    expect(hidden(rho)?.value).toBeCloseTo(by, 12)
  })

  it('grows with the root of the age', () => {
    expect(hidden(0, MINUTE / 4)?.value).toBeCloseTo(0.0025, 12)
    expect(hidden(0, 0)?.value).toBe(0)
  })

  it('is unknown without an age, without statistics, or for a coin without volatility', () => {
    expect(hidden(0, null)).toBeNull()
    expect(hiddenRates(slopes, null, MINUTE)('u')).toBeNull()
    const blind = { assets: [volatile('BTC', 0.003), volatile('ETH', null)], correlation: ties(0) }
    expect(hiddenRates(slopes, blind, MINUTE)('u')).toEqual(
      none(message('figure.noMinuteVolatilityOf', { asset: 'ETH' })),
    )
    const unknown = () => null
    expect(hiddenRates(unknown, { assets, correlation: ties(0) }, MINUTE)('u')?.value).toBeNull()
  })
})

describe('rateSlopes', () => {
  const { risk, positions, instruments } = fixtureSnapshot().parts
  const report = risk.data!
  const of = (id: string, held = positions.data!) => rateSlopes(report, held, instruments.data!)(id)

  it('falls for a short and rises for a long, by more than the rate itself changes the value', () => {
    const short = report.margin.find(({ id }) => id === 'isolated:E-ETH-USDT:isolated:short')!
    expect(of(short.id)?.get('ETH')).toBeCloseTo(-1 - short.marginRate!, 12)
    const inverse = report.margin.find(({ id }) => id === 'cross:BTC')!
    expect(of(inverse.id)?.get('BTC')).toBeCloseTo(1 + inverse.marginRate!, 12)
  })

  it('is unknown while one position of the unit is unknown', () => {
    expect(of('cross:USDT', positions.data!.slice(0, 1))).toBeNull()
  })
})

describe('hiddenText', () => {
  it.each([
    [0.006, '± 0.60'],
    [0.00001, '± 0.01'],
    [0, '± 0.00'],
    [0.123401, '± 12.35'],
  ])('writes %d in percentage points, rounded up', (fraction, text) => {
    expect(hiddenText(fraction).replace('\u202f', ' ')).toBe(text)
  })
})
