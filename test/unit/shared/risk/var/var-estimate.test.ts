import type { Message } from '#shared/domain/message.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { normalQuantile } from '#shared/risk/number/normal.ts'
import { CONFIDENCES, VAR_METHODS, type Confidence, type VarMethod } from '#shared/risk/statistics-report.ts'
import { estimateVar, flatness } from '#shared/risk/var/var-estimate.ts'
import { rankInterval } from '#shared/risk/var/historical.ts'
import { varReport, type VarInputs } from '#shared/risk/var/var-report.ts'

/** Nearly normal profits in no particular order. */
function sample(days: number): Float64Array {
  return Float64Array.from({ length: days }, (_, day) => 100 * normalQuantile(((day + 1) * 0.618034) % 1))
}

function inputs(days: number, overrides: Partial<VarInputs> = {}): VarInputs {
  const total = sample(days)
  return {
    days: Array.from({ length: days }, (_, day) => day * 86_400_000),
    total,
    byAsset: new Map([['BTC', total]]),
    withLiquidation: total,
    liquidationUnknown: null,
    values: new Map([['BTC', 1000]]),
    otherwise: verbatim('no history'),
    ...overrides,
  }
}

describe('estimateVar', () => {
  it.each<[VarMethod, Confidence, number, Message | null, Message | null]>([
    ['historical', 0.95, 99, message('figure.tooFew.days', { needed: 100, count: 99 }), null],
    ['historical', 0.95, 100, null, message('figure.daysBeyond', { count: 5 })],
    ['historical', 0.95, 299, null, null],
    ['historical', 0.99, 249, message('figure.tooFew.days', { needed: 250, count: 249 }), null],
    ['historical', 0.99, 299, null, message('figure.daysBeyond', { count: 3 })],
    ['filteredHistorical', 0.95, 129, message('figure.tooFew.days', { needed: 130, count: 129 }), null],
    ['filteredHistorical', 0.95, 130, null, message('figure.daysBeyond', { count: 5 })],
    ['filteredHistorical', 0.99, 279, message('figure.tooFew.days', { needed: 280, count: 279 }), null],
    ['gaussian', 0.95, 29, message('figure.tooFew.days', { needed: 30, count: 29 }), null],
    ['gaussian', 0.95, 30, null, message('figure.shortSample')],
    ['gaussian', 0.95, 100, null, null],
    ['ewma', 0.99, 249, null, message('figure.shortSample')],
    ['ewma', 0.99, 250, null, null],
    ['cornishFisher', 0.95, 1, message('figure.tooFew.days', { needed: 30, count: 1 }), null],
    ['cornishFisher', 0.95, 299, null, null],
  ])('%s at %d of %d days: reason %s, note %s', (method, confidence, days, reason, note) => {
    const estimate = estimateVar(sample(days), method, confidence)
    expect(estimate).toMatchObject({ method, confidence, note })
    expect([estimate.var.reason, estimate.es.reason]).toEqual([reason, reason])
    expect(estimate.interval !== null).toBe(reason === null && method.toLowerCase().endsWith('historical'))
  })

  it('has no Cornish-Fisher quantile when the expansion is not monotone', () => {
    const crash = sample(300).map((value, day) => (day === 7 ? -5000 : value))
    expect(estimateVar(crash, 'cornishFisher', 0.95).var.reason).toEqual(message('figure.notNormal'))
  })

  it.each([
    ['no price ever moves', new Float64Array(300), message('figure.daysSame')],
    ['every day had the same profit', new Float64Array(300).fill(7), message('figure.daysSame')],
    [
      'most days were frozen',
      sample(300).map((value, day) => (day % 3 === 0 ? value : 0)),
      message('figure.daysStill'),
    ],
  ])('has no figure when %s, in any method', (_, still, reason) => {
    for (const method of VAR_METHODS) {
      const { var: loss, es, interval } = estimateVar(still, method, 0.95)
      expect([loss.reason, es.reason, interval], method).toEqual([reason, reason, null])
    }
  })

  it('gives no figure for days without a number, however few', () => {
    for (const days of [20, 300]) {
      for (const method of VAR_METHODS) {
        const { var: loss, interval } = estimateVar(sample(days).fill(NaN, 4, 5), method, 0.95)
        expect([loss.reason, interval], method).toEqual([message('figure.notFinite'), null])
      }
    }
  })

  it.each([
    [200, null],
    [180, message('figure.daysBeyond', { count: 9 })],
  ])('says how few days of %d are beyond it, if fewer than ten', (days, note) => {
    expect(estimateVar(sample(days), 'historical', 0.95).note).toEqual(note)
  })
})

describe('days that do not move', () => {
  it.each([
    [[], null],
    [[0], null],
    [[0, 0], message('figure.daysSame')],
    [[5, 5], message('figure.daysSame')],
    [[0, 5], null],
    [[0, 0, 1, 2], null],
    [[0, 0, 0, 1, 2], message('figure.daysStill')],
    [[0, 0, 1, 2, 3], null],
    [[7, 7, 7, 1, 2], null],
  ])('%j: %s', (days, reason) => {
    expect(flatness(Float64Array.from(days))).toEqual(reason)
  })
})

describe('rankInterval', () => {
  // 300 days do not bound the 1 % quantile on the loss side; a hundred do bound the 5 % quantile.
  it.each([
    [299, 0.05, { worse: 8, better: 24 }],
    [299, 0.01, { worse: null, better: 8 }],
    [1000, 0.01, { worse: 4, better: 18 }],
    [1, 0.05, { worse: null, better: null }],
    [0, 0.05, { worse: null, better: null }],
    [100_000, 0.05, { worse: 4865, better: 5137 }],
  ])('%d days at %d', (days, share, expected) => {
    expect(rankInterval(days, share)).toEqual(expected)
  })
})

describe('varReport', () => {
  it('gives the reason when there is none', () => {
    expect(varReport(inputs(0))).toEqual({
      estimates: [],
      withLiquidation: [],
      worst: null,
      pnl: [],
      components: [],
      backtests: [],
      reason: verbatim('no history'),
    })
  })

  it('contains every method at every confidence, the worst day and four backtests', () => {
    const report = varReport(inputs(299))
    expect(report.estimates.map(({ method, confidence }) => `${method} ${confidence}`)).toEqual(
      VAR_METHODS.flatMap((method) => CONFIDENCES.map((confidence) => `${method} ${confidence}`)),
    )
    expect(report.withLiquidation.map(({ method, confidence }) => [method, confidence])).toEqual([
      ['historical', 0.95],
      ['historical', 0.99],
    ])
    expect(report.worst).toEqual(report.pnl.toSorted((a, b) => a.pnl - b.pnl)[0])
    expect(report.backtests.map(({ method, confidence, window, days }) => [method, confidence, window, days])).toEqual([
      ['historical', 0.95, 100, 199],
      ['historical', 0.99, 250, 49],
      ['ewma', 0.95, 100, 199],
      ['ewma', 0.99, 100, 199],
    ])
    expect(report.reason).toBeNull()
  })

  it('gives all of the loss to the only asset, and an asset without exposure no marginal VaR', () => {
    const idle = new Float64Array(299)
    const total = sample(299)
    const byAsset = new Map([
      ['USDT', idle],
      ['BTC', total],
    ])
    const report = varReport(inputs(299, { byAsset }))
    const [first, second] = report.components
    const { var: loss, es } = report.estimates[0]!
    expect(first).toEqual({
      confidence: 0.95,
      asset: 'BTC',
      value: 1000,
      componentVar: loss,
      componentEs: { value: expect.closeTo(es.value!, 9) as number, reason: null },
      marginalVar: { value: expect.any(Number) as number, reason: null },
      incrementalVar: loss,
    })
    expect(second).toMatchObject({ asset: 'USDT', componentEs: { value: 0 }, incrementalVar: { value: 0 } })
    expect(second!.marginalVar).toEqual({ value: null, reason: message('figure.noExposure') })
    const unknown = varReport(inputs(299, { byAsset, values: new Map([['BTC', null]]) })).components[0]!
    expect([unknown.value, unknown.marginalVar.reason]).toEqual([null, message('figure.exposureUnknown')])
  })

  it('gives the reason when there is none with liquidation, and keeps the rest', () => {
    const { withLiquidation, reason } = varReport(inputs(299, { liquidationUnknown: verbatim('not known') }))
    expect(reason).toBeNull()
    for (const { var: loss, es } of withLiquidation)
      expect([loss.reason, es.reason]).toEqual([verbatim('not known'), verbatim('not known')])
    expect(withLiquidation).toHaveLength(2)
  })

  it('gives no component when the sample is too short for the confidence', () => {
    const components = varReport(inputs(120)).components
    expect(components.map(({ confidence, componentEs }) => [confidence, componentEs.reason])).toEqual([
      [0.95, null],
      [0.99, message('figure.tooFew.days', { needed: 250, count: 120 })],
    ])
  })
})
