import { describe, expect, it } from 'vitest'
import {
  arrivalsOf,
  fullestFixedWindow,
  lateActs,
  overtakings,
  stuck,
  violations,
} from '#test/support/limiter/judge.ts'
import { WRONG_BY_WEIGHT, WRONG_LIMITERS, ours } from '#test/support/limiter/limiters.ts'
import type { Setting } from '#test/support/limiter/limiters.ts'
import { JITTER_MS, flood, mixed } from '#test/support/limiter/scenarios.ts'
import { run } from '#test/support/limiter/traffic.ts'
import type { Limiter, Trace, Traffic } from '#test/support/limiter/traffic.ts'
import type { Clock } from '#shared/domain/clock.ts'

const RUNS = 1000
const WINDOW_MS = 2000
/** The longest time from an answered act's turn to the release of its place. */
const HELD_MS = WINDOW_MS + 1 + 2 * JITTER_MS

const perWindow = (count: number): Setting => ({ limit: { count, windowMs: WINDOW_MS }, costOf: () => 1 })
const throttleFor = ({ limit }: Setting) => ours(new Map([['e', { limit, weight: 1, isWrite: false }]]), null)

/** The faults of a run; empty when all is well. */
function faults(traces: readonly Trace[], { limit, costOf }: Setting): string[] {
  const arrivals = arrivalsOf(traces, costOf)
  return [
    violations(arrivals, limit) > 0 ? 'limit' : '',
    fullestFixedWindow(arrivals, limit.windowMs) > limit.count ? 'fixed window' : '',
    stuck(traces) > 0 ? 'liveness' : '',
    overtakings(traces) > 0 ? 'order' : '',
  ].filter((fault) => fault !== '')
}

type Make = (clock: Clock) => Limiter

/** The number of late acts in a flood of polls. */
async function lateIn(seed: number, { limit: { count } }: Setting, make: Make): Promise<number> {
  const isLossy = seed % 2 === 0
  const acts = 1 + (seed % count)
  const traffic = flood(seed, { polls: 3 * count, acts, pollEndpoints: ['e'], actEndpoints: ['e'], isLossy })
  return lateActs(await run(traffic, make), { reserved: Math.ceil(count / 4), heldMs: HELD_MS, isLossy })
}

describe('the judge of limits', () => {
  const at = (...times: number[]) => times.map((time) => ({ at: time, cost: 1 }))
  const limit = { count: 2, windowMs: WINDOW_MS }

  it('counts arrivals less than one window after the arrival two places before', () => {
    expect(violations(at(0, 500, 2000, 2500), limit)).toBe(0)
    expect(violations(at(0, 500, 1999.9, 2500), limit)).toBe(1)
    expect(violations(at(0, 0, 0, 0), limit)).toBe(2)
  })

  it('adds the weights of arrivals', () => {
    const heavy = [0, 1000, 2000].map((time) => ({ at: time, cost: 2 }))
    expect(violations(heavy, { count: 4, windowMs: WINDOW_MS })).toBe(0)
    expect(violations(heavy, { count: 3, windowMs: WINDOW_MS })).toBe(2)
  })

  it('tries every start of a fixed window', () => {
    expect(fullestFixedWindow(at(0, 1900, 2100, 3899), WINDOW_MS)).toBe(3)
    expect(fullestFixedWindow(at(0, 2000, 4000), WINDOW_MS)).toBe(1)
  })
})

describe('the throttle', () => {
  it.each([20, 50, 100])(
    'keeps to %i per 2 s at the venue, in order and with nobody stuck, in 1,000 runs of mixed traffic',
    async (count) => {
      for (let seed = 1; seed <= RUNS; seed++) {
        const traffic = mixed(seed, Math.round(count * (2 + (seed % 3) / 2)), ['e'])
        const traces = await run(traffic, throttleFor(perWindow(count)))
        expect(faults(traces, perWindow(count)), `seed ${seed}`).toEqual([])
      }
    },
  )

  it.each([20, 50, 100])(
    'delays no cancel for polls at %i per 2 s: the reserved share goes at once, the rest as acts free their places',
    async (count) => {
      for (let seed = 1; seed <= RUNS / 4; seed++) {
        expect(await lateIn(seed, perWindow(count), throttleFor(perWindow(count))), `seed ${seed}`).toBe(0)
      }
    },
  )

  it('keeps a full limit busy: a batch takes its windows plus one round trip each', async () => {
    const calls = Array.from({ length: 60 }, () => ({
      ...{ askAt: 0, lane: 'act', endpoint: 'e', upMs: 50, downMs: 50 },
      ...{ fate: 'answered', lossKnownAfterMs: 0, abortAfterMs: null },
    })) as Traffic['calls']
    const arrived = arrivalsOf(await run({ calls, wallJumps: [] }, throttleFor(perWindow(20))))
    expect(arrived.at(-1)!.at - arrived[0]!.at).toBe(2 * (WINDOW_MS + 100 + 1))
  })
})

/** A host with a weight limit of 120 per minute, and endpoints whose own limits allow more. */
const MINUTE: Setting = {
  limit: { count: 120, windowMs: 60_000 },
  costOf: (endpoint) => WEIGHTS[endpoint as keyof typeof WEIGHTS],
}
const WEIGHTS = { light: 1, usual: 5, heavy: 10 }
const NAMES = Object.keys(WEIGHTS)
const isWrite = (name: string): boolean => name === 'usual'
const pacesOf = (count: number) =>
  new Map(
    NAMES.map((name) => {
      const limit = { count, windowMs: WINDOW_MS }
      return [name, { limit, weight: MINUTE.costOf(name), isWrite: isWrite(name) }]
    }),
  )

describe('the weight of a host', () => {
  it('keeps to its minute, and every endpoint to its own window, in 1,000 runs of mixed traffic', async () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      const traces = await run(mixed(seed, 100, NAMES), ours(pacesOf(5), 120))
      expect(faults(traces, MINUTE), `seed ${seed}`).toEqual([])
      for (const name of NAMES) {
        const own = arrivalsOf(traces.filter(({ call }) => call.endpoint === name))
        expect(violations(own, perWindow(5).limit), `seed ${seed}, ${name}`).toBe(0)
      }
    }
  })

  it('holds at the published 12,000 with the published limits', async () => {
    const setting = { ...MINUTE, limit: { count: 12_000, windowMs: 60_000 } }
    const traces = await run(mixed(1, 6000, NAMES), ours(pacesOf(100), 12_000))
    expect(faults(traces, setting)).toEqual([])
    expect(arrivalsOf(traces).length).toBeGreaterThan(5000)
  })

  it('is reserved for cancels: the reserved share goes at once, everything within a minute', async () => {
    for (let seed = 1; seed <= RUNS / 4; seed++) {
      const isLossy = seed % 2 === 0
      const traffic = flood(seed, { polls: 150, acts: 12, pollEndpoints: NAMES, actEndpoints: ['heavy'], isLossy })
      const traces = await run(traffic, ours(pacesOf(100), 120))
      expect(lateActs(traces, { reserved: 3, heldMs: 60_030 + 2 * JITTER_MS, isLossy }), `seed ${seed}`).toBe(0)
    }
  })

  it('goes by lane, to writes before reads and then in order, whatever the endpoint, when only weight is short', async () => {
    for (let seed = 1; seed <= RUNS / 4; seed++) {
      const traces = await run(mixed(seed, 80, NAMES), ours(pacesOf(100), 120))
      expect(
        overtakings(traces, () => 'host', isWrite),
        `seed ${seed}`,
      ).toBe(0)
    }
  })
})

describe('the judges', () => {
  /** The number of runs until a judge finds the fault; null if all thousand pass. */
  async function runsUntil(isFaulty: (seed: number) => Promise<boolean>): Promise<number | null> {
    for (let seed = 1; seed <= RUNS; seed++) if (await isFaulty(seed)) return seed
    return null
  }

  const twenty = perWindow(20)
  it.each(WRONG_LIMITERS)('reject, at 20 per 2 s: $name', async ({ breaks, make }) => {
    const runs = await runsUntil(async (seed) => {
      if (breaks === 'reserve') return (await lateIn(seed, twenty, make(twenty))) > 0
      return faults(await run(mixed(seed, 120, ['e']), make(twenty)), twenty).includes(breaks)
    })
    expect(runs).not.toBeNull()
  })

  const weighed = WRONG_LIMITERS.filter(({ breaks }) => breaks !== 'reserve')
  it.each([...weighed, ...WRONG_BY_WEIGHT])('reject, by weight: $name', async ({ breaks, make }) => {
    const runs = await runsUntil(async (seed) => {
      const traces = await run(mixed(seed, 120, NAMES), make(MINUTE))
      return faults(traces, MINUTE).includes(breaks) || (breaks === 'order' && overtakings(traces, () => 'host') > 0)
    })
    expect(runs).not.toBeNull()
  })
})
