import { message, verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { none } from '#shared/risk/number/figure.ts'
import type { StressCell } from '#shared/risk/stress/matrix.ts'
import type { ScenarioResult, ScenarioUnit } from '#shared/risk/stress/scenario-report.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { dominoRow, dominoSides, unknownWords } from '../../../../../renderer/src/risk/stress/dominoes.ts'
import { fillWords } from '../../../../../renderer/src/risk/stress/fill-words.ts'
import { betasOf } from '../../../../../renderer/src/risk/stress/line-choice.ts'
import { matrixFinding, matrixRows, matrixTable } from '../../../../../renderer/src/risk/stress/matrix-view.ts'
import { asScenario, scenarioRow, worstUnit } from '../../../../../renderer/src/risk/stress/scenario-rows.ts'
import { unitRows } from '../../../../../renderer/src/risk/stress/unit-rows.ts'
import { orderRows, positionRows } from '../../../../../renderer/src/risk/stress/without-rows.ts'

const plain = (text: string): string => text.replaceAll('\u202f', ' ')

describe('dominoSides', () => {
  it('lists what is liquidated on each side in order, and leaves out a side without liquidations', () => {
    const [side, ...rest] = dominoSides([
      { unitId: 'isolated:LINK:isolated:long', direction: 'down', shock: -0.05, loss: 1_154.2, equityLeft: 47_000 },
      { unitId: 'cross:USDT', direction: 'down', shock: -0.3, loss: null, equityLeft: 12_000 },
    ])
    expect(rest).toEqual([])
    const rows = side?.breaches.map((breach) => dominoRow(breach))
    expect(rows?.map(({ unit, shock, loss, left }) => [unit, plain(shock), loss, left])).toEqual([
      ['LINK long', '−5.0 %', '−1,154.20', '47,000.00'],
      ['USDT cross', '−30.0 %', '?', '12,000.00'],
    ])
  })

  it('does not say what is left when a unit is not modelled, and names it', () => {
    const breach = { unitId: 'cross:USDT', direction: 'up', shock: 0.1, loss: 5, equityLeft: null } as const
    expect(dominoRow(breach).left).toBe('?')
    expect(unknownWords({ notModelled: ['isolated:LINK:isolated:long'], notCounted: [] })).toMatch(
      /^Not known .*: LINK long\./,
    )
    expect(unknownWords({ notModelled: [], notCounted: ['E-BTC-USD'] })).toBe(
      'Not included: E-BTC-USD. So the equity left is not known.',
    )
    expect(unknownWords({ notModelled: [], notCounted: [] })).toBeNull()
  })
})

const cell = (change: Partial<StressCell> = {}): StressCell => ({
  shock: -0.1,
  altShock: -0.15,
  equity: 100,
  equityWithLiquidation: 90,
  lowestMarginRate: 0.12,
  worstUsage: 0.1,
  liquidated: [],
  notModelled: [],
  ...change,
})
const words = { benchmark: 'BTC', coin: 'USDT' }

describe('matrixRows', () => {
  const one = (change: Partial<StressCell>) => matrixRows([[cell(change)]], words)[0]?.cells[0]

  it.each([
    [{}, '12.0', 'neutral'],
    [{ worstUsage: 0.6 }, '12.0', 'amber'],
    [{ worstUsage: 0.9 }, '12.0', 'red'],
    [{ liquidated: ['isolated:LINK:isolated:long', 'isolated:b'], lowestMarginRate: -0.031 }, '2', 'red'],
    [{ lowestMarginRate: null, worstUsage: null }, '—', 'neutral'],
  ])('says %j as text and severity', (change, text, severity) => {
    const shown = one(change)
    expect([plain(shown?.text ?? ''), shown?.severity]).toEqual([text, severity])
  })

  it('says in words which cell it is and what is lost there', () => {
    expect(plain(one({ liquidated: ['isolated:LINK:isolated:long'] })?.title ?? '')).toBe(
      'BTC −10.0 %, others −15.0 %. Equity left: 90.00 USDT. Liquidated: LINK long.',
    )
  })

  it('names the first eight units that are lost, and counts the others; all are named where it is copied', () => {
    const many = Array.from({ length: 10 }, (_, nth) => `unit ${nth}`)
    const rows = matrixRows([[cell({ liquidated: many })]], words)
    expect(rows[0]?.cells[0]?.title).toMatch(/ unit 6, unit 7 and 2 more\.$/)
    expect(matrixTable(rows, words.benchmark).rows[0]?.[1]).toContain('unit 8, unit 9')
  })

  it('says neither what is left nor that nothing is lost when a unit is not modelled', () => {
    const unknown = cell({ equityWithLiquidation: null, notModelled: ['isolated:LINK:isolated:long'] })
    const rows = matrixRows([[unknown]], words)
    expect(plain(rows[0]?.cells[0]?.title ?? '')).toMatch(/Equity left: \? USDT\. .* Not known for LINK long\.$/)
    expect(matrixFinding(rows, words.benchmark)).toBe('No liquidation in any of these. Not known for LINK long.')
    const lost = matrixRows([[{ ...unknown, shock: 0, liquidated: ['cross:USDT'] }]], words)
    expect(matrixFinding(lost, words.benchmark)).toMatch(
      /in 1 of 1 cells, already at current prices\. Not known for LINK long\.$/,
    )
  })

  it('finds where liquidations begin', () => {
    const rows = matrixRows(
      [[cell({ shock: -0.3, liquidated: ['isolated:LINK:isolated:long'] })], [cell({ shock: 0 })]],
      words,
    )
    expect(plain(matrixFinding(rows, words.benchmark))).toBe('Liquidation in 1 of 2 cells; the nearest at BTC −30.0 %.')
    const lostAt = (shock: number) => [cell({ shock, liquidated: ['isolated:LINK:isolated:long'] })]
    const eitherWay = matrixRows([lostAt(-0.3), lostAt(-0.05), [cell({ shock: 0 })], lostAt(0.05)], words)
    expect(plain(matrixFinding(eitherWay, words.benchmark))).toMatch(/in 3 of 4 cells; the nearest at BTC ±5\.0 %\./)
    expect(matrixFinding(matrixRows([[cell()]], words), words.benchmark)).toBe('No liquidation in any of these.')
  })

  it('is copied with its liquidations in words', () => {
    const [row] = matrixTable(
      matrixRows([[cell({ liquidated: ['isolated:LINK:isolated:long'] })]], words),
      words.benchmark,
    ).rows
    expect(row?.map(plain)).toEqual(['−10.0 %', 'liquidated: LINK long'])
  })
})

const unit = (change: Partial<ScenarioUnit>): ScenarioUnit => ({
  id: 'cross:USDT',
  rateBefore: 0.2,
  rateAfter: 0.1,
  isLiquidated: false,
  ...change,
})
const known = (value: number) => ({ value, reason: null })
const result = (change: Partial<ScenarioResult> = {}): ScenarioResult => ({
  equityBefore: 1_000,
  pnl: known(-100.4),
  pnlWithLiquidation: known(-250),
  equityAfter: known(750),
  units: [unit({}), unit({ id: 'isolated:LINK:isolated:long', rateAfter: null, isLiquidated: true })],
  unpriced: [],
  ...change,
})

describe('scenarioRow', () => {
  const moves = { named: { BTC: -0.07 }, others: -0.2 }
  const scenario = {
    id: 'x',
    name: verbatim('X'),
    about: verbatim(''),
    close: moves,
    low: { named: { BTC: -0.14 }, others: -0.5 },
  }
  const facts = { benchmark: 'BTC', isOwn: false }

  it('gives the effect on the account, at both ends of the path', () => {
    const row = scenarioRow(scenario, result(), facts)
    expect([plain(row.benchmark), plain(row.low ?? '')]).toEqual(['−7.0 %', '−14.0 %'])
    expect([row.pnl.text, row.withLiquidation.text, row.equity.text]).toEqual(['−100', '−250', '750'])
    expect([plain(row.worstRate), row.liquidated, row.lost]).toEqual(['10.0 %', 1, ['LINK long']])
  })

  it('shows the reason instead of a missing figure', () => {
    const row = scenarioRow(scenario, result({ pnlWithLiquidation: none(message('figure.scenarioUnknown')) }), facts)
    expect(row.withLiquidation).toEqual({
      text: '?',
      title: 'It is not known what is liquidated: figures of a position are missing.',
    })
  })

  it('has no worst rate when no unit is left, and otherwise the lowest rate of those left', () => {
    expect(
      scenarioRow(scenario, result({ units: [unit({ rateAfter: null, isLiquidated: true })] }), facts).worstRate,
    ).toBe('none left')
    expect(worstUnit([unit({}), unit({ id: 'b', rateAfter: 0.05 })])?.id).toBe('b')
  })

  it('runs one of the trader’s own scenarios without a low', () => {
    const own = asScenario({ id: 'y', name: 'Mine', savedAt: 0, moves })
    expect(own).toMatchObject({
      close: moves,
      low: moves,
      about: message('stress.saved', { at: '1970-01-01 00:00:00' }),
    })
  })
})

describe('unitRows', () => {
  const live = [
    { id: 'cross:USDT', state: 'ok' as const, unread: false, marginRate: 0.2, requiredRate: 0.0056 },
    { id: 'isolated:LINK:isolated:long', state: 'ok' as const, unread: false, marginRate: 0.08, requiredRate: 0.0056 },
    { id: 'cross:BTC', state: 'noPosition' as const, unread: false, marginRate: null, requiredRate: null },
  ]

  it.each([
    [false, 'not modelled'],
    [true, 'not all read'],
  ])('distinguishes a unit that is not modelled from one that was only partly read: %s', (unread, expected) => {
    const [row] = unitRows([{ ...live[0]!, state: 'notModelled', unread }], null, () => null).rows
    expect(row!.live).toBe(expected)
  })

  it('has no second figure while nothing is simulated', () => {
    const { rows } = unitRows(live, null, () => null)
    expect(rows.map(({ id, tried }) => [id, tried])).toEqual([
      ['cross:USDT', null],
      ['isolated:LINK:isolated:long', null],
    ])
  })

  it('gives the result for each unit', () => {
    const lost = unitRows(live, [unit({ rateAfter: null, isLiquidated: true })], () => null).rows
    expect(lost.map(({ tried, isLiquidated, isGone }) => [tried, isLiquidated, isGone])).toEqual([
      ['liquidated', true, true],
      ['left out', false, false],
    ])
  })

  it('are at most 30; liquidated ones come first, live or tried, and the others are counted', () => {
    const many: Parameters<typeof unitRows>[0] = Array.from({ length: 40 }, (_, nth) => ({ ...live[0]!, id: `${nth}` }))
    const units = many.with(38, { ...many[38]!, state: 'inLiquidation' })
    const { rows, more } = unitRows(units, [unit({ id: '39', isLiquidated: true })], () => null)
    expect([rows.length, more]).toEqual([30, 10])
    expect(rows.slice(0, 3).map(({ id, isGone }) => [id, isGone])).toEqual([
      ['38', true],
      ['39', true],
      ['0', false],
    ])
  })
})

describe('what can be left out', () => {
  const { positions, risk, orders } = fixtureSnapshot().parts

  it('lists the largest position first', () => {
    const [first] = positionRows(positions.data ?? [], risk.data?.positions ?? [])
    expect(first).toMatchObject({ title: 'E-ETH-USDT short', detail: 'isolated, 1,200 ct' })
  })

  it('lists orders that take margin before those that free it, and Spot last', () => {
    const rows = orderRows(orders.data?.orders ?? [], (_, name) => name)
    const words = rows.map(({ title }) => title.split(' ')[0])
    expect(words.lastIndexOf('open')).toBeLessThan(words.indexOf('close'))
    expect(words.lastIndexOf('close')).toBeLessThan(words.indexOf('buy'))
    // 100 contracts ordered, 40 filled.
    expect(rows.find(({ title, detail }) => title === 'open buy E-BTC-USDT' && detail === 'at 61,200')?.value).toBe(
      '60',
    )
  })
})

describe('betasOf', () => {
  const beta = (asset: string, used: number, kind: 'estimated' | 'default') => ({
    asset,
    beta: {
      used,
      kind,
      raw: none(message('figure.noHistory')),
      standardError: none(message('figure.noHistory')),
      observations: 0,
    },
  })
  const facts = { benchmark: 'BTC', cashAssets: ['USDT'] }

  it('names every assumed beta, also before there are statistics', () => {
    const betas = betasOf(
      ['ETH', 'WEN', 'DOT', 'USDT'],
      [beta('ETH', 1.2, 'estimated'), beta('DOT', 1.5, 'default')],
      facts,
    )
    expect([...betas.used]).toEqual([
      ['BTC', 1],
      ['ETH', 1.2],
      ['WEN', 1.5],
      ['DOT', 1.5],
      ['USDT', 0],
    ])
    expect(betas.assumed).toEqual(['WEN', 'DOT'])
    expect(betasOf(['ETH'], [], facts).assumed).toEqual(['ETH'])
  })
})

describe('fillWords', () => {
  it('counts the fills in each direction, and explains what is left out', () => {
    const words = fillWords({
      fills: [
        { orderId: '1', instrument: 'E-BTC-USDT', direction: 'down', shock: -0.02 },
        { orderId: '2', instrument: 'BTCUSDT', direction: 'up', shock: 0.05 },
      ],
      leftOut: [{ orderId: '3', instrument: 'E-WEN-USDT', reason: message('figure.noPrice') }],
      unknownMargin: ['E-BTC-USDT'],
    })
    expect(words.text).toBe('1 on the way down, 1 up; 1 not included')
    expect(plain(words.title).split('\n')).toEqual([
      'E-BTC-USDT fills at −2.0 %',
      'BTCUSDT fills at +5.0 %',
      'E-BTC-USDT: the margin its orders hold is not known, so none is added when they fill',
      'E-WEN-USDT is not included. No price.',
    ])
  })
})
