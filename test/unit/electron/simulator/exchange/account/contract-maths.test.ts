import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '#electron/simulator/exchange/market/specs.ts'
import type { ContractSpec } from '#electron/simulator/exchange/market/specs.ts'
import { averageEntry, profit, reducePrice, valueAt } from '#electron/simulator/exchange/account/contract-maths.ts'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import edges from '#test/oracles/liquidation_edge_cases.json' with { type: 'json' }
import published from '#test/oracles/liquidation_published.json' with { type: 'json' }

const [linearSpec, inverseSpec] = [CONTRACTS.find((spec) => !spec.inverse), CONTRACTS.find((spec) => spec.inverse)]

function spec(inverse: boolean, terms: Partial<ContractSpec>): ContractSpec {
  const base = inverse ? inverseSpec : linearSpec
  if (!base) throw new Error('expected a contract of each kind')
  return { ...base, ...terms }
}

describe('margin figures of the venue', () => {
  const { contract, position } = published.inputs.venue_family_isolated
  const family = spec(false, {
    multiplier: decimal(contract.multiply),
    keepRate: decimal(position.keepRate),
    maxFeeRate: decimal(position.maxFeeRate),
  })
  const volume = decimal(position.volume)
  const average = decimal(position.avgPrice)

  it('reproduce the reduce price of the published isolated position, including the closing fee', () => {
    const margin = decimal(position.holdAmount).plus(position.realizedAmount)
    const price = reducePrice(family, 1, { volume, price: average }, margin)
    expect(price.toFixed(4)).toBe('9740.8083')
  })

  it('reproduce its value and its profit since settlement and since opening', () => {
    const mark = decimal(position.indexPrice)
    // The venue computed its figures with more digits than it prints.
    expect(toFloat(valueAt(family, volume, average))).toBeCloseTo(position.positionBalance, 2)
    expect(toFloat(profit(family, 1, volume, average, mark))).toBeCloseTo(position.unRealizedAmount, 0)
    expect(toFloat(profit(family, 1, volume, decimal(position.openPrice), mark))).toBeCloseTo(
      position.openRealizedAmount,
      0,
    )
  })

  it.each(Object.entries(edges.inputs.isolated))('agree with the oracle on %s', (name, given) => {
    const terms = { multiplier: decimal(1), keepRate: decimal(given.kappa), maxFeeRate: decimal(0) }
    const terse = spec(given.kind === 'inverse', terms)
    const sign = given.s === 1 ? 1 : -1
    const price = reducePrice(
      terse,
      sign,
      { volume: decimal(given.N), price: decimal(given.avg) },
      decimal(given.margin),
    )
    const expected = edges.expected.isolated[name as keyof typeof edges.expected.isolated]
    if (expected.state !== 'ok') return
    const reachable = sign === 1 ? expected.down : expected.up
    if (reachable === null) expect(toFloat(price)).toBeLessThanOrEqual(0)
    else expect(toFloat(price) / reachable).toBeCloseTo(1, 9)
  })

  it('average inverse entries harmonically and linear ones arithmetically', () => {
    const held = { volume: decimal(1000), price: decimal(5000) }
    const added = { volume: decimal(2000), price: decimal(6000) }
    expect(averageEntry(spec(true, {}), held, added).toFixed(0)).toBe('5625')
    expect(averageEntry(spec(false, {}), held, added).toFixed(4)).toBe('5666.6667')
  })

  it('pay a short when the price falls, in coins on an inverse contract', () => {
    const inverse = spec(true, { multiplier: decimal(10) })
    expect(profit(inverse, -1, decimal(1000), decimal(50_000), decimal(40_000)).toFixed(2)).toBe('0.05')
    expect(profit(inverse, 1, decimal(1000), decimal(50_000), decimal(40_000)).toFixed(2)).toBe('-0.05')
  })
})
