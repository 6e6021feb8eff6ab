/** When a waiting order is read again, by what the newest list of open orders shows, and when it is given up. */
import { describe, expect, it } from 'vitest'
import { createFollower } from '#electron/desk/verify/waiting-orders.ts'
import type { OrderRead } from '#shared/desk/facts.ts'
import type { PlaceRequest } from '#shared/desk/plan.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { decimal } from '#test/support/amounts.ts'
import { ManualClock } from '#test/support/clock.ts'
import { NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { failure } from '#test/support/model-replies.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

const PLACE: PlaceRequest = {
  ...{ kind: 'place', area: 'spot', instrument: 'X', standsFor: '1', side: 'buy', clientOrderId: 'ours' },
  ...{ price: decimal(1), quantity: decimal(4) },
}
const UNKNOWN_THERE: Result<never, Failure> = err(failure('spot.order', 'notFound', 'rejected'))

function waitingOrder(overrides: Parameters<typeof openOrder>[1] = {}): Order {
  return openOrder({ area: 'spot', instrument: 'X', orderId: '7' }, { quantity: 4, ...overrides })
}

/** An order of ours that waits. `list`: what the newest list of open orders has. */
function follow(answer: Result<Order, Failure> = UNKNOWN_THERE) {
  const clock = new ManualClock()
  const { log, begin, written } = memoryLog(clock)
  const [leg] = begin('restore', { kind: 'restore', intentId: 'x' }, [PLACE]).legs
  log.noteLeg(leg!, { state: 'journalled' })
  log.noteLeg(leg!, { state: 'working', orderId: '7', executed: decimal(1) })
  const list: { orders: readonly Order[]; orderReads?: readonly OrderRead[] } = { orders: [] }
  let reads = 0
  const read = reader({
    order: async () => {
      reads += 1
      return answer
    },
  })
  const signal = new AbortController().signal
  const review = createFollower({ clock, signal, read }, log, () => ({ ...NO_FACTS, ...list }))
  return {
    list,
    reads: () => reads,
    record: () => log.leg(leg!).record,
    rows: () => written.length,
    /** Lets time pass, and then reviews the waiting orders once. */
    async after(ms: number) {
      await clock.advance(ms)
      review()
      await clock.advance(0)
    },
  }
}

describe('an order that is not listed', () => {
  const read = (ageMs: number | null, instrument = 'X', area: 'spot' | 'contract' = 'spot'): OrderRead => ({
    ...{ area, instrument, ageMs },
  })

  it.each<[string, number, readonly OrderRead[], number]>([
    ['is not read in its first three seconds', 2_999, [], 0],
    ['is read after that', 3_000, [], 1],
    ['is read if the list is newer than the order', 5_000, [read(4_999)], 1],
    ['is not read if the list is as old as the order', 5_000, [read(5_000)], 0],
    ['is read if the age of the list is unknown', 5_000, [read(null)], 1],
    ['is read whatever the age of another list', 5_000, [read(9_000, 'Y'), read(9_000, 'X', 'contract')], 1],
  ])('%s', async (_, ms, orderReads, times) => {
    const waiting = follow()
    waiting.list.orderReads = orderReads
    await waiting.after(ms)
    expect(waiting.reads()).toBe(times)
  })

  it('is read every three seconds, and left to the trader when four answers say that it is unknown', async () => {
    const waiting = follow()
    await waiting.after(3_000)
    await waiting.after(2_999)
    expect(waiting.reads()).toBe(1)
    await waiting.after(1)
    await waiting.after(3_000)
    expect([waiting.reads(), waiting.record().state]).toEqual([3, 'working'])
    await waiting.after(3_000)
    expect([waiting.reads(), waiting.record().state]).toEqual([4, 'needsHuman'])
    expect(waiting.record()).toMatchObject({ waited: true, detail: { code: 'leg.waitsNoMore' } })
    await waiting.after(3_000)
    expect(waiting.reads()).toBe(4)
  })

  it('is never given up because the venue cannot be asked', async () => {
    const waiting = follow(UNREAD)
    for (let look = 0; look < 9; look++) await waiting.after(3_000)
    expect([waiting.reads(), waiting.record().state]).toEqual([9, 'working'])
  })

  it.each([
    ['filled', 4, 'verified'],
    ['canceled', 1, 'partial'],
    ['canceled', 0, 'canceled'],
    ['new', 0, 'working'],
  ] as const)('that is found %s, with %i of it executed, is %s', async (status, executed, state) => {
    const waiting = follow(ok(waitingOrder({ status, executed })))
    await waiting.after(3_000)
    expect(waiting.record().state).toBe(state)
    expect(waiting.record().waited).toBe(state === 'working' ? undefined : true)
  })
})

describe('an order that is listed', () => {
  it.each<[string, number, Parameters<typeof openOrder>[1], boolean]>([
    ['reports more fills after ten seconds', 10_000, { executed: 2 }, true],
    ['not before that', 9_999, { executed: 2 }, false],
    ['reports nothing when no more was filled', 10_000, { executed: 1 }, false],
  ])('%s', async (_, ms, order, isNoted) => {
    const waiting = follow()
    waiting.list.orders = [waitingOrder(order)]
    const before = waiting.rows()
    await waiting.after(ms)
    expect([waiting.rows() - before, waiting.reads()]).toEqual([isNoted ? 1 : 0, 0])
    expect(waiting.record().state).toBe('working')
  })

  it.each<[string, Partial<Order>]>([
    ['of another instrument', { instrument: 'Y' }],
    ['of the other area', { area: 'contract' }],
    ['of another id', { orderId: '8' }],
  ])('is not taken for one %s', async (_, other) => {
    const waiting = follow()
    waiting.list.orders = [{ ...waitingOrder(), ...other }]
    await waiting.after(10_000)
    expect(waiting.reads()).toBe(1)
  })
})
