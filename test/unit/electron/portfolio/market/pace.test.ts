import { expect, it } from 'vitest'
import { MarketPace } from '#electron/portfolio/market/pace.ts'
import { Schedule } from '#electron/portfolio/schedule.ts'
import { HostGate } from '#electron/venue/limits/host-gate.ts'
import { wait } from '#shared/domain/clock.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { ManualClock } from '#test/support/clock.ts'

const MINUTE = 60_000

function paceOf() {
  const clock = new ManualClock({ mono: 0 })
  let state: HostBudget['state'] = 'open'
  const pace = new MarketPace(clock, () => state)
  const refuse = async (how: 'backingOff' | 'banned' = 'backingOff'): Promise<void> => {
    state = how
    expect(pace.isOpen()).toBe(false)
    await clock.advance(10_000)
    expect(pace.isOpen()).toBe(false)
    state = 'open'
  }
  /** Minutes until the host is open, rounded. */
  const pausedMinutes = async (): Promise<number> => {
    const from = clock.mono()
    while (!pace.isOpen()) await clock.advance(1_000)
    return Math.round((clock.mono() - from) / MINUTE)
  }
  return { clock, pace, refuse, pausedMinutes }
}

it('pauses twice as long after each refusal, and continues at half the rate', async () => {
  const { pace, refuse, pausedMinutes } = paceOf()
  expect([pace.isOpen(), pace.paceMs()]).toEqual([true, 500])
  for (const [how, minutes, paceMs] of [
    ['backingOff', 1, 1_000],
    ['banned', 2, 2_000],
    ['backingOff', 4, 4_000],
    ['backingOff', 8, 8_000],
    ['backingOff', 16, 16_000],
    ['backingOff', 16, 16_000],
  ] as const) {
    await refuse(how)
    expect([await pausedMinutes(), pace.paceMs()]).toEqual([minutes, paceMs])
  }
})

it('forgives a refusal an hour', async () => {
  const { clock, pace, refuse, pausedMinutes } = paceOf()
  await refuse()
  await pausedMinutes()
  await refuse()
  await pausedMinutes()
  const paces: number[] = []
  for (let hour = 0; hour < 3; hour++) {
    pace.isOpen()
    paces.push(pace.paceMs())
    await clock.advance(60 * MINUTE)
  }
  expect(paces).toEqual([2_000, 1_000, 500])
})

it('leaves the account its reads at a venue that allows far fewer candle reads than it publishes', async () => {
  const clock = new ManualClock({ mono: 0 })
  const gate = new HostGate(clock)
  const { signal } = new AbortController()
  let candleAt = -Infinity
  const accountReads: number[] = []

  /**
   * The venue accepts one candle read in 2 s, and account reads always. Refused calls close the host to all calls, as
   * on real venues.
   */
  async function ask(kind: 'account' | 'candles'): Promise<void> {
    for (let pause = gate.pauseFor('poll'); pause > 0; pause = gate.pauseFor('poll')) await wait(clock, pause, signal)
    const sentAt = clock.mono()
    await wait(clock, 50, signal)
    const isRefused = kind === 'candles' && sentAt - candleAt < 2_000
    if (isRefused) return gate.slowDown(sentAt, 0, 'poll')
    if (kind === 'candles') candleAt = sentAt
    else accountReads.push(clock.mono())
    gate.content(sentAt, 'poll')
  }

  const pace = new MarketPace(clock, () => gate.state())
  const jobOf = (key: string, everyMs: number, run: () => Promise<void>) => ({ key, everyMs, weight: 1, run })
  const account = [jobOf('account', 1_000, () => ask('account'))]
  const candles = Array.from({ length: 60 }, (_, index) => jobOf(String(index), MINUTE, () => ask('candles')))
  const schedules = [
    new Schedule({ clock, jobs: () => account, paceMs: () => 110 }),
    new Schedule({ clock, jobs: () => (pace.isOpen() ? candles : []), paceMs: () => pace.paceMs(), maxInFlight: 2 }),
  ]
  for (const schedule of schedules) void schedule.start()
  await clock.advance(10 * MINUTE)
  for (const schedule of schedules) schedule.stop()
  // Out of 600: each refusal closes the host for ten seconds, and there are two until the rate fits.
  expect(accountReads.length).toBeGreaterThan(560)
})
