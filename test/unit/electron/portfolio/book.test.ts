import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Balance } from '#shared/domain/account.ts'
import type { PartName } from '#shared/domain/snapshot.ts'
import { Book } from '../../../../electron/portfolio/book.ts'

const usdt = (free: string): Balance => ({ asset: 'USDT', free: decimal(free), locked: decimal(0) })
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
  const changed = book.changes(seen)
  expect(Object.keys(changed)).toEqual(['balances'])
  expect(changed.balances?.data).toEqual([{ asset: 'USDT', free: '0.00000001', locked: '0' }])
  expect(book.changes(seen)).toEqual({})
})

it('writes amounts as plain decimal text, every part of it', () => {
  const book = new Book()
  book.keep('balances', [usdt('1e-16')], 1)
  expect(JSON.parse(JSON.stringify(book.encoded()))).toEqual(book.encoded())
  expect(book.encoded().balances.data?.[0]?.free).toBe('0.0000000000000001')
})
