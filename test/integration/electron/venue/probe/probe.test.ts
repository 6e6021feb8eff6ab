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

describe('a probe of a healthy venue', () => {
  it('takes every step in order, reports figures, and places nothing', async () => {
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
    // All calls of the probe, with five for each clock among them.
    expect(venue.ledger.arrivals().length).toBeLessThanOrEqual(60)
  })

  it("stays within the profile's limits with all its clients and the client that follows", async () => {
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
    // Five reads for each of the first and last client, and at least one for the client in between.
    expect(venue.ledger.arrivals({ endpoint: 'spot.time' }).length).toBeGreaterThan(10)
    expect(venue.ledger.maxInWindow('spot.time', 300)).toBeLessThanOrEqual(6)
  })
})

describe('a probe of a venue that speaks as Bitrue', () => {
  const place = { dialect: BITRUE.sim }

  it('takes every step, and reports that there is no test order', async () => {
    const venue = await open(place)
    const { report, outcome, codes } = await probe(venue, { dialect: BITRUE.dialect })
    expect(report.verdict).toBe('healthy')
    expect(outcome).toEqual({ ...PASSED, rights: 'passed', testOrder: 'warned' })
    expect(codes.testOrder).toEqual(['probe.test.notOffered'])
    expect(codes.openOrders).toEqual(['probe.listsOneByOne', 'probe.listsOneByOne'])
    expect(venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })

  it('finds out how a GET is signed when there is a choice', async () => {
    const venue = await open({ ...place, signsQuery: false })
    const { outcome, learned } = await probe(venue, { dialect: BITRUE.dialect })
    expect(outcome).toEqual({ ...PASSED, rights: 'passed', testOrder: 'warned' })
    expect(learned).toMatchObject({ signGetQuery: false })
  })

  it('tries once when there is no choice, and says what was refused', async () => {
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
  ] as const)('that %s detects it', async (_what, options, dialect, learned) => {
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

  it('does not trust a list of a whole area merely because nothing contradicts it', async () => {
    const venue = await open({ dialect: { spotOpenOrders: 'empty', contractOpenOrders: 'all' } })
    const { spot, contracts } = venue.exchange
    for (const order of spot.openOrders()) spot.cancel(order)
    for (const order of contracts.openOrders()) contracts.cancel(order)
    const { dialect, codes } = await probe(venue)
    expect(dialect.openOrders).toEqual({ spot: 'unknown', contract: 'unknown' })
    expect(codes.openOrders).toContain('probe.listsBelieved')
  })

  it('and does not report it where it cannot be checked', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'spot.openOrders', kind: '504NotExecuted', ...ALWAYS })
    const { dialect, outcome, codes } = await probe(venue)
    expect([dialect.openOrders.spot, outcome.openOrders]).toEqual(['unknown', 'warned'])
    expect(codes.openOrders).toContain('probe.listsUnknown')
  })

  it('requests no list that its profile already describes', async () => {
    const venue = await open()
    const { learned } = await probe(venue, {
      dialect: { openOrders: { spot: 'wholeArea', contract: 'perInstrument' } },
    })
    expect(learned).toEqual({ openOrders: { spot: 'wholeArea', contract: 'perInstrument' } })
    const asked = venue.ledger.arrivals().filter(({ path }) => path.endsWith('/openOrders'))
    expect(asked.filter(({ url }) => !/symbol|contractName/.test(url))).toEqual([])
  })

  it('keeps the settings of its profile', async () => {
    const paths = { 'spot.account': '/sapi/v1/account/balance' }
    const venue = await open({ signsQuery: false, dialect: { paths } })
    expect((await probe(venue, { dialect: { paths } })).learned).toEqual({ ...LISTS, paths, signGetQuery: false })
  })

  it('with a clock in its own time is healthy, with a warning about the machine’s clock', async () => {
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

describe('a probe with a bad key', () => {
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
  ] as const)('is limited when %s alone refuses it', async (area, expected) => {
    const venue = await open()
    for (const endpoint of ['openOrders', 'account']) venue.faults.inject(refusal(`${area}.${endpoint}`, -2015))
    const { report, outcome } = await probe(venue)
    expect(report.verdict).toBe('limited')
    expect(outcome).toMatchObject(expected)
  })

  it('is refused when neither account can be read', async () => {
    const venue = await open()
    for (const area of ['spot', 'contract']) venue.faults.inject(refusal(`${area}.account`, -2015))
    expect((await probe(venue)).report.verdict).toBe('refused')
  })

  it('is refused at an address that does not answer, and still checks the other area', async () => {
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
    ['an address that is not private', 'http://venue.example'],
  ])('sends nothing for %s', async (_what, spotBaseUrl) => {
    const venue = await open()
    const { report, outcome } = await probe(venue, { spotBaseUrl })
    expect(report.verdict).toBe('refused')
    expect(outcome).toMatchObject({ spotClock: 'failed', contractClock: 'skipped', signature: 'skipped' })
    expect(venue.ledger.arrivals()).toEqual([])
  })

  it('ends at once when it is aborted, and is refused whatever it had found', async () => {
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

  it('can be aborted before it begins', async () => {
    const venue = await open()
    expect((await probe(venue, { signal: AbortSignal.abort() })).report.verdict).toBe('refused')
    expect(venue.ledger.arrivals()).toEqual([])
  })
})

describe('a probe at a venue with odd answers', () => {
  it('is limited when a list cannot be read, and says which', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'contract.contracts', kind: 'malformed', ...ALWAYS })
    const { report, outcome, codes } = await probe(venue)
    expect(report.verdict).toBe('limited')
    expect(outcome).toMatchObject({ contracts: 'failed', contractAccount: 'passed', signature: 'passed' })
    expect(codes.contracts).toEqual(['probe.contractsUnread'])
  })

  it('learns from the other area how to sign when there are no pairs to test with', async () => {
    const venue = await open({ signsQuery: false })
    venue.faults.inject({ match: 'spot.symbols', kind: 'malformed', ...ALWAYS })
    const { outcome, learned } = await probe(venue)
    expect(learned).toEqual({ ...LISTS, signGetQuery: false })
    expect(outcome).toMatchObject({ pairs: 'failed', signature: 'passed', testOrder: 'skipped' })
  })

  it('continues when it cannot learn how to sign', async () => {
    const venue = await open()
    for (const area of ['spot', 'contract']) venue.faults.inject(refusal(`${area}.openOrders`, -1002))
    const { outcome, codes } = await probe(venue)
    expect(outcome).toMatchObject({ signature: 'warned', spotAccount: 'passed', contractAccount: 'passed' })
    expect(codes.signature).toEqual(['probe.signatureUnclear'])
  })

  it('does not apply one area’s refusal to the other', async () => {
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
    ['they cannot be read', 'failed', 'limited', { kind: 'malformed' }],
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

  it('retries once when another program has used up the limit, and never a third time', async () => {
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
