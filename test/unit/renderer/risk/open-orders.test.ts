import { expect, it } from 'vitest'
import { emptySnapshot, fixtureSnapshot } from '#test/support/snapshot.ts'
import { orderCountText } from '../../../../renderer/src/risk/open-orders.ts'

const { orders, risk } = fixtureSnapshot().parts

it('never shows "0" for orders that were not read', () => {
  const { data } = orders
  if (data === null) throw new Error('expected a fixture with orders')
  const unread = (count: number) => ({
    risk,
    orders: {
      ...orders,
      data: { ...data, scopes: data.scopes.map((scope, at) => (at < count ? { ...scope, readAt: null } : scope)) },
    },
  })
  expect(orderCountText({ orders, risk })).toBe('22')
  expect(orderCountText(unread(1))).toBe('at least 22')
  expect(orderCountText(unread(data.scopes.length))).toBe('not read')
  expect(orderCountText(emptySnapshot().parts)).toBe('not read')
})
