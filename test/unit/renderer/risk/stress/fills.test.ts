import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, encode, toText } from '#shared/domain/decimal.ts'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { FillsReport } from '#shared/risk/report.ts'
import { UNCALIBRATED } from '#test/support/calibrations.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'
import { coinSteps } from '../../../../../renderer/src/risk/stress/coin-steps.ts'
import { contractFillRow, fillsWords as wordsOf } from '../../../../../renderer/src/risk/stress/fill-rows.ts'
import { ruleInputs } from '../../../../../renderer/src/risk/stress/rule-words.ts'

const range = (now: number, least: number, most: number) => ({
  now: decimal(now),
  least: decimal(least),
  most: decimal(most),
})
const REPORT: FillsReport = {
  contracts: [
    {
      contract: 'E-BTC-USDT',
      long: range(100, 40, 300),
      short: range(0, 0, 20),
      net: range(100, 20, 300),
      worstNet: decimal(300),
      grossMost: decimal(320),
      orderMargin: decimal('12.346'),
      averageLong: decimal('61000.5'),
      averageShort: null,
    },
  ],
  assets: [
    { asset: 'BTC', now: decimal(-500), allBuys: decimal(1_200), allSells: decimal(-2_000), worst: decimal(-2_000) },
  ],
  worstGross: decimal('2000'),
  worstLeverage: figure(1.25),
  unknownMargin: [],
  unvalued: [],
  unpriced: [],
  locked: [],
}

/** The report in words, with each of its contracts. */
function fillsWords(report: FillsReport, steps: Parameters<typeof wordsOf>[1]) {
  const words = wordsOf(encode(report), steps)
  return { ...words, contracts: words.contracts.map(contractFillRow) }
}

const STEPS = new Map([['USDT', decimal('0.00001')]])

describe('fillsWords', () => {
  it('gives the worst case with its share of equity, each asset and each contract', () => {
    const { worst, timesEquity, assets, contracts, notes } = fillsWords(REPORT, STEPS)
    expect([worst, timesEquity]).toEqual(['2,000', '(1.25× equity)'])
    expect(assets).toEqual([{ asset: 'BTC', now: '−500', allBuys: '+1,200', allSells: '−2,000', worst: '−2,000' }])
    expect(contracts).toMatchObject([{ now: '+100', range: '+20 to +300', worst: '+300', orderMargin: '12.35' }])
    expect(contracts[0]?.title.split('\n')).toEqual([
      'long 100, from 40 to 300, average entry 61,000.5 once all opening orders are filled',
      'short 0, from 0 to 20',
      'both sides at most 320',
    ])
    expect(notes).toEqual([])
  })

  it('does not show an asset without a price as not held', () => {
    const unknown = { now: null, allBuys: null, allSells: null, worst: null }
    const { assets, notes } = fillsWords(
      {
        ...REPORT,
        assets: [{ asset: 'ODD', ...unknown }],
        unpriced: ['ODD'],
      },
      STEPS,
    )
    expect(assets).toEqual([{ asset: 'ODD', now: '?', allBuys: '?', allSells: '?', worst: '?' }])
    expect(notes).toEqual(['Held without a price, so not included: ODD.'])
  })

  it('has no worst case when an order cannot be valued, and says which, why, and what unlisted orders lock', () => {
    const { worst, worstTitle, contracts, notes } = fillsWords(
      {
        ...REPORT,
        contracts: REPORT.contracts.map((each) => ({ ...each, orderMargin: null })),
        worstGross: null,
        worstLeverage: none(message('figure.orderNotValued')),
        unvalued: ['FOOUSDT'],
        unknownMargin: ['E-BTC-USDT'],
        locked: [
          { asset: 'USDT', implied: decimal(10), reported: decimal(15), gap: decimal(5) },
          { asset: 'BTC', implied: null, reported: decimal(1), gap: null },
          { asset: 'ETH', implied: decimal(1), reported: decimal(1), gap: decimal(0) },
        ],
      },
      STEPS,
    )
    expect([worst, worstTitle, contracts[0]?.orderMargin]).toEqual(['?', 'An order cannot be valued.', '?'])
    expect(notes).toEqual([
      'No price or no rules, so the worst is not known: FOOUSDT.',
      'Margin of their orders is not known: E-BTC-USDT.',
      'Held by orders that are in no list: 5 USDT.',
      'What orders should hold is not known: BTC.',
    ])
  })

  it('has its own text when less is locked than orders should lock, and none for rounding', () => {
    const gapOf = (asset: string, gap: string) => ({
      asset,
      implied: decimal(60),
      reported: decimal(60).plus(gap),
      gap: decimal(gap),
    })
    const notes = (locked: FillsReport['locked']) => fillsWords({ ...REPORT, locked }, STEPS).notes
    expect(notes([gapOf('USDT', '-10')])).toEqual([
      'Less is held than these orders should hold, or the reads are from different moments: 10 USDT.',
    ])
    expect(notes([gapOf('USDT', '0.000009'), gapOf('USDT', '-0.000009')])).toEqual([])
    expect(notes([gapOf('USDT', '0.00001'), gapOf('ODD', '0.000001')])).toEqual([
      'Held by orders that are in no list: 0.00001 USDT, 0.000001 ODD.',
    ])
  })

  it('uses the smallest step of all pairs of a coin', () => {
    const steps = coinSteps([
      pair('BTC', 'USDT', { pricePrecision: 2, quantityPrecision: 5 }),
      pair('ETH', 'BTC', { pricePrecision: 6, quantityPrecision: 3 }),
      contract('SOL', 'USDT'),
    ])
    expect([...steps].map(([coin, step]) => [coin, toText(step)])).toEqual([
      ['BTC', '0.000000001'],
      ['USDT', '0.0000001'],
      ['ETH', '0.001'],
    ])
  })

  it.each([
    ['0.00123', '0.00123000'],
    ['0', '0.00'],
    ['1234.5', '1,234.50'],
  ])('shows a margin of %s with the decimals of its coin', (margin, text) => {
    const contracts = REPORT.contracts.map((each) => ({ ...each, orderMargin: decimal(margin) }))
    expect(fillsWords({ ...REPORT, contracts }, STEPS).contracts[0]?.orderMargin).toBe(text)
  })

  it('gives the amount without a multiple when equity is not positive', () => {
    const { worst, worstTitle, timesEquity } = fillsWords(
      { ...REPORT, worstLeverage: none(message('figure.equityNotPositive')) },
      STEPS,
    )
    expect([worst, timesEquity, worstTitle]).toEqual(['2,000', '', 'Equity is not positive.'])
  })
})

describe('ruleInputs', () => {
  it('says that the rule is assumed until the venue has published a price', () => {
    expect(ruleInputs(UNCALIBRATED)).toEqual([
      { label: 'Liquidation rule', text: 'assumed, no price from the venue yet', ageMs: null },
    ])
  })

  it('says, once there is a price, which rule it is and how well it fits', () => {
    const isolated = UNCALIBRATED['isolated:linear']
    const rows = ruleInputs({
      ...UNCALIBRATED,
      'isolated:linear': { ...isolated, state: 'calibrated', readings: 34, residual: 0.000_02 },
      'cross:inverse': { ...isolated, rule: { withFee: false, basis: 'entry', withRealized: false }, readings: 3 },
    })
    expect(rows.map(({ label, text }) => [label, text.replaceAll('\u202f', ' ')])).toEqual([
      [
        'Liquidation rule, isolated',
        'maintenance at the mark, closing fee in, realised profit counts; fits the venue’s own prices ' +
          '(34 read, median error 0.002 % of the mark)',
      ],
      [
        'Liquidation rule, cross inverse',
        'maintenance at the entry, no closing fee, realised profit does not count; ' +
          'assumed, too few of the venue’s prices to tell (3 read)',
      ],
    ])
  })
})
