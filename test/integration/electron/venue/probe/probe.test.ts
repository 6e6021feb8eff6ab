import type { Duration } from '#shared/domain/message.ts'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { DEFAULT_DIALECT, createSharedLimits, createVenueClient } from '#electron/venue/venue.ts'
import { patient } from '#electron/venue/probe/asked.ts'
import type { Asker } from '#electron/venue/probe/asked.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { BITRUE } from '#test/support/families.ts'
import { ALWAYS, LISTS, PASSED, open, probe, refusal } from './support.ts'

describe('a probe of a venue that is well', () => {
  it('takes every step in order, with figures, and places nothing', async () => {
    const venue = await open()
    const before = venue.exchange.spot.openOrders().length
    const { report, outcome, learned, codes } = await probe(venue)
    expect(report.verdict).toBe('healthy')
    expect(outcome).toEqual(PASSED)
    expect(report.steps.map(({ id }) => id)).toEqual(Object.keys(PASSED))
    expect(codes.spotClock[0]).toMatch(/^probe\.clock(Ahead|Behind)$/)
    expect(codes).toMatchObject({
      pairs: ['probe.pairs'],
      contracts: ['probe.contracts'],
      signature: ['probe.signedWithQuery'],
      contractAccount: ['probe.contractAccount'],
      testOrder: ['probe.test.accepted', 'probe.test.nothingNew', 'probe.test.contracts'],
    })
    expect(learned).toEqual(LISTS)
    expect(codes.openOrders).toEqual(['probe.listsOneByOne', 'probe.listsArea'])
    expect(venue.exchange.spot.openOrders()).toHaveLength(before)
    const posted = venue.ledger.arrivals({ method: 'POST' }).map(({ endpoint }) => endpoint)
    expect(posted.toSorted()).toEqual(['contract.orderHistorical', 'contract.profitHistorical', 'spot.testOrder'])
    // Every call of it, five for each clock among them.
    expect(venue.ledger.arrivals().length).toBeLessThanOrEqual(60)
  })

  it('keeps inside the limits of a profile with all its clients, and the client that comes after it', async () => {
    // The second way of signing needs a second client, and both measure the clock.
    const venue = await open({ signsQuery: false })
    const limits = { 'spot.time': { count: 6, windowMs: 300 } }
    const shared = createSharedLimits(systemClock)
    const { report } = await probe(venue, { dialect: { limits }, shared })
    expect(report.verdict).toBe('healthy')
    const { spotBaseUrl, contractBaseUrl } = venue
    const dialect = { ...DEFAULT_DIALECT, limits }
    const place = { spotBaseUrl, contractBaseUrl, credentials: null }
    const client = createVenueClient({ ...place, clock: systemClock, dialect, shared })
    await client.syncClock()
    await client.close()
    // Five for the first client and the last, and one at least for the one in between.
    expect(venue.ledger.arrivals({ endpoint: 'spot.time' }).length).toBeGreaterThan(10)
    expect(venue.ledger.maxInWindow('spot.time', 300)).toBeLessThanOrEqual(6)
  })
})

describe('a probe of a venue that speaks as Bitrue', () => {
  const place = { dialect: BITRUE.sim }

  it('takes every step, and says that there is no test order', async () => {
    const venue = await open(place)
    const { report, outcome, codes } = await probe(venue, { dialect: BITRUE.dialect })
    expect(report.verdict).toBe('healthy')
    expect(outcome).toEqual({ ...PASSED, rights: 'passed', testOrder: 'warned' })
    expect(codes.testOrder).toEqual(['probe.test.notOffered'])
    expect(codes.openOrders).toEqual(['probe.listsOneByOne', 'probe.listsOneByOne'])
    expect(venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })

  it('finds out how a GET is signed where there is a choice', async () => {
    const venue = await open({ ...place, signsQuery: false })
    const { outcome, learned } = await probe(venue, { dialect: BITRUE.dialect })
    expect(outcome).toEqual({ ...PASSED, rights: 'passed', testOrder: 'warned' })
    expect(learned).toMatchObject({ signGetQuery: false })
  })

  it('asks once where there is no choice, and says what is refused', async () => {
    const venue = await open({ dialect: { ...BITRUE.sim, areas: 'spot' } })
    const changes = { contractBaseUrl: null, secret: 'another', dialect: BITRUE.dialect }
    const { outcome, codes } = await probe(venue, changes)
    expect(outcome.signature).toBe('failed')
    expect(codes.signature).toEqual(['probe.signatureRefused'])
  })
})

describe('a probe of a venue that differs', () => {
  it.each([
    ['signs no query', { signsQuery: false }, {}, { signGetQuery: false }],
    ['signs the query after all', {}, { signGetQuery: false }, {}],
    ['calls a Spot hour 1h', { dialect: { spotHour: '1h' } }, {}, { intervals: { spot: { '60min': '1h' } } }],
    [
      'calls a Contract hour 1h',
      { dialect: { contractHour: '1h' } },
      {},
      { intervals: { contract: { '60min': '1h' } } },
    ],
  ] as const)('that %s finds it out', async (_what, options, dialect, learned) => {
    const found = await probe(await open(options), { dialect })
    expect(found.report.verdict).toBe('healthy')
    expect(found.learned).toEqual({ ...LISTS, ...learned })
    expect(found.outcome).toEqual(PASSED)
    if ('signGetQuery' in learned) {
      expect(found.codes.signature).toEqual(['probe.learnedWithoutQuery'])
    }
    if ('intervals' in learned) expect(found.found.candles.map(({ facts }) => facts['word'])).toContain('1h')
  })

  it.each([
    ['all', 'wholeArea', 'probe.listsArea'],
    ['unfiltered', 'wholeArea', 'probe.listsArea'],
    ['refused', 'perInstrument', 'probe.listsOneByOne'],
    ['empty', 'unknown', 'probe.listsIncomplete'],
    ['first', 'unknown', 'probe.listsIncomplete'],
  ] as const)('and lists of a whole area: %s is %s', async (how, listing, said) => {
    const venue = await open({ dialect: { spotOpenOrders: how, contractOpenOrders: how } })
    const { report, dialect, codes } = await probe(venue)
    expect([report.verdict, dialect.openOrders]).toEqual(['healthy', { spot: listing, contract: listing }])
    expect(codes.openOrders).toEqual([said, said])
  })

  it('believes no list of a whole area for what it does not contradict alone', async () => {
    const venue = await open({ dialect: { spotOpenOrders: 'empty', contractOpenOrders: 'all' } })
    const { spot, contracts } = venue.exchange
    for (const order of spot.openOrders()) spot.cancel(order)
    for (const order of contracts.openOrders()) contracts.cancel(order)
    const { dialect, codes } = await probe(venue)
    expect(dialect.openOrders).toEqual({ spot: 'unknown', contract: 'unknown' })
    expect(codes.openOrders).toContain('probe.listsBelieved')
  })

  it('and does not tell it where it can not be asked', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'spot.openOrders', kind: '504NotExecuted', ...ALWAYS })
    const { dialect, outcome, codes } = await probe(venue)
    expect([dialect.openOrders.spot, outcome.openOrders]).toEqual(['unknown', 'warned'])
    expect(codes.openOrders).toContain('probe.listsUnknown')
  })

  it('asks for no list that its profile tells of', async () => {
    const venue = await open()
    const { learned } = await probe(venue, {
      dialect: { openOrders: { spot: 'wholeArea', contract: 'perInstrument' } },
    })
    expect(learned).toEqual({ openOrders: { spot: 'wholeArea', contract: 'perInstrument' } })
    const asked = venue.ledger.arrivals().filter(({ path }) => path.endsWith('/openOrders'))
    expect(asked.filter(({ url }) => !/symbol|contractName/.test(url))).toEqual([])
  })

  it('keeps what its profile said', async () => {
    const paths = { 'spot.account': '/sapi/v1/account/balance' }
    const venue = await open({ signsQuery: false, dialect: { paths } })
    expect((await probe(venue, { dialect: { paths } })).learned).toEqual({ ...LISTS, paths, signGetQuery: false })
  })

  it('with a clock of its own time is healthy, and the machine’s clock is warned of', async () => {
    const venue = await open()
    venue.clockSkewMs = 95_000
    const { report, outcome, codes, found } = await probe(venue)
    expect(report.verdict).toBe('healthy')
    expect(outcome).toEqual({ ...PASSED, spotClock: 'warned', contractClock: 'warned' })
    expect(codes.spotClock).toEqual(['probe.clockAhead', 'probe.clockAdvice'])
    const { ms } = found.spotClock[0]?.facts['off'] as Duration
    expect(Math.abs(ms - 95_000)).toBeLessThan(200)
  })
})

describe('a probe with a key that is not right', () => {
  it('says of a wrong secret that both ways of signing were refused, and reads nothing with it', async () => {
    const venue = await open()
    const { report, outcome, codes } = await probe(venue, { secret: 'c4n4ry-secret' })
    expect(report.verdict).toBe('refused')
    expect(outcome).toEqual({
      ...PASSED,
      signature: 'failed',
      spotAccount: 'skipped',
      contractAccount: 'skipped',
      openOrders: 'skipped',
      unknownOrder: 'skipped',
      testOrder: 'skipped',
    })
    expect(codes.signature).toEqual(['probe.signatureRefusedBothWays'])
    expect(venue.ledger.arrivals({ endpoint: 'spot.account' })).toEqual([])
    expect(venue.ledger.arrivals({ endpoint: 'contract.myTrades' })).toEqual([])
  })

  it('says of an unknown key that the venue does not accept it', async () => {
    const { report, outcome, found } = await probe(await open(), { apiKey: 'nobody' })
    expect(report.verdict).toBe('refused')
    expect(outcome).toMatchObject({ signature: 'failed', spotAccount: 'skipped', contractAccount: 'skipped' })
    expect(JSON.stringify(found.signature)).toContain('failure.venue.key')
  })

  it.each([
    ['spot', { spotAccount: 'failed', testOrder: 'skipped', contractAccount: 'passed', signature: 'passed' }],
    ['contract', { contractAccount: 'failed', testOrder: 'passed', spotAccount: 'passed', signature: 'passed' }],
  ] as const)('is limited where %s alone refuses it', async (area, expected) => {
    const venue = await open()
    for (const endpoint of ['openOrders', 'account']) venue.faults.inject(refusal(`${area}.${endpoint}`, -2015))
    const { report, outcome } = await probe(venue)
    expect(report.verdict).toBe('limited')
    expect(outcome).toMatchObject(expected)
  })

  it('is refused where neither account can be read', async () => {
    const venue = await open()
    for (const area of ['spot', 'contract']) venue.faults.inject(refusal(`${area}.account`, -2015))
    expect((await probe(venue)).report.verdict).toBe('refused')
  })

  it('is refused at an address that does not answer, and the other area is looked at all the same', async () => {
    const venue = await open()
    const { report, outcome, found } = await probe(venue, { contractBaseUrl: 'http://127.0.0.1:9' })
    expect(report.verdict).toBe('refused')
    expect(outcome).toMatchObject({
      spotClock: 'passed',
      contractClock: 'failed',
      contracts: 'skipped',
      contractAccount: 'skipped',
      spotAccount: 'passed',
    })
    expect(found.contractClock[0]).toMatchObject({
      code: 'probe.clockUnusable',
      facts: { address: 'http://127.0.0.1:9' },
    })
  })

  it.each([
    ['no address', 'harbour'],
    ['one that is not private', 'http://venue.example'],
  ])('asks nothing of %s', async (_what, spotBaseUrl) => {
    const venue = await open()
    const { report, outcome } = await probe(venue, { spotBaseUrl })
    expect(report.verdict).toBe('refused')
    expect(outcome).toMatchObject({ spotClock: 'failed', contractClock: 'skipped', signature: 'skipped' })
    expect(venue.ledger.arrivals()).toEqual([])
  })

  it('ends at once when it is called off, and is refused whatever it had found', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'spot.testOrder', kind: 'stall', ...ALWAYS })
    const stop = new AbortController()
    const probing = probe(venue, { signal: stop.signal })
    await venue.ledger.arrival('spot.testOrder')
    stop.abort()
    const { report, outcome } = await probing
    expect(report.verdict).toBe('refused')
    expect(outcome.spotAccount).toBe('passed')
  })

  it('is called off before it begins', async () => {
    const venue = await open()
    expect((await probe(venue, { signal: AbortSignal.abort() })).report.verdict).toBe('refused')
    expect(venue.ledger.arrivals()).toEqual([])
  })
})

describe('a probe at a venue that shows odd things', () => {
  it('is limited where a list can not be read, and says which', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.contracts', kind: 'malformed', ...ALWAYS })
    const { report, outcome, codes } = await probe(venue)
    expect(report.verdict).toBe('limited')
    expect(outcome).toMatchObject({ contracts: 'failed', contractAccount: 'passed', signature: 'passed' })
    expect(codes.contracts).toEqual(['probe.contractsUnread'])
  })

  it('asks the other area how to sign where there are no pairs to ask about', async () => {
    const venue = await open({ signsQuery: false })
    venue.faults.inject({ match: 'spot.symbols', kind: 'malformed', ...ALWAYS })
    const { outcome, learned } = await probe(venue)
    expect(learned).toEqual({ ...LISTS, signGetQuery: false })
    expect(outcome).toMatchObject({ pairs: 'failed', signature: 'passed', testOrder: 'skipped' })
  })

  it('goes on where it can not be told how to sign', async () => {
    const venue = await open()
    for (const area of ['spot', 'contract']) venue.faults.inject(refusal(`${area}.openOrders`, -1002))
    const { outcome, codes } = await probe(venue)
    expect(outcome).toMatchObject({ signature: 'warned', spotAccount: 'passed', contractAccount: 'passed' })
    expect(codes.signature).toEqual(['probe.signatureUnclear'])
  })

  it('does not take one area’s no for the other’s', async () => {
    const venue = await open()
    venue.faults.inject(refusal('spot.openOrders', -1002))
    venue.faults.inject(refusal('contract.openOrders', -2015))
    const { report, outcome } = await probe(venue)
    expect([outcome.signature, outcome.spotAccount, outcome.contractAccount]).toEqual(['warned', 'passed', 'passed'])
    expect(report.verdict).toBe('healthy')
  })

  it.each([
    ['there are none', 'warned', 'healthy', { kind: 'errorWith200', code: 0 }],
    ['they are not offered', 'warned', 'healthy', { kind: 'errorWith200', code: -1020 }],
    ['they can not be read', 'failed', 'limited', { kind: 'malformed' }],
  ] as const)('says of candles that %s', async (_what, expected, verdict, fault) => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.klines', ...fault, ...ALWAYS })
    const { report, outcome, codes, found } = await probe(venue)
    expect([outcome.candles, report.verdict]).toEqual([expected, verdict])
    expect(codes.candles[0]).toBe('probe.candles')
    expect(found.candles[1]?.facts['area']).toMatchObject({ code: 'area.contract' })
  })
})

describe('patience', () => {
  const busy = err({ ...localFailure('rateLimited', 'spot.pairs', verbatim('too many')), retry: 'later' as const })
  const asker = (answers: unknown[]): Asker & { asked: number } => ({
    asked: 0,
    dialect: () => DEFAULT_DIALECT,
    venueTime: () => null,
    async call() {
      return answers[this.asked++] as never
    },
  })

  it('asks once more where somebody else has used up the limit, and never a third time', async () => {
    const good = ok({ value: [] })
    for (const [answers, asked] of [
      [[busy, good], 2],
      [[busy, busy, good], 2],
      [[good, busy], 1],
      [[err(localFailure('key', 'spot.pairs', verbatim('no'))), good], 1],
    ] as const) {
      const client = asker([...answers])
      expect(await patient(client).call('spot.pairs', {})).toBe(answers[asked - 1])
      expect(client.asked).toBe(asked)
    }
  })
})
