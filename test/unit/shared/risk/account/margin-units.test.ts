import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { contract, marginAccount, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

const btc = contract('BTC', 'USDT')
const eth = contract('ETH', 'USDT')

/** 100 contracts of 0.01 BTC at 100: worth 100, with a requirement of 0.6. */
function unitOf(account: Parameters<typeof marginAccount>[1], ...held: ReturnType<typeof position>[]) {
  const report = assess(
    riskInputs({ instruments: [btc, eth], marginAccounts: [marginAccount('USDT', account)], positions: held }),
  )
  return report.margin[0]!
}

describe('a margin unit', () => {
  it('requires the maintenance rate plus the worst closing fee rate of every position at its mark', () => {
    const unit = unitOf({ crossEquity: 20 }, position(btc), position(eth, { maintenanceRate: '0.01', markPrice: 200 }))
    expect(toFloat(unit.requirement!)).toBeCloseTo(100 * 0.006 + 200 * 0.011, 12)
    expect(toFloat(unit.positionValue!)).toBe(300)
    expect(unit.marginRate).toBeCloseTo(20 / 300, 12)
    expect(unit.requiredRate).toBeCloseTo(2.8 / 300, 12)
    expect(unit.usage).toBeCloseTo(2.8 / 20, 12)
    expect(unit.state).toBe('ok')
  })

  it('is in liquidation from the moment equity equals the requirement', () => {
    expect(unitOf({ crossEquity: '0.6' }, position(btc)).state).toBe('inLiquidation')
    expect(unitOf({ crossEquity: '0.6000000000000000000001' }, position(btc)).state).toBe('ok')
  })

  it('has no usage and no breach point when equity is gone', () => {
    expect(unitOf({ crossEquity: 0 }, position(btc))).toMatchObject({
      state: 'inLiquidation',
      usage: null,
      breachDown: null,
      breachUp: null,
    })
  })

  it('of an isolated position has its margin, realized and unrealized profit as equity', () => {
    const held = position(btc, { marginMode: 'isolated', margin: 10, realizedPnl: -2, averagePrice: 95 })
    const unit = unitOf({}, held)
    expect(unit).toMatchObject({ id: `isolated:${held.key}`, mode: 'isolated', positionKey: held.key })
    expect(toFloat(unit.equity!)).toBe(13)
  })

  it('is not affected by an empty row or a test contract, in the list or not', () => {
    const play = contract('BTC', 'USDT', { name: 'S-BTC-USDT', kind: 'test' })
    const odd = [
      position(eth, { volume: 0, averagePrice: 0, markPrice: null }),
      position(play, { markPrice: null }),
      position(contract('SOL', 'USDT', { name: 'S-SOL-USDT', kind: 'test' })),
    ]
    const inputs = riskInputs({
      instruments: [btc, eth, play],
      quotes: [quote(btc, 100)],
      marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
      positions: [position(btc), ...odd],
    })
    const { margin, loadLine, exposure, funding, positions } = assess(inputs)
    expect(margin).toMatchObject([{ state: 'ok', marginRate: 0.2, positionValue: decimal(100) }])
    expect(loadLine).toMatchObject({ notModelled: [], notCounted: [] })
    expect(loadLine.equityWithLiquidation).not.toBeNull()
    expect(exposure.assets.map(({ asset, value }) => [asset, value && toFloat(value)])).toEqual([['BTC', 100]])
    expect(funding.unknown).toEqual([position(btc).key])
    expect(positions.map(({ reason }) => reason)).toEqual([
      null,
      message('figure.noSize'),
      message('figure.testContract'),
      message('figure.unlisted'),
    ])
  })

  it('without positions says so and has no rate', () => {
    expect(unitOf({ crossEquity: 5 })).toMatchObject({ state: 'noPosition', marginRate: null, usage: 0 })
  })

  it('with one position that is not modelled is not modelled as a whole', () => {
    const mixed = contract('SOL', 'USDT', { kind: 'mixed' })
    const { margin, positions } = assess(
      riskInputs({
        instruments: [btc, mixed],
        marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
        positions: [position(btc), position(mixed, { venueLiquidationPrice: 50 })],
      }),
    )
    expect(margin[0]).toMatchObject({ state: 'notModelled', requirement: null, positionValue: null, breachDown: null })
    expect(positions.map(({ reason }) => reason)).toEqual([
      message('figure.accountNotModelled'),
      message('figure.notPlain'),
    ])
    expect(positions[0]?.liquidation).toBeNull()
    expect(positions[1]?.liquidation).toMatchObject({ own: null, agreement: 'notCompared' })
  })

  it('keeps its margin rate and drops its requirement when a maintenance rate is missing', () => {
    const unit = unitOf({ crossEquity: 20 }, position(btc, { maintenanceRate: null }))
    expect(unit).toMatchObject({
      state: 'notModelled',
      requirement: null,
      marginRate: 0.2,
      usage: null,
      breachDown: null,
    })
  })

  it('that the venue is liquidating shows no estimate', () => {
    const frozen = position(btc, { freeze: 'liquidation', venueLiquidationPrice: 90 })
    const { margin, positions } = assess(
      riskInputs({
        instruments: [btc],
        marginAccounts: [marginAccount('USDT', { crossEquity: 20 })],
        positions: [frozen],
      }),
    )
    expect(margin[0]).toMatchObject({ state: 'inLiquidation', breachDown: null })
    expect(positions[0]).toMatchObject({ reason: message('figure.liquidationInProgress') })
    expect(positions[0]?.liquidation).toMatchObject({ own: null, agreement: 'notCompared' })
  })

  it('of positions whose account was not read has no equity', () => {
    const { margin, positions } = assess(
      riskInputs({ instruments: [btc], marginAccounts: null, positions: [position(btc)] }),
    )
    expect(margin[0]).toMatchObject({ id: 'cross:USDT', state: 'notModelled', equity: null, marginRate: null })
    expect(positions[0]?.reason).toEqual(message('figure.noEquity', { coin: 'USDT' }))
  })
})

describe('the venue’s margin rate', () => {
  const rate = (crossMarginRate: string | null, held = position(btc, { averagePrice: 80, markPrice: 100 })) =>
    unitOf({ crossEquity: 20, crossMarginRate }, held).venueRateMatch

  it('matches when it is within 1 % of ours, at the mark or at the entry', () => {
    expect(rate('0.2')).toBe('now')
    expect(rate('0.25')).toBe('atEntry')
    expect(rate('0.2019')).toBe('now')
    expect(rate('0.21')).toBe('none')
  })

  it('is compared at the venue’s own mark when ours is newer', () => {
    const moved = (crossMarginRate: string) =>
      assess(
        riskInputs({
          instruments: [btc],
          marginAccounts: [marginAccount('USDT', { crossEquity: 20, crossMarginRate })],
          // Entry and newest mark give other rates. Only the venue's own mark of 100 gives 0.2.
          positions: [position(btc, { averagePrice: 90 })],
          quotes: [quote(btc, 95, { readAt: 1 })],
          now: 1,
        }),
      ).margin[0]
    expect(moved('0.2')?.venueRateMatch).toBe('atOlderMark')
    expect(moved('0.2')?.marginRate).toBeCloseTo(15 / 95, 12)
  })

  it('is neither confirmed nor contradicted when the venue gives none', () => {
    expect(rate(null)).toBeNull()
  })
})

describe('a margin unit with an unread position', () => {
  const entry: Quarantined = { path: 'account[0]', reason: message('expected.missing'), hides: ['positions'] }
  const rows = { cross: position(btc), isolated: position(eth, { marginMode: 'isolated', margin: 10 }) }

  function unitsOf(about: Partial<Quarantined>, change: Partial<RiskInputs> = {}) {
    const inputs = riskInputs({
      instruments: [btc, eth],
      marginAccounts: [
        marginAccount('USDT', { crossEquity: 20, crossMarginRate: '0.845' }),
        marginAccount('BTC', { crossEquity: 0 }),
      ],
      positions: [rows.cross, rows.isolated],
      hidden: [{ ...entry, ...about }],
      ...change,
    })
    return assess(inputs)
  }
  const named = (report: RiskReport) => report.margin.filter(({ unread }) => unread).map(({ id }) => id)

  it("has no rate of ours, and keeps its equity and the venue's rate", () => {
    const report = unitsOf({ coin: 'USDT' })
    const [unit] = report.margin
    expect(unit).toMatchObject({ id: 'cross:USDT', state: 'notModelled', unread: true, venueMarginRate: 0.845 })
    expect(unit).toMatchObject({ marginRate: null, requiredRate: null, usage: null, venueRateMatch: null })
    expect(toFloat(unit!.equity!)).toBe(20)
    expect(report.positions[0]).toMatchObject({
      marginRate: null,
      reason: message('figure.positionUnread'),
    })
    expect(report.loadLine).toMatchObject({ equity: null, notModelled: ['cross:USDT'] })
  })

  it.each<readonly [string, Partial<Quarantined>, readonly string[]]>([
    ['a row of which nothing is known: every cross account', {}, ['cross:USDT']],
    ['a row of another coin: that one alone, though nothing is held in it', { coin: 'BTC' }, ['cross:BTC']],
    ['an isolated row: none', { coin: 'USDT', marginMode: 'isolated' }, []],
  ])('%s', (_, about, expected) => {
    expect(named(unitsOf(about))).toEqual(expected)
  })

  it('belongs to the position itself when the kept row is isolated', () => {
    const kept = { ...rows.isolated, keptFrom: 5 }
    const report = unitsOf({ marginMode: 'isolated' }, { positions: [rows.cross, kept] })
    expect(named(report)).toEqual([`isolated:${kept.key}`])
    expect(report.margin[1]).toMatchObject({ equity: null, marginRate: null, state: 'notModelled' })
    expect(report.positions[1]!.reason).toEqual(message('figure.kept'))
  })

  it('is in liquidation as soon as the known positions require all of its equity', () => {
    expect(unitsOf({}, { marginAccounts: [marginAccount('USDT', { crossEquity: '0.6' })] }).margin[0]).toMatchObject({
      ...{ state: 'inLiquidation', unread: true },
    })
  })

  it('does not use the mark of a kept row as the mark of the equity', () => {
    const kept = { ...rows.cross, markPrice: decimal(90), keptFrom: 5 }
    const quotes = [quote(btc, 100, { readAt: 50 })]
    const report = unitsOf({}, { positions: [kept], quotes, positionsReadAt: 100, now: 100 })
    expect(toFloat(report.margin[0]!.equity!)).toBe(20)
    expect(toFloat(report.positions[0]!.value!)).toBe(100)
  })
})
