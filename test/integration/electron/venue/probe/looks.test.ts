/** Further findings of a probe, each at a venue that shows the behavior. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import type { SimDialect } from '#electron/simulator/testing/test-simulator.ts'
import type { ProbeFact } from '#shared/domain/probe.ts'
import { ALWAYS, open, probe, refusal } from './support.ts'

const at = async (dialect: Partial<SimDialect>) => probe(await open({ dialect }))
const codes = (facts: readonly ProbeFact[]) => facts.map(({ code }) => code)
const BOTH = ['spot', 'contract'] as const

describe('a probe reads order books', () => {
  it('and reports where they end', async () => {
    const { outcome, facts, learned, report } = await at({ bookLevels: 30 })
    expect([outcome.books, report.verdict]).toEqual(['passed', 'healthy'])
    expect(facts.books).toEqual([
      { code: 'bookCap', area: 'spot', name: 'btcusdt', asked: 100, levels: 30 },
      { code: 'bookCap', area: 'contract', name: 'E-BTC-USDT', asked: 100, levels: 30 },
    ])
    expect(learned).not.toHaveProperty('depthLimit')
  })

  it('and stores how many levels may be requested', async () => {
    const venue = await open({ dialect: { bookLevels: 30, manyLevels: 'refused' } })
    const { outcome, facts, dialect, learned } = await probe(venue)
    expect([outcome.books, codes(facts.books)]).toEqual(['passed', ['bookLimit', 'bookLimit']])
    expect(learned).toMatchObject({ depthLimit: { spot: 20, contract: 20 } })
    const before = venue.ledger.arrivals({ endpoint: 'contract.depth' }).length
    await probe(venue, { dialect })
    const asked = venue.ledger.arrivals({ endpoint: 'contract.depth' }).slice(before)
    expect(asked.filter(({ url }) => /limit=(100|50)\b/.test(url))).toEqual([])
  })

  it('and does not accept an empty one', async () => {
    const venue = await open()
    const body = '{"time":null,"bids":[],"asks":[]}'
    venue.faults.inject({ match: 'contract.depth', kind: 'malformed', body, ...ALWAYS })
    venue.faults.inject({ match: 'spot.depth', kind: 'errorWith200', code: -1016, ...ALWAYS })
    const { outcome, facts } = await probe(venue)
    expect(outcome.books).toBe('warned')
    expect(facts.books).toMatchObject([
      { code: 'noClearAnswer', call: 'spot.depth', kind: 'venueError', venueCode: '-1016' },
      { code: 'noBook', area: 'contract', name: 'E-BTC-USDT' },
    ])
  })

  it.each([
    ['refused', 'passed', 'unlistedRefused'],
    ['empty', 'warned', 'unlistedEmptyBook'],
    ['other', 'warned', 'unlistedBook'],
  ] as const)('of an unlisted name: %s is %s', async (unknownBook, outcome, code) => {
    const found = await at({ unknownBook })
    expect(found.outcome.unknownInstrument).toBe(outcome)
    expect(found.facts.unknownInstrument).toMatchObject(BOTH.map((area) => ({ code, area })))
    // A name that does not exist says nothing about spelling.
    expect(found.learned).not.toHaveProperty('symbolCase')
  })

  it.each([
    ['served', 'warned', { code: 'closedWithBook', listed: 1, asked: 1, names: ['E-LTC-USDT'] }],
    ['refused', 'passed', { code: 'closedWithoutBook', listed: 1, asked: 1 }],
  ] as const)('of a closed contract: %s is %s', async (closedBook, outcome, fact) => {
    const found = await at({ closedBook })
    expect([found.outcome.closedContracts, found.facts.closedContracts]).toEqual([outcome, [fact]])
  })
})

it.each([
  ['refused', 'passed', 'noOrderSaid'],
  ['empty', 'warned', 'noOrderUnread'],
  ['other', 'warned', 'noOrderUnread'],
  ['invented', 'warned', 'noOrderInvented'],
] as const)('a probe looks up an order that does not exist: %s is %s', async (unknownOrder, outcome, code) => {
  const found = await at({ unknownOrder })
  expect([found.outcome.unknownOrder, found.facts.unknownOrder]).toMatchObject([
    outcome,
    BOTH.map((area) => ({ code, area })),
  ])
})

it('a probe reports a refusal that does not say that the order is unknown', async () => {
  const venue = await open()
  venue.faults.inject(refusal('contract.order', -1102))
  const { outcome, facts, found } = await probe(venue)
  expect([outcome.unknownOrder, codes(facts.unknownOrder)]).toEqual(['warned', ['noOrderSaid', 'noOrderRefused']])
  expect(found.unknownOrder.map(({ facts: { code } }) => code)).toContain('-1102')
})

describe('a probe compares marks', () => {
  it.each([
    ['tagPrice', '1.5', ['book', 'index']],
    ['indexPrice', '0.6', ['index']],
  ] as const)('with order books and indexes: %s times %s is off', async (field, body, against) => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.index', kind: 'scaledNumbers', field, body, ...ALWAYS })
    const { outcome, facts, report, codes } = await probe(venue)
    expect([outcome.marks, report.verdict]).toEqual(['warned', 'healthy'])
    const off = facts.marks.filter((fact) => fact.code === 'markOff')
    expect(new Set(off.map((fact) => fact.against))).toEqual(new Set(against))
    expect(off.map(({ name }) => name)).toContain('E-BTC-USDT')
    expect(codes.marks[0]).toMatch(/^probe\.markOff(Book|Index)$/)
  })

  it('more than once before it reports one as off', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.index', kind: 'scaledNumbers', field: 'tagPrice', body: '1.5', times: 6 })
    const { outcome, facts } = await probe(venue)
    expect([outcome.marks, codes(facts.marks)]).toEqual(['passed', ['marksAgree']])
  })

  it('and says where there is nothing to compare with', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.index', kind: 'malformed', ...ALWAYS })
    const { outcome, facts } = await probe(venue)
    expect([outcome.marks, facts.marks]).toMatchObject(['warned', [{ code: 'noClearAnswer', call: 'contract.index' }]])
  })
})

it.each([
  ['notStated', 'skipped', 'healthy', ['rightsNotStated']],
  ['all', 'warned', 'healthy', ['mayTrade', 'mayWithdraw']],
  ['noWithdrawals', 'passed', 'healthy', ['mayTrade', 'mayNotWithdraw']],
  ['noTrading', 'failed', 'limited', ['mayNotTrade', 'mayNotWithdraw']],
  ['named', 'warned', 'healthy', ['mayTrade', 'mayWithdraw']],
  ['bound', 'passed', 'healthy', ['mayTrade', 'mayNotWithdraw', 'boundToIp']],
  ['unbound', 'warned', 'healthy', ['mayTrade', 'mayNotWithdraw', 'notBoundToIp']],
] as const)('a probe reports the rights of the key: %s is %s, and %s', async (rights, outcome, verdict, found) => {
  const { report, facts, ...probed } = await at({ rights })
  expect([probed.outcome.rights, report.verdict, codes(facts.rights)]).toEqual([outcome, verdict, found])
})

it.each([8, -5] as const)('a probe reports times that are %i hours off the venue’s clock', async (zoneHours) => {
  const { outcome, facts } = await at({ zoneHours })
  expect(outcome.times).toBe('warned')
  for (const area of BOTH) {
    expect(facts.times).toContainEqual({ code: 'timesOff', area, row: 'candle', hours: zoneHours })
  }
  expect(facts.times).toContainEqual({ code: 'timesOff', area: 'spot', row: 'trade', hours: zoneHours })
})

it('a probe reports a clock that is hours off', async () => {
  const venue = await open()
  venue.clockSkewMs = 8 * 3_600_000
  expect((await probe(venue)).codes.spotClock).toContain('probe.clockWholeHours')
})

describe('a probe reports missing calls', () => {
  it('where they matter, and where they do not', async () => {
    const venue = await open({
      dialect: { missing: ['spot.ping', 'spot.myTrades', 'contract.orderHistorical', 'contract.profitHistorical'] },
    })
    const { outcome, facts, report } = await probe(venue)
    expect([outcome.calls, report.verdict]).toEqual(['warned', 'healthy'])
    expect(facts.calls).toMatchObject([
      { code: 'callsMissing', names: ['spot.myTrades', 'contract.orderHistory'] },
      { code: 'callsSpare', names: ['spot.ping', 'contract.profitHistory'] },
      { code: 'callsAsked', answered: 21 },
    ])
  })

  it('and sends nothing that would have an effect', async () => {
    const venue = await open()
    const { facts } = await probe(venue)
    const [all] = facts.calls
    expect(all).toMatchObject({ code: 'callsAsked', answered: 25 })
    expect(all?.code === 'callsAsked' && all.notAsked).toHaveLength(7)
    const writes = /newOrder|batch|cancel|conditionOrder/
    expect(venue.ledger.arrivals().filter(({ endpoint }) => writes.test(endpoint ?? ''))).toEqual([])
  })
})

it('a probe ends after two minutes, whatever the venue does, with its findings so far', async () => {
  const venue = await open()
  venue.faults.inject({ match: 'spot.depth', kind: 'stall', ...ALWAYS })
  const ends = Promise.withResolvers<() => void>()
  const clock = {
    ...systemClock,
    after: (ms: number, fire: () => void) => {
      if (ms !== 120_000) return systemClock.after(ms, fire)
      ends.resolve(fire)
      return () => undefined
    },
  }
  const probing = probe(venue, { clock })
  const end = await ends.promise
  while (venue.ledger.arrivals({ endpoint: 'spot.depth' }).length < 3)
    await new Promise((resolve) => setImmediate(resolve))
  end()
  const { outcome, facts, found } = await probing
  expect(JSON.stringify(found.testOrder)).toContain('failure.checkLate')
  expect([outcome.spotAccount, outcome.contractAccount]).toEqual(['passed', 'passed'])
  expect(facts.books).toContainEqual(
    expect.objectContaining({ code: 'noClearAnswer', call: 'spot.depth', kind: 'timeout' }),
  )
})
