import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { offsetFactsOf, offsetPrice, type OffsetFacts } from '../../../../renderer/src/desk/offset-price.ts'

const LONG: OffsetFacts = { side: 'long', references: [], places: 2 }
const SHORT: OffsetFacts = { ...LONG, side: 'short' }
const price = (from: string, facts: OffsetFacts, size: string, unit: 'percent' | 'ticks' = 'percent') =>
  offsetPrice(toText(decimal(from)), { size, unit }, facts)

describe('a limit at a distance from the market', () => {
  it('is better for whoever closes: above for a long, below for a short', () => {
    expect(price('3498.1', LONG, '0.1')).toBe('3501.6')
    expect(price('3498.1', SHORT, '0.1')).toBe('3494.6')
    expect(price('3498.1', LONG, '3', 'ticks')).toBe('3498.13')
    expect(price('3498.1', SHORT, '3', 'ticks')).toBe('3498.07')
  })

  it('is rounded to the tick, never to a worse price', () => {
    expect(price('100.01', LONG, '0.01')).toBe('100.03')
    expect(price('100.01', SHORT, '0.01')).toBe('99.99')
  })

  it.each(['', '0', '0.0'])('is the price itself at no distance, typed as "%s"', (size) => {
    expect(price('100.01', LONG, size)).toBe('100.01')
    expect(price('100.01', SHORT, size, 'ticks')).toBe('100.01')
  })

  it.each([
    ['-1', 'percent'],
    ['1e3', 'percent'],
    ['.', 'percent'],
    ['50.01', 'percent'],
    ['1.5', 'ticks'],
    ['100001', 'ticks'],
  ] as const)('is none for %s %s', (size, unit) => {
    expect(price('3498.1', LONG, size, unit)).toBeNull()
  })

  it('has the digits of the market price where the tick is not known, and no ticks then', () => {
    expect(price('3498.1', { ...SHORT, places: null }, '0.123')).toBe('3493.7')
    expect(price('3498.1', { ...SHORT, places: null }, '3', 'ticks')).toBeNull()
  })

  it('is none where the market price is not known, or nothing is left of it', () => {
    expect(offsetPrice(null, { size: '1', unit: 'percent' }, LONG)).toBeNull()
    expect(price('0.05', SHORT, '5', 'ticks')).toBeNull()
  })

  it('is never worse than was asked, and within one tick of it', () => {
    const facts = fc.record({
      side: fc.constantFrom('long' as const, 'short' as const),
      references: fc.constant([]),
      places: fc.integer({ min: 0, max: 6 }),
    })
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((each) => decimal(each).div(1_000))
    const percent = fc.integer({ min: 0, max: 5_000 }).map((each) => decimal(each).div(100))
    fc.assert(
      fc.property(facts, amount, percent, (known, from, size) => {
        const found = offsetPrice(toText(from), { size: toText(size), unit: 'percent' }, known)
        const away = from.times(size).div(100)
        const asked = known.side === 'long' ? from.plus(away) : from.minus(away)
        const tick = decimal(10).pow(-known.places)
        if (found === null) {
          expect(known.side).toBe('short')
          expect(asked.lt(tick)).toBe(true)
          return
        }
        const better = known.side === 'long' ? decimal(found).minus(asked) : asked.minus(found)
        expect(better.gte(0) && better.lt(tick)).toBe(true)
        expect(decimal(found).decimalPlaces()).toBeLessThanOrEqual(known.places)
      }),
    )
  })
})

describe('what a distance is measured from', () => {
  const { parts, mono } = fixtureSnapshot()
  const ETH = 'E-ETH-USDT:isolated:short'

  it('is the mark of the position and the best prices of its contract, each with its own age', () => {
    const facts = offsetFactsOf(ETH, parts)
    expect(facts).toMatchObject({ side: 'short', places: 2 })
    expect(facts?.references.map(({ name, price }) => [name, price])).toEqual([
      ['mark', '3498.1'],
      ['bid', '3498.09'],
      ['ask', '3498.11'],
    ])
    const [mark, bid] = facts?.references ?? []
    expect(mark?.reading?.readAt).toBe(parts.positions.readAt)
    expect(bid?.reading?.readAt).toBe(parts.quotes.data?.find(({ instrument }) => instrument === 'E-ETH-USDT')?.lastAt)
  })

  it('is as old as the read that a kept position is from', () => {
    const kept = (parts.positions.data ?? []).map((each) => ({ ...each, keptFrom: mono - 60_000 }))
    const facts = offsetFactsOf(ETH, { ...parts, positions: { ...parts.positions, data: kept } })
    expect(facts?.references[0]?.reading?.readAt).toBe(mono - 60_000)
  })

  it('is nothing for a position that is not held', () => {
    expect(offsetFactsOf('E-ETH-USDT:cross:long', parts)).toBeNull()
  })
})
