import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Balance } from '#shared/domain/account.ts'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { Parts, PART_NAMES, type SentParts } from '../../../../electron/portfolio/parts.ts'

const usdt = (free: string): Balance => ({ asset: 'USDT', free: decimal(free), locked: decimal(0), gaps: [] })
const failure = localFailure('network', 'spot.account', verbatim('no answer'))

it('knows nothing at first, shown as null instead of an empty list', () => {
  const part = new Parts().part('balances')
  expect(part).toMatchObject({ data: null, readAt: null, failure: null, expectEveryMs: 1_000 })
})

it('keeps the last good data and its age when a read fails', () => {
  const parts = new Parts()
  parts.keep('balances', [usdt('5')], 100)
  parts.fail('balances', failure)
  expect(parts.part('balances')).toMatchObject({ data: [usdt('5')], readAt: 100, failure })
})

it('clears the failure with the next successful read', () => {
  const parts = new Parts()
  parts.fail('balances', failure)
  parts.keep('balances', [usdt('5')], 100)
  expect(parts.part('balances').failure).toBeNull()
})

it('drops a read that started before the current one', () => {
  const parts = new Parts()
  parts.keep('balances', [usdt('2')], 200)
  expect(parts.keep('balances', [usdt('1')], 100)).toBe(false)
  expect(parts.part('balances')).toMatchObject({ data: [usdt('2')], readAt: 200 })
})

it('accepts data composed of several reads even if its oldest read is older than before', () => {
  const parts = new Parts()
  const open = { orders: [], scopes: [] }
  parts.compose('orders', open, 300)
  parts.compose('orders', open, 100)
  expect(parts.part('orders')).toMatchObject({ version: 2, readAt: 100 })
})

it('returns only the parts that changed since the last call', () => {
  const parts = new Parts()
  const seen: SentParts = new Map()
  parts.changes(seen)
  expect(parts.changes(seen)).toEqual({})
  parts.keep('balances', [usdt('0.00000001')], 100)
  const changed = parts.changes(seen)
  expect(Object.keys(changed)).toEqual(['balances'])
  expect(changed.balances).toMatchObject({ data: [{ asset: 'USDT', free: '0.00000001', locked: '0' }] })
  expect(parts.changes(seen)).toEqual({})
  parts.keep('balances', [usdt('0.00000002')], 200)
  const put = { free: '0.00000002' }
  expect(parts.changes(seen).balances).toMatchObject({
    version: 2,
    change: { from: 1, patch: { into: { 0: { put } } } },
  })
})

it('encodes every amount as plain decimal text', () => {
  const parts = new Parts()
  parts.keep('balances', [usdt('1e-16')], 1)
  expect(JSON.parse(JSON.stringify(parts.encoded()))).toEqual(parts.encoded())
  expect(parts.encoded().balances.data?.[0]?.free).toBe('0.0000000000000001')
})

it('passes on figures as the risk worker gave them, and encodes no data twice', () => {
  const parts = new Parts()
  const report = { rows: [] } as never
  parts.compose('liquidity', report, 1)
  parts.keep('balances', [usdt('1')], 1)
  const { balances, liquidity } = parts.encoded()
  parts.fail('balances', failure)
  expect(liquidity.data).toBe(report)
  expect(parts.encoded().balances.data).toBe(balances.data)
  expect(parts.encoded().balances.failure).toEqual(failure)
})

describe('after a sleep', () => {
  const open = { orders: [], scopes: [] }
  const asleep = { failure: { operation: 'portfolio.wake' } }

  it('calls the age unknown of a part that uses a read from before it', () => {
    const parts = new Parts()
    parts.compose('orders', open, 100)
    parts.wake(200)
    expect(parts.part('orders')).toMatchObject(asleep)
    parts.compose('orders', open, 199)
    expect(parts.part('orders')).toMatchObject(asleep)
    // The relevant part is new, the rest is not.
    parts.compose('orders', open, 200, 199)
    expect(parts.part('orders')).toMatchObject({ readAt: 200, ...asleep })
    parts.compose('orders', open, 200)
    expect(parts.part('orders')).toMatchObject({ readAt: 200, failure: null })
  })

  it('does so for every part that ages, each with an interval to judge that', () => {
    const ageless: readonly PartName[] = ['instruments', 'desk', 'events', 'health']
    const parts = new Parts()
    for (const name of PART_NAMES) parts.compose(name, [] as never, 100)
    parts.wake(200)
    for (const name of PART_NAMES) {
      const { failure, expectEveryMs } = parts.part(name)
      const isAgeless = ageless.includes(name)
      expect([name, failure === null, expectEveryMs === null]).toEqual([name, isAgeless, isAgeless])
    }
    expect(parts.part('statistics').expectEveryMs).toBe(60_000)
  })
})
