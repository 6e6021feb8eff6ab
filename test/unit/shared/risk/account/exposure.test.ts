import { describe, expect, it } from 'vitest'
import { decimal, toFloat, toText, type Decimal } from '#shared/domain/decimal.ts'
import { compareSizes } from '#shared/risk/account/exposure.ts'
import { assess } from '#shared/risk/assess.ts'
import { message } from '#shared/words/message.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { balance, contract, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, oracleInputs, readOracle, type OracleAccount } from '../oracle.ts'

interface ExposureOracle {
  inputs: OracleAccount
  expected: object
  tolerance: { rel: number }
}

describe('exposure, leverage and concentration', () => {
  it('agrees with the known answers of exposure_concentration', () => {
    const { inputs, expected, tolerance } = readOracle('exposure_concentration') as ExposureOracle
    expect(compareLeaves(figuresOf(assess(oracleInputs(inputs))), expected, tolerance)).toBe(31)
  })

  const alt = contract('ALT', 'USDT')
  const altUsd = contract('ALT', 'USD', { direction: 'inverse' })
  const other = contract('ALT', 'USDT', { name: 'E-ALT-USDT-2' })
  const short = position(alt, { side: 'short', volume: 10_000, averagePrice: 100, markPrice: 100 })
  const unmarked = (of: typeof alt) => position(of, { volume: 10_000, markPrice: null })
  const priced = [quote(pair('ALT', 'USDT'), 100)]

  it.each([
    ['a hedge whose holding has no pair', '0', { balances: [balance('ALT', 100)], positions: [short] }],
    [
      'a hedge whose contract has no mark',
      '200',
      { balances: [balance('ALT', 100)], quotes: priced, positions: [unmarked(alt)] },
    ],
    ['two contracts of which one has no mark', '0', { quotes: priced, positions: [short, unmarked(other)] }],
    [
      'a short without a mark',
      '-100',
      { quotes: priced, positions: [position(alt, { ...unmarked(alt), side: 'short' })] },
    ],
    ['an inverse contract without a mark', '0', { quotes: priced, positions: [unmarked(altUsd)] }],
  ])('has no value for %s, and includes it in no total', (_, delta, overrides) => {
    const { exposure } = assess(riskInputs({ instruments: [pair('ALT', 'USDT'), alt, altUsd, other], ...overrides }))
    expect(exposure.assets.map((each) => [each.asset, toText(each.delta), each.value])).toEqual([['ALT', delta, null]])
    expect([exposure.gross, exposure.net, exposure.long, exposure.short].map(toText)).toEqual(['0', '0', '0', '0'])
    expect(exposure.concentration.top1Share).toBeNull()
  })

  it.each([
    ['is not in the venue’s list', [other], [position(alt)], ['E-ALT-USDT']],
    ['has no readable face value', [{ ...alt, multiplier: null }], [position(alt)], ['E-ALT-USDT']],
    ['is of a kind that is not modelled', [{ ...alt, kind: 'mixed' as const }], [position(alt)], ['E-ALT-USDT']],
    ['has no price', [alt], [unmarked(alt)], ['E-ALT-USDT']],
    ['is counted', [alt], [position(alt)], []],
    ['has a volume of zero', [other], [position(alt, { volume: 0 })], []],
    ['is a test contract', [{ ...alt, kind: 'test' as const }], [position(alt)], []],
  ])('names a held contract that %s', (_, instruments, positions, expected) => {
    expect(assess(riskInputs({ instruments, positions })).exposure.notCounted).toEqual(expected)
  })

  it('names what could not be read and is not known from earlier', () => {
    const entry = { path: 'account[0]', reason: message('expected.missing'), hides: ['positions'] as const }
    const hidden = [{ ...entry, contract: 'E-ALT-USDT' }, { ...entry, coin: 'USDT', contract: 'E-X-USDT' }, entry]
    const kept = [{ ...position(alt), keptFrom: 5 }]
    const { exposure, loadLine } = assess(riskInputs({ instruments: [alt], positions: kept, hidden }))
    expect(exposure.notCounted).toEqual(['E-X-USDT'])
    expect(loadLine.notCounted).toContain('E-X-USDT')
    const none = assess(riskInputs({ instruments: [alt], hidden: [entry, { ...entry, coin: 'BTC' }] }))
    expect(none.exposure.notCounted).toEqual([
      message('account.unreadPosition'),
      message('account.unreadPositionOf', { coin: 'BTC' }),
    ])
  })

  it('includes the debt of a linear contract in a coin that is not cash, without a value if there is no mark', () => {
    const cross = contract('ALT', 'BTC')
    const { exposure } = assess(riskInputs({ instruments: [cross], positions: [unmarked(cross)] }))
    expect(exposure.assets.map((each) => [each.asset, toText(each.delta), each.value])).toEqual([
      ['ALT', '100', null],
      ['BTC', '0', null],
    ])
  })

  it('is sorted by absolute size, unknown values last, and equal ones by name', () => {
    const [small, large, equal] = [decimal(3), decimal(-10), decimal(10)]
    expect([null, small, large].toSorted(compareSizes)).toEqual([large, small, null])
    expect([compareSizes(null, small), compareSizes(small, null), compareSizes(null, null)]).toEqual([1, -1, 0])
    expect(compareSizes(large, equal)).toBe(0)
    const balances = [balance('B', 1), balance('A', 1)]
    const pairs = ['B', 'A'].map((asset) => pair(asset, 'USDT'))
    const quotes = pairs.map((each) => quote(each, 5))
    const { exposure } = assess(riskInputs({ instruments: pairs, balances, quotes }))
    expect(exposure.assets.map(({ asset }) => asset)).toEqual(['A', 'B'])
  })

  it('still gives the half that has a price', () => {
    const { exposure } = assess(riskInputs({ instruments: [alt], balances: [balance('ALT', 100)], positions: [short] }))
    const [row] = exposure.assets
    expect([row!.holdingValue, toFloat(row!.contractValue!)]).toEqual([null, -10_000])
  })
})

function figuresOf({ equity, exposure }: RiskReport): object {
  const { assets, concentration } = exposure
  const each = <T>(figure: (asset: (typeof assets)[number]) => T) =>
    Object.fromEntries(assets.map((asset) => [asset.asset, figure(asset)]))
  const gross = toFloat(exposure.gross)
  return {
    contract_equity_coin: Object.fromEntries(equity.coins.map((coin) => [coin.marginCoin, coin.equity])),
    delta_units: each(({ delta }) => delta),
    delta_usd: each(({ value }) => value),
    synthetic_cash_usd: exposure.cash,
    total_equity_usd: equity.total,
    gross_by_asset: exposure.gross,
    net: exposure.net,
    long: exposure.long,
    short: exposure.short,
    long_short_ratio: exposure.longShortRatio,
    gross_position_notional: exposure.positionNotional,
    effective_leverage: exposure.effectiveLeverage,
    net_leverage: exposure.netLeverage,
    contract_leverage: exposure.contractLeverage,
    weights: each(({ value }) => Math.abs(toFloat(value as Decimal)) / gross),
    hhi: concentration.hhi,
    hhi_normalised: concentration.hhiNormalised,
    effective_number: concentration.effectiveNumber,
    top1_share: concentration.top1Share,
    top3_share: concentration.top3Share,
  }
}
