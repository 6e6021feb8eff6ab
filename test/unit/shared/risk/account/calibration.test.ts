import { describe, expect, it } from 'vitest'
import type { Position } from '#shared/domain/account.ts'
import { decimal, roundTo, toFloat, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { readingsOf } from '#shared/risk/account/calibration-readings.ts'
import { calibrate, calibrationOf, NO_READINGS, type CalibrationReading } from '#shared/risk/account/calibration.ts'
import { isolatedLiquidation } from '#shared/risk/account/liquidation.ts'
import { DEFAULT_RULE, isolatedMarginUnder, RULES } from '#shared/risk/account/margin-rule.ts'
import { modelPosition } from '#shared/risk/account/position-model.ts'
import { assess } from '#shared/risk/assess.ts'
import type { MarginRule } from '#shared/risk/report.ts'
import { calibratedTo, UNCALIBRATED } from '#test/support/calibrations.ts'
import { contract, marginAccount, position, riskInputs } from '#test/support/portfolio-fixtures.ts'

const btc = contract('BTC', 'USDT')
const eth = contract('ETH', 'USDT')
const ethUsd = contract('ETH', 'USD', { direction: 'inverse' })

/** An isolated position with realized profit. Its entry, mark and rates give a different price under every rule. */
const odd = {
  marginMode: 'isolated',
  averagePrice: 104,
  markPrice: 100,
  margin: 12,
  realizedPnl: 3,
  maintenanceRate: '0.02',
  maxFeeRate: '0.005',
} as const
const reading = (venue: Decimal | number, overrides: Partial<Position> = {}): CalibrationReading => ({
  position: { ...position(btc, { ...odd, averagePrice: 104, venueLiquidationPrice: venue }), ...overrides },
  contract: btc,
  account: null,
})

/** The price that a venue with `rule` would print for an account with the position `held`. */
function ownPrice(rule: MarginRule, held: Position, crossEquity = 0): Decimal {
  const report = assess(
    riskInputs({
      instruments: [btc, eth, ethUsd],
      marginAccounts: [marginAccount(held.marginCoin, { crossEquity })],
      positions: [held],
      calibration: calibratedTo(rule),
    }),
  )
  return report.positions[0]!.liquidation!.own!
}

/** The same for an isolated position at its own mark, without the rest of the account. */
function isolatedPrice(rule: MarginRule, held: Position, of = btc): Decimal {
  const { priced, kappa } = modelPosition(held, of, held.markPrice, rule)
  return isolatedLiquidation(priced!.terms, isolatedMarginUnder(rule, held)!, kappa!, priced!.mark, rule.basis).price!
}

/** `times` distinct readings, of two sizes, from a venue that follows `rule` and prints `more` on top. */
const printed = (rule: MarginRule, times: number, more = 0, from = 0) =>
  Array.from({ length: times }, (_, index) => {
    const at = from + index
    const margin = decimal(12).plus(decimal(at).div(1000))
    const held = position(btc, { ...odd, volume: 100 + (at % 2), margin })
    const venueLiquidationPrice = isolatedPrice(rule, held).plus(more)
    return { position: { ...held, venueLiquidationPrice }, contract: btc, account: null }
  })

const learn = (readings: readonly CalibrationReading[], state = NO_READINGS) =>
  readings.reduce((so, each) => calibrate(so, [each]), state)
const isolatedOf = (readings: readonly CalibrationReading[], state = NO_READINGS) =>
  calibrationOf(learn(readings, state))['isolated:linear']
const rowsOf = (readings: readonly CalibrationReading[]) => learn(readings).scopes['isolated:linear'].rows

const name = ({ withFee, basis, withRealized }: MarginRule) =>
  `${basis} ${withFee ? 'fee' : ''} ${withRealized ? 'realised' : ''}`
const noFee = RULES.find(({ withFee, basis, withRealized }) => !withFee && basis === 'mark' && withRealized)!

describe('the liquidation rule of a venue', () => {
  it('is one of eight, the default first and those without the fee last', () => {
    expect(new Set(RULES.map(name)).size).toBe(8)
    expect(RULES[0]).toEqual(DEFAULT_RULE)
    expect(RULES.map(({ withFee }) => withFee)).toEqual([true, true, true, true, false, false, false, false])
  })

  it('is the default until there are readings', () => {
    expect(calibrationOf(NO_READINGS)).toEqual(UNCALIBRATED)
    expect(calibrate(NO_READINGS, [])).toBe(NO_READINGS)
  })

  it.each(RULES.map((rule) => [name(rule), rule] as const))(
    'is found from the prices that the venue prints: %s',
    (_, rule) => {
      for (const [side, of] of [
        ['long', btc],
        ['short', btc],
        ['long', ethUsd],
        ['short', ethUsd],
      ] as const) {
        const isInverse = of === ethUsd
        let state = NO_READINGS
        for (let round = 0; round < 20; round++) {
          const held = position(of, {
            ...odd,
            side,
            volume: (isInverse ? 1 : 100) + (round % 2),
            margin: decimal(isInverse ? '0.15' : 15).plus(decimal(round).div(10_000)),
            realizedPnl: isInverse ? '0.03' : 3,
          })
          const venue = ownPrice(rule, held)
          const inputs = riskInputs({
            instruments: [btc, ethUsd],
            positions: [{ ...held, venueLiquidationPrice: venue }],
          })
          state = calibrate(state, readingsOf(inputs))
        }
        const fit = calibrationOf(state)[isInverse ? 'isolated:inverse' : 'isolated:linear']
        expect(fit).toMatchObject({ rule, state: 'calibrated', readings: 20 })
        expect(fit.residual).toBeLessThan(1e-12)
      }
    },
  )

  it('is trusted from 20 distinct readings on', () => {
    const readings = printed(noFee, 20)
    expect(isolatedOf(readings.slice(1))).toMatchObject({ rule: DEFAULT_RULE, state: 'learning', readings: 19 })
    // The default rule is off by the difference between 104 - 15 over 0.98 and over 0.975.
    expect(isolatedOf(readings.slice(0, 1)).residual).toBeCloseTo((89 / 0.975 - 89 / 0.98) / 100, 12)
    expect(isolatedOf(readings)).toMatchObject({ rule: noFee, state: 'calibrated', readings: 20 })
  })

  it('is not learned from one repeated reading, nor from one that only moved with the mark', () => {
    const [first] = printed(noFee, 1)
    const again = Array.from({ length: 50 }, (_, index) => ({
      ...first!,
      position: { ...first!.position, markPrice: decimal(100 + index / 100) },
    }))
    expect(isolatedOf(again)).toMatchObject({ rule: DEFAULT_RULE, state: 'learning', readings: 1 })
  })

  it('is not learned from one position with one size and entry', () => {
    const one = printed(noFee, 80).filter(({ position: { volume } }) => volume.eq(100))
    expect(isolatedOf(one)).toMatchObject({ rule: DEFAULT_RULE, state: 'misfit', readings: 40 })
    const other = printed(noFee, 2, 0, 90)
    expect(isolatedOf([...one, ...other]).rule).toEqual(noFee)
  })

  it('learned from isolated linear contracts applies only to those', () => {
    const calibration = calibrationOf(learn(printed(noFee, 30)))
    expect(calibration['isolated:linear'].rule).toEqual(noFee)
    for (const scope of ['isolated:inverse', 'cross:linear', 'cross:inverse'] as const) {
      expect(calibration[scope]).toEqual(UNCALIBRATED[scope])
    }
  })

  it('is the default when none fits within 0.05 % of the mark', () => {
    expect(isolatedOf(printed(DEFAULT_RULE, 20, -0.049))).toMatchObject({ rule: DEFAULT_RULE, state: 'calibrated' })
    const misfit = isolatedOf(printed(DEFAULT_RULE, 20, -0.051))
    expect(misfit).toMatchObject({ rule: DEFAULT_RULE, state: 'misfit', readings: 20 })
    expect(misfit.residual).toBeCloseTo(0.00051, 9)
  })

  it('has the median reading as its residual, or the mean of the middle two', () => {
    const offBy = [0.01, 0.02, 0.04, 0.05].flatMap((more, at) => printed(DEFAULT_RULE, 1, -more, at))
    const residual = (count: number) => isolatedOf(offBy.slice(0, count)).residual
    expect(residual(1)).toBeCloseTo(0.0001, 12)
    expect(residual(2)).toBeCloseTo(0.00015, 12)
    expect(residual(3)).toBeCloseTo(0.0002, 12)
    expect(residual(4)).toBeCloseTo(0.0003, 12)
    expect(residual(0)).toBeNull()
  })

  it('stays the default when rules fit equally', () => {
    const held = printed(DEFAULT_RULE, 20).map(({ position: of, ...rest }) => {
      const plain = { ...of, realizedPnl: ZERO, maxFeeRate: ZERO }
      return { ...rest, position: { ...plain, venueLiquidationPrice: isolatedPrice(DEFAULT_RULE, plain) } }
    })
    expect(isolatedOf(held)).toMatchObject({ rule: DEFAULT_RULE, state: 'calibrated' })
  })

  it('is the one with the fee when one without it fits as well', () => {
    const bare = RULES.find(({ withFee, basis, withRealized }) => !withFee && basis === 'entry' && withRealized)!
    const entry = { ...bare, withFee: true }
    const held = printed(entry, 20).map(({ position: of, ...rest }) => {
      const without = { ...of, maxFeeRate: ZERO }
      return { ...rest, position: { ...without, venueLiquidationPrice: isolatedPrice(entry, without) } }
    })
    expect(isolatedOf(held).rule).toEqual(entry)
  })

  it('is kept while half of the readings support it, and dropped below that', () => {
    const taken = learn(printed(noFee, 60))
    const held = learn(printed(DEFAULT_RULE, 58), taken)
    expect(calibrationOf(held)['isolated:linear'].rule).toEqual(noFee)
    const left = learn(printed(DEFAULT_RULE, 62), taken)
    expect(calibrationOf(left)['isolated:linear'].rule).toEqual(DEFAULT_RULE)
    // Adopting a rule takes more than that.
    expect(isolatedOf([...printed(DEFAULT_RULE, 30), ...printed(noFee, 60)]).rule).toEqual(DEFAULT_RULE)
    expect(isolatedOf([...printed(DEFAULT_RULE, 20), ...printed(noFee, 60)]).rule).toEqual(noFee)
  })

  it('survives a few wrong readings, and forgets readings after 200 newer ones', () => {
    const good = learn(printed(DEFAULT_RULE, 60))
    const few = learn(printed(DEFAULT_RULE, 40, -40), good)
    expect(calibrationOf(few)['isolated:linear']).toMatchObject({ state: 'calibrated', readings: 100 })
    const many = learn(printed(DEFAULT_RULE, 160, -40, 40), few)
    expect(calibrationOf(many)['isolated:linear']).toMatchObject({ state: 'misfit', readings: 200 })
  })

  it('counts a rule without a price where the venue has one as wrong', () => {
    const [row] = rowsOf([reading(50, { margin: decimal(200) })])
    expect(row!.residuals).toEqual(Array.from({ length: 8 }, () => 1))
  })

  it('takes ten readings at a time, and the next ten the next time', () => {
    const many = Array.from({ length: 25 }, (_, index) => reading(80 + index))
    const first = calibrate(NO_READINGS, many)
    expect(first.taken).toBe(10)
    const second = calibrate(first, many)
    const third = calibrate(second, many)
    expect([first, second, third].map(({ scopes }) => scopes['isolated:linear'].rows.length)).toEqual([10, 20, 25])
    expect(third.scopes['isolated:linear'].rows).toEqual(rowsOf(many))
  })
})

describe('the rounding of a venue', () => {
  const digits = 4
  const alt = contract('ALT', 'USDT', { pricePrecision: digits, multiplier: 1 })
  const roundings = ['down', 'up', 'half-even'] as const

  /** Distinct readings of a venue that follows `rule` and prints four decimals, with entries from 0.04 up. */
  const rounded = (rule: MarginRule, rounding: (typeof roundings)[number], side: 'long' | 'short', leverage: number) =>
    Array.from({ length: 30 }, (_, index): CalibrationReading => {
      const price = decimal('0.04').times(decimal('1.013').pow(index)).toDecimalPlaces(5)
      const held = position(alt, {
        ...{ marginMode: 'isolated', side, leverage, volume: 100_000, averagePrice: price, markPrice: price },
        ...{ margin: price.times(100_000).div(leverage), maintenanceRate: '0.005', maxFeeRate: '0.0006' },
      })
      const printedPrice = roundTo(isolatedPrice(rule, held, alt), digits, rounding)
      return { position: { ...held, venueLiquidationPrice: printedPrice }, contract: alt, account: null }
    })

  it('never changes a rule away from the default that the venue follows', () => {
    for (const rounding of roundings) {
      for (const leverage of [3, 5, 10, 20]) {
        for (const side of ['long', 'short'] as const) {
          expect(isolatedOf(rounded(DEFAULT_RULE, rounding, side, leverage))).toMatchObject({
            rule: DEFAULT_RULE,
            state: 'calibrated',
          })
        }
      }
    }
  })

  it("does not take a cross account out of liquidation because of an isolated position's rounding", () => {
    const held = position(alt, {
      ...{ marginMode: 'isolated', volume: 100_000, averagePrice: '0.05', markPrice: '0.05', leverage: 3 },
      ...{
        margin: decimal(5000).div(3),
        maintenanceRate: '0.005',
        maxFeeRate: '0.0006',
        venueLiquidationPrice: '0.0335',
      },
    })
    const state = learn(Array.from({ length: 20 }, () => ({ position: held, contract: alt, account: null })))
    const cross = position(btc, {
      ...{ volume: 1000, averagePrice: 60_000, markPrice: 50_000, maintenanceRate: '0.005', maxFeeRate: '0.0006' },
    })
    const { margin } = assess(
      riskInputs({
        instruments: [alt, btc],
        positions: [held, cross],
        marginAccounts: [marginAccount('USDT', { crossEquity: 2650 })],
        calibration: calibrationOf(state),
      }),
    )
    expect(margin.find(({ mode }) => mode === 'cross')).toMatchObject({ state: 'inLiquidation' })
  })

  it('is also known from a price printed with fewer decimals than the contract’s', () => {
    const fine = { ...alt, pricePrecision: 8 }
    const readings = rounded(DEFAULT_RULE, 'half-even', 'long', 3).map((each) => ({ ...each, contract: fine }))
    expect(isolatedOf(readings)).toMatchObject({ rule: DEFAULT_RULE, state: 'calibrated' })
  })
})

describe('the readings from which a rule is learned', () => {
  const isolated = position(btc, { ...odd, venueLiquidationPrice: 91 })
  const cross = position(eth, { averagePrice: 90, venueLiquidationPrice: 80 })
  const of = (overrides: Parameters<typeof riskInputs>[0] = {}) =>
    readingsOf(
      riskInputs({
        instruments: [btc, eth],
        marginAccounts: [marginAccount('USDT', { crossEquity: 30 })],
        positions: [isolated, cross],
        ...overrides,
      }),
    )

  it('are isolated positions, and a cross position that is alone in its account, together with that account', () => {
    expect(of().map(({ position: { key }, account }) => [key, account?.marginCoin ?? null])).toEqual([
      [isolated.key, null],
      [cross.key, 'USDT'],
    ])
  })

  it('give the cross liquidation price of the account', () => {
    const venue = ownPrice(DEFAULT_RULE, position(eth, { averagePrice: 90 }), 30)
    const [, alone] = of({ positions: [isolated, { ...cross, venueLiquidationPrice: venue }] })
    const { rows } = calibrate(NO_READINGS, [alone!]).scopes['cross:linear']
    expect(rows[0]!.residuals[0]).toBeLessThan(1e-12)
  })

  it.each([
    [
      'with a second cross position in the account',
      { positions: [cross, position(btc, { venueLiquidationPrice: 1 })] },
    ],
    ['without the account', { positions: [cross], marginAccounts: null }],
    ['with a part of the positions unreadable', { positions: [cross], incomplete: ['positions' as const] }],
    ['with a part of the accounts unreadable', { positions: [cross], incomplete: ['marginAccounts' as const] }],
    ['without a price from the venue', { positions: [position(btc, odd)] }],
    ['that is being liquidated', { positions: [{ ...isolated, freeze: 'liquidation' as const }] }],
    ['in an unlisted contract', { instruments: [] }],
    ['before anything was read', { positions: null, instruments: null }],
  ])('exclude a position %s', (_, overrides) => {
    expect(of(overrides)).toEqual([])
  })

  it.each([
    ['a mark from the venue', { markPrice: null }],
    ['a maintenance rate', { maintenanceRate: null }],
    ['a fee rate', { maxFeeRate: null }],
    ['a size', { volume: ZERO }],
  ])('count for nothing without %s', (_, overrides) => {
    expect(rowsOf([reading(91, overrides)])).toEqual([])
  })

  it('still include isolated positions when not everything was read', () => {
    expect(of({ incomplete: ['positions'] })).toHaveLength(1)
  })
})

describe('an account under another rule', () => {
  const held = position(btc, odd)
  const under = (rule: Partial<MarginRule>, of = held, crossEquity = 20) =>
    assess(
      riskInputs({
        instruments: [btc, eth],
        marginAccounts: [marginAccount('USDT', { crossEquity })],
        positions: [of],
        calibration: calibratedTo({ ...DEFAULT_RULE, ...rule }),
      }),
    )
  const unit = (report: ReturnType<typeof assess>) => report.margin.find(({ positionKey }) => positionKey === held.key)!

  it('requires what the rule says, with the equity that it says', () => {
    const figures = (rule: Partial<MarginRule>) => {
      const { requirement, equity } = unit(under(rule))
      return [toFloat(requirement!), toFloat(equity!)]
    }
    expect(figures({})).toEqual([2.5, 11])
    expect(figures({ withFee: false })).toEqual([2, 11])
    expect(figures({ basis: 'entry' })).toEqual([2.6, 11])
    expect(figures({ withRealized: false })).toEqual([2.5, 8])
  })

  it('has its breach point at its liquidation price, whatever the rule', () => {
    for (const rule of RULES) {
      const report = under(rule)
      const [row] = report.positions
      expect(unit(report).breachDown).toBeCloseTo(row!.liquidation!.distance!, 10)
    }
  })

  it('for a cross account with one price also has its breach point there', () => {
    for (const rule of RULES) {
      const report = under(rule, position(eth, { averagePrice: 90 }))
      expect(report.margin[0]!.breachDown).toBeCloseTo(report.positions[0]!.liquidation!.distance!, 10)
    }
  })

  it('needs no fee rate when the rule has no fee', () => {
    const unknown = { ...held, maxFeeRate: null }
    expect(unit(under({}, unknown)).state).toBe('notModelled')
    expect(unit(under({ withFee: false }, unknown)).state).toBe('ok')
  })
})
