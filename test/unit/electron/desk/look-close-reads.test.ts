import { describe, expect, it } from 'vitest'
import type { LegRecord } from '#electron/desk/journal/entries.ts'
import { readBefore } from '#electron/desk/read/before.ts'
import { lookAtClose } from '#electron/desk/settle/look-close.ts'
import type { Reader } from '#electron/desk/read/reads.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { BTC, HELD, SENT_AT, BEFORE, REQUEST, UNKNOWN, order } from '#test/support/close-fixtures.ts'
import { reader, UNREAD, UNSUPPORTED } from '#test/support/reader.ts'

describe('reads of a position', () => {
  const none = ok({ list: [], whole: true })
  const partly = ok({ list: [], whole: false })
  const listing = (
    positions: Awaited<ReturnType<Reader['positions']>>,
    orders: Awaited<ReturnType<Reader['openOrders']>>,
    over: Partial<Reader> = { history: async () => UNSUPPORTED, trades: async () => UNSUPPORTED },
  ): Reader => reader({ now: () => SENT_AT, positions: async () => positions, openOrders: async () => orders, ...over })

  it('take a position that is not listed for closed only when the whole list was read', async () => {
    const all: LegRecord = { ...UNKNOWN, before: { ...BEFORE, closable: decimal(4), pendingClose: decimal(0) } }
    const look = (read: Reader) => lookAtClose(REQUEST, all, true, read, () => false)
    expect(await look(listing(none, none))).toMatchObject({ change: { state: 'verified' } })
    for (const blind of [listing(partly, none), listing(none, partly), listing(UNREAD, none), listing(none, UNREAD)]) {
      expect(await look(blind)).toEqual({ kind: 'undecided' })
    }
    // A list the venue has and does not give this time may show it the next time.
    expect(await look(listing(none, none, { history: async () => none }))).toEqual({ kind: 'undecided' })
  })

  it('ask the lists for an order that can not be asked for by its id', async () => {
    const ours: LegRecord = { ...UNKNOWN, state: 'acknowledged', orderId: '5' }
    const ended = ok({ list: [order('5', { status: 'canceled', executed: decimal(3) })], whole: true })
    const read = listing(none, none, { history: async () => ended, trades: async () => none })
    const finding = await lookAtClose(REQUEST, ours, false, read, () => false)
    expect(finding).toMatchObject({ change: { state: 'partial', executed: decimal(3) } })
  })

  it('before a close need the position; the orders may be missing and then prove nothing later', async () => {
    const held = ok({ list: [HELD], whole: true })
    const opening = order('2', { side: 'buy', action: 'open', executed: decimal(1) })
    const orders = ok({ list: [order('1'), opening, order('3', { side: 'sell', action: 'open' })], whole: true })
    const before = async (read: Reader) => {
      const result = await readBefore(HELD.key, BTC.name, read)
      return result.ok ? result.value.before : null
    }
    const known = { orderIds: ['1', '2', '3'], opening: [{ orderId: '2', executed: decimal(1) }] }
    expect(await before(listing(held, orders))).toEqual({ ...BEFORE, ...known })
    expect(await before(listing(held, UNREAD))).toEqual({ ...BEFORE, orderIds: null })
    expect(await before(listing(held, partly))).toEqual({ ...BEFORE, orderIds: null })
    expect(await before(listing(UNREAD, orders))).toBeNull()
  })
})
