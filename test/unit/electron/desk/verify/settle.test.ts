import { expect, it } from 'vitest'
import { settle } from '#electron/desk/verify/settle.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { BEFORE, HELD, order, REQUEST, UNKNOWN } from '#test/support/close-fixtures.ts'
import { CLOSE } from '#test/support/desk-bench.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { reader } from '#test/support/reader.ts'

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
