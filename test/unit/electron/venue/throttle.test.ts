import { describe, expect, it } from 'vitest'
import { HostGate } from '#electron/venue/host-gate.ts'
import { Throttle } from '#electron/venue/throttle.ts'
import type { Slot } from '#electron/venue/throttle.ts'
import type { Lane } from '#electron/venue/client.ts'
import { ManualClock } from '#test/support/clock.ts'

function setUp(count = 20) {
  const clock = new ManualClock()
  const gate = new HostGate(clock)
  const throttle = new Throttle(clock, gate, { count, windowMs: 2000 })
  const log: string[] = []
  const slots: Slot[] = []
  /** Asks for a slot and notes when it was given, and to whom. */
  const ask = (who: string, lane: Lane, signal = new AbortController().signal): void => {
    void throttle.acquire(lane, signal).then((admitted) => {
      log.push(admitted.ok ? who : `${who}: ${admitted.error}`)
      if (admitted.ok) slots.push(admitted.value)
    })
  }
  return { clock, gate, throttle, log, slots, ask }
}

describe('a rate pool', () => {
  it('keeps a quarter of its slots for cancels and closes', async () => {
    const { clock, throttle, log, ask } = setUp()
    for (let i = 0; i < 30; i++) ask('poll', 'poll')
    await clock.advance(0)
    expect(log).toHaveLength(15)
    expect(throttle.waiting()).toBe(15)

    for (let i = 0; i < 6; i++) ask('act', 'act')
    await clock.advance(0)
    expect(log.slice(15)).toEqual(['act', 'act', 'act', 'act', 'act'])
    expect(throttle.used()).toBe(20)
  })

  it('serves act before verify before poll, and each lane in order', async () => {
    const { clock, log, slots, ask } = setUp(4)
    for (let i = 0; i < 4; i++) ask('first', 'act')
    await clock.advance(0)
    ask('poll 1', 'poll')
    ask('verify', 'verify')
    ask('poll 2', 'poll')
    ask('act 1', 'act')
    ask('act 2', 'act')
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(4)).toEqual(['act 1', 'act 2', 'verify'])
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(7)).toEqual(['poll 1', 'poll 2'])
  })

  it('frees a slot one window after the answer, not after the send', async () => {
    const { clock, log, slots, ask } = setUp(4)
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(5000)
    expect(log).toHaveLength(4)
    slots[0]?.answered()
    await clock.advance(2000)
    expect(log).toHaveLength(4)
    await clock.advance(1)
    expect(log).toHaveLength(5)
  })

  it('holds the slot of a lost call for a window after its deadline', async () => {
    const { clock, log, slots, ask } = setUp(4)
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(0)
    slots[0]?.lost(clock.mono() + 10_000)
    await clock.advance(12_000)
    expect(log).toHaveLength(4)
    await clock.advance(1)
    expect(log).toHaveLength(5)
  })

  it('gives back at once what was not sent, and only once', async () => {
    const { clock, throttle, slots, ask } = setUp(4)
    ask('act', 'act')
    await clock.advance(0)
    slots[0]?.unused()
    slots[0]?.answered()
    expect(throttle.used()).toBe(0)
  })

  it('forgets whoever stopped waiting', async () => {
    const { clock, throttle, log, slots, ask } = setUp(4)
    for (let i = 0; i < 4; i++) ask('act', 'act')
    const impatient = new AbortController()
    ask('impatient', 'act', impatient.signal)
    ask('next', 'act')
    impatient.abort()
    for (const slot of slots) slot.answered()
    await clock.advance(0)
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(4)).toEqual(['impatient: aborted', 'next'])
    expect(throttle.waiting()).toBe(0)
  })

  it('lets nobody wait out a ban: an order from before it must not fire after it', async () => {
    const { clock, gate, throttle, log, slots, ask } = setUp(4)
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(0)
    gate.ban(clock.mono(), 0)
    throttle.pump()
    ask('late', 'act')
    await clock.advance(0)
    expect(log.slice(4)).toEqual(['act: banned', 'late: banned'])
    for (const slot of slots) slot.answered()
    await clock.advance(120_000)
    ask('after', 'act')
    await clock.advance(0)
    expect(log.at(-1)).toBe('after')
  })

  it('lets a cancel try again after a short pause while polls wait out the back-off', async () => {
    const { clock, gate, throttle, log, ask } = setUp()
    gate.slowDown(clock.mono(), 0)
    throttle.pump()
    ask('poll', 'poll')
    ask('verify', 'verify')
    ask('act', 'act')
    await clock.advance(1999)
    expect(log).toEqual([])
    await clock.advance(1)
    expect(log).toEqual(['act'])
    await clock.advance(8000)
    expect(log).toEqual(['act', 'verify', 'poll'])
  })

  it('leaves no timer behind when nobody waits', async () => {
    const { clock, throttle, slots, ask } = setUp(4)
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(0)
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(clock.pending).toBe(0)
    expect(throttle.waiting()).toBe(0)
  })
})
