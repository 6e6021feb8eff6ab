import { describe, expect, it } from 'vitest'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import type { LegRecord } from '#electron/desk/log/entry.ts'
import {
  coinsAtMost,
  heldAtMost,
  isLagging,
  laggingCoins,
  laggingIn,
  lastKnown,
  takenSince,
} from '#electron/desk/run/lagging-lists.ts'
import { FLATTEN, CLOSE } from '#test/support/desk-bench.ts'
import { BEFORE, HELD, REQUEST, UNKNOWN, order } from '#test/support/close-fixtures.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import { balance } from '#test/support/portfolio-fixtures.ts'
import type { LegState, SellRequest } from '#shared/desk/plan.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'

type LegChange = Partial<Pick<Leg, 'round'>> & { ageMs?: number; record?: Partial<LegRecord>; wanted?: number }
const legOf = (request: Leg['request'], { ageMs = 0, round = 1, record = {} }: LegChange): Leg =>
  ({ request, changedMono: -ageMs, round, record: { ...UNKNOWN, ...record } }) as Leg
/** A close of 4 of the 12 contracts held, with `executed` of them closed. */
const close = (executed: number | null, change: LegChange = {}): Leg => {
  const done = executed === null ? null : decimal(executed)
  return legOf(
    { ...REQUEST, volume: decimal(change.wanted ?? 4) },
    { ...change, record: { state: 'partial', executed: done, ...change.record } },
  )
}
/** A sale of 3 of 10 coins, with `executed` of them sold. */
const sale = (executed: number | null, change: LegChange & { asset?: string } = {}): Leg => {
  const request: SellRequest = {
    ...{ kind: 'sell', area: 'spot', instrument: 'BTCUSDT', asset: change.asset ?? 'BTC', clientOrderId: 'x' },
    ...{ quantity: decimal(change.wanted ?? 3), held: decimal(10) },
  }
  const done = executed === null ? null : decimal(executed)
  return legOf(request, { ...change, record: { state: 'partial', executed: done, ...change.record } })
}
const known = (...intents: readonly Intent[]) => ({ intents, now: 0 })
const intent = (id: string, ...legs: Leg[]): Intent => ({ id, legs, action: CLOSE }) as unknown as Intent
const numbers = (most: ReadonlyMap<string, Decimal>) => [...most].map(([key, amount]) => [key, amount.toNumber()])

describe('the largest possible position', () => {
  const each = (...legs: Leg[]) => [...heldAtMost(known(intent('a', ...legs))).values()]
  const most = (...legs: Leg[]) => each(...legs).map(({ held }) => held.toNumber())
  const free = (...legs: Leg[]) => each(...legs).map((at) => at.free.toNumber())
  /** 2 of the 12 contracts were locked by no listed order. */
  const hidden = { before: { ...BEFORE, unexplained: decimal(2) } }

  it('is the position before our close, less what the close took', () => {
    expect(most(close(4))).toEqual([8])
    expect([most(close(0)), most(close(null)), most(sale(3))]).toEqual([[], [], []])
    expect(most(close(4, { record: { before: null } }))).toEqual([])
    const unread = { ...BEFORE, isUnread: true } as const
    expect(most(close(4, { record: { before: unread } }))).toEqual([])
    expect(most(close(4, { record: { before: { ...unread, lastHeld: decimal(10) } } }))).toEqual([6])
  })

  it('comes from the newest close, whatever its place', () => {
    const newer = close(1, { ageMs: 10 })
    const older = close(4, { ageMs: 20 })
    expect([most(newer, older), most(older, newer)]).toEqual([[11], [11]])
  })

  it('is forgotten after ten seconds, except by the intent that continues by the list', () => {
    expect([most(close(4, { ageMs: 9_999 })), most(close(4, { ageMs: 10_000 }))]).toEqual([[8], []])
    const old = intent('a', close(4, { ageMs: 60_000 }))
    expect(heldAtMost(known(old), old).size).toBe(1)
    expect(heldAtMost(known(old), intent('b')).size).toBe(0)
  })

  it('makes a list that shows more a lagging one', () => {
    const own = intent('a', close(4))
    const lagging = (volume: number) => laggingWith(volume, 2, own)
    expect([lagging(12), lagging(9), lagging(8), lagging(7)]).toEqual([1, 1, 0, 0])
    const another = { ...NO_FACTS, positions: [{ ...HELD, key: 'another' }] }
    expect(laggingIn(another, known(own), own)).toEqual([])
    expect(laggingIn({ ...NO_FACTS, positions: null }, known(own), own)).toEqual([])
  })

  const laggingWith = (volume: number, locked: number | null, own: Intent, orders = NO_FACTS.orders): number => {
    const pendingCloseVolume = locked === null ? null : decimal(locked)
    const positions = [{ ...HELD, volume: decimal(volume), pendingCloseVolume }]
    return laggingIn({ positions, orders }, known(own), own).length
  }

  it('counts a lock as free once a cancel of ours has ended the order that explains it', () => {
    const record = { before: { ...BEFORE, closing: [], unexplained: decimal(2) } }
    const cancel = (freed: number, change: { side?: 'buy' | 'sell'; instrument?: string; orderId?: string } = {}) => {
      const { side = REQUEST.side, instrument = REQUEST.instrument, orderId = 'hidden' } = change
      const request = { kind: 'cancel', area: 'contract', instrument, orderId } as const
      return legOf(request, { record: { state: 'verified', freed: { side, volume: decimal(freed) } } })
    }
    const bought = REQUEST.side === 'buy' ? 'sell' : 'buy'
    const closed = close(4, { ageMs: 100, record })
    expect([free(closed, cancel(2)), free(closed, cancel(1)), free(closed, cancel(9))]).toEqual([[8], [7], [8]])
    expect([free(closed, cancel(2, { side: bought })), free(closed, cancel(2, { instrument: 'other' }))]).toEqual([
      ...[[6], [6]],
    ])
    // An order that was listed explained its own lock. A cancel verified before the close may explain an older one.
    expect(free(closed, cancel(2, { orderId: BEFORE.orderIds?.[0] ?? '' }))).toEqual([6])
    expect(free(close(4, { ageMs: -1, record }), cancel(2))).toEqual([6])
    // With a second position on that side, the order may have locked the other one.
    expect(free(close(4, { ageMs: 100, record: hidden }), cancel(2))).toEqual([6])
  })

  it('does not count what no listed order locked as free until a list had the time to show it', () => {
    expect([free(close(4)), free(close(4, { record: hidden })), most(close(4, { record: hidden }))]).toEqual([
      ...[[8], [6], [8]],
    ])
    const own = intent('a', close(4, { record: hidden }))
    // While still locked, it is the same as before. If it is unlocked, it may have filled, until ten seconds have
    // passed.
    expect([laggingWith(8, 2, own), laggingWith(8, 0, own), laggingWith(6, 0, own)]).toEqual([0, 1, 0])
    const old = intent('a', close(4, { record: hidden, ageMs: 10_000 }))
    expect([laggingWith(8, 0, old), laggingWith(9, 0, old)]).toEqual([0, 1])
    // When the venue's own figure cannot be read, the orders show what is locked.
    const closing = [order('1', { quantity: decimal(2) })]
    expect([laggingWith(8, null, own, closing), laggingWith(8, null, own)]).toEqual([0, 1])
  })
})

describe('the largest possible balance of a coin', () => {
  const most = (...legs: Leg[]) => numbers(coinsAtMost(known(intent('a', ...legs)))).map(([, amount]) => amount)

  it('is the balance before a round of sales, less all that the sales took', () => {
    expect([most(sale(2)), most(sale(2), sale(1))]).toEqual([[8], [7]])
    // A newer round was planned with the balance at that time.
    expect(most(sale(2, { ageMs: 9 }), sale(1, { round: 2, ageMs: 3 }))).toEqual([9])
    expect(most(sale(1, { round: 2, ageMs: 3 }), sale(2, { ageMs: 9 }))).toEqual([9])
    expect([most(sale(0)), most(close(4)), most(sale(2, { ageMs: 10_000 }))]).toEqual([[], [], []])
  })

  it.each<[LegState, number | null, number | undefined]>([
    ['verified', 2, 8],
    ['partial', 2, 8],
    ['partial', null, 7],
    ['unknown', 2, 7],
    ['working', 0, 7],
    ['planned', 2, undefined],
    ['notSent', 2, undefined],
    ['alreadyGone', 2, undefined],
    ['rejected', 2, undefined],
  ])('counts a sale that is %s, with %s sold, as what it took or may have taken', (state, executed, expected) => {
    expect(most(sale(executed, { record: { state } }))[0]).toBe(expected)
  })

  it('makes a list that shows more a lagging one, when coins are sold', () => {
    const own = intent('a', sale(2))
    const lagging = (free: number) =>
      laggingCoins([balance('BTC', free, 1), balance('ETH', 99)], known(own), own).length
    expect([lagging(8), lagging(7), lagging(6)]).toEqual([1, 0, 0])
    expect(laggingCoins(null, known(own), own)).toEqual([])
    const view = { ...NO_FACTS, balances: [balance('BTC', 10)] }
    expect(isLagging({ ...own, action: { ...FLATTEN, kind: 'flatten', spot: 'sell' } }, view, known(own))).toBe(true)
    expect(isLagging({ ...own, action: { kind: 'flatten', spot: 'keep' } }, view, known(own))).toBe(false)
    expect(isLagging(own, view, known(own))).toBe(false)
    const closed = intent('a', close(4))
    expect(isLagging(closed, { ...NO_FACTS, positions: [HELD] }, known(closed))).toBe(true)
  })
})

describe('the volume that closes may have taken since a read', () => {
  const taken = (ms: number, ...legs: Leg[]) => takenSince(HELD.key, ms, known(intent('a', ...legs))).toNumber()

  it('is what they took, or their full size if unknown; a close up to ten seconds before the read counts too', () => {
    expect([taken(0, close(2)), taken(0, close(null, { wanted: 3 })), taken(0, close(2), close(1))]).toEqual([2, 3, 3])
    expect([taken(5_000, close(2, { ageMs: 15_000 })), taken(5_000, close(2, { ageMs: 15_001 }))]).toEqual([2, 0])
    expect(taken(0, close(2, { record: { state: 'unknown' } }))).toBe(4)
    expect([taken(0, close(2, { record: { state: 'absent' } })), taken(0, sale(2))]).toEqual([0, 0])
    expect(takenSince('another', 0, known(intent('a', close(2)))).toNumber()).toBe(0)
  })

  it('is subtracted from the last known position', () => {
    const view = { ...NO_FACTS, positions: [HELD], positionsAgeMs: 5_000 }
    const last = (key: string, of = view, orders: Parameters<typeof lastKnown>[3] = null) =>
      lastKnown(key, of, known(intent('a', close(3))), orders)
    expect(last(HELD.key)?.volume.toNumber()).toBe(9)
    expect([last('another'), last(HELD.key, { ...view, positionsAgeMs: 300_001 })]).toEqual([null, null])
    // From the orders read since, otherwise from the known orders.
    const closing = [order('1', { quantity: decimal(7) })]
    expect(last(HELD.key, { ...view, orders: closing })?.pendingCloseVolume?.toNumber()).toBe(7)
    expect(last(HELD.key, { ...view, orders: closing }, [])?.pendingCloseVolume?.toNumber()).toBe(2)
  })
})
