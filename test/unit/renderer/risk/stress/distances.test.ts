import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { none } from '#shared/risk/number/figure.ts'
import { fixtureSnapshot, MONO, withPart } from '#test/support/snapshot.ts'
import { decodeInstruments } from '#shared/domain/decode.ts'
import {
  distanceFinding,
  distanceRow,
  distanceTable,
  distanceWarnings,
  unreachedWords,
} from '../../../../../renderer/src/risk/stress/distance-rows.ts'
import { distancesOf } from '../../../../../renderer/src/risk/stress/position-distances.ts'
import { riskInputsOf } from '../../../../../renderer/src/risk/stress/risk-inputs.ts'

const snapshot = fixtureSnapshot()
const report = snapshot.parts.risk.data!
const statistics = snapshot.parts.statistics.data!
type Report = typeof report
type Statistics = typeof statistics

const modelsOf = (of: typeof snapshot) =>
  modelAccount(riskInputsOf(of.parts, decodeInstruments(of.parts.instruments.data!), MONO)!).positions
const models = modelsOf(snapshot)
const keyOf = (name: string): string => models.find(({ position }) => position.contract === name)!.position.key
const keys = (of: Report = report, with_: Statistics | null = statistics): readonly string[] =>
  distancesOf(models, of, with_).rows.map(({ position }) => position.contract)
const rowOf = (name: string, of: Report = report, with_: Statistics | null = statistics) =>
  distancesOf(models, of, with_).rows.find(({ position }) => position.contract === name)!

function withAsset(asset: string, change: Partial<Statistics['assets'][number]>): Statistics {
  return {
    ...statistics,
    assets: statistics.assets.map((each) => (each.asset === asset ? { ...each, ...change } : each)),
  }
}
function withRisk(name: string, change: Partial<Report['positions'][number]>): Report {
  const key = keyOf(name)
  return { ...report, positions: report.positions.map((each) => (each.key === key ? { ...each, ...change } : each)) }
}
function withState(name: string, state: Report['margin'][number]['state']): Report {
  const { unitId } = report.positions.find(({ key }) => key === keyOf(name))!
  return { ...report, margin: report.margin.map((each) => (each.id === unitId ? { ...each, state } : each)) }
}
const few = none(message('figure.tooFew.days', { needed: 20, count: 3 }))
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u202f', ' ')

describe('distancesOf', () => {
  it('measures the distance to the nearer price in ranges and volatilities of the asset', () => {
    const { fraction, atrMultiples, sigmaDays, touchInDay, mark, liquidation, move } = rowOf('E-ETH-USDT')
    const eth = statistics.assets.find(({ asset }) => asset === 'ETH')!
    const [at, now] = [Number(liquidation!.headline), mark!.toNumber()]
    expect(fraction.value).toBeCloseTo(at / now - 1, 12)
    expect(atrMultiples.value).toBeCloseTo((at - now) / eth.averageTrueRange.value!, 9)
    expect(sigmaDays.value).toBeCloseTo(Math.log(at / now) / eth.dailyVolatility.value!, 9)
    expect(touchInDay.value).toBeCloseTo(0.038, 3)
    expect(move.sigma).toEqual(eth.dailyVolatility)
  })

  it('takes the range in the coin in which the contract is priced', () => {
    const { value } = report.positions.find(({ key }) => key === keyOf('E-BTC-USD'))!
    const { averageTrueRange } = statistics.assets.find(({ asset }) => asset === 'BTC')!
    // One dollar of the inverse contract is worth half a dollar of the history, so its prices are twice those of the
    // history.
    const mark = rowOf('E-BTC-USD').mark!
    const notional = mark.times(value!).div(2).toFixed() as NonNullable<typeof value>
    expect(
      rowOf('E-BTC-USD', withRisk('E-BTC-USD', { notional })).move.atr.value! / averageTrueRange.value!,
    ).toBeCloseTo(2, 9)
    // The margin coin of a linear contract is worth half a coin of the history.
    const linear = report.positions.find(({ key }) => key === keyOf('E-BTC-USDT'))!
    const half = withRisk('E-BTC-USDT', { notional: String(Number(linear.value) / 2) as NonNullable<typeof value> })
    expect(rowOf('E-BTC-USDT', half).move.atr.value! / averageTrueRange.value!).toBeCloseTo(2, 9)
    const unpriced = rowOf('E-BTC-USD', withRisk('E-BTC-USD', { notional: null }))
    expect(unpriced.atrMultiples).toEqual(none(message('figure.noPriceIn', { coin: 'BTC', reportingCoin: 'USDT' })))
    expect(unpriced.sigmaDays.value).toBeGreaterThan(0)
  })

  it('does not use a price history in dollars for a contract priced in another coin', () => {
    const inEther = { ...report, cashAssets: ['USDC'], reportingCoin: 'USDC' }
    const { sigmaDays, atrMultiples, fraction } = rowOf('E-ETH-USDT', inEther, { ...statistics, reportingCoin: 'USDC' })
    expect(sigmaDays).toEqual(none(message('figure.noHistoryIn', { asset: 'ETH', coin: 'USDT' })))
    expect(atrMultiples).toEqual(sigmaDays)
    expect(fraction.value).toBeCloseTo(0.0689, 4)
  })

  it('lists the smallest distance in daily σ first, and after them those without, nearest first', () => {
    expect(keys()).toEqual(['E-LINK-USDT', 'E-ETH-USDT', 'E-SOL-USDT', 'E-BTC-USDT', 'E-XRP-USDT', 'E-BTC-USD'])
    const without = { ...withAsset('LINK', { dailyVolatility: few }) }
    expect(keys(report, without)).toEqual([
      'E-ETH-USDT',
      'E-SOL-USDT',
      'E-BTC-USDT',
      'E-XRP-USDT',
      'E-BTC-USD',
      'E-LINK-USDT',
    ])
    expect(keys(report, null)).toEqual([
      'E-LINK-USDT',
      'E-ETH-USDT',
      'E-BTC-USDT',
      'E-SOL-USDT',
      'E-BTC-USD',
      'E-XRP-USDT',
    ])
  })

  it('says why a measure is missing', () => {
    expect(rowOf('E-LINK-USDT', report, null).sigmaDays).toEqual(none(message('figure.historyNotYet')))
    expect(rowOf('E-LINK-USDT', report, { ...statistics, assets: [] }).atrMultiples).toEqual(
      none(message('figure.historyOfNotYet', { asset: 'LINK' })),
    )
    const short = rowOf('E-LINK-USDT', report, withAsset('LINK', { dailyVolatility: few }))
    expect([short.sigmaDays, short.touchInDay]).toEqual([few, few])
    expect(short.atrMultiples.value).toBeGreaterThan(0)
  })

  it('puts what is in liquidation first, at zero distance', () => {
    const falling = withState('E-SOL-USDT', 'inLiquidation')
    const [first, second] = distancesOf(models, falling, statistics).rows
    // The whole cross account is in liquidation.
    for (const row of [first!, second!]) {
      expect(row.isInLiquidation).toBe(true)
      expect(row.fraction).toEqual(none(message('figure.inLiquidation')))
      expect(row.touchInDay).toEqual(none(message('figure.inLiquidation')))
    }
    expect(keys(falling).slice(-3)).toEqual(['E-LINK-USDT', 'E-ETH-USDT', 'E-BTC-USD'])
  })

  it('separates what nothing liquidates from what is unknown', () => {
    const { rows, unreached, unknown } = distancesOf(
      models,
      withRisk('E-ETH-USDT', { liquidation: null, reason: message('figure.noRates') }),
      statistics,
    )
    expect(rows).toHaveLength(5)
    expect(unreached.map(({ position }) => position.contract)).toEqual(['E-DOGE-USDT'])
    expect(unknown.map(({ position, reason }) => [position.contract, reason])).toEqual([
      ['E-ETH-USDT', message('figure.noRates')],
    ])
    const silent = { own: null, venue: null, headline: null, agreement: 'notCompared', distance: null } as const
    const withoutMark = distancesOf(
      models,
      withRisk('E-DOGE-USDT', { liquidation: silent, reason: message('figure.noMark') }),
      statistics,
    )
    expect(withoutMark.unknown.map(({ reason }) => reason)).toEqual([message('figure.noMark')])
    expect(withoutMark.unreached).toEqual([])
    expect(distancesOf(models, { ...report, positions: [] }, statistics).unknown[0]?.reason).toEqual(
      message('figure.notWorkedOut'),
    )
  })

  it('has no distance without a mark, even if the venue gives a price', () => {
    const positions = snapshot.parts.positions.data!.map((each) =>
      each.contract === 'E-ETH-USDT' ? { ...each, markPrice: null } : each,
    )
    const quotes = snapshot.parts.quotes.data!.filter(({ instrument }) => instrument !== 'E-ETH-USDT')
    const blind = modelsOf(withPart(withPart(snapshot, 'positions', { data: positions }), 'quotes', { data: quotes }))
    const { rows } = distancesOf(blind, report, statistics)
    expect(rows.at(-1)).toMatchObject({
      mark: null,
      fraction: none(message('figure.noMark')),
      sigmaDays: none(message('figure.noMark')),
    })
  })
})

describe('the words of a distance', () => {
  const words = (name: string, of: Report = report, with_: Statistics | null = statistics) =>
    distanceRow(rowOf(name, of, with_))

  it('give the distance, and on hover its unit', () => {
    const { fraction, atrs, sigmaDays, touch, ...row } = words('E-ETH-USDT')
    expect(row).toMatchObject({ side: 'short', mode: 'isolated', mark: '3,498.10', severity: 'red' })
    expect([fraction, atrs, sigmaDays, touch].map(({ text }) => plain(text))).toEqual(['+6.9 %', '1.7', '2.1', '3.8 %'])
    expect(row.liquidation).toEqual({ text: '3,739.00', title: 'ours 3,739.07, the venue’s 3,739.00' })
    expect(plain(sigmaDays.title)).toMatch(/^σ of a day 3\.\d\d %$/)
    expect(atrs.title).toMatch(/^ATR of a day 140\.\d\d$/)
  })

  it('never round a chance or a distance to zero', () => {
    expect(plain(words('E-XRP-USDT').touch.text)).toBe('< 0.01 %')
    const wild = withAsset('ETH', { dailyVolatility: { value: 1e4, reason: null } })
    expect(plain(words('E-ETH-USDT', report, wild).sigmaDays.text)).toBe('< 0.01')
  })

  it('show an unknown distance as such, with the reason', () => {
    const row = words('E-LINK-USDT', report, withAsset('LINK', { dailyVolatility: few }))
    expect(row.sigmaDays).toEqual({ text: '?', title: 'Needs 20 days; there are 3.' })
    expect(distanceTable([row]).rows[0]?.slice(-2)).toEqual([
      '— Needs 20 days; there are 3.',
      '— Needs 20 days; there are 3.',
    ])
    const unread = words(
      'E-LINK-USDT',
      withRisk('E-LINK-USDT', { liquidation: { ...rowOf('E-LINK-USDT').liquidation!, agreement: 'notCompared' } }),
    )
    expect(unread.liquidation.title).toBe('ours not known, the venue’s 13.620')
  })

  it('name what is liquidated first, and what is liquidated with it', () => {
    const finding = (of: Report = report, with_: Statistics | null = statistics) =>
      plain(distanceFinding(distancesOf(models, of, with_)))
    expect(finding()).toBe('E-LINK-USDT long is nearest to liquidation: 0.66 daily σ away.')
    expect(finding(report, null)).toBe('E-LINK-USDT long is nearest by price, −2.3 %; how many daily σ is not known.')
    const short = withAsset('LINK', { dailyVolatility: few })
    expect(finding(report, short)).toBe(
      'E-ETH-USDT short is nearest to liquidation: 2.1 daily σ away. E-LINK-USDT long is −2.3 % away; how many daily σ is not known.',
    )
    expect(finding(withState('E-ETH-USDT', 'inLiquidation'))).toBe('In liquidation: E-ETH-USDT short.')
    const unknown = { liquidation: null, reason: message('figure.notModelled') }
    expect(finding(withRisk('E-ETH-USDT', unknown))).toBe(
      'E-LINK-USDT long is nearest to liquidation: 0.66 daily σ away. Not known for E-ETH-USDT short.',
    )
    const crossOnly = { ...report, positions: report.positions.filter(({ unitId }) => unitId === 'cross:USDT') }
    expect(finding(crossOnly)).toMatch(
      /^E-SOL-USDT long, and USDT cross with it, is nearest to liquidation: 9\.4 daily σ away\. Not known for /,
    )
    expect(distanceFinding({ rows: [], unreached: [], unknown: [] })).toBeNull()
  })

  it('list what is missing with its reason, and what nothing liquidates', () => {
    const known = distancesOf(models, report, statistics)
    expect(distanceWarnings(known)).toEqual([])
    expect(unreachedWords(known)).toBe('No price in reach liquidates E-DOGE-USDT long.')
    expect(unreachedWords({ ...known, unreached: [] })).toBeNull()
    const short = withAsset('LINK', { dailyVolatility: few, averageTrueRange: few })
    const noRange = {
      ...short,
      assets: short.assets.map((each) => (each.asset === 'ETH' ? { ...each, averageTrueRange: few } : each)),
    }
    const lost = withRisk('E-SOL-USDT', { liquidation: null, reason: message('figure.notModelled') })
    expect(distanceWarnings(distancesOf(models, lost, noRange))).toEqual([
      'Not known where it is liquidated. E-SOL-USDT long: Not modelled.',
      'Not known in ATRs. E-ETH-USDT short: Needs 20 days; there are 3.',
      'Not known in daily σ. E-LINK-USDT long: Needs 20 days; there are 3.',
    ])
  })
})
