import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Balance } from '#shared/domain/account.ts'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import { runWhole } from '#shared/domain/steps.ts'
import { Book, PART_NAMES } from '../../../../electron/portfolio/parts.ts'

const usdt = (free: string): Balance => ({ asset: 'USDT', free: decimal(free), locked: decimal(0), gaps: [] })
const failure = localFailure('network', 'spot.account', 'no answer')

it('knows nothing at first, and says so with null instead of an empty list', () => {
  const part = new Book().part('balances')
  expect(part).toMatchObject({ data: null, readAt: null, failure: null, expectEveryMs: 1_000 })
})

it('keeps the last good data and its age when a read fails', () => {
  const book = new Book()
  book.keep('balances', [usdt('5')], 100)
  book.fail('balances', failure)
  expect(book.part('balances')).toMatchObject({ data: [usdt('5')], readAt: 100, failure })
})

it('forgets the failure with the next good read', () => {
  const book = new Book()
  book.fail('balances', failure)
  book.keep('balances', [usdt('5')], 100)
  expect(book.part('balances').failure).toBeNull()
})

it('drops a read that was started before the one it has', () => {
  const book = new Book()
  book.keep('balances', [usdt('2')], 200)
  expect(book.keep('balances', [usdt('1')], 100)).toBe(false)
  expect(book.part('balances')).toMatchObject({ data: [usdt('2')], readAt: 200 })
})

it('takes what was put together from several reads even when its oldest read is older than before', () => {
  const book = new Book()
  const open = { orders: [], scopes: [] }
  book.compose('orders', open, 300)
  book.compose('orders', open, 100)
  expect(book.part('orders')).toMatchObject({ version: 2, readAt: 100 })
})

it('gives only the parts that changed since they were last asked for', () => {
  const book = new Book()
  const seen = new Map<PartName, number>()
  book.changes(seen)
  expect(book.changes(seen)).toEqual({})
  book.keep('balances', [usdt('0.00000001')], 100)
  runWhole(book.encodeAhead())
  const changed = book.changes(seen)
  expect(Object.keys(changed)).toEqual(['balances'])
  expect(changed.balances?.data).toMatchObject([{ asset: 'USDT', free: '0.00000001', locked: '0' }])
  expect(book.changes(seen)).toEqual({})
})

it('leaves what came while it was encoding for the next time', () => {
  const book = new Book()
  const seen = new Map<PartName, number>()
  book.keep('balances', [usdt('1'), usdt('2')], 100)
  const encoding = book.encodeAhead()
  encoding.next()
  book.keep('balances', [usdt('3')], 200)
  runWhole(encoding)
  expect(book.changes(seen).balances).toMatchObject({ data: [{ free: '1' }, { free: '2' }], readAt: 100, version: 1 })
  expect(book.changes(seen)).toEqual({})
  runWhole(book.encodeAhead())
  expect(book.changes(seen).balances).toMatchObject({ data: [{ free: '3' }], readAt: 200, version: 2 })
})

it('writes amounts as plain decimal text, every part of it', () => {
  const book = new Book()
  book.keep('balances', [usdt('1e-16')], 1)
  expect(JSON.parse(JSON.stringify(book.encoded()))).toEqual(book.encoded())
  expect(book.encoded().balances.data?.[0]?.free).toBe('0.0000000000000001')
})

it('encodes ahead what it would encode, in steps, and newer data after that all the same', () => {
  const [ahead, plain] = [new Book(), new Book()]
  for (const book of [ahead, plain]) {
    book.keep('balances', [usdt('1'), usdt('2')], 1)
    book.fail('balances', failure)
  }
  expect([...ahead.encodeAhead()].length).toBeGreaterThan(1)
  expect(ahead.encoded()).toEqual(plain.encoded())
  expect([...ahead.encodeAhead()]).toEqual([])
  ahead.keep('balances', [usdt('3')], 2)
  expect(ahead.encoded().balances).toMatchObject({ data: [{ free: '3' }], readAt: 2, failure: null })
})

describe('after a sleep', () => {
  const open = { orders: [], scopes: [] }
  const asleep = { failure: { operation: 'portfolio.wake' } }

  it('goes on saying of what rests on a read from before it that its age is not known', () => {
    const book = new Book()
    book.compose('orders', open, 100)
    book.wake(200)
    expect(book.part('orders')).toMatchObject(asleep)
    book.compose('orders', open, 199)
    expect(book.part('orders')).toMatchObject(asleep)
    // What matters of it is new, the rest is not.
    book.compose('orders', open, 200, 199)
    expect(book.part('orders')).toMatchObject({ readAt: 200, ...asleep })
    book.compose('orders', open, 200)
    expect(book.part('orders')).toMatchObject({ readAt: 200, failure: null })
  })

  it('does so of every part that grows old, and has an interval by which to tell that it did', () => {
    const ageless: readonly PartName[] = ['instruments', 'desk', 'events', 'health']
    const book = new Book()
    for (const name of PART_NAMES) book.compose(name, [] as never, 100)
    book.wake(200)
    for (const name of PART_NAMES) {
      const { failure, expectEveryMs } = book.part(name)
      const isAgeless = ageless.includes(name)
      expect([name, failure === null, expectEveryMs === null]).toEqual([name, isAgeless, isAgeless])
    }
    expect(book.part('statistics').expectEveryMs).toBe(60_000)
  })
})
