/**
 * A venue's counts outlive the process that called. A process that starts right after another was killed knows them.
 */
import { describe, expect, it } from 'vitest'
import type { EndpointName, Lane } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { RateLimits, SharedLimits } from '#electron/venue/limits/rate-limits.ts'
import type { KeptLimits, LimitsMemory } from '#electron/venue/limits/rate-limits.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { verbatim } from '#shared/words/message.ts'
import { violations } from '#test/support/limiter/judge.ts'
import { ManualClock } from '#test/support/clock.ts'

const BASE_URLS = new Map([
  ['spot', 'https://spot.test'],
  ['contract', 'https://contract.test'],
] as const)
const NEVER = new AbortController().signal

function setUp() {
  const clock = new ManualClock()
  const kept = new Map<string, KeptLimits & { at: number }>()
  const memory: LimitsMemory = {
    read(host) {
      const found = kept.get(host)
      return found ? { ...found, ageMs: clock.mono() - found.at } : null
    },
    write: (host, limits) => void kept.set(host, { ...limits, at: clock.mono() }),
  }
  const arrivals: number[] = []
  /** A process that makes that many calls, each answered at once. It ends when it has to wait. */
  function start(remembers = true) {
    const limits = new RateLimits(new SharedLimits(clock, remembers ? memory : null), BASE_URLS, DEFAULT_DIALECT)
    const ask = (endpoint: EndpointName, lane: Lane): void =>
      void limits.acquire(endpoint, lane, NEVER).then((slot) => {
        if (!slot.ok) return
        arrivals.push(clock.mono())
        slot.value.answered()
      })
    return { limits, ask }
  }
  const flood = ({ ask }: ReturnType<typeof start>, calls: number): void => {
    for (let nth = 0; nth < calls; nth++) ask('contract.account', 'act')
  }
  const tooMany = () =>
    violations(
      arrivals.map((at) => ({ at, cost: 1 })),
      { count: 20, windowMs: 2_000 },
    )
  return { clock, kept, start, flood, arrivals, tooMany }
}

describe('limits of a process that was killed', () => {
  it.each([0, 400, 1_900, 2_500, 6_000])('at full rate are respected by one started %i ms later', async (afterMs) => {
    const { clock, start, flood, arrivals, tooMany } = setUp()
    flood(start(), 20)
    await clock.advance(0)
    await clock.advance(afterMs)
    flood(start(), 20)
    await clock.advance(2_100)
    expect([arrivals.length, tooMany()]).toEqual([40, 0])
  })

  it('would be exceeded without what was stored', async () => {
    const { clock, start, flood, tooMany } = setUp()
    flood(start(false), 20)
    await clock.advance(400)
    flood(start(false), 20)
    await clock.advance(100)
    expect(tooMany()).toBeGreaterThan(0)
  })

  it('delay nothing once a window is over, nor at the first start', async () => {
    const { clock, start, flood, arrivals } = setUp()
    flood(start(), 1)
    await clock.advance(0)
    expect(arrivals).toHaveLength(1)
    await clock.advance(8_000)
    flood(start(), 20)
    await clock.advance(0)
    expect(arrivals).toHaveLength(21)
  })

  it('include the weight of a minute', async () => {
    const { clock, start } = setUp()
    const first = start()
    for (let round = 0; round < 8; round++) {
      for (let nth = 0; nth < 50; nth++) first.ask('spot.batchCancel', 'act')
      await clock.advance(2_100)
    }
    const used = first.limits.budget().hosts[0]?.weight?.used ?? NaN
    expect(used).toBe(4_000)
    const weight = start().limits.budget().hosts[0]?.weight
    expect(weight?.used).toBeGreaterThanOrEqual(used)
    expect(weight?.used).toBeLessThan(used + 700)
  })
})

describe('a stored weight, which may be wrong', () => {
  it('holds the polls for a minute, and leaves exits their share', async () => {
    const { clock, kept, start, arrivals } = setUp()
    const forged = { coversMs: 0, weight: 1e9, pause: null, at: clock.mono() }
    for (const host of ['spot.test', 'contract.test']) kept.set(host, forged)
    const { ask } = start()
    await clock.advance(2_100)
    ask('spot.account', 'poll')
    ask('spot.account', 'act')
    await clock.advance(0)
    expect(arrivals).toHaveLength(1)
    await clock.advance(60_000)
    expect(arrivals).toHaveLength(2)
  })
})

describe('a pause that the venue asked for', () => {
  it.each([
    ['banned', 418, 300_000, 301_000],
    ['rateLimited', 429, 60_000, 60_000],
  ] as const)('survives a restart: %s', async (kind, status, askedMs, waitMs) => {
    const { clock, start } = setUp()
    const now = clock.mono()
    const retryAfter = { text: String(askedMs / 1_000), date: null }
    const answered = { kind: 'answered', status, bytes: Buffer.alloc(0), retryAfter, oddity: null, keptMs: 0 } as const
    const failure = { ...localFailure(kind, 'a call', verbatim('no')), outcome: 'rejected' } as const
    start().limits.learn('spot', 'poll', { ...answered, sentAt: now, answeredAt: now }, failure, clock.wall())
    await clock.advance(10_000)
    const next = start().limits
    const [spot, contract] = next.budget().hosts
    expect(spot).toMatchObject({ resumesInMs: waitMs - 10_000, isAsked: true })
    expect(spot?.state).toBe(kind === 'banned' ? 'banned' : 'backingOff')
    expect(contract?.state).toBe('open')
    await clock.advance(waitMs)
    expect(start().limits.budget().hosts[0]?.state).toBe('open')
  })
})
