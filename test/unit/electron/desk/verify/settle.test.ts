import { describe, expect, it } from 'vitest'
import { createHurry, settle } from '#electron/desk/verify/settle.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { BEFORE, HELD, order, REQUEST, UNKNOWN } from '#test/support/close-fixtures.ts'
import { CANCEL_ALL, CLOSE } from '#test/support/desk-bench.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

// Two closes of the same contract and size, one in each margin mode. Nothing distinguishes their orders.
it('never matches one order with two lost closes, though the same answer shows it to both', async () => {
  const clock = new ManualClock()
  const { log, begin } = memoryLog(clock)
  const isolated: CloseRequest = { ...REQUEST, positionKey: 'isolated', marginMode: 'isolated', clientOrderId: 'other' }
  const { legs } = begin('intent', CLOSE, [REQUEST, isolated])
  for (const leg of legs) {
    log.noteLeg(leg, { state: 'journalled' })
    log.noteLeg(leg, { ...UNKNOWN, expiresAt: 0 })
  }
  const past = [order('5', { status: 'filled', executed: decimal(4), createdAt: (BEFORE.at ?? 0) + 1 })]
  // Reads of the positions requested together are one call, so both continue at the same moment.
  const positions = Promise.withResolvers<Awaited<ReturnType<ReturnType<typeof reader>['positions']>>>()
  const read = reader({
    openOrders: async () => ok({ list: [], whole: true }),
    history: async () => ok({ list: past, whole: true }),
    trades: async () => ok({ list: [], whole: true }),
    positions: () => positions.promise,
  })
  const stop = new AbortController()
  const options = { client: new ModelVenue(clock).client(), log, read, clock, signal: stop.signal }
  const settled = Promise.all(legs.map((leg) => settle(leg, options)))
  await clock.advance(1_000)
  expect(legs.map((leg) => log.leg(leg).record.state)).toEqual(['unknown', 'unknown'])
  positions.resolve(ok({ list: [HELD], whole: true }))
  await clock.advance(0)
  expect(legs.map((leg) => log.leg(leg).record.orderId)).toEqual(['5', null])
  stop.abort()
  await clock.advance(20_000)
  await settled
})

describe('while the venue shows nothing of a leg', () => {
  /** When each look begins, ms, and in which lane, until `atMs`. At `hurriedAt` all looks are to begin at once. */
  async function looksAt(atMs: number, isWaitedFor: boolean, hurriedAt: number | null = null) {
    const clock = new ManualClock()
    const begun = clock.mono()
    const { log, begin } = memoryLog(clock)
    const [leg] = begin('intent', CANCEL_ALL, [
      { kind: 'cancel', area: 'contract', instrument: 'X', orderId: '1' },
    ]).legs
    log.noteLeg(leg!, { state: 'journalled' })
    log.noteLeg(leg!, { state: 'acknowledged' })
    const looks: [number, 'exit' | 'later'][] = []
    const lane = (name: 'exit' | 'later') => ({
      order: async () => {
        looks.push([clock.mono() - begun, name])
        return UNREAD
      },
    })
    const read = reader({ ...lane('later'), forExit: reader(lane('exit')) })
    const [stop, hurry] = [new AbortController(), createHurry()]
    const options = {
      client: new ModelVenue(clock).client(),
      log,
      read,
      clock,
      signal: stop.signal,
      hurry: hurry.signal,
    }
    const settled = settle(leg!, options, isWaitedFor)
    if (hurriedAt !== null) {
      await clock.advance(hurriedAt)
      hurry.give()
    }
    await clock.advance(atMs - (hurriedAt ?? 0))
    stop.abort()
    await settled
    return looks
  }

  it('it is looked at less and less often', async () => {
    const times = (await looksAt(50_000, false)).map(([at]) => at)
    const first = [250, 750, 1_750, 3_750, 5_750, 7_750, 9_750, 11_750, 13_750]
    expect(times).toEqual([...first, 18_750, 28_750, 38_750, 48_750])
  })

  it('three looks go before all else, if an exit waits for it', async () => {
    const lanes = (await looksAt(4_000, true)).map(([, lane]) => lane)
    expect(lanes).toEqual(['exit', 'exit', 'exit', 'later'])
    expect((await looksAt(4_000, false)).every(([, lane]) => lane === 'later')).toBe(true)
  })

  it('it is looked at once when there is a hurry, and often again after that', async () => {
    const times = (await looksAt(34_000, false, 30_000)).map(([at]) => at)
    expect(times.slice(-5)).toEqual([28_750, 30_000, 30_500, 31_500, 33_500])
  })
})
