import { describe, expect, it } from 'vitest'
import { decimal, sum, toFloat, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { initialMargin, unrealizedAt, valueAt, type PositionTerms } from '#shared/risk/account/contract-pnl.ts'
import {
  crossLiquidationFactor,
  isolatedLiquidation,
  liquidationView,
  roundTowardMark,
} from '#shared/risk/account/liquidation.ts'
import { ratio } from '#shared/risk/number/ratio.ts'
import { contract, marginAccount, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, oracleInputs, readOracle, type OracleAccount } from '../oracle.ts'

interface Terms {
  kind: 'linear' | 'inverse'
  s: 1 | -1
  N: string
  avg: string
  kappa: string
}
interface EdgeOracle {
  inputs: {
    isolated: Record<string, Terms & { margin: string; mark: string }>
    cross_single_asset: Record<string, { wallet: string; mark: string; positions: Terms[] }>
  }
  expected: { isolated: object; cross_single_asset: object }
  tolerance: { price_rel: number }
}

const termsOf = ({ kind, s, N, avg }: Terms): PositionTerms => ({
  direction: kind,
  sign: s,
  size: decimal(N),
  entry: decimal(avg),
})

/** A liquidation price in the format of the oracles: by side of the mark. */
function sides(price: Decimal | null, mark: Decimal): { down: Decimal | null; up: Decimal | null } {
  return { down: price?.lt(mark) ? price : null, up: price?.gt(mark) ? price : null }
}

describe('liquidation price', () => {
  it('agrees with the known edge cases: none, sign change, covered inverse short, already reached, 1x', () => {
    const { inputs, expected, tolerance } = readOracle('liquidation_edge_cases') as EdgeOracle
    const isolated = Object.entries(inputs.isolated).map(([name, row]) => {
      const mark = decimal(row.mark)
      const { state, price } = isolatedLiquidation(termsOf(row), decimal(row.margin), decimal(row.kappa), mark)
      return [name, { state: state === 'ok' ? 'ok' : 'in_liquidation', ...sides(price, mark) }] as const
    })
    const cross = Object.entries(inputs.cross_single_asset).map(([name, { wallet, positions, ...row }]) => {
      const mark = decimal(row.mark)
      const { free, required } = crossAccount(
        decimal(wallet),
        positions.map((each) => ({ ...termsOf(each), kappa: decimal(each.kappa), mark })),
      )
      const factor = crossLiquidationFactor(free, required)
      return [
        name,
        { state: free.gt(0) ? 'ok' : 'in_liquidation', ...sides(factor && mark.times(factor), mark) },
      ] as const
    })
    const actual = { isolated: Object.fromEntries(isolated), cross_single_asset: Object.fromEntries(cross) }
    expect(compareLeaves(actual, expected, { rel: tolerance.price_rel })).toBe(30)
  })

  it('agrees with the prices that exchanges publish', () => {
    const oracle = readOracle('liquidation_published') as PublishedOracle
    const { inputs, expected, tolerance } = oracle
    const compared = [
      compareLeaves(binanceCross(inputs.binance_cross), expected.binance_cross, tolerance.binance_cross),
      compareLeaves(bybitLong(inputs.bybit_linear_long), expected.bybit_linear_long, tolerance.bybit_linear_long),
      compareLeaves(mcsLong(inputs.mcs_inverse_long), expected.mcs_inverse_long, tolerance.mcs_inverse_long),
      ...venueFamily(oracle),
    ]
    expect(sum(compared.map((count) => decimal(count))).toNumber()).toBe(2 + 1 + 2 + 7)
  })

  it('agrees with the known multi-position account: isolated, cross by asset, margin figures', () => {
    const { inputs, expected, tolerance } = readOracle('liquidation_multi_position') as MultiOracle
    const report = assess(oracleInputs(inputs))
    const withoutFee = assess(withoutFeeRate(oracleInputs(inputs)))
    const isolated = expected.isolated.map(({ contractName, side }) => {
      const key = `${contractName}:isolated:${side === 'BUY' ? 'long' : 'short'}`
      const row = report.positions.find((each) => each.key === key)
      const unit = report.margin.find((each) => each.positionKey === key)
      return {
        contractName,
        side,
        liquidation_price: row?.liquidation?.own,
        liq_price_without_fee_term: withoutFee.positions.find((each) => each.key === key)?.liquidation?.own,
        distance_pct: percent(row?.liquidation?.distance),
        margin_rate_now: unit?.marginRate,
        margin_usage: unit?.usage,
      }
    })
    const crossAxis = Object.fromEntries(
      Object.entries(expected.cross_axis).map(([coin, assets]) => [
        coin,
        Object.fromEntries(Object.keys(assets).map((asset) => [asset, axis(coin, asset)])),
      ]),
    )
    function axis(coin: string, asset: string): object {
      const quoteName = coin === 'USDT' ? 'USDT' : 'USD'
      const row = report.positions.find(
        (each) => each.unitId === `cross:${coin}` && each.key.startsWith(`E-${asset}-${quoteName}`),
      )
      const price = row?.liquidation?.own ?? null
      const mark = decimal(inputs.mark_price[asset]!)
      return { ...sides(price, mark), closed_form: price, distance_pct: percent(row?.liquidation?.distance ?? null) }
    }
    const accounts = Object.fromEntries(
      Object.keys(expected.accounts).map((coin) => {
        const unit = report.margin.find(({ id }) => id === `cross:${coin}`)
        const { equity, requirement } = unit ?? {}
        return [
          coin,
          {
            equity,
            requirement,
            position_value: unit?.positionValue,
            margin_rate: unit?.marginRate,
            margin_usage: unit?.usage,
            free_above_requirement: equity && requirement && equity.minus(requirement),
          },
        ]
      }),
    )
    const actual = { isolated, cross_axis: crossAxis, accounts }
    const figures = { isolated: expected.isolated, cross_axis: expected.cross_axis, accounts: expected.accounts }
    expect(compareLeaves(actual, figures, { rel: tolerance.price_rel })).toBe(21 + 16 + 12)
  })

  it('is reached when equity equals the requirement, not only below it', () => {
    const held = termsOf({ kind: 'linear', s: 1, N: '1', avg: '100', kappa: '0' })
    const state = (margin: string) => isolatedLiquidation(held, decimal(margin), decimal('0.006'), decimal(100)).state
    expect(state('0.6')).toBe('inLiquidation')
    expect(state('0.6000000001')).toBe('ok')
  })

  it('is shared by both sides of a hedge', () => {
    const btc = contract('BTC', 'USDT')
    const report = assess(
      riskInputs({
        instruments: [btc],
        marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
        positions: [position(btc, { side: 'long', volume: 200 }), position(btc, { side: 'short', volume: 50 })],
      }),
    )
    const [long, short] = report.positions.map(({ liquidation }) => liquidation?.own?.toFixed(6))
    expect(long).toBe(short)
    expect(long).toMatch(/^\d/)
  })

  it('is rounded toward the mark, so that it never looks further away than it is', () => {
    expect(roundTowardMark(decimal('61234.561'), decimal(66000), 2).toFixed()).toBe('61234.57')
    expect(roundTowardMark(decimal('70000.019'), decimal(66000), 2).toFixed()).toBe('70000.01')
  })
})

describe('a liquidation price out of range', () => {
  const inverse = contract('BTC', 'USD', { direction: 'inverse' })
  const covered = (printed: string | null) => {
    // At 1x the margin equals the value at entry, to the limit of 40 digits.
    const margin = decimal(1_000_000).div('65432.1')
    const held = { side: 'short', marginMode: 'isolated', volume: 10_000, leverage: 1, margin } as const
    const short = position(inverse, {
      ...held,
      averagePrice: '65432.1',
      markPrice: 64_000,
      venueLiquidationPrice: printed,
    })
    return assess(riskInputs({ instruments: [inverse], positions: [short] })).positions[0]!.liquidation
  }

  it('counts as none: ours for a short covered by its own coins, and the venue’s if it prints a rounding remainder', () => {
    expect(covered('330016499999999.99')).toEqual({
      ...{ own: null, venue: null, headline: null, distance: null },
      agreement: 'agree',
    })
    expect(covered('0.5')).toMatchObject({ own: null, venue: decimal('0.5'), agreement: 'disagree' })
  })

  it('counts as none in a cross account too, in either formula', () => {
    const spare = { direction: 'inverse', sign: -1, value: decimal(1), requirementSlope: ZERO } as const
    expect(crossLiquidationFactor(decimal('1').minus('1e-30'), [spare])).toBeNull()
    expect(crossLiquidationFactor(decimal('0.9'), [spare])!.toFixed(6)).toBe('10.000000')
  })
})

describe('our liquidation price beside the venue’s', () => {
  const view = (own: string | null | undefined, venue: string | null) =>
    liquidationView(typeof own === 'string' ? decimal(own) : own, venue === null ? null : decimal(venue), decimal(1000))

  it.each([
    ['agree within 0.1 % of the mark', '900', '901', 'agree', 901],
    ['note within 1 %', '900', '910', 'note', 910],
    ['disagree beyond 1 %', '900', '911', 'disagree', 911],
    ['disagree when only the venue has one', null, '900', 'disagree', 900],
    ['venueSilent when the venue gives none', '900', null, 'venueSilent', 900],
    ['notCompared when ours was not computed', undefined, '900', 'notCompared', 900],
  ] as const)('%s; the headline is the one nearer to the mark', (_, own, venue, agreement, headline) => {
    const shown = view(own, venue)
    expect(shown.agreement).toBe(agreement)
    expect(toFloat(shown.headline!)).toBe(headline)
    expect(shown.distance).toBeCloseTo(headline / 1000 - 1, 12)
  })

  it('has no distance when there is no price at all', () => {
    expect(view(null, null)).toMatchObject({ headline: null, distance: null, agreement: 'venueSilent' })
  })
})

function crossAccount(
  wallet: Decimal,
  held: readonly (PositionTerms & { kappa: Decimal; mark: Decimal; cum?: Decimal })[],
) {
  const required = held.map(({ kappa, mark, ...terms }) => ({
    ...terms,
    value: valueAt(terms, mark),
    requirementSlope: kappa,
  }))
  const equity = wallet.plus(sum(held.map((each) => unrealizedAt(each, each.mark))))
  const requirement = sum(required.map(({ value, requirementSlope }) => value.times(requirementSlope)))
  return { free: equity.minus(requirement).plus(sum(held.map(({ cum = ZERO }) => cum))), required }
}

function percent(fraction: number | null | undefined): number | null | undefined {
  return typeof fraction === 'number' ? fraction * 100 : fraction
}

function withoutFeeRate(inputs: ReturnType<typeof riskInputs>): ReturnType<typeof riskInputs> {
  return { ...inputs, positions: (inputs.positions ?? []).map((each) => ({ ...each, maxFeeRate: ZERO })) }
}

interface MultiOracle {
  inputs: OracleAccount
  expected: {
    isolated: { contractName: string; side: 'BUY' | 'SELL' }[]
    cross_axis: Record<string, Record<string, object>>
    accounts: Record<string, object>
    shock_roots: object
  }
  tolerance: { price_rel: number; rate_rel: number }
}

interface PublishedOracle {
  inputs: {
    binance_cross: {
      walletBalance: number
      positions: { symbol: string; qty: number; entry: number; mark: number; mmr: number; cum: number }[]
    }
    bybit_linear_long: { qty: number; entry: number; leverage: number; mmr: number }
    mcs_inverse_long: { entry: number; leverage: number; mmr: number }
    venue_family_isolated: {
      contract: { multiply: number }
      position: {
        volume: number
        openPrice: number
        avgPrice: number
        leverageLevel: number
        holdAmount: number
        realizedAmount: number
        unRealizedAmount: number
        positionBalance: number
        indexPrice: number
        keepRate: number
        maxFeeRate: number
      }
      account: { partPositionNormal: number; achievedAmount: number; unrealizedAmount: number }
    }
  }
  expected: {
    binance_cross: object
    bybit_linear_long: object
    mcs_inverse_long: object
    venue_family_isolated: Record<string, number> & { positionBalance_basis: 'avgPrice' }
  }
  tolerance: {
    binance_cross: { abs: number }
    bybit_linear_long: { abs: number }
    mcs_inverse_long: { abs: number }
    venue_family_isolated: Record<string, number>
  }
}

function binanceCross({ walletBalance, positions }: PublishedOracle['inputs']['binance_cross']): object {
  const held = positions.map(({ qty, entry, mark, mmr, cum }) => ({
    direction: 'linear' as const,
    sign: 1 as const,
    size: decimal(qty),
    entry: decimal(entry),
    kappa: decimal(mmr),
    mark: decimal(mark),
    cum: decimal(cum),
  }))
  const { free, required } = crossAccount(decimal(walletBalance), held)
  return Object.fromEntries(
    positions.map(({ symbol, mark }, index) => {
      const factor = crossLiquidationFactor(free, [required[index]!])
      return [symbol, factor?.times(mark)]
    }),
  )
}

function bybitLong({ qty, entry, leverage, mmr }: PublishedOracle['inputs']['bybit_linear_long']): object {
  const terms: PositionTerms = { direction: 'linear', sign: 1, size: decimal(qty), entry: decimal(entry) }
  const margin = initialMargin(terms, decimal(leverage))
  return { liq: isolatedLiquidation(terms, margin, decimal(mmr), terms.entry, 'entry').price }
}

function mcsLong({ entry, leverage, mmr }: PublishedOracle['inputs']['mcs_inverse_long']): object {
  const terms: PositionTerms = { direction: 'inverse', sign: 1, size: decimal(1), entry: decimal(entry) }
  const margin = initialMargin(terms, decimal(leverage))
  const { price } = isolatedLiquidation(terms, margin, decimal(mmr), terms.entry, 'entry')
  return { liq: price, liq_exact: price }
}

/** The payload of this venue's own family. Its reported fields follow from ours, each at its printed precision. */
function venueFamily({ inputs, expected, tolerance }: PublishedOracle): number[] {
  const { contract: of, position: held, account } = inputs.venue_family_isolated
  const btc = contract('BTC', 'USDT', { multiplier: of.multiply })
  const report = assess(
    riskInputs({
      instruments: [btc],
      marginAccounts: [marginAccount('USDT')],
      positions: [
        position(btc, {
          marginMode: 'isolated',
          volume: held.volume,
          openPrice: held.openPrice,
          averagePrice: held.avgPrice,
          markPrice: held.indexPrice,
          leverage: held.leverageLevel,
          margin: held.holdAmount,
          realizedPnl: held.realizedAmount,
          maintenanceRate: held.keepRate,
          maxFeeRate: held.maxFeeRate,
          venueMarginRate: expected.venue_family_isolated['marginRate']!,
          venueLiquidationPrice: expected.venue_family_isolated['reducePrice']!,
        }),
      ],
    }),
  )
  const [row] = report.positions
  const [unit] = report.margin.filter(({ mode }) => mode === 'isolated')
  expect(unit?.venueRateMatch).toBe('atEntry')
  expect(row?.liquidation?.agreement).toBe('agree')
  const actual: Record<string, unknown> = {
    reducePrice: row?.liquidation?.own,
    // The sample values the position at its entry.
    marginRate: unit?.equity && ratio(unit.equity, decimal(held.positionBalance)),
    returnRate: row?.unrealizedPnl && ratio(row.unrealizedPnl, decimal(held.holdAmount)),
    unRealizedAmount: row?.unrealizedPnl,
    openRealizedAmount: row?.totalPnl,
    partEquity: sum(
      [account.partPositionNormal, account.achievedAmount, account.unrealizedAmount].map((each) => decimal(each)),
    ),
  }
  const limits: Record<string, number | undefined> = {
    ...tolerance.venue_family_isolated,
    openRealizedAmount_abs: tolerance.venue_family_isolated['unRealizedAmount_abs'],
  }
  // These are all fields except the formulas, which are text.
  expect([...Object.keys(actual), 'positionBalance_basis', 'formulas'].sort()).toEqual(
    Object.keys(expected.venue_family_isolated).sort(),
  )
  const size = decimal(held.volume).times(of.multiply)
  const terms: PositionTerms = { direction: 'linear', sign: 1, size, entry: decimal(held.avgPrice) }
  return [
    ...Object.keys(actual).map((field) =>
      compareLeaves(actual[field], expected.venue_family_isolated[field], { abs: limits[`${field}_abs`]! }, field),
    ),
    // "avgPrice": the balance of the sample is the value at that price, to the printed precision of the price.
    compareLeaves(
      valueAt(terms, decimal(held[expected.venue_family_isolated.positionBalance_basis])),
      held.positionBalance,
      { abs: limits['unRealizedAmount_abs']! },
    ),
  ]
}
