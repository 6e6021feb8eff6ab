import { describe, expect, it } from 'vitest'
import { HostGate } from '#electron/venue/limits/host-gate.ts'
import { Throttle } from '#electron/venue/limits/throttle.ts'
import type { Slot } from '#electron/venue/limits/throttle.ts'
import type { Lane } from '#electron/venue/port.ts'
import { ManualClock } from '#test/support/clock.ts'

/** Endpoints by name: calls in 2 s, and the weight of one call. The one named `write` changes something. */
type Paces = Readonly<Record<string, readonly [count: number, weight: number]>>

function setUp(paces: Paces = { e: [20, 1] }, weightPerMinute: number | null = null) {
  const clock = new ManualClock()
  const gate = new HostGate(clock)
  const rows = Object.entries(paces).map(
    ([name, [count, weight]]) =>
      [name, { limit: { count, windowMs: 2000 }, weight, isWrite: name === 'write' }] as const,
  )
  const throttle = new Throttle(clock, gate, new Map(rows), weightPerMinute)
  const log: string[] = []
  const slots: Slot[] = []
  /** Requests a slot and records when it was given, and to whom. */
  const ask = (who: string, lane: Lane, endpoint = 'e', signal = new AbortController().signal): void => {
    void throttle.acquire(endpoint, lane, signal).then((admitted) => {
      log.push(admitted.ok ? who : `${who}: ${admitted.error}`)
      if (admitted.ok) slots.push(admitted.value)
    })
  }
  return { clock, gate, throttle, log, slots, ask }
}

describe('the limit of an endpoint', () => {
  it('reserves a quarter of its slots for cancels and closes', async () => {
    const { clock, throttle, log, ask } = setUp()
    for (let i = 0; i < 30; i++) ask('poll', 'poll')
    await clock.advance(0)
    expect(log).toHaveLength(15)
    expect(throttle.use('e').waiting).toBe(15)

    for (let i = 0; i < 6; i++) ask('act', 'act')
    await clock.advance(0)
    expect(log.slice(15)).toEqual(['act', 'act', 'act', 'act', 'act'])
    expect(throttle.use('e').used).toBe(20)
  })

  it('serves act before verify before place before poll, and each lane in order', async () => {
    const { clock, log, slots, ask } = setUp({ e: [4, 1] })
    for (let i = 0; i < 4; i++) ask('first', 'act')
    await clock.advance(0)
    ask('poll 1', 'poll')
    ask('place', 'place')
    ask('verify', 'verify')
    ask('poll 2', 'poll')
    ask('act 1', 'act')
    ask('act 2', 'act')
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(4)).toEqual(['act 1', 'act 2', 'verify'])
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(7)).toEqual(['place', 'poll 1', 'poll 2'])
  })

  it('of a single call has no reserve, and a cancel goes next, even before polls that waited longer', async () => {
    const { clock, throttle, log, slots, ask } = setUp({ e: [1, 1] })
    for (const who of ['poll 1', 'poll 2', 'poll 3']) ask(who, 'poll')
    ask('act', 'act')
    await clock.advance(0)
    expect([log, throttle.use('e').reserved]).toEqual([['poll 1'], 0])
    slots[0]?.answered()
    await clock.advance(2001)
    expect(log).toEqual(['poll 1', 'act'])
  })

  it('frees a slot one window after the answer, not after the send', async () => {
    const { clock, log, slots, ask } = setUp({ e: [4, 1] })
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
    const { clock, log, slots, ask } = setUp({ e: [4, 1] })
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(0)
    slots[0]?.lost(clock.mono() + 10_000)
    await clock.advance(12_000)
    expect(log).toHaveLength(4)
    await clock.advance(1)
    expect(log).toHaveLength(5)
  })

  it('assumes that a call may have been sent until it was given up, even after its deadline', async () => {
    const { clock, log, slots, ask } = setUp({ e: [4, 1] })
    for (let i = 0; i < 5; i++) ask('act', 'act')
    await clock.advance(5000)
    slots[0]?.lost(clock.mono() - 1000)
    await clock.advance(2000)
    expect(log).toHaveLength(4)
    await clock.advance(1)
    expect(log).toHaveLength(5)
  })

  it('frees at once, and only once, what was not sent', async () => {
    const { clock, throttle, slots, ask } = setUp({ e: [4, 1] })
    ask('act', 'act')
    await clock.advance(0)
    slots[0]?.unused()
    slots[0]?.answered()
    expect(throttle.use('e').used).toBe(0)
  })

  it('forgets callers that stopped waiting', async () => {
    const { clock, throttle, log, slots, ask } = setUp({ e: [4, 1] })
    for (let i = 0; i < 4; i++) ask('act', 'act')
    const impatient = new AbortController()
    ask('impatient', 'act', 'e', impatient.signal)
    ask('next', 'act')
    impatient.abort()
    for (const slot of slots) slot.answered()
    await clock.advance(0)
    for (const slot of slots) slot.answered()
    await clock.advance(2001)
    expect(log.slice(4)).toEqual(['impatient: aborted', 'next'])
    expect(throttle.use('e').waiting).toBe(0)
  })

  it('admits nobody who aborted before asking', async () => {
    const { clock, throttle, log, ask } = setUp()
    ask('late', 'act', 'e', AbortSignal.abort())
    await clock.advance(0)
    expect(log).toEqual(['late: aborted'])
    expect(throttle.use('e')).toMatchObject({ used: 0, waiting: 0 })
  })

  it('makes nobody wait for the end of a ban: an order from before it must not be sent after it', async () => {
    const { clock, gate, throttle, log, slots, ask } = setUp({ e: [4, 1] })
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

  it('lets a cancel try again after a short pause while polls wait for the end of the back-off', async () => {
    const { clock, gate, throttle, log, ask } = setUp()
    gate.slowDown(clock.mono(), 0, 'poll')
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

  it('lets no order that adds risk pass a cancel, or use its reserve', async () => {
    const { clock, log, ask } = setUp({ place: [20, 1], cancel: [20, 1] })
    for (let i = 0; i < 30; i++) ask('place', 'place', 'place')
    for (let i = 0; i < 6; i++) ask('sell', 'act', 'place')
    ask('cancel', 'act', 'cancel')
    await clock.advance(0)
    expect(log.filter((who) => who === 'place')).toHaveLength(15)
    expect(log.slice(15)).toEqual(['sell', 'sell', 'sell', 'sell', 'sell', 'cancel'])
  })

  it('has one timer while somebody waits, and none when nobody does or everybody aborted', async () => {
    const { clock, slots, ask } = setUp({ e: [4, 1] })
    for (let i = 0; i < 4; i++) ask('act', 'act')
    await clock.advance(0)
    for (const slot of slots) slot.answered()
    for (let i = 0; i < 3; i++) ask('act', 'act')
    expect(clock.pending).toBe(1)
    await clock.advance(2001)
    expect(clock.pending).toBe(0)
    const calledOff = new AbortController()
    for (let i = 0; i < 3; i++) ask('act', 'act', 'e', calledOff.signal)
    for (const slot of slots) slot.answered()
    expect(clock.pending).toBe(1)
    calledOff.abort()
    expect(clock.pending).toBe(0)
  })
})

describe('the weight of a host', () => {
  /** A light and a heavy endpoint that allow more calls than the host's weight. */
  const HOST: Paces = { light: [100, 1], heavy: [100, 5] }

  it('is taken by every call, and freed one minute after its answer, or after the deadline of a lost one', async () => {
    const { clock, throttle, slots, ask } = setUp(HOST, 40)
    ask('heavy', 'poll', 'heavy')
    ask('light', 'poll', 'light')
    ask('unsent', 'poll', 'heavy')
    await clock.advance(0)
    expect(throttle.weight()).toEqual({ limit: 40, used: 11, reserved: 10 })
    slots[0]?.answered()
    slots[1]?.lost(clock.mono() + 10_000)
    slots[2]?.unused()
    expect(throttle.weight()?.used).toBe(6)
    await clock.advance(60_029)
    expect(throttle.weight()?.used).toBe(6)
    await clock.advance(1)
    expect(throttle.weight()?.used).toBe(1)
    await clock.advance(10_000)
    expect(throttle.weight()?.used).toBe(0)
  })

  it('reserves a quarter for cancels and closes, on any endpoint', async () => {
    const { clock, log, ask } = setUp(HOST, 40)
    for (let i = 0; i < 8; i++) ask('poll', 'poll', 'heavy')
    await clock.advance(0)
    expect(log).toHaveLength(6)
    ask('act', 'act', 'heavy')
    ask('act', 'act', 'heavy')
    ask('act', 'act', 'light')
    await clock.advance(0)
    expect(log.slice(6)).toEqual(['act', 'act'])
  })

  it('goes to act before verify before poll across endpoints, and in order within a lane', async () => {
    const { clock, log, slots, ask } = setUp(HOST, 40)
    for (let i = 0; i < 8; i++) ask('first', 'act', 'heavy')
    await clock.advance(0)
    ask('poll 1', 'poll', 'light')
    ask('verify 1', 'verify', 'heavy')
    ask('verify 2', 'verify', 'light')
    ask('act 1', 'act', 'heavy')
    ask('act 2', 'act', 'light')
    for (const slot of slots) slot.answered()
    await clock.advance(60_030)
    expect(log.slice(8)).toEqual(['act 1', 'act 2', 'verify 1', 'verify 2', 'poll 1'])
  })

  it('is not used up by light calls while a heavy one of the same lane waits', async () => {
    const { clock, log, slots, ask } = setUp(HOST, 40)
    for (let i = 0; i < 6; i++) ask('first', 'poll', 'heavy')
    await clock.advance(0)
    slots[0]?.answered()
    ask('heavy', 'poll', 'heavy')
    for (let i = 0; i < 5; i++) ask('light', 'poll', 'light')
    await clock.advance(60_030)
    expect(log.slice(6)).toEqual(['heavy'])
  })

  it('goes to the calls behind a heavy one as soon as that is aborted', async () => {
    const { clock, log, ask } = setUp(HOST, 40)
    for (let i = 0; i < 5; i++) ask('first', 'poll', 'heavy')
    for (let i = 0; i < 2; i++) ask('first', 'poll', 'light')
    const impatient = new AbortController()
    ask('heavy', 'poll', 'heavy', impatient.signal)
    ask('light', 'poll', 'light')
    await clock.advance(0)
    expect(log.slice(7)).toEqual([])
    impatient.abort()
    await clock.advance(0)
    expect(log.slice(7)).toEqual(['heavy: aborted', 'light'])
  })

  it('does not hold a cancel that waits for its endpoint behind a poll that waits for weight', async () => {
    const { clock, log, slots, ask } = setUp({ cancel: [1, 1], read: [100, 5] }, 40)
    ask('cancel 1', 'act', 'cancel')
    for (let i = 0; i < 7; i++) ask('read', 'poll', 'read')
    await clock.advance(0)
    for (const slot of slots) slot.answered()
    ask('cancel 2', 'act', 'cancel')
    await clock.advance(2001)
    expect(log.at(-1)).toBe('cancel 2')
  })

  it('is left to others by a call that waits for its endpoint', async () => {
    const { clock, log, ask } = setUp({ full: [1, 5], free: [100, 5] }, 40)
    ask('full 1', 'poll', 'full')
    ask('full 2', 'poll', 'full')
    ask('free', 'poll', 'free')
    await clock.advance(0)
    expect(log).toEqual(['full 1', 'free'])
  })

  it.each(['act', 'poll'] as const)(
    'lets a call heavier than the whole limit go alone rather than never, as %s',
    async (lane) => {
      const { clock, log, slots, ask } = setUp({ light: [100, 1], heavy: [100, 50] }, 40)
      ask('light', lane, 'light')
      ask('heavy', lane, 'heavy')
      await clock.advance(0)
      expect(log).toEqual(['light'])
      slots[0]?.answered()
      await clock.advance(60_030)
      expect(log).toEqual(['light', 'heavy'])
    },
  )
})

describe('a host that got too many calls', () => {
  it('gets cancels one at a time until the back-off is over', async () => {
    const { clock, gate, throttle, log, ask } = setUp()
    gate.slowDown(clock.mono(), 0, 'poll')
    throttle.pump()
    for (let i = 0; i < 10; i++) ask('act', 'act')
    await clock.advance(2000)
    expect(log).toHaveLength(1)
    await clock.advance(399)
    expect(log).toHaveLength(1)
    await clock.advance(1)
    expect(log).toHaveLength(2)
    gate.slowDown(clock.mono(), 0, 'poll')
    await clock.advance(1999)
    expect(log).toHaveLength(2)
    await clock.advance(1 + 7 * 400)
    expect(log).toHaveLength(10)
  })

  it('gets writes before the reads of other exits, however long those waited', async () => {
    const { clock, gate, throttle, log, ask } = setUp({ e: [20, 1], write: [20, 1] })
    gate.slowDown(clock.mono(), 60_000, 'poll')
    throttle.pump()
    ask('read 1', 'act')
    ask('read 2', 'act')
    ask('write 1', 'act', 'write')
    ask('write 2', 'act', 'write')
    await clock.advance(2_000 + 3 * 400)
    expect(log).toEqual(['write 1', 'write 2', 'read 1', 'read 2'])
  })

  it('gets no order that adds risk meanwhile, however many waited before a cancel', async () => {
    const { clock, gate, throttle, log, ask } = setUp({ place: [100, 5], cancel: [100, 5] }, 12_000)
    gate.slowDown(clock.mono(), 300_000, 'poll')
    throttle.pump()
    for (let i = 0; i < 100; i++) ask('place', 'place', 'place')
    ask('cancel', 'act', 'cancel')
    await clock.advance(2_000)
    expect(log).toEqual(['cancel'])
    await clock.advance(298_000)
    expect(log).toHaveLength(1 + 75)
  })

  it('gets everything at once when it is over', async () => {
    const { clock, gate, throttle, log, ask } = setUp()
    gate.slowDown(clock.mono(), 0, 'poll')
    throttle.pump()
    await clock.advance(9_999)
    for (let i = 0; i < 10; i++) ask('act', 'act')
    for (let i = 0; i < 3; i++) ask('poll', 'poll')
    await clock.advance(0)
    expect(log).toHaveLength(1)
    await clock.advance(1)
    expect(log).toHaveLength(13)
  })
})
