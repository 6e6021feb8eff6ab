import { describe, expect, it } from 'vitest'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { Ledger } from '#electron/simulator/testing/ledger.ts'
import { Limits } from '#electron/simulator/wire/limits.ts'

const LIMIT = { count: 20, windowMs: 2000 }
const RULES = { after: 3, forgivenAfterMs: 60_000, firstMs: 120_000, maxMs: 200_000 }

function burst(limits: Limits, count: number, at: number): string[] {
  return Array.from({ length: count }, () => limits.arrive('e', LIMIT, at))
}

describe('limits', () => {
  it('admits exactly the limit in any window, which slides', () => {
    const limits = new Limits(RULES)
    expect(burst(limits, 19, 0)).not.toContain('slow-down')
    expect(limits.arrive('e', LIMIT, 1000)).toBe('pass')
    expect(limits.arrive('e', LIMIT, 1999)).toBe('slow-down')
    expect(limits.arrive('e', LIMIT, 2000)).toBe('pass')
  })

  it('counts refused calls too, so repeated calls do not get through', () => {
    const limits = new Limits({ ...RULES, after: 1000 })
    burst(limits, 60, 0)
    burst(limits, 20, 1500)
    expect(limits.arrive('e', LIMIT, 2100)).toBe('slow-down')
  })

  it('refuses exactly the calls that arrive less than a window after the one 20 places before', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed)
      const limits = new Limits({ ...RULES, after: Infinity })
      const times: number[] = []
      for (let at = 0; times.length < 200; at += random.pick([0, 1, 50, 100, 101, 500]) ?? 0) {
        const before = times.at(-20)
        const isOver = before !== undefined && at - before < LIMIT.windowMs
        expect(limits.arrive('e', LIMIT, at), `seed ${seed}, at ${at}`).toBe(isOver ? 'slow-down' : 'pass')
        times.push(at)
      }
    }
  })

  it('counts endpoints separately, and never one without a limit', () => {
    const limits = new Limits(RULES)
    burst(limits, 20, 0)
    expect(limits.arrive('other', LIMIT, 1)).toBe('pass')
    expect(Array.from({ length: 500 }, () => limits.arrive('free', null, 2))).not.toContain('slow-down')
  })

  it('counts endpoints of one pool together, each by its weight', () => {
    const limits = new Limits(RULES)
    const pooled = { ...LIMIT, pool: 'all' }
    const heavy = { ...pooled, weight: 5 }
    for (let made = 0; made < 3; made += 1) expect(limits.arrive('heavy', heavy, 0)).toBe('pass')
    for (let made = 0; made < 5; made += 1) expect(limits.arrive('light', pooled, 1)).toBe('pass')
    expect(limits.arrive('light', pooled, 2)).toBe('slow-down')
    expect(limits.arrive('heavy', heavy, 2001)).toBe('pass')
  })

  it('bans a caller that continues after 429, from every endpoint, for twice as long each time up to the longest', () => {
    const limits = new Limits(RULES)
    expect(burst(limits, 24, 0).slice(20)).toEqual(['slow-down', 'slow-down', 'slow-down', 'banned'])
    expect(limits.arrive('free', null, 119_999)).toBe('banned')
    expect(limits.arrive('free', null, 120_000)).toBe('pass')
    burst(limits, 24, 130_000)
    expect(limits.arrive('free', null, 130_000 + 199_999)).toBe('banned')
    expect(limits.arrive('free', null, 130_000 + 200_000)).toBe('pass')
  })

  it('extends a ban for a caller that keeps calling', () => {
    const limits = new Limits({ ...RULES, maxMs: 10_000_000 })
    burst(limits, 24, 0)
    for (const at of [1, 2, 3, 4]) limits.arrive('free', null, at)
    expect(limits.arrive('free', null, 120_000)).toBe('banned')
    expect(limits.arrive('free', null, 240_004)).toBe('pass')
  })
})

describe('ledger', () => {
  const ledger = new Ledger()
  const arrival = { method: 'GET', path: '/p', url: '/p', area: 'spot', socketId: 1, numberOnSocket: 1 } as const
  for (const arrivedAt of [0, 500, 1999, 2000, 2400, 9000]) ledger.add({ ...arrival, endpoint: 'spot.a', arrivedAt })
  ledger.add({ ...arrival, endpoint: 'spot.b', arrivedAt: 600 })

  it('finds the fullest window of an endpoint, half open', () => {
    expect(ledger.maxInWindow('spot.a', 2000)).toBe(4)
    expect(ledger.maxInWindow('spot.a', 2001)).toBe(4)
    expect(ledger.maxInWindow('spot.a', 500)).toBe(3)
    expect(ledger.maxInWindow('spot.none', 2000)).toBe(0)
  })

  it('lists arrivals by any of their properties, oldest first', () => {
    expect(ledger.arrivals({ endpoint: 'spot.b' }).map((entry) => entry.number)).toEqual([7])
    expect(ledger.arrivals({ area: 'contract' })).toEqual([])
    expect(ledger.arrivals()).toHaveLength(7)
  })
})
