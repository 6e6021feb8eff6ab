/** What lists of open orders prove. A list that is not whole never ends an order that was known before. */
import { describe, expect, it } from 'vitest'
import {
  answersOf,
  gapsIn,
  isRefuted,
  lookUp,
  ordersNow,
  readOrders,
  readsNow,
  type Answers,
} from '#electron/desk/plan/read-orders.ts'
import type { OrderReading } from '#electron/desk/plan/reader.ts'
import { instrumentKey, type Area } from '#shared/domain/instrument.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { CONTRACT, OTHER_CONTRACT, PAIR } from '#test/support/model-venue.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

const order = (orderId: string, instrument = CONTRACT.name, status: OrderStatus = 'new'): Order =>
  openOrder({ area: 'contract', instrument, orderId }, { status })
const A = order('a')
const B = order('b', OTHER_CONTRACT.name)
const INSTRUMENTS = [CONTRACT, OTHER_CONTRACT, PAIR]
const KNOWN = { instruments: INSTRUMENTS, positions: [], balances: [], marginAccounts: [], orders: [A, B] }
const idsOf = (orders: readonly Order[]) => orders.map(({ orderId }) => orderId)

/** The answer for each instrument of an area; null: it could not be read. */
function answers(of: Readonly<Record<string, OrderReading | null>>, area: Area = 'contract'): Answers {
  return new Map(
    Object.entries(of).map(([instrument, reading]) => [
      instrumentKey(area, instrument),
      { scope: { area, instrument }, reading },
    ]),
  )
}

describe('the list of a whole area', () => {
  const read = (list: readonly Order[], whole = true) => [...answersOf('contract', { list, whole }, KNOWN).values()]

  it('answers for every instrument of the area, also for those without an order', () => {
    const answered = answersOf('contract', { list: [A], whole: true }, { ...KNOWN, orders: [A] })
    expect([...answered.values()]).toEqual([
      { scope: { area: 'contract', instrument: CONTRACT.name }, reading: { list: [A], whole: true } },
      { scope: { area: 'contract', instrument: OTHER_CONTRACT.name }, reading: { list: [], whole: true } },
    ])
  })

  it('answers for nothing when it is not whole', () => {
    expect(read([A, B], false)).toEqual([])
  })

  it.each<[string, Order, readonly string[]]>([
    ['an open order', B, [CONTRACT.name]],
    ['no order that had ended', { ...B, status: 'filled' }, [CONTRACT.name, OTHER_CONTRACT.name]],
    ['no order of the other area', { ...B, area: 'spot' }, [CONTRACT.name, OTHER_CONTRACT.name]],
  ])('leaves an instrument to a read of its own when it lacks %s', (_, lacked, names) => {
    const answered = answersOf('contract', { list: [A], whole: true }, { ...KNOWN, orders: [A, lacked] })
    expect([...answered.values()].map(({ scope }) => scope.instrument)).toEqual(names)
  })

  it.each<[string, Answers, Answers, readonly Order[], boolean]>([
    ['a known order that it lacked', answers({ x: null }), answers({ y: { list: [A], whole: true } }), [A], true],
    ['an order that nobody knew', answers({ x: null }), answers({ y: { list: [A], whole: true } }), [B], false],
    [
      'a known order that has ended',
      answers({ x: null }),
      answers({ y: { list: [{ ...A, status: 'filled' }], whole: true } }),
      [A],
      false,
    ],
    ['an order that it answered for', answers({ y: null }), answers({ y: { list: [A], whole: true } }), [A], false],
    ['an order of another area', answers({ x: null }, 'spot'), answers({ y: { list: [A], whole: true } }), [A], false],
    ['an order, while no area was read', new Map(), answers({ y: { list: [A], whole: true } }), [A], false],
    ['nothing', answers({ x: null }), answers({ y: null }), [A], false],
  ])('is refuted by a single read that shows %s: %#', (_, areas, single, known, expected) => {
    expect(isRefuted(areas, single, known)).toBe(expected)
  })
})

describe('the orders now', () => {
  const C = order('c')
  it.each<[string, OrderReading | null, readonly string[]]>([
    ['end those known, when the list is whole', { list: [C], whole: true }, ['c', 'b']],
    ['keep those known, when it is not', { list: [C], whole: false }, ['c', 'a', 'b']],
    ['keep those known once, when both have them', { list: [A, C], whole: false }, ['a', 'c', 'b']],
    ['keep those known, when it could not be read', null, ['a', 'b']],
    [
      'gain those listed with another instrument',
      { list: [C], others: [order('d', 'E-X')], whole: true },
      ['c', 'd', 'b'],
    ],
    ['never gain those listed elsewhere that a whole list has not', { list: [], others: [A], whole: true }, ['b']],
  ])('%s', (_, reading, ids) => {
    expect(idsOf(ordersNow([A, B], answers({ [CONTRACT.name]: reading }), INSTRUMENTS))).toEqual(ids)
  })

  it('keep a known order of the other area that has the same id', () => {
    const spot = openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: 'a' })
    const read = answers({ [CONTRACT.name]: { list: [A], whole: true } })
    expect(ordersNow([A, spot], read, INSTRUMENTS)).toEqual([A, spot])
  })

  it('are new where a list was read whole, and as old as before elsewhere', () => {
    const old = (instrument: string) => ({ area: 'contract', instrument, ageMs: 9_000 }) as const
    const read = answers({
      whole: { list: [], whole: true },
      part: { list: [], whole: false },
      unread: null,
    })
    expect(readsNow(['whole', 'part', 'unread', 'other'].map(old), read)).toEqual([
      { area: 'contract', instrument: 'whole', ageMs: 0 },
      ...['part', 'unread', 'other'].map(old),
    ])
  })

  it('have a gap where a list was cut, read in part or not at all', () => {
    const read = answers({
      whole: { list: [], whole: true },
      part: { list: [], whole: false },
      cut: { list: [], whole: false, isCut: true },
      unread: null,
    })
    expect(gapsIn(read)).toEqual({ failed: ['part', 'unread'], cut: ['cut'] })
  })
})

describe('reading order lists', () => {
  const inTime = <T>(work: Promise<T>): Promise<T> => work

  it('asks for each instrument once, not for those done or out of reach, and keeps what failed as unread', async () => {
    const asked: string[] = []
    const read = reader({
      openOrders: async (area, instrument) => {
        asked.push(`${area} ${instrument}`)
        return instrument === 'unread' ? UNREAD : ok({ list: [], whole: true })
      },
    })
    const of = (area: Area, ...names: readonly string[]) => names.map((instrument) => ({ area, instrument }))
    const scopes = [...of('contract', 'one', 'one', 'unread', 'done'), ...of('spot', 'out')]
    const isOut = (area: Area): boolean => area === 'spot'
    const done = await readOrders(of('contract', 'done'), read, inTime, isOut)
    asked.length = 0
    const found = await readOrders(scopes, read, inTime, isOut, done)
    expect(asked).toEqual(['contract one', 'contract unread'])
    expect([...found.values()].map(({ scope, reading }) => [scope.instrument, reading?.whole ?? null])).toEqual([
      ['one', true],
      ['unread', null],
      ['out', null],
    ])
  })
})

describe('a look for one order', () => {
  it.each([
    ['open', { list: [A], whole: true }],
    ['open', { list: [A], whole: false }],
    ['gone', { list: [order('c')], whole: true }],
    ['unread', { list: [], whole: false }],
    ['unread', { list: [], whole: true, isCut: true }],
    ['unread', null],
  ] as const)('finds it %s: %#', async (expected, reading) => {
    const read = reader({ openOrders: async () => (reading === null ? UNREAD : ok(reading)) })
    expect(await lookUp(A, read)).toBe(expected)
  })
})
