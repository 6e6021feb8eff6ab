import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { createSharedLimits, createVenueClient } from '#electron/venue/venue.ts'
import type { Dialect, Lane, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { arrivalsOf, violations } from '#test/support/limiter/judge.ts'
import { WRONG_LIMITERS, ours } from '#test/support/limiter/limiters.ts'
import { mixed } from '#test/support/limiter/scenarios.ts'
import { run } from '#test/support/limiter/traffic.ts'
import type { Limiter, Trace } from '#test/support/limiter/traffic.ts'
import { VirtualClock } from '#test/support/limiter/virtual-clock.ts'
import { answer, connect, startVenueServer } from './venue-server.ts'
import type { Behaviour, VenueServer } from './venue-server.ts'
import { inEnglish } from '#shared/words/say.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function simulator(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, ...options })
  open.push(() => venue.stop())
  return venue
}

async function server(): Promise<VenueServer> {
  const venue = await startVenueServer()
  open.push(() => venue.stop())
  return venue
}

function closing(client: VenueClient): VenueClient {
  open.push(() => client.close())
  return client
}

describe('the client at a venue with strict limits', () => {
  it('is never refused, however many calls are requested at once', async () => {
    const venue = await simulator()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
    const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
    const credentials = { apiKey, sign }
    const client = closing(createVenueClient({ spotBaseUrl, contractBaseUrl, credentials, clock: systemClock }))
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => client.call('spot.account', {}, { lane: 'act' })),
      ...Array.from({ length: 25 }, () => client.call('contract.account', {})),
    ])
    expect(answers.map((each) => each.ok || inEnglish(each.error.message))).toEqual(answers.map(() => true))
    expect(venue.ledger.maxInWindow('spot.account', 2000)).toBeLessThanOrEqual(20)
    expect(venue.ledger.maxInWindow('contract.account', 2000)).toBeLessThanOrEqual(20)
    expect(venue.ledger.arrivals({ status: 429 })).toEqual([])
  })

  it("holds no slot while it measures the venue's clock, which needs slots itself", async () => {
    const venue = await simulator()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
    const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
    // There is room for five reads of the clock and seven cancels. Eight cancels that took their slots first would wait
    // for the clock forever.
    const dialect = { ...DEFAULT_DIALECT, weightPerMinute: { spot: 40, contract: null } }
    const options = { spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock, dialect }
    const client = closing(createVenueClient(options))
    const calledOff = new AbortController()
    let refused = 0
    const cancels = Array.from({ length: 8 }, async (_, nth) => {
      const order = { symbol: 'btcusdt', orderId: String(nth + 1) }
      const canceled = await client.call('spot.cancelOrder', order, { signal: calledOff.signal })
      if (++refused === 7) calledOff.abort()
      return canceled.ok ? null : canceled.error.kind
    })
    const kinds = await Promise.all(cancels)
    expect(kinds.filter((kind) => kind === 'notFound')).toHaveLength(7)
    expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(1)
  })
})

/**
 * Requests are real, and so is the venue that counts them. Time is virtual, because a limiter that fails only with
 * network jitter fails by chance in real time.
 */
describe('a venue with strict limits', () => {
  const limit = { count: 20, windowMs: 2000 }
  const setting = { limit, costOf: () => 1 }
  const lenient = { after: Infinity, forgivenAfterMs: 60_000, firstMs: 0, maxMs: 0 }
  const traffic = (seed: number) => mixed(seed, 120, ['spot.account'])

  /** The venue's statuses for the calls of a limiter. */
  async function statuses(venue: Simulator, clock: VirtualClock, seed: number, make: (clock: Clock) => Limiter) {
    clock.after(600_000, () => undefined)
    await clock.run()
    const answered: number[] = []
    const arrive = async (): Promise<void> => {
      const reply = await fetch(`${venue.spotBaseUrl}/sapi/v1/account`)
      await reply.arrayBuffer()
      answered.push(reply.status)
    }
    const traces = await run(traffic(seed), make, arrive, clock)
    expect(answered).toHaveLength(traces.filter(({ arrivedAt }) => arrivedAt !== null).length)
    return answered
  }

  it('refuses none of our calls, and some calls of every wrong limiter', async () => {
    const clock = new VirtualClock()
    const venue = await simulator({ clock, banRules: lenient })
    const throttle = ours(new Map([['spot.account', { limit, weight: 1, isWrite: false }]]), null)
    for (let seed = 1; seed <= 5; seed++) expect(await statuses(venue, clock, seed, throttle)).not.toContain(429)

    for (const { name, make } of WRONG_LIMITERS.filter(({ breaks }) => breaks === 'limit')) {
      const isRefused = (traces: readonly Trace[]) => violations(arrivalsOf(traces), limit) > 0
      let seed = 1
      while (!isRefused(await run(traffic(seed), make(setting)))) seed++
      expect(await statuses(venue, clock, seed, make(setting)), name).toContain(429)
    }
  })
})

const poll = (client: VenueClient) => client.call('spot.ticker', { symbol: 'BTCUSDT' })
const cancel = (client: VenueClient) => client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
const hostOf = (client: VenueClient) => client.budget().hosts[0]

describe('a venue that answers too many requests', () => {
  const WAYS = [
    ['429', answer(429, '')],
    ['410', answer(410, '')],
    ['-1003', answer(200, '{"code":-1003,"msg":"Too many requests"}')],
    ['429 with a body', answer(429, '{"code":"-1003","msg":"slow","data":null}')],
  ] as const

  it.each(WAYS)('in the form %s gets no poll for 10 s, and a cancel after 2 s', async (_, tooMany) => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = closing(connect(venue, clock))
    await client.syncClock()
    venue.behave = tooMany
    expect(await poll(client)).toMatchObject({ ok: false, error: { kind: 'rateLimited', outcome: 'rejected' } })
    expect(hostOf(client)).toMatchObject({ state: 'backingOff', resumesInMs: 10_000 })

    venue.behave = answer(200, '{"orderId":"7"}')
    const polled = poll(client)
    const canceled = cancel(client)
    await clock.advance(1999)
    expect(venue.arrivals).toHaveLength(1)
    await clock.advance(1)
    expect((await canceled).ok).toBe(true)
    await clock.advance(7999)
    expect(venue.arrivals).toHaveLength(2)
    await clock.advance(1)
    await polled
    expect(venue.arrivals).toHaveLength(3)
    expect(hostOf(client)).toMatchObject({ state: 'open', resumesInMs: 0 })
  })

  it('twice gets no calls for twice as long, unless it answered well in between', async () => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = closing(connect(venue, clock))
    const pauseAfter = async (word: Behaviour) => {
      venue.behave = word
      await poll(client)
      const pause = hostOf(client)?.resumesInMs ?? NaN
      await clock.advance(pause)
      return pause
    }
    expect(await pauseAfter(answer(429, ''))).toBe(10_000)
    expect(await pauseAfter(answer(429, ''))).toBe(20_000)
    expect(await pauseAfter(answer(200, '{"last":"1"}'))).toBe(0)
    expect(await pauseAfter(answer(429, ''))).toBe(10_000)
  })

  it('with a duration gets no call until then', async () => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = closing(connect(venue, clock))
    venue.behave = answer(429, '', { 'retry-after': '60' })
    await poll(client)
    expect(hostOf(client)).toMatchObject({ state: 'backingOff', resumesInMs: 60_000 })
  })
})

describe('two clients of one host with shared limits', () => {
  const ticker = (client: VenueClient, symbol: string, lane: Lane) => client.call('spot.ticker', { symbol }, { lane })

  /** Two clients; the ticker allows one call in 2 s. */
  async function two(dialects: readonly [Partial<Dialect>, Partial<Dialect>] = [{}, {}]) {
    const [venue, clock] = [await server(), new ManualClock()]
    venue.behave = answer(200, '{"last":"1"}')
    const shared = createSharedLimits(clock)
    const place = { spotBaseUrl: venue.baseUrl, contractBaseUrl: venue.baseUrl, credentials: null, clock, shared }
    const limits = { 'spot.ticker': { count: 1, windowMs: 2000 } }
    const [one, other] = dialects.map((differs) =>
      closing(createVenueClient({ ...place, dialect: { ...DEFAULT_DIALECT, limits, ...differs } })),
    ) as [VenueClient, VenueClient]
    const symbols = (): unknown[] =>
      venue.arrivals.map(({ target }) => new URL(target, venue.baseUrl).searchParams.get('symbol'))
    return { venue, clock, one, other, symbols }
  }

  it('are never refused, however many calls both request at once', async () => {
    const venue = await simulator()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
    const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
    const shared = createSharedLimits(systemClock)
    const options = { spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock, shared }
    const clients = [createVenueClient(options), createVenueClient(options)].map(closing)
    const answers = await Promise.all(
      clients.flatMap((client) => [
        ...Array.from({ length: 13 }, () => client.call('spot.account', {}, { lane: 'act' })),
        ...Array.from({ length: 10 }, () => client.call('contract.account', {})),
      ]),
    )
    expect(answers.map((each) => each.ok || inEnglish(each.error.message))).toEqual(answers.map(() => true))
    expect(venue.ledger.maxInWindow('spot.account', 2000)).toBeLessThanOrEqual(20)
    expect(venue.ledger.maxInWindow('contract.account', 2000)).toBeLessThanOrEqual(20)
    expect(venue.ledger.arrivals({ status: 429 })).toEqual([])
  })

  it('send act before poll, whichever client asked first, and show the same budget', async () => {
    const { clock, one, other, symbols } = await two()
    await ticker(one, 'A', 'poll')
    const polls = [ticker(one, 'B', 'poll'), ticker(other, 'C', 'poll')]
    const act = ticker(other, 'D', 'act')
    expect(one.budget()).toEqual(other.budget())
    expect(one.budget().pools.find(({ pool }) => pool === 'spot.ticker')).toMatchObject({ used: 1, waiting: 3 })
    await clock.advance(2001)
    await act
    expect(symbols()).toEqual(['A', 'D'])
    for (const poll of polls) {
      await clock.advance(2001)
      await poll
    }
    expect(symbols()).toEqual(['A', 'D', 'B', 'C'])
  })

  it('do not block each other: calls of one continue when the other is closed', async () => {
    const { clock, one, other, symbols } = await two()
    await ticker(one, 'A', 'act')
    const [left, stays] = [ticker(one, 'B', 'act'), ticker(other, 'C', 'act')]
    await one.close()
    expect(await left).toMatchObject({ error: { kind: 'closed', outcome: 'notSent' } })
    await clock.advance(2000)
    expect(symbols()).toEqual(['A'])
    await clock.advance(1)
    expect(await stays).toMatchObject({ ok: true })
    expect(symbols()).toEqual(['A', 'C'])
  })

  it('both respect a ban of their address, even if their profiles differ', async () => {
    const { venue, one, other, symbols } = await two([{}, { limits: { 'spot.ticker': { count: 2, windowMs: 2000 } } }])
    const waiting = [ticker(other, 'A', 'poll'), ticker(other, 'B', 'poll')] as const
    await waiting[0]
    venue.behave = answer(418, '')
    await ticker(one, 'C', 'act')
    expect(await waiting[1]).toMatchObject({ error: { kind: 'banned', outcome: 'notSent' } })
    expect(await ticker(other, 'D', 'act')).toMatchObject({ error: { kind: 'banned', outcome: 'notSent' } })
    expect(symbols()).toEqual(['A', 'C'])
    expect(other.budget().hosts[0]).toMatchObject({ state: 'banned' })
  })
})

describe('a client that is closed', () => {
  it('leaves no back-off timer behind', async () => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = connect(venue, clock)
    venue.behave = answer(429, '')
    await poll(client)
    const waiting = poll(client)
    expect(clock.pending).toBe(1)
    await client.close()
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'closed', outcome: 'notSent' } })
    expect(clock.pending).toBe(0)
  })
})

describe('a venue that bans', () => {
  it('gets no call until the ban is over, and none that waited before it', async () => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = closing(connect(venue, clock))
    await client.syncClock()
    venue.behave = answer(429, '')
    await poll(client)
    const waiting = poll(client)
    venue.behave = answer(418, '')
    const canceled = cancel(client)
    await clock.advance(2000)
    expect(await canceled).toMatchObject({ ok: false, error: { kind: 'banned', outcome: 'rejected' } })
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'banned', outcome: 'notSent' } })
    const { timeReads } = venue

    await clock.advance(119_000)
    expect(hostOf(client)).toMatchObject({ state: 'banned', resumesInMs: 1000 })
    const refused = await cancel(client)
    expect(refused.ok || inEnglish(refused.error.message)).toMatch(
      /banned your IP address\. Nothing is sent until the ban is over/,
    )
    expect(await poll(client)).toMatchObject({ ok: false, error: { kind: 'banned', outcome: 'notSent' } })
    expect([venue.arrivals.length, venue.timeReads]).toEqual([2, timeReads])

    venue.behave = answer(200, '{"orderId":"7"}')
    await clock.advance(1000)
    expect(await cancel(client)).toMatchObject({ ok: true })
    expect(hostOf(client)).toMatchObject({ state: 'open', resumesInMs: 0 })
  })
})

describe('the weight of a host', () => {
  function weighing(spot: VenueServer, contract: VenueServer, clock: Clock, spotWeight: number | null): VenueClient {
    return closing(
      createVenueClient({
        spotBaseUrl: spot.baseUrl,
        contractBaseUrl: contract.baseUrl,
        credentials: null,
        clock,
        dialect: { ...DEFAULT_DIALECT, weightPerMinute: { spot: spotWeight, contract: 100 } },
      }),
    )
  }
  const weights = (client: VenueClient) => client.budget().hosts.map(({ weight }) => weight)

  it('is shared by both areas of a host, the smaller of the two applies, and it is freed a minute after the answer', async () => {
    const [venue, clock] = [await server(), new ManualClock()]
    const client = weighing(venue, venue, clock, 40)
    // Seven calls of weight 5 and one of weight 1. Another call of weight 5 does not fit.
    await Promise.all(Array.from({ length: 7 }, () => client.call('spot.ticker', { symbol: 'A' }, { lane: 'act' })))
    await client.call('contract.ping', {}, { lane: 'act' })
    expect(weights(client)).toEqual(Array(2).fill({ limit: 40, used: 36, reserved: 10 }))
    const ninth = client.call('spot.ticker', { symbol: 'B' }, { lane: 'act' })
    expect(client.budget().pools.find(({ pool }) => pool === 'spot.ticker')).toMatchObject({ used: 7, waiting: 1 })
    await clock.advance(60_029)
    expect(venue.arrivals).toHaveLength(8)
    await clock.advance(1)
    await ninth
    expect(venue.arrivals).toHaveLength(9)
  })

  it('is separate for each host when the areas have different hosts', async () => {
    const client = weighing(await server(), await server(), new ManualClock(), 40)
    await client.call('spot.ticker', { symbol: 'A' })
    await client.call('contract.ping', {})
    expect(weights(client)).toEqual([
      { limit: 40, used: 5, reserved: 10 },
      { limit: 100, used: 1, reserved: 25 },
    ])
  })

  it('has no limit when none is published', async () => {
    const client = weighing(await server(), await server(), new ManualClock(), null)
    expect(weights(client)[0]).toBeNull()
  })
})
