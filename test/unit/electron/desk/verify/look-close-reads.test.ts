import { describe, expect, it } from 'vitest'
import type { LegRecord } from '#electron/desk/log/entry.ts'
import { readBefore } from '#electron/desk/plan/position-before.ts'
import { lookAtClose } from '#electron/desk/verify/look-close.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { BTC, HELD, SENT_AT, BEFORE, REQUEST, UNKNOWN, order } from '#test/support/close-fixtures.ts'
import { reader, UNREAD, UNSUPPORTED } from '#test/support/reader.ts'

const lookOf = (record: LegRecord, expired: boolean, read: Reader) => {
  return { record, expired, read, isAnothers: () => false }
}

describe('reads of a position', () => {
  const none = ok({ list: [], whole: true })
  const partly = ok({ list: [], whole: false })
  const held = ok({ list: [HELD], whole: true })
  const listing = (
    positions: Awaited<ReturnType<Reader['positions']>>,
    orders: Awaited<ReturnType<Reader['openOrders']>>,
    over: Partial<Reader> = { history: async () => UNSUPPORTED, trades: async () => UNSUPPORTED },
  ): Reader => reader({ now: () => SENT_AT, positions: async () => positions, openOrders: async () => orders, ...over })

  it('take an unlisted position for closed only when the whole list was read', async () => {
    const all: LegRecord = { ...UNKNOWN, before: { ...BEFORE, closable: decimal(4), pendingClose: decimal(0) } }
    const look = (read: Reader) => lookAtClose(REQUEST, lookOf(all, true, read))
    expect(await look(listing(none, none))).toMatchObject({ change: { state: 'verified' } })
    for (const blind of [listing(partly, none), listing(none, partly), listing(UNREAD, none), listing(none, UNREAD)]) {
      expect(await look(blind)).toEqual({ kind: 'undecided' })
    }
    // A list that the venue has but does not return now may show the order next time.
    expect(await look(listing(none, none, { history: async () => none }))).toEqual({ kind: 'undecided' })
  })

  it('do not treat a list as missing that the venue may return later', async () => {
    const refused = {
      ...localFailure('rateLimited', 'a read', verbatim('too many requests')),
      outcome: 'rejected',
    } as const
    const slowDown = err({ ...refused, retry: 'later' } as const)
    const look = (over: Partial<Reader>) => lookAtClose(REQUEST, lookOf(UNKNOWN, true, listing(held, none, over)))
    const missing = { history: async () => UNSUPPORTED, trades: async () => UNSUPPORTED }
    expect(await look(missing)).toMatchObject({ change: { state: 'absent' } })
    // An unknown path is answered like a fault, and always will be.
    const noPath = err({
      ...localFailure('notSupported', 'a read', verbatim('no such path')),
      outcome: 'unknown',
    } as const)
    expect(await look({ ...missing, history: async () => noPath })).toMatchObject({ change: { state: 'absent' } })
    expect(await look({ ...missing, history: async () => slowDown })).toEqual({ kind: 'undecided' })
    expect(await look({ ...missing, trades: async () => slowDown })).toEqual({ kind: 'undecided' })
  })

  it('say once that the request may still arrive', async () => {
    const look = (record: LegRecord, expired: boolean) =>
      lookAtClose(REQUEST, lookOf(record, expired, listing(held, none)))
    const first = await look(UNKNOWN, false)
    expect(first).toMatchObject({ change: { detail: message('leg.mayCome.noAnswer') } })
    const said: LegRecord = { ...UNKNOWN, ...(first.kind === 'known' ? first.change : {}) }
    expect(said.state).toBe('unknown')
    expect(await look(said, false)).toEqual({ kind: 'undecided' })
    expect(await look(said, true)).toMatchObject({ change: { state: 'absent' } })
  })

  it('treat a list as too short when it is unknown how far back it should go', async () => {
    const record: LegRecord = { ...UNKNOWN, before: { ...BEFORE, at: null } }
    const asked: number[] = []
    const history = async (_: string, since: number) => {
      asked.push(since)
      return partly
    }
    const finding = await lookAtClose(REQUEST, lookOf(record, true, listing(held, none, { history, trades: history })))
    expect(finding).toMatchObject({ change: { state: 'needsHuman' } })
    expect(asked).toEqual([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])
  })

  it('ask the lists for an order that cannot be read by its id', async () => {
    const ours: LegRecord = { ...UNKNOWN, state: 'acknowledged', orderId: '5' }
    const ended = ok({ list: [order('5', { status: 'canceled', executed: decimal(3) })], whole: true })
    const read = listing(none, none, { history: async () => ended, trades: async () => none })
    const finding = await lookAtClose(REQUEST, lookOf(ours, false, read))
    expect(finding).toMatchObject({ change: { state: 'partial', executed: decimal(3) } })
  })

  it('before a close require the position; without the orders, they prove nothing later', async () => {
    const opening = order('2', { side: 'buy', action: 'open', executed: decimal(1) })
    const orders = ok({ list: [order('1'), opening, order('3', { side: 'sell', action: 'open' })], whole: true })
    const before = async (read: Reader) => {
      const { position } = await readBefore(HELD.key, BTC.name, read, (reading) => reading)
      return position.ok ? position.value.before : null
    }
    const known = {
      orderIds: ['1', '2', '3'],
      opening: [{ orderId: '2', executed: decimal(1) }],
      closing: [{ orderId: '1', executed: decimal(0) }],
    }
    expect(await before(listing(held, orders))).toEqual({ ...BEFORE, ...known })
    const unknown = { ...BEFORE, orderIds: null, unexplained: decimal(2) }
    expect(await before(listing(held, UNREAD))).toEqual(unknown)
    expect(await before(listing(held, partly))).toEqual(unknown)
    // Two contracts are locked by closing orders. The listed order accounts for its unfilled part.
    const small = ok({ list: [order('1', { quantity: decimal(3), executed: decimal(2) })], whole: true })
    expect(await before(listing(held, small))).toMatchObject({ pendingClose: decimal(2), unexplained: decimal(1) })
    expect(await before(listing(UNREAD, orders))).toBeNull()
    // With a position in the other margin mode, it is unknown which of the two an order closes.
    const two = ok({ list: [HELD, { ...HELD, key: positionKey(BTC.name, 'isolated', 'long') }], whole: true })
    expect((await before(listing(two, orders)))?.closing).toBeUndefined()
  })

  it.each([
    ['read whole tells them', ok({ list: [order('1')], whole: true }), [order('1')]],
    ['read in part does not', ok({ list: [order('1')], whole: false }), null],
    ['with rows of another name does not', ok({ list: [], whole: true, others: [order('1')] }), null],
    ['that could not be read does not', UNREAD, null],
  ])('before a close: a list of orders %s', async (_, orders, expected) => {
    const read = await readBefore(HELD.key, BTC.name, listing(UNREAD, orders), (reading) => reading)
    expect(read.orders).toEqual(expected)
  })
})
