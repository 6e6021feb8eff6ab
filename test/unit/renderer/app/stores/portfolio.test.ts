import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import { takeIn } from '#test/support/take-in.ts'
import type { SnapshotPush } from '#shared/snapshot/snapshot.ts'
import { usePortfolioStore } from '../../../../../renderer/src/app/stores/portfolio.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

describe('portfolio store', () => {
  it('merges the parts of a push and keeps the others as the same object', () => {
    const store = usePortfolioStore()
    const first = fixtureSnapshot()
    takeIn(first, 0)
    const next = push(first, ['positions'])
    takeIn(next, 1_000)
    expect(store.parts.positions).toStrictEqual(next.parts.positions)
    expect(store.parts.orders).toBe(first.parts.orders)
    expect(store.header?.seq).toBe(2)
  })

  it('brings on screen what was taken in, and only when it is told to', () => {
    const store = usePortfolioStore()
    const first = fixtureSnapshot()
    store.take(first, 0)
    store.take(push(first, ['positions']), 0)
    expect([store.parts, store.header, store.newest()?.seq]).toEqual([{}, null, 2])
    store.show()
    expect([store.parts.orders, store.header?.seq]).toEqual([first.parts.orders, 2])
  })

  it('keeps the newest of every part, in whatever order messages arrive', () => {
    const first = fixtureSnapshot()
    const second = { ...withPart(first, 'orders', { readAt: 1 }), seq: 2 }
    const third = { ...withPart(second, 'orders', { readAt: 2 }), seq: 3 }
    const store = usePortfolioStore()
    for (const message of [third, first, second, third, second]) takeIn(message, 0)
    expect(store.parts.orders?.readAt).toBe(2)
    expect(store.header?.seq).toBe(3)
  })

  it('fills in from a whole snapshot that is older than a push that overtook it', () => {
    const store = usePortfolioStore()
    const whole = fixtureSnapshot()
    const newer = push(whole, ['positions'])
    takeIn(newer, 0)
    expect(store.parts.orders).toBeUndefined()
    takeIn(whole, 0)
    expect(store.parts.orders).toBe(whole.parts.orders)
    expect(store.parts.positions).toStrictEqual(newer.parts.positions)
    expect(store.header?.seq).toBe(2)
  })

  it('applies the row changes of a part that it has, and no changes to another version', () => {
    const store = usePortfolioStore()
    const first = fixtureSnapshot()
    takeIn(first, 0)
    const { data, ...rest } = first.parts.positions
    const became = (from: number): SnapshotPush => ({
      ...push(first, ['orders']),
      parts: {
        positions: { ...rest, version: 9, change: { from, patch: { into: { 0: { put: { contract: 'E-X-USDT' } } } } } },
      },
    })
    expect(takeIn(became(8), 0)).toBe(false)
    expect([store.parts.positions, store.header?.seq]).toEqual([first.parts.positions, 1])
    expect(takeIn(became(first.parts.positions.version), 0)).toBe(true)
    expect(store.parts.positions).toEqual({
      ...rest,
      version: 9,
      data: data?.with(0, { ...data[0]!, contract: 'E-X-USDT' }),
    })
    expect(store.parts.positions?.data?.[1]).toBe(data?.[1])
  })

  it('starts from nothing with another run, and never returns to the old one', () => {
    const store = usePortfolioStore()
    const old = fixtureSnapshot()
    takeIn(old, 0)
    const fresh = { ...push(old, ['health']), runId: 'run-2', seq: 1, account: null }
    takeIn(fresh, 10)
    expect(Object.keys(store.parts)).toEqual(['health'])
    expect(store.account).toBeNull()
    takeIn({ ...old, seq: 99 }, 20)
    expect(store.header?.runId).toBe('run-2')
    expect(Object.keys(store.parts)).toEqual(['health'])
  })
})
