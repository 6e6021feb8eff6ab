import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HostGate } from '#electron/venue/host-gate.ts'
import { Throttle } from '#electron/venue/throttle.ts'
import type { Slot } from '#electron/venue/throttle.ts'
import type { Lane } from '#electron/venue/client.ts'
import { ManualClock } from '#test/support/clock.ts'

const WINDOW_MS = 2000

interface Call {
  /** Ms after the call before it. */
  readonly after: number
  readonly lane: Lane
  /** One-way times. */
  readonly up: number
  readonly down: number
  readonly fate: 'answered' | 'lost'
}

const call: fc.Arbitrary<Call> = fc.record({
  after: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }) }),
  lane: fc.constantFrom<Lane>('act', 'verify', 'poll'),
  up: fc.integer({ min: 0, max: 200 }),
  down: fc.integer({ min: 0, max: 200 }),
  fate: fc.oneof(
    { weight: 9, arbitrary: fc.constant('answered' as const) },
    { weight: 1, arbitrary: fc.constant('lost' as const) },
  ),
})
const scenario = fc.record({
  count: fc.constantFrom(3, 5, 20),
  calls: fc.array(call, { minLength: 1, maxLength: 70, size: 'max' }),
  wallJumps: fc.array(fc.integer({ min: -600_000, max: 600_000 }), { maxLength: 3 }),
})

/** When each call arrived at the venue, and how many never went. */
async function arrivals(
  { count, calls, wallJumps }: { count: number; calls: readonly Call[]; wallJumps: readonly number[] },
  free: (slot: Slot, moment: 'sent' | 'answered') => void,
): Promise<number[]> {
  const clock = new ManualClock()
  const throttle = new Throttle(clock, new HostGate(clock), { count, windowMs: WINDOW_MS })
  const arrived: number[] = []
  let at = 0
  for (const { after, lane, up, down, fate } of calls) {
    at += after
    clock.after(at, () => {
      void throttle.acquire(lane, new AbortController().signal).then((admitted) => {
        if (!admitted.ok) throw new Error(admitted.error)
        const slot = admitted.value
        free(slot, 'sent')
        clock.after(up, () => arrived.push(clock.mono()))
        // A lost answer is given up at its deadline, however late; nothing arrives after that.
        if (fate === 'lost') clock.after(up, () => slot.lost(clock.mono() + 300))
        else clock.after(up + down, () => free(slot, 'answered'))
      })
    })
  }
  for (const jump of wallJumps) {
    await clock.advance(700)
    clock.jumpWall(jump)
  }
  await clock.advance(calls.length * 3000)
  return arrived
}

/** Counts, at the venue, arrivals that make more than `count` in some window. Knows nothing of the throttle. */
function violations(arrived: readonly number[], count: number): number {
  const sorted = arrived.toSorted((a, b) => a - b)
  let first = 0
  let broken = 0
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= WINDOW_MS) first++
    if (last - first + 1 > count) broken++
  }
  return broken
}

const whenAnswered = (slot: Slot, moment: 'sent' | 'answered'): void => {
  if (moment === 'answered') slot.answered()
}
const whenSent = (slot: Slot, moment: 'sent' | 'answered'): void => {
  if (moment === 'sent') slot.answered()
}

describe('the throttle', () => {
  it('never lets more calls arrive in a window than the venue allows, and lets every call go', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const arrived = await arrivals(given, whenAnswered)
        expect(arrived).toHaveLength(given.calls.length)
        expect(violations(arrived, given.count)).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('would exceed the limit if it counted from the send: the same judge sees it', async () => {
    const checked = await fc.check(
      fc.asyncProperty(scenario, async (given) => violations(await arrivals(given, whenSent), given.count) === 0),
      { numRuns: 1000, endOnFailure: true },
    )
    expect(checked.failed).toBe(true)
  })

  it('keeps a full pool busy: a batch takes its windows and one round trip for each, no more', async () => {
    const calls = Array.from({ length: 60 }, (): Call => ({
      after: 0,
      lane: 'act',
      up: 50,
      down: 50,
      fate: 'answered',
    }))
    const arrived = await arrivals({ count: 20, calls, wallJumps: [] }, whenAnswered)
    expect(Math.max(...arrived) - Math.min(...arrived)).toBe(2 * (WINDOW_MS + 100 + 1))
  })
})
