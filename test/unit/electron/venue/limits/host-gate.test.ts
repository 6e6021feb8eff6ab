import { describe, expect, it } from 'vitest'
import type { Lane } from '#electron/venue/port.ts'
import { HostGate } from '#electron/venue/limits/host-gate.ts'
import { ManualClock } from '#test/support/clock.ts'

function setUp() {
  const clock = new ManualClock()
  return { clock, gate: new HostGate(clock) }
}

describe('the gate of a host', () => {
  it('is open at first', () => {
    const { gate } = setUp()
    expect([gate.state(), gate.resumesInMs(), gate.pauseFor('poll')]).toEqual(['open', 0, 0])
  })

  it('backs off for 10 s, doubling to 5 minutes while the venue keeps complaining', async () => {
    const { clock, gate } = setUp()
    const pauses: number[] = []
    for (let i = 0; i < 7; i++) {
      gate.slowDown(clock.mono(), 0, 'poll')
      pauses.push(gate.resumesInMs())
      await clock.advance(gate.resumesInMs())
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  })

  it('counts a burst of refusals once: answers to calls sent before the pause do not count', async () => {
    const { clock, gate } = setUp()
    const sentAt = clock.mono()
    await clock.advance(50)
    gate.slowDown(sentAt, 0, 'poll')
    await clock.advance(50)
    gate.slowDown(sentAt, 0, 'poll')
    gate.slowDown(sentAt + 40, 0, 'poll')
    expect(gate.resumesInMs()).toBe(9950)
  })

  it('starts with a short pause again after a good answer to a call sent after the pause', async () => {
    const { clock, gate } = setUp()
    gate.slowDown(clock.mono(), 0, 'poll')
    gate.content(clock.mono() + 2000, 'poll')
    await clock.advance(10_000)
    gate.slowDown(clock.mono(), 0, 'poll')
    expect(gate.resumesInMs()).toBe(20_000)
    await clock.advance(20_000)
    gate.content(clock.mono(), 'poll')
    gate.slowDown(clock.mono(), 0, 'poll')
    expect(gate.resumesInMs()).toBe(10_000)
  })

  it('passes an exit 2 s after a refusal; while exits are refused too, they go 2, 4, then 8 s apart', async () => {
    const { clock, gate } = setUp()
    const pauses: number[] = []
    const refuse = async (lane: Lane) => {
      await clock.advance(gate.pauseFor('act'))
      gate.slowDown(clock.mono(), 300_000, lane)
      pauses.push(gate.pauseFor('act'))
    }
    await refuse('poll')
    for (let i = 0; i < 5; i++) await refuse('act')
    expect(pauses).toEqual([2_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    expect(gate.resumesInMs()).toBe(300_000)
    await clock.advance(8_000)
    gate.content(clock.mono(), 'act')
    await refuse('act')
    expect(pauses.at(-1)).toBe(2_000)
  })

  it('does not count the exit that was refused first, which was sent at the pace before the pause', async () => {
    const { clock, gate } = setUp()
    const pauses: number[] = []
    for (let i = 0; i < 3; i++) {
      await clock.advance(gate.pauseFor('act'))
      gate.slowDown(clock.mono(), 300_000, 'act')
      pauses.push(gate.pauseFor('act'))
    }
    expect(pauses).toEqual([2_000, 2_000, 4_000])
  })

  it('waits as long as the venue asks, up to an hour', () => {
    const { clock, gate } = setUp()
    gate.slowDown(clock.mono(), 60_000, 'poll')
    expect(gate.resumesInMs()).toBe(60_000)
    gate.slowDown(clock.mono(), 90_000_000, 'poll')
    expect(gate.resumesInMs()).toBe(3_600_000)
  })

  it('is closed to everyone for 2 minutes after a ban, doubling to 3 days', async () => {
    const { clock, gate } = setUp()
    gate.ban(clock.mono(), 0)
    expect([gate.state(), gate.pauseFor('act'), gate.pauseFor('poll')]).toEqual(['banned', 120_000, 120_000])
    const bans: number[] = []
    for (let i = 0; i < 13; i++) {
      await clock.advance(gate.resumesInMs())
      gate.ban(clock.mono(), 0)
      bans.push(gate.resumesInMs())
    }
    expect(bans.slice(0, 3)).toEqual([240_000, 480_000, 960_000])
    expect(bans.at(-1)).toBe(259_200_000)
  })

  it('is closed for 2 minutes again after a good answer', async () => {
    const { clock, gate } = setUp()
    gate.ban(clock.mono(), 0)
    await clock.advance(120_000)
    gate.content(clock.mono(), 'poll')
    gate.ban(clock.mono(), 0)
    expect([gate.resumesInMs(), gate.isAsked()]).toEqual([120_000, false])
  })

  it.each([10_000, 25_000, 600_000])('is closed as long as the venue asks plus one second: %i ms', (askedMs) => {
    const { clock, gate } = setUp()
    gate.ban(clock.mono(), askedMs)
    expect([gate.resumesInMs(), gate.pauseFor('act')]).toEqual([askedMs + 1_000, askedMs + 1_000])
    expect(gate.isAsked()).toBe(true)
  })

  it('waits twice as long when the venue bans again at once, and as requested again after a good answer', async () => {
    const { clock, gate } = setUp()
    gate.ban(clock.mono(), 10_000)
    await clock.advance(11_000)
    expect(gate.state()).toBe('open')
    gate.ban(clock.mono(), 10_000)
    expect([gate.resumesInMs(), gate.isAsked()]).toEqual([22_000, false])
    await clock.advance(22_000)
    gate.ban(clock.mono(), 60_000)
    expect([gate.resumesInMs(), gate.isAsked()]).toEqual([61_000, true])
    await clock.advance(61_000)
    gate.content(clock.mono(), 'poll')
    gate.ban(clock.mono(), 10_000)
    expect(gate.resumesInMs()).toBe(11_000)
  })

  it('waits 2 minutes when the venue gave a duration before and now gives none', async () => {
    const { clock, gate } = setUp()
    gate.ban(clock.mono(), 10_000)
    await clock.advance(11_000)
    gate.ban(clock.mono(), 0)
    expect([gate.resumesInMs(), gate.isAsked()]).toEqual([120_000, false])
  })

  it('counts one ban once, whatever else was in flight', async () => {
    const { clock, gate } = setUp()
    const sentAt = clock.mono()
    await clock.advance(10)
    gate.ban(sentAt, 0)
    await clock.advance(10)
    gate.ban(sentAt, 0)
    expect(gate.resumesInMs()).toBe(119_990)
  })

  it('does not open early by an answer to a call in flight, or sent as it closed', async () => {
    const { clock, gate } = setUp()
    const sentAt = clock.mono()
    await clock.advance(10)
    gate.ban(clock.mono(), 0)
    gate.slowDown(sentAt, 0, 'poll')
    gate.slowDown(clock.mono() + 5, 0, 'poll')
    gate.content(sentAt, 'poll')
    expect(gate.state()).toBe('banned')
    expect(gate.resumesInMs()).toBe(120_000)
  })

  it('continues after a restart for no longer than a pause or a ban can last, whatever a file says', () => {
    const resumed = (state: 'backingOff' | 'banned') => {
      const { gate } = setUp()
      gate.resume({ state, leftMs: 1e13, isAsked: true })
      return gate.resumesInMs()
    }
    expect([resumed('backingOff'), resumed('banned')]).toEqual([300_000, 3 * 86_400_000 + 1_000])
  })
})

describe('a ban that is known only from a file', () => {
  function banned() {
    const { clock, gate } = setUp()
    gate.resume({ state: 'banned', leftMs: 3_600_000, isAsked: true })
    const first = gate.pauseFor('act')
    gate.went()
    return { clock, gate, first }
  }
  const LANES: readonly Lane[] = ['act', 'verify', 'place', 'poll']
  const shut = (gate: HostGate) => LANES.filter((lane) => gate.isShut(lane))

  it('holds everything but exits; one exit goes at once, and the next 8 s later', async () => {
    const { clock, gate, first } = banned()
    expect(first).toBe(0)
    expect([gate.state(), shut(gate), gate.pauseFor('act')]).toEqual(['banned', ['verify', 'place', 'poll'], 8_000])
    await clock.advance(8_000)
    expect(gate.pauseFor('act')).toBe(0)
  })

  it('is over when an exit is answered well', () => {
    const { clock, gate } = banned()
    gate.content(clock.mono(), 'act')
    expect([gate.state(), shut(gate), gate.pauseFor('poll')]).toEqual(['open', [], 0])
  })

  it('becomes a pause when the venue answers an exit with a request to slow down', () => {
    const { clock, gate } = banned()
    gate.slowDown(clock.mono(), 0, 'act')
    expect([gate.state(), gate.resumesInMs(), gate.pauseFor('act')]).toEqual(['backingOff', 10_000, 2_000])
  })

  it("becomes the venue's own ban when an exit meets it, for as long as the venue says", async () => {
    const { clock, gate } = banned()
    gate.ban(clock.mono(), 60_000)
    expect([shut(gate), gate.resumesInMs(), gate.isAsked()]).toEqual([LANES, 61_000, true])
    await clock.advance(10_000)
    gate.content(clock.mono(), 'act')
    expect(shut(gate)).toEqual(LANES)
  })
})
