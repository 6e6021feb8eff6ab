import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { Backtest, StatisticsReport, VarEstimate } from '#shared/risk/statistics-report.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { backtestFinding, backtestRows, backtestTable } from '../../../../../renderer/src/risk/var/backtest-rows.ts'
import { methodRows } from '../../../../../renderer/src/risk/var/method-rows.ts'
import {
  basisWords,
  intervalText,
  isMuchUncovered,
  proxyWords,
  smallProxyWords,
  suspectWords,
  uncoveredWords,
  varFacts,
} from '../../../../../renderer/src/risk/var/var-facts.ts'
import { waitingWords } from '../../../../../renderer/src/risk/use-statistics.ts'

const found = fixtureSnapshot().parts.statistics.data
if (found === null) throw new Error('expected a fixture with statistics')
const report: StatisticsReport = found
const { history } = report
const estimates = (change: (each: VarEstimate) => VarEstimate) => ({
  ...report.var,
  estimates: report.var.estimates.map(change),
})

const of = (equity: number | null, isPartial = false) => ({ equity, isPartial })

it('says that VaR ignores the basis of assets held in several markets', () => {
  expect(basisWords({ basisUnseen: [] })).toBeNull()
  expect(basisWords({ basisUnseen: ['BTC', 'ETH'] })).toBe(
    'VaR ignores the basis of BTC, ETH: it uses one price for Spot and contracts of a coin.',
  )
})

describe('varFacts', () => {
  const labels = [
    'VaR 95\u202f%, 1 day',
    'ES 95\u202f%, 1 day',
    'VaR 99\u202f%, 1 day',
    'ES 99\u202f%, 1 day',
    'Worst day',
  ]

  it('always give a VaR with its ES and the worst day', () => {
    expect(varFacts(report.var, 'USDT', of(90_000)).map(({ label }) => label)).toEqual(labels)
  })

  it('warn of a VaR that fails its backtest, and of no other', () => {
    const [first] = report.var.backtests.filter(({ method }) => method === 'historical')
    const p = (value: number) => ({ ...first!.kupiec, p: { value, reason: null } })
    const exceptions = Array.from({ length: 19 }, (_, day) => ({ day, pnl: -1 }))
    const noted = (value: number) => {
      const test = {
        ...first!,
        confidence: 0.95,
        kupiec: p(value),
        exceptions,
        expected: 9.95,
        days: 199,
      } as typeof first
      return varFacts({ ...report.var, backtests: [test!] }, 'USDT', of(90_000)).flatMap(({ notes }, at) =>
        notes.flatMap((note) => (note.tone ? [`${at} ${note.text}`] : [])),
      )
    }
    expect(noted(0.001)).toEqual(['0 fails its backtest: 19 of 199 days'])
    expect(noted(0.5)).toEqual([])
  })

  it('give reasons in words for missing figures, and keep the others', () => {
    const some = estimates((each) =>
      each.confidence === 0.99
        ? { ...each, var: none(message('figure.tooFew.days', { needed: 250, count: 120 })) }
        : each,
    )
    const [, , tail, , worst] = varFacts(some, 'USDT', of(90_000))
    expect(tail).toMatchObject({ text: '?', notes: [{ text: 'Needs 250 days; there are 120.' }] })
    expect(worst?.text).toMatch(/^−[\d,]+$/)
    expect(varFacts({ ...report.var, worst: null }, 'USDT', of(null))[4]).toMatchObject({
      text: '?',
      notes: [{ text: 'no days' }],
    })
  })

  it('give no share of an equity that is not positive or not known', () => {
    const words = (equity: number | null) => JSON.stringify(varFacts(report.var, 'USDT', of(equity)))
    expect(words(90_000)).toContain('of equity')
    expect(words(0)).not.toContain('of equity')
    expect(words(null)).not.toContain('of equity')
  })

  it('keep the sign: a VaR that is a gain is not shown as a loss', () => {
    const gain = estimates((each) => ({ ...each, var: figure(-900) }))
    expect(varFacts(gain, 'USDT', of(90_000))[0]?.notes[0]?.text).toBe('−1.0\u202f% of equity')
    expect(varFacts(report.var, 'USDT', of(90_000))[4]?.notes[0]?.text).toMatch(/^−[\d.]+\u202f% of equity$/)
  })

  it('say what shares refer to when much of the account is not included', () => {
    const shares = varFacts(report.var, 'USDT', of(90_000, true)).map(({ notes }) => notes[0]?.text)
    expect(shares).toHaveLength(5)
    for (const share of shares) expect(share).toMatch(/ of equity, covered part only$/)
  })

  it.each([
    [{ low: 3_064, high: 4_469 }, '3,064 to 4,469'],
    [{ low: 4_469, high: null }, '≥ 4,469, upper bound unknown'],
    [{ low: null, high: 4_469 }, '≤ 4,469, lower bound unknown'],
    [{ low: null, high: null }, 'bounds unknown'],
  ])('writes the interval %j', (interval, words) => {
    expect(intervalText(interval)).toBe(words)
  })
})

describe('the basis of VaR', () => {
  const withShare = (value: number) => ({ ...history, share: { ...history.share, proxied: figure(value) } })

  it('is a banner only above a fifth of exposure', () => {
    expect(proxyWords(withShare(0.2))).toBeNull()
    expect(proxyWords(withShare(0.201))).toContain('20.1\u202f% of gross exposure')
    expect(
      proxyWords({ ...history, share: { ...history.share, proxied: none(message('figure.noExposure')) } }),
    ).toBeNull()
  })

  it('names the substituted and the missing assets', () => {
    expect(smallProxyWords(history)).toContain('AVAX 123 of 299 days')
    expect(smallProxyWords({ ...history, proxies: [] })).toBeNull()
    expect(
      uncoveredWords(
        {
          ...history,
          uncovered: [
            { asset: 'FOO', value: -1_200, reason: message('figure.noHistory') },
            { asset: 'WEN', value: null, reason: message('figure.noPrice') },
          ],
        },
        'USDT',
      ),
    ).toBe('Not, or not fully, in VaR: FOO (−1,200 USDT): No price history. WEN: No price.')
    expect(uncoveredWords({ ...history, uncovered: [] }, 'USDT')).toBeNull()
  })

  it('may be incomplete when a position cannot be valued, but unpriced dust is only noted', () => {
    const share = { ...history.share, uncovered: none(message('figure.noMark')) }
    expect(isMuchUncovered(history)).toBe(false)
    expect(isMuchUncovered({ ...history, share })).toBe(true)
    expect(isMuchUncovered({ ...history, share, uncovered: [] })).toBe(false)
  })

  it('leaves out much above a fifth of exposure, and says how much', () => {
    const leaving = (value: number) => ({ ...history, share: { ...history.share, uncovered: figure(value) } })
    expect(isMuchUncovered(leaving(0.2))).toBe(false)
    expect(isMuchUncovered(leaving(0.99))).toBe(true)
    expect(uncoveredWords(leaving(0.99), 'USDT')).toMatch(/^99\.0\u202f% of gross exposure is not in VaR\. Not, or/)
  })

  it('names days with implausible price moves, and counts the rest', () => {
    const day = Date.UTC(2025, 5, 1)
    const moved = (asset: string, move: number) => ({ asset, day, move })
    const plain = (text: string | null) => text?.replaceAll('\u202f', ' ')
    expect(suspectWords({ suspects: [] })).toBeNull()
    expect(plain(suspectWords({ suspects: [moved('ALT', -0.999)] }))).toBe(
      'Redenomination or delisting? ALT −99.9 % on 2025-06-01: taken as a market move.',
    )
    const many = ['A', 'B', 'C', 'D', 'E'].map((asset) => moved(asset, 9))
    expect(plain(suspectWords({ suspects: many }))).toContain('C +900.0 % on 2025-06-01 and 2 more: taken')
  })
})

describe('waitingWords', () => {
  const assets = [120, 42, 0].map((observations) => ({ ...report.assets[0]!, observations }))

  it.each([
    [null, null, null, 'Waiting for the first read from the venue.'],
    [null, 16, null, 'Waiting for daily candles: 0 of 16 assets.'],
    [{ assets }, 16, null, 'Waiting for daily candles: 2 of 3 assets.'],
    [{ assets }, 16, message('figure.noPrice'), 'Waiting for daily candles: 2 of 3 assets. No price.'],
    [{ assets: assets.slice(0, 2) }, 16, message('figure.noPrice'), 'No price.'],
  ] as const)('shows the progress (%#)', (known, held, reason, words) => {
    expect(waitingWords(known, held, reason)).toBe(words)
  })
})

describe('methodRows', () => {
  it('has every method with its VaR and ES, and last the one with liquidations', () => {
    const rows = methodRows(report.var)
    expect(rows.map(({ name }) => name)).toEqual([
      'Historical',
      'Filtered historical',
      'EWMA',
      'Gaussian',
      'Cornish–Fisher',
      'Historical, with liquidation',
    ])
    expect(rows[0]?.cells.map(({ key }) => key)).toEqual(['var 0.95', 'es 0.95', 'var 0.99', 'es 0.99'])
    expect(rows.find(({ name }) => name === 'Cornish–Fisher')?.reason).toMatch(/^Not applicable/)
  })

  it('notes the reason for a single figure with its level', () => {
    const some = estimates((each) =>
      each.method === 'gaussian' && each.confidence === 0.99
        ? { ...each, es: none(message('figure.shortSample')) }
        : each,
    )
    const row = methodRows(some).find(({ name }) => name === 'Gaussian')
    expect(row).toMatchObject({ reason: null, notes: '99\u202f%: short sample' })
    expect(row?.cells[3]).toEqual({ key: 'es 0.99', text: '?', title: 'short sample' })
  })

  it('says so when a method was not computed at all', () => {
    expect(methodRows({ ...report.var, withLiquidation: [] }).at(-1)?.reason).toBe('Not worked out yet.')
  })
})

describe('backtestRows', () => {
  const pnl = Array.from({ length: 10 }, (_, day) => ({ day, pnl: -day }))
  const p = (value: number) => ({ ratio: figure(1), p: figure(value) })
  const test: Backtest = {
    method: 'historical',
    confidence: 0.95,
    window: 5,
    days: 5,
    exceptions: [
      { day: 5, pnl: -5 },
      { day: 9, pnl: -9 },
    ],
    expected: 0.25,
    kupiec: p(0.01),
    independence: p(0.4),
    conditional: p(0.02),
    zone: null,
    note: null,
  }
  const [row] = backtestRows([test], pnl, 'USDT')

  it('places exceptions among the tested days', () => {
    expect(row?.marks).toEqual([
      { at: 0, words: '1970-01-01: −5.00 USDT' },
      { at: 1, words: '1970-01-01: −9.00 USDT' },
    ])
    expect(row?.count).toBe('2 of 5 days, 0.25 expected')
  })

  it('gives the results of the tests in words', () => {
    expect(row?.verdicts.map(({ words }) => words)).toEqual([
      'number rejected (p 0.01)',
      'independence not rejected (p 0.40)',
    ])
    expect(backtestFinding(row ? [row] : [])).toBe('Fails its backtest: Historical 95\u202f%.')
  })

  it('calls too few exceptions conservative, which is not a failure', () => {
    const [careful] = backtestRows([{ ...test, exceptions: [], expected: 3 }], pnl, 'USDT')
    expect(careful?.verdicts[0]).toMatchObject({
      words: 'number: more careful than needed (p 0.01)',
      isRejected: false,
    })
    expect(backtestFinding(careful ? [careful] : [])).toBe('No model fails its backtest.')
  })

  it('gives the reason when a test was not possible', () => {
    const untested = { ratio: none(message('figure.noMark')), p: none(message('figure.noMark')) }
    const [none_] = backtestRows([{ ...test, independence: untested }], pnl, 'USDT')
    expect(none_?.verdicts[1]).toMatchObject({ words: 'independence: No mark price.', isRejected: false })
  })

  it('reports nothing for models without days to test on', () => {
    const few = {
      ratio: none(message('figure.tooFew.days', { needed: 101, count: 90 })),
      p: none(message('figure.tooFew.days', { needed: 101, count: 90 })),
    }
    const bare = { ...test, days: 0, exceptions: [], expected: 0, kupiec: few, independence: few, conditional: few }
    const rows = backtestRows([bare], pnl, 'USDT')
    expect(rows[0]?.count).toBe('no days tested')
    expect(backtestFinding(rows)).toBe('Too few days to test on.')
    expect(backtestTable([bare], 'USDT').rows[0]?.at(-1)).toBe('—')
    const good = { ...test, method: 'ewma' as const, kupiec: p(0.6) }
    expect(backtestFinding(backtestRows([good, bare], pnl, 'USDT'))).toBe(
      'No tested model fails its backtest. Too few days to test Historical 95\u202f%.',
    )
  })

  it('never rounds a p-value to zero', () => {
    const sure = { ...test, kupiec: p(0.0004) }
    expect(backtestRows([sure], pnl, 'USDT')[0]?.verdicts[0]?.words).toBe('number rejected (p < 0.01)')
    expect(backtestTable([sure], 'USDT').rows[0]).toContain('< 0.01')
  })

  it('handles a single day, and lists everything in the table', () => {
    const [one] = backtestRows([{ ...test, days: 1, exceptions: [{ day: 9, pnl: -9 }] }], pnl, 'USDT')
    expect(one?.marks[0]?.at).toBe(0.5)
    const { columns, rows } = backtestTable([test], 'USDT')
    expect(rows[0]).toHaveLength(columns.length)
    expect(rows[0]?.at(-1)).toContain('−9.00 USDT')
  })
})
