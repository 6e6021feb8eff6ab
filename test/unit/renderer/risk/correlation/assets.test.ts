import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { AssetStatistics } from '#shared/risk/statistics-report.ts'
import {
  assetFinding,
  assetRows,
  assetTable,
  unknownReasons,
} from '../../../../../renderer/src/risk/correlation/asset-rows.ts'

const known = (value: number) => figure(value)
const SAMPLE = { count: 299, from: null, to: null }
const asset = (name: string, change: Partial<AssetStatistics> = {}): AssetStatistics => ({
  asset: name,
  source: `spot:${name}USDT`,
  value: 1_000,
  observations: 299,
  to: { '1day': null, '60min': null, '1min': null },
  samples: { day: SAMPLE, hour: SAMPLE, minute: SAMPLE, year: SAMPLE },
  dailyVolatility: known(0.023),
  hourlyVolatility: known(0.02),
  wildestOverAll: known(1.6),
  minuteVolatility: known(0.0005),
  annualVolatility: {
    close: known(0.47),
    parkinson: known(0.43),
    garmanKlass: known(0.42),
    rogersSatchell: known(0.42),
    yangZhang: known(0.43),
  },
  averageTrueRange: known(0.0088561),
  beta: { used: 1.21, kind: 'estimated', raw: known(1.22), standardError: known(0.06), observations: 299 },
  ...change,
})
const fixed = none(message('figure.benchmarkItself'))
const few = none(message('figure.tooFew.days', { needed: 60, count: 41 }))
const BTC = asset('BTC', { beta: { used: 1, kind: 'fixed', raw: fixed, standardError: fixed, observations: 299 } })
const DOT = asset('DOT', {
  dailyVolatility: none(message('figure.noHistory')),
  averageTrueRange: none(message('figure.noHistory')),
  source: null,
  value: null,
  beta: { used: 1.5, kind: 'default', raw: few, standardError: few, observations: 41 },
})

describe('assetRows', () => {
  it('gives an estimated beta with its error, and says how the others were obtained', () => {
    const basis = assetRows([asset('ETH'), BTC, DOT], null).map(({ betaBasis }) => betaBasis)
    expect(basis.map(({ text }) => text)).toEqual(['1.22 ± 0.06', 'fixed', 'default'])
    expect(basis[2]?.title).toBe('Needs 60 days; there are 41.')
  })

  it('shows the date of days that ended long ago, because their beta is that old', () => {
    const to = { '1day': Date.UTC(2025, 5, 28), '60min': null, '1min': null }
    const rowAt = (now: number) => assetRows([asset('ETH', { to })], now)[0]
    expect(rowAt(Date.UTC(2025, 5, 29))).toMatchObject({
      days: '299',
      isOld: false,
      newest: 'The newest is 2025-06-27',
    })
    expect(rowAt(Date.UTC(2025, 6, 29))).toMatchObject({ days: '299 to 2025-06-27', isOld: true })
  })

  it('gives every estimator, and ? with its reason where there is no figure', () => {
    const [eth, dot] = assetRows([asset('ETH'), DOT], null)
    expect(eth?.figures.map(({ text }) => text)).toEqual([
      '2.30\u202f%',
      '2.00\u202f%',
      '47\u202f%',
      '43\u202f%',
      '42\u202f%',
      '42\u202f%',
      '43\u202f%',
      '0.008856',
    ])
    const days = { count: 30, from: Date.UTC(2025, 4, 29), to: Date.UTC(2025, 5, 28) }
    const [sampled] = assetRows(
      [asset('ETH', { samples: { day: SAMPLE, hour: SAMPLE, minute: SAMPLE, year: days } })],
      null,
    )
    expect(sampled?.figures.slice(0, 3).map(({ title }) => title)).toEqual([
      'From 299 days',
      'From 299 hours',
      'From 30 days, 2025-05-29 to 2025-06-27',
    ])
    expect(dot).toMatchObject({ value: '?', source: 'no price history' })
    expect(dot?.figures[0]).toEqual({ id: 'day', text: '?', title: 'No price history.' })
  })
})

it.each([
  [2814.25, '2,814'],
  [120.5, '120.50'],
  [0.0088561, '0.008856'],
])('writes a price move of %d as %s', (move, text) => {
  const [row] = assetRows([asset('ETH', { averageTrueRange: known(move) })], null)
  expect(JSON.stringify(row)).toContain(`"text":"${text}"`)
})

it('names the source of the prices', () => {
  const [pair, contract] = assetRows([BTC, { ...BTC, source: 'contract:E-BTC-USD' }], null)
  expect([pair?.source, contract?.source]).toEqual(['Spot BTCUSDT', 'Contract E-BTC-USD'])
})

describe('unknownReasons', () => {
  it('gives each reason for an unknown volatility once, visible and not only on hover', () => {
    const old = none(message('figure.outdated.minutes', { age: { ms: 21_600_000 } }))
    const quiet = ['LINK', 'DOT', 'UNI', 'SOL', 'XRP'].map((name) => asset(name, { minuteVolatility: old }))
    expect(unknownReasons([BTC])).toEqual([])
    expect(unknownReasons([...quiet, asset('WEN', { hourlyVolatility: few })]).map(inEnglish)).toEqual([
      'LINK, DOT, UNI, SOL and 1 more: Its minute candles end 6 h ago.',
      'WEN: Needs 60 days; there are 41.',
    ])
  })
})

describe('assetFinding and assetTable', () => {
  it('name the most volatile asset and the closest follower, by estimated betas only', () => {
    expect(assetFinding([BTC, asset('ETH'), { ...DOT, dailyVolatility: known(0.05) }], 'BTC')).toBe(
      'DOT moves most (5.00\u202f% a day). ETH follows BTC most (β 1.21).',
    )
    expect(assetFinding([], 'BTC')).toBeNull()
  })

  it('copy reasons instead of question marks', () => {
    const { columns, rows } = assetTable(assetRows([DOT], null), 'USDT', 'BTC')
    expect(rows[0]).toHaveLength(columns.length)
    expect(rows[0]?.at(-1)).toBe('— No price history.')
  })
})
