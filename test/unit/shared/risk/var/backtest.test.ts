import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { chiSquareTail } from '#shared/risk/number/normal.ts'
import type { Backtest, DayPnl } from '#shared/risk/statistics-report.ts'
import { backtestOf, zoneOf } from '#shared/risk/var/backtest.ts'
import { independenceRatio, kupiecRatio, transitionsOf, type Transitions } from '#shared/risk/var/coverage-tests.ts'
import { rollingEwma, rollingHistorical } from '#shared/risk/var/rolling.ts'
import { compareLeaves, readOracle } from '../oracle.ts'

type Counts = Record<'T' | 'x' | 'p' | 'N00' | 'N01' | 'N10' | 'N11', number>
interface BacktestOracle {
  inputs: {
    kupiec_table: { T: number; test_level: number; p: number[] }
    jorion: Counts
    mathworks: Counts
    edge: { zero_exceptions: Counts; all_at_end: Counts }
    rolling: { returns: number[]; window: number }
  }
  expected: {
    kupiec_table: Record<string, object>
    jorion: Record<string, number>
    mathworks: Record<string, number>
    edge: object
    rolling: Record<string, Record<string, unknown>>
  }
  tolerance: Record<'published_abs' | 'mathworks_published_abs' | 'LR_rel' | 'LR_abs' | 'p_abs', number>
}

const { inputs, expected, tolerance } = readOracle('var_backtests') as BacktestOracle
const ratios = { rel: tolerance.LR_rel, abs: tolerance.LR_abs }

function transitions({ N00, N01, N10, N11 }: Counts): Transitions {
  return { n00: N00, n01: N01, n10: N10, n11: N11 }
}

/** The bounds of the non-rejected numbers of exceptions, exclusive. Zero exceptions are conservative, not wrong. */
function openRange(days: number, probability: number, level: number) {
  const accepted = Array.from({ length: days + 1 }, (_, exceptions) => exceptions).filter(
    (exceptions) => chiSquareTail(kupiecRatio(days, exceptions, probability), 1) > 1 - level,
  )
  return { open_lower: accepted[0]! - 1, open_upper: accepted.at(-1)! + 1 }
}

function dated(values: readonly number[]): DayPnl[] {
  return values.map((pnl, day) => ({ day, pnl }))
}

describe('coverage tests', () => {
  it('gives the non-rejection regions published by Kupiec', () => {
    const { T, test_level, p } = inputs.kupiec_table
    // The file asks for four probabilities and answers a fifth.
    const actual = Object.fromEntries(
      [...p, 0.1].map((probability) => [String(probability), openRange(T, probability, test_level)]),
    )
    expect(compareLeaves(actual, expected.kupiec_table, {})).toBe(10)
  })

  it('gives the ratios published by Jorion and by MathWorks, and those of empty rows', () => {
    const { jorion, mathworks, edge } = inputs
    const ofJorion = { uc: kupiecRatio(jorion.T, jorion.x, jorion.p), ind: independenceRatio(transitions(jorion)) }
    const ofMathworks = {
      uc: kupiecRatio(mathworks.T, mathworks.x, mathworks.p),
      ind: independenceRatio(transitions(mathworks)),
    }
    const { LRuc_published, LRind_published, ...computed } = expected.jorion
    const printed = { LRuc_published: ofJorion.uc, LRind_published: ofJorion.ind }
    expect(compareLeaves(printed, { LRuc_published, LRind_published }, { abs: tolerance.published_abs })).toBe(2)
    const exact = { LRuc: ofJorion.uc, LRind: ofJorion.ind, LRcc: ofJorion.uc + ofJorion.ind }
    expect(compareLeaves(exact, computed, ratios)).toBe(3)
    const { LRuc, LRind, ...published } = expected.mathworks
    expect(compareLeaves({ LRuc: ofMathworks.uc, LRind: ofMathworks.ind }, { LRuc, LRind }, ratios)).toBe(2)
    expect(
      compareLeaves(
        {
          LRuc_published: ofMathworks.uc,
          p_uc_published: chiSquareTail(ofMathworks.uc, 1),
          LRind_published: ofMathworks.ind,
          p_ind_published: chiSquareTail(ofMathworks.ind, 1),
        },
        published,
        { abs: tolerance.mathworks_published_abs },
      ),
    ).toBe(4)
    const { T, x, p } = edge.zero_exceptions
    const edges = {
      zero_exceptions: { LRuc: kupiecRatio(T, x, p) },
      all_at_end: { LRind: independenceRatio(transitions(edge.all_at_end)) },
    }
    expect(compareLeaves(edges, expected.edge, ratios)).toBe(2)
  })

  it.each([
    ['hist', 'historical', 0.95],
    ['ewma', 'ewma', 0.95],
    ['hist', 'historical', 0.99],
    ['ewma', 'ewma', 0.99],
  ] as const)('rolls %s over the sample as %s at %d', (name, method, confidence) => {
    const { returns, window } = inputs.rolling
    const want = expected.rolling[`${name}_${confidence * 100}`]!
    const test = backtestOf(dated(returns), method, confidence, window)
    const hits = returns.slice(window).map((_, day) => test.exceptions.some((hit) => hit.day === day + window))
    const { n00, n01, n10, n11 } = transitionsOf(hits)
    const roll = method === 'historical' ? rollingHistorical : rollingEwma
    const forecasts = roll(Float64Array.from(returns), confidence, window)
    const { p_uc, p_cc, ...rest } = want
    const actual = {
      n: test.days,
      exceptions: test.exceptions.length,
      hit_index_1based: test.exceptions.map(({ day }) => day - window + 1),
      N00: n00,
      N01: n01,
      N10: n10,
      N11: n11,
      LRuc: test.kupiec.ratio.value,
      LRcc: test.conditional.ratio.value,
      LRind: test.independence.ratio.value,
      first_VaR: forecasts[0],
      last_VaR: forecasts.at(-1),
    }
    expect(compareLeaves(actual, rest, ratios)).toBe(11 + test.exceptions.length)
    const probabilities = { p_uc: test.kupiec.p.value, p_cc: test.conditional.p.value }
    expect(compareLeaves(probabilities, { p_uc, p_cc }, { abs: tolerance.p_abs })).toBe(2)
    expect(test.expected).toBeCloseTo(500 * (1 - confidence), 9)
  })
})

describe('rolling backtest', () => {
  it('says what is missing when no day can be tested', () => {
    const test = backtestOf(dated([1, -1]), 'historical', 0.95, 100)
    expect(test).toMatchObject({ days: 0, exceptions: [], expected: 0, zone: null, note: null })
    for (const { ratio, p } of [test.kupiec, test.independence, test.conditional]) {
      expect([ratio.reason, p.reason]).toEqual(Array(2).fill(message('figure.tooFew.days', { needed: 101, count: 2 })))
    }
  })

  it('does not count a loss equal to the forecast as an exception', () => {
    const test = backtestOf(dated([-1, -1, -1, -1, -2]), 'historical', 0.95, 3)
    expect(test.exceptions).toEqual([{ day: 4, pnl: -2 }])
    expect(test.note).toEqual(message('figure.lowPower', { count: 2 }))
  })

  it('keeps its sorted window correct whatever enters and leaves', () => {
    const values = Float64Array.of(3, 3, -1, 7, 7, -9, 3, 0, 7, -9, -9, 2, 2, 5)
    const rolled = rollingHistorical(values, 0.95, 4)
    const anew = Array.from(rolled, (_, day) => rollingHistorical(values.slice(day, day + 5), 0.95, 4)[0])
    expect([...rolled]).toEqual(anew)
  })

  it.each<[number, number, Backtest['zone']]>([
    [250, 4, 'green'],
    [250, 5, 'yellow'],
    [250, 9, 'yellow'],
    [250, 10, 'red'],
    [249, 0, null],
  ])('puts %d days with %d exceptions in zone %s', (days, exceptions, zone) => {
    const hits = Array.from({ length: days }, (_, day) => day < exceptions)
    expect(zoneOf(hits)).toBe(zone)
  })

  it('judges the newest 250 days', () => {
    expect(zoneOf(Array.from({ length: 300 }, (_, day) => day < 50))).toBe('green')
    expect(zoneOf(Array.from({ length: 300 }, (_, day) => day < 60))).toBe('red')
  })
})
