import { describe, expect, it } from 'vitest'
import { decimal, ONE, toFloat } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { pairPrice, pricingIn, valuationOf } from '#shared/risk/account/valuation.ts'
import { balance, contract, pair, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, readOracle } from '../oracle.ts'

interface ValuationOracle {
  inputs: {
    target: string
    pairs: {
      symbol: string
      baseAsset: string
      quoteAsset: string
      bid?: string
      ask?: string
      last: string
      age_s?: number
    }[]
    balances: { asset: string; free: string; locked: string }[]
  }
  expected: { assets: Record<string, object>; total: number; unpriceable: string[] }
  tolerance: { rel: number }
}

describe('valuation through the graph of pairs', () => {
  it('agrees with the known answers of valuation_graph', () => {
    const { inputs, expected, tolerance } = readOracle('valuation_graph') as ValuationOracle
    const now = 100_000_000
    const pairs = inputs.pairs.map((row) => pair(row.baseAsset, row.quoteAsset, { symbol: row.symbol }))
    const quotes = inputs.pairs.map((row, index) =>
      quote(pairs[index]!, row.last, {
        bid: row.bid ?? null,
        ask: row.ask ?? null,
        readAt: now - (row.age_s ?? 0) * 1000,
      }),
    )
    const balances = inputs.balances.map(({ asset, free, locked }) => balance(asset, free, locked))
    const { valuation } = assess(riskInputs({ instruments: pairs, quotes, balances, now }))
    const actual = {
      assets: Object.fromEntries(valuation.assets.map((asset) => [asset.asset, asset])),
      total: valuation.total,
      unpriceable: valuation.unpriceable,
    }
    expect(compareLeaves(actual, expected, tolerance)).toBe(57)
    expect(valuation.coverage).toBe(8 / 11)
  })

  it.each([
    ['takes the mid of a tight book', { bid: '99', ask: '101', last: '7' }, '100'],
    ['takes the last trade when the spread is over 2 %', { bid: '98', ask: '101', last: '7' }, '7'],
    ['takes the last trade when the book is crossed', { bid: '101', ask: '99', last: '7' }, '7'],
    ['takes the last trade when one side is missing', { bid: '99', ask: null, last: '7' }, '7'],
    ['takes nothing when the last trade is zero', { bid: null, ask: null, last: '0' }, null],
  ])('%s', (_, { bid, ask, last }, expected) => {
    const of = (text: string | null) => (text === null ? null : decimal(text))
    expect(pairPrice({ bid: of(bid), ask: of(ask), last: of(last) })?.toFixed() ?? null).toBe(expected)
  })

  it('keeps 34 digits of an inverse leg', () => {
    const pricing = pricingIn('USDT', [{ pair: pair('USDT', 'TRY'), price: decimal(3) }])
    expect(pricing('TRY').rate?.toFixed()).toMatch(/^0\.3{40}$/)
  })

  it('prefers BTC to ETH as the middle of two hops', () => {
    const pricing = pricingIn(
      'USDT',
      ['ETH', 'BTC'].flatMap((hub) => [
        { pair: pair('XYZ', hub), price: ONE },
        { pair: pair(hub, 'USDT'), price: ONE },
      ]),
    )
    expect(pricing('XYZ').method).toBe('two-hop:BTC')
  })

  it('uses the first hub with both legs, not the first with one', () => {
    const pricing = pricingIn('USDT', [
      { pair: pair('XYZ', 'BTC'), price: ONE },
      { pair: pair('XYZ', 'ETH'), price: decimal(2) },
      { pair: pair('ETH', 'USDT'), price: decimal(10) },
    ])
    expect(pricing('XYZ')).toMatchObject({ method: 'two-hop:ETH', path: ['XYZETH', 'ETHUSDT'] })
    expect(toFloat(pricing('XYZ').rate!)).toBe(20)
  })

  it('ignores an asset with a zero balance, and has no coverage when nothing is held', () => {
    const valuation = valuationOf([{ asset: 'XYZ', quantity: decimal(0) }], pricingIn('USDT', []))
    expect(valuation).toMatchObject({ assets: [], unpriceable: [], coverage: null })
  })
})

describe('without a pair', () => {
  const btc = contract('BTC', 'USDT')
  const inputs = { instruments: [btc], balances: [balance('BTC', 2)] }

  it('a coin is valued by the index of its contract, which is named', () => {
    const quotes = [quote(btc, 50_000, { index: 49_900 })]
    const [value] = assess(riskInputs({ ...inputs, quotes })).valuation.assets
    expect(value).toMatchObject({ method: 'direct', path: [`index of ${btc.name}`] })
    expect(value?.value && toFloat(value.value)).toBe(99_800)
  })

  it("the contract's mark replaces a missing index", () => {
    const quotes = [quote(btc, 50_000, { index: null })]
    expect(assess(riskInputs({ ...inputs, quotes })).valuation.assets[0]?.path).toEqual([`mark of ${btc.name}`])
  })

  it('a pair with a price takes precedence, and a test contract is ignored', () => {
    const spot = pair('BTC', 'USDT')
    const quotes = [quote(btc, 50_000), quote(spot, 48_000)]
    const both = assess(riskInputs({ ...inputs, instruments: [btc, spot], quotes })).valuation.assets[0]
    expect(both?.path).toEqual([spot.symbol])
    const test = contract('BTC', 'USDT', { kind: 'test' })
    const none = assess(riskInputs({ ...inputs, instruments: [test], quotes: [quote(test, 1)] })).valuation
    expect(none.unpriceable).toEqual(['BTC'])
  })

  it('the last prices of a closed contract are ignored', () => {
    const closed = contract('BTC', 'USDT', { tradable: false })
    const quotes = [quote(closed, 50_000)]
    expect(assess(riskInputs({ ...inputs, instruments: [closed], quotes })).valuation.unpriceable).toEqual(['BTC'])
  })
})
